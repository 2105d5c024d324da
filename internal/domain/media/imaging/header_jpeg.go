package imaging

import (
	"bufio"
	"encoding/binary"
)

const (
	markerSOI = 0xd8
	markerEOI = 0xd9
	markerSOS = 0xda
)

func probeJPEG(br *bufio.Reader) (Header, error) {
	h := Header{Format: JPEG}
	if err := skip(br, JPEG, 2); err != nil {
		return h, err
	}
	for range maxSegments {
		marker, err := nextMarker(br)
		if err != nil {
			return h, err
		}
		switch {
		case marker == markerSOS || marker == markerEOI:
			return h, corruptf(JPEG, "no frame header before marker %#x", marker)
		case marker >= 0xd0 && marker <= markerSOI || marker == 0x01:
			continue
		}
		size, err := take(br, JPEG, 2)
		if err != nil {
			return h, err
		}
		length := int(binary.BigEndian.Uint16(size)) - 2
		if !isFrameHeader(marker) {
			if err := skip(br, JPEG, int64(length)); err != nil {
				return h, err
			}
			continue
		}
		if length < 6 {
			return h, corruptf(JPEG, "frame header of %d bytes", length)
		}
		b, err := take(br, JPEG, 6)
		if err != nil {
			return h, err
		}
		h.deep = b[0] > 8
		h.Height, h.Width = int(binary.BigEndian.Uint16(b[1:])), int(binary.BigEndian.Uint16(b[3:]))
		h.components = int(b[5])
		h.Progressive = marker == 0xc2
		if h.Progressive {
			return h, countScans(br)
		}
		return h, nil
	}
	return h, corruptf(JPEG, "more than %d segments before the frame header", maxSegments)
}

// isFrameHeader: SOF0 to SOF15, without DHT, JPG and DAC which share the range.
func isFrameHeader(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// nextMarker skips to the next marker, tolerating fill bytes and stray data as decoders do.
func nextMarker(br *bufio.Reader) (byte, error) {
	for {
		b, err := br.ReadByte()
		if err != nil {
			return 0, corrupt(JPEG, err)
		}
		if b != 0xff {
			continue
		}
		for b == 0xff {
			if b, err = br.ReadByte(); err != nil {
				return 0, corrupt(JPEG, err)
			}
		}
		if b != 0 {
			return b, nil
		}
	}
}

// countScans refuses files with very many scans: each scan costs a walk over the whole image but
// may take only a few bytes of file.
func countScans(br *bufio.Reader) error {
	for scans := 0; scans <= maxScans; {
		marker, err := nextMarker(br)
		if err != nil || marker == markerEOI {
			return nil // a missing end is for the decoder to judge
		}
		if marker == markerSOS {
			scans++
		}
	}
	return corruptf(JPEG, "more than %d scans", maxScans)
}
