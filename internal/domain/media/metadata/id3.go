package metadata

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"
)

const (
	maxTag      = 16 << 20 // bytes of an ID3v2 tag that are read
	maxFrames   = 2000
	maxTextByte = 64 << 10 // of one value
)

// readID3 reads the tag at the beginning of a file, or else the one at its end, and returns where the
// file proper begins.
func readID3(src *source, a *analysis) int64 {
	head := src.at(0, 10)
	if head == nil || string(head[:3]) != "ID3" || head[3] < 2 || head[3] > 4 {
		readID3v1(src, a)
		return 0
	}
	size := int64(synchsafe(head[6:]))
	body := src.upTo(10, int(min(size, maxTag)))
	if head[5]&0x80 != 0 && head[3] < 4 {
		body = bytes.ReplaceAll(body, []byte{0xff, 0}, []byte{0xff})
	}
	if head[5]&0x40 != 0 {
		body = skipExtended(body, head[3])
	}
	parseFrames(body, head[3], a)
	end := 10 + size
	if head[5]&0x10 != 0 {
		end += 10
	}
	return min(end, src.size)
}

func synchsafe(b []byte) uint32 {
	return uint32(b[0]&0x7f)<<21 | uint32(b[1]&0x7f)<<14 | uint32(b[2]&0x7f)<<7 | uint32(b[3]&0x7f)
}

func skipExtended(b []byte, version byte) []byte {
	switch {
	case len(b) < 4 || version == 2:
		return b
	case version == 4:
		return after(b, int(synchsafe(b)))
	}
	return after(b, 4+int(min(binary.BigEndian.Uint32(b), maxTag)))
}

// parseFrames adds the tag's frames to a under the names clients know them by.
func parseFrames(b []byte, version byte, a *analysis) {
	header, idBytes := 10, 4
	if version == 2 {
		header, idBytes = 6, 3
	}
	for range maxFrames {
		if len(b) < header || b[0] == 0 {
			break
		}
		id := string(b[:idBytes])
		var size uint32
		switch version {
		case 2:
			size = uint32(b[3])<<16 | uint32(b[4])<<8 | uint32(b[5])
		case 3:
			size = binary.BigEndian.Uint32(b[4:])
		default:
			size = synchsafe(b[4:])
		}
		if uint64(size) > uint64(len(b)-header) {
			break
		}
		body := b[header : header+int(size)]
		if version != 4 || b[9]&0x0c == 0 { // neither compressed nor encrypted
			if version == 4 {
				body = plainFrame(body, b[9])
			}
			a.addFrame(id, body)
		}
		b = b[header+int(size):]
	}
	a.finishTags()
}

func plainFrame(body []byte, flags byte) []byte {
	if flags&0x01 != 0 {
		body = after(body, 4)
	}
	if flags&0x02 != 0 {
		body = bytes.ReplaceAll(body, []byte{0xff, 0}, []byte{0xff})
	}
	return body
}

func (a *analysis) addFrame(id string, body []byte) {
	if id == "APIC" || id == "PIC" {
		if a.cover == nil {
			a.cover = imageFrame(id, body)
			a.measured = a.cover != nil
		}
		return
	}
	name := frameName(id)
	if name == "" || name == "length" || len(body) > maxTextByte || len(body) == 0 {
		return
	}
	value := ""
	switch {
	case name == "comment" || name == "unsynchronised_lyric":
		value = describedText(body[0], after(body, 4))
	case id == "TXXX" || id == "TXX":
		value = describedText(body[0], body[1:])
	case id == "WXXX" || id == "WXX":
		_, rest := cutText(body[0], body[1:])
		value = latin1(cutZero(rest))
	case id[0] == 'W':
		value = latin1(cutZero(body))
	default:
		value = decodeText(body[0], firstText(body[0], body[1:]))
	}
	value = strings.TrimSpace(validText(value))
	if name == "genre" {
		value = genreName(value)
	}
	if value != "" && a.tags.Get(name) == nil {
		a.tags.add(name, value)
	}
}

// finishTags splits "3/12" and derives the year from a recording time.
func (a *analysis) finishTags() {
	for i, m := range a.tags {
		if m.Name != "track_number" {
			continue
		}
		if number, total, ok := strings.Cut(m.Value.(string), "/"); ok {
			a.tags[i].Value = number
			a.tags.addText("totaltracks", total)
		}
		break
	}
	recorded, _ := a.tags.Get("recording_time").(string)
	if a.tags.Get("year") == nil && len(recorded) >= 4 {
		if _, err := strconv.Atoi(recorded[:4]); err == nil {
			a.tags.add("year", recorded[:4])
		}
	}
}

// describedText is the text behind its description.
func describedText(encoding byte, b []byte) string {
	_, rest := cutText(encoding, b)
	return decodeText(encoding, firstText(encoding, rest))
}

func firstText(encoding byte, b []byte) []byte {
	first, _ := cutText(encoding, b)
	return first
}

// cutText splits at the terminating zero, which in UTF-16 is two bytes at an even place.
func cutText(encoding byte, b []byte) (first, rest []byte) {
	if encoding != 1 && encoding != 2 {
		first, rest, _ = bytes.Cut(b, []byte{0})
		return first, rest
	}
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return b[:i], b[i+2:]
		}
	}
	return b, nil
}

func decodeText(encoding byte, b []byte) string {
	switch encoding {
	case 0:
		return latin1(string(b))
	case 1, 2:
		return decodeUTF16(b)
	}
	return string(b)
}

func decodeUTF16(b []byte) string {
	var order binary.ByteOrder = binary.BigEndian
	if len(b) >= 2 && b[0] == 0xff && b[1] == 0xfe {
		order = binary.LittleEndian
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

func cutZero(b []byte) string {
	first, _, _ := bytes.Cut(b, []byte{0})
	return string(first)
}

// imageFrame reads encoding, type of image, kind, description, data.
func imageFrame(id string, body []byte) *Cover {
	if len(body) < 6 || len(body) > maxCover {
		return nil
	}
	encoding, rest := body[0], body[1:]
	mime := ""
	if id == "PIC" {
		mime = "image/" + strings.ToLower(strings.Replace(string(rest[:3]), "JPG", "JPEG", 1))
		rest = rest[3:]
	} else {
		var kind []byte
		kind, rest, _ = bytes.Cut(rest, []byte{0})
		mime = latin1(string(kind))
	}
	_, data := cutText(encoding, after(rest, 1))
	if len(data) == 0 {
		return nil
	}
	return &Cover{MIME: mime, Data: data}
}

// readID3v1 reads the 128 bytes older files end with.
func readID3v1(src *source, a *analysis) {
	b := src.at(src.size-128, 128)
	if b == nil || string(b[:3]) != "TAG" {
		return
	}
	field := func(from, to int) string { return strings.TrimSpace(validText(latin1(cutZero(b[from:to])))) }
	a.tags.addText("title", field(3, 33))
	a.tags.addText("artist", field(33, 63))
	a.tags.addText("album", field(63, 93))
	a.tags.addText("year", field(93, 97))
	a.tags.addText("comment", field(97, 127))
	if b[125] == 0 && b[126] != 0 {
		a.tags.addText("track_number", strconv.Itoa(int(b[126])))
	}
	if int(b[127]) < len(genres) {
		a.tags.addText("genre", genres[b[127]])
	}
}
