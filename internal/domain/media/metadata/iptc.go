package metadata

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"
)

// iptc holds the values of the datasets of record 2, by dataset number.
type iptc map[byte][]string

const (
	maxSegments = 512  // marker segments looked at before the pixels
	maxDatasets = 2000 // values of an IPTC block
	markerAPP13 = 0xed // where Photoshop's resources stand
	photoshop   = "8BIM\x04\x04"
)

// readIPTC reads the IPTC block of a JPEG.
// Compat (TestReadImage): of several APP13 segments only the first counts.
func readIPTC(src *source) iptc {
	offset := int64(2)
	for range maxSegments {
		head := src.at(offset, 4)
		if head == nil || head[0] != 0xff {
			return nil
		}
		if head[1] == 0xff { // fill byte
			offset++
			continue
		}
		if head[1] == 0xda || head[1] == 0xd9 {
			return nil
		}
		length := int(binary.BigEndian.Uint16(head[2:]))
		if head[1] == markerAPP13 {
			return parseResources(src.at(offset+4, length-2))
		}
		offset += 2 + int64(max(length, 2))
	}
	return nil
}

// parseResources finds the IPTC resource among Photoshop's.
func parseResources(b []byte) iptc {
	at := bytes.Index(b, []byte(photoshop))
	if at < 0 {
		return nil
	}
	b = b[at+len(photoshop):]
	if len(b) < 1 {
		return nil
	}
	name := (int(b[0]) + 2) &^ 1 // a counted string, padded to an even length
	if len(b) < name+4 {
		return nil
	}
	size := int64(binary.BigEndian.Uint32(b[name:]))
	b = b[name+4:]
	return parseDatasets(b[:min(size, int64(len(b)))])
}

func parseDatasets(b []byte) iptc {
	d := iptc{}
	for range maxDatasets {
		if len(b) < 5 || b[0] != 0x1c {
			break
		}
		size := int(binary.BigEndian.Uint16(b[3:]))
		if size&0x8000 != 0 || len(b) < 5+size { // extended sizes are for values far larger than a segment
			break
		}
		if b[1] == 2 {
			d[b[2]] = append(d[b[2]], string(b[5:5+size]))
		}
		b = b[5+size:]
	}
	return d
}

// parseIPTCTime reads a date (20050706) and a time (081011, perhaps with +0200).
func parseIPTCTime(date, clock string) (time.Time, bool) {
	if date == "" || clock == "" {
		return time.Time{}, false
	}
	text := strings.ReplaceAll(date, ":", "-") + " " + clock
	for _, layout := range []string{
		"20060102 150405-0700", "20060102 150405", "2006-01-02 15:04:05-07:00", "2006-01-02 15:04:05", "2006-01-02 150405",
	} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
