package imaging

import (
	"bufio"
	"encoding/binary"
	"io"
)

// probeTIFF reads the first directory. Its offset may lie anywhere ahead in the file.
func probeTIFF(br *bufio.Reader) (Header, error) {
	h := Header{Format: TIFF}
	b, err := take(br, TIFF, 8)
	if err != nil {
		return h, err
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 'M' {
		order = binary.BigEndian
	}
	if err := skip(br, TIFF, int64(order.Uint32(b[4:]))-8); err != nil {
		return h, err
	}
	if b, err = take(br, TIFF, 2); err != nil {
		return h, err
	}
	for range min(int(order.Uint16(b)), maxSegments) {
		entry, err := take(br, TIFF, 12)
		if err != nil {
			return h, err
		}
		value := int(order.Uint32(entry[8:]))
		if order.Uint16(entry[2:]) == 3 {
			value = int(order.Uint16(entry[8:]))
		}
		switch order.Uint16(entry) {
		case 0x100:
			h.Width = value
		case 0x101:
			h.Height = value
		}
	}
	return h, nil
}

// metaBytes is how much of the meta box of an AVIF or HEIC file is looked at.
const metaBytes = 1 << 20

// probeISO finds the largest ispe property (the image's extent) in the meta box.
func probeISO(br *bufio.Reader, f Format) (Header, error) {
	h := Header{Format: f}
	for range maxSegments {
		b, err := take(br, f, 8)
		if err != nil {
			return h, err
		}
		size := int64(binary.BigEndian.Uint32(b))
		if size == 1 {
			large, err := take(br, f, 8)
			if err != nil {
				return h, err
			}
			size = int64(binary.BigEndian.Uint64(large)) - 8
		}
		if string(b[4:]) != "meta" {
			if err := skip(br, f, size-8); err != nil {
				return h, err
			}
			continue
		}
		meta, err := io.ReadAll(io.LimitReader(br, min(max(size-8, 0), metaBytes)))
		if err != nil {
			return h, corrupt(f, err)
		}
		if len(meta) > 4 {
			findExtent(meta[4:], 0, &h)
		}
		return h, nil
	}
	return h, corruptf(f, "no meta box")
}

func findExtent(b []byte, depth int, h *Header) {
	for len(b) >= 8 {
		size := int64(binary.BigEndian.Uint32(b))
		if size < 8 || size > int64(len(b)) {
			return
		}
		body := b[8:size]
		switch kind := string(b[4:8]); {
		case (kind == "iprp" || kind == "ipco") && depth < 3:
			findExtent(body, depth+1, h)
		case kind == "ispe" && len(body) >= 12:
			w, ht := int(binary.BigEndian.Uint32(body[4:])), int(binary.BigEndian.Uint32(body[8:]))
			if w < 1<<28 && ht < 1<<28 && w*ht > h.Width*h.Height {
				h.Width, h.Height = w, ht
			}
		}
		b = b[size:]
	}
}
