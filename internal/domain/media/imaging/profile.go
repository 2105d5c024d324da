package imaging

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

const (
	profileTag   = "ICC_PROFILE\x00"
	maxProfile   = 65000 - len(profileTag) - 2 // what one segment can carry; wide-gamut camera profiles are under 4 KiB
	markerAPP2   = 0xe2
	profileStart = len(profileTag) + 2
)

// readProfile returns the colour profile of a JPEG if one segment holds all of it. Without the
// profile of a wide-gamut camera its sub-sizes would look paler than the image itself.
func readProfile(r io.ReadSeeker) []byte {
	if _, err := r.Seek(2, io.SeekStart); err != nil {
		return nil
	}
	br := bufio.NewReader(r)
	for range maxSegments {
		marker, err := nextMarker(br)
		if err != nil || marker == markerSOS || isFrameHeader(marker) {
			return nil
		}
		size, err := take(br, JPEG, 2)
		if err != nil {
			return nil
		}
		length := int(binary.BigEndian.Uint16(size)) - 2
		if marker != markerAPP2 || length < profileStart || length-profileStart > maxProfile {
			if skip(br, JPEG, int64(length)) != nil {
				return nil
			}
			continue
		}
		b, err := take(br, JPEG, length)
		if err != nil {
			return nil
		}
		if bytes.HasPrefix(b, []byte(profileTag)) && b[profileStart-2] == 1 && b[profileStart-1] == 1 {
			return b[profileStart:]
		}
	}
	return nil
}

// insertProfile puts a colour profile behind the first marker of an encoded JPEG.
func insertProfile(encoded, profile []byte) []byte {
	if len(profile) == 0 || len(encoded) < 2 {
		return encoded
	}
	out := make([]byte, 0, len(encoded)+len(profile)+profileStart+4)
	out = append(out, encoded[:2]...)
	out = append(out, 0xff, markerAPP2)
	out = binary.BigEndian.AppendUint16(out, uint16(len(profile)+profileStart+2))
	out = append(out, profileTag...)
	out = append(out, 1, 1)
	out = append(out, profile...)
	return append(out, encoded[2:]...)
}
