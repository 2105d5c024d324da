package imaging

import (
	"bufio"
	"encoding/binary"
	"io"
)

func probePNG(br *bufio.Reader) (Header, error) {
	b, err := take(br, PNG, 33)
	if err != nil {
		return Header{}, err
	}
	h := Header{Format: PNG}
	if string(b[12:16]) != "IHDR" {
		return h, corruptf(PNG, "first chunk is not IHDR")
	}
	w, ht := binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:])
	if w > 1<<30 || ht > 1<<30 {
		return h, corruptf(PNG, "dimensions %dx%d", w, ht)
	}
	h.Width, h.Height = int(w), int(ht)
	h.deep = b[24] == 16
	h.Indexed = b[25] == 3
	h.Alpha = b[25] == 4 || b[25] == 6
	return h, nil
}

func probeGIF(br *bufio.Reader) (Header, error) {
	h := Header{Format: GIF, Indexed: true}
	b, err := take(br, GIF, 13)
	if err != nil {
		return h, err
	}
	h.Width, h.Height = int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	if err := skipColorTable(br, b[10]); err != nil {
		return h, err
	}
	for {
		kind, err := br.ReadByte()
		if err == io.EOF || kind == ';' {
			break
		}
		if err != nil {
			return h, corrupt(GIF, err)
		}
		switch kind {
		case '!':
			_, err = br.ReadByte()
		case ',':
			h.Frames++
			err = skipGIFFrame(br, &h)
		default:
			err = corruptf(GIF, "unknown block %#x", kind)
		}
		if err == nil {
			err = skipSubBlocks(br)
		}
		if err != nil {
			// A tail cut off is for the decoder to judge; only the first frame is ever decoded.
			if h.Frames > 0 {
				break
			}
			return h, err
		}
	}
	if h.Frames == 0 {
		return h, corruptf(GIF, "no frames")
	}
	return h, nil
}

// skipGIFFrame reads an image descriptor. Compat (TestGIFFirstFrameOnCanvas): some files have a 0x0 canvas; their first frame
// gives the size.
func skipGIFFrame(br *bufio.Reader, h *Header) error {
	b, err := take(br, GIF, 9)
	if err != nil {
		return err
	}
	if h.Width == 0 || h.Height == 0 {
		h.Width, h.Height = int(binary.LittleEndian.Uint16(b[4:])), int(binary.LittleEndian.Uint16(b[6:]))
	}
	if err := skipColorTable(br, b[8]); err != nil {
		return err
	}
	return skip(br, GIF, 1)
}

func skipColorTable(br *bufio.Reader, flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	return skip(br, GIF, 3<<(flags&7+1))
}

func skipSubBlocks(br *bufio.Reader) error {
	for {
		n, err := br.ReadByte()
		if err != nil {
			return corrupt(GIF, err)
		}
		if n == 0 {
			return nil
		}
		if _, err := br.Discard(int(n)); err != nil {
			return corrupt(GIF, err)
		}
	}
}

func probeWebP(br *bufio.Reader) (Header, error) {
	h := Header{Format: WebP}
	b, err := take(br, WebP, 30)
	if err != nil {
		return h, err
	}
	switch string(b[12:16]) {
	case "VP8X":
		h.Alpha = b[20]&0x10 != 0
		if b[20]&0x02 != 0 {
			h.Frames = 2
		}
		h.Width, h.Height = int(uint24(b[24:]))+1, int(uint24(b[27:]))+1
	case "VP8 ":
		if b[23] != 0x9d || b[24] != 0x01 || b[25] != 0x2a {
			return h, corruptf(WebP, "no key frame")
		}
		h.Width, h.Height = int(binary.LittleEndian.Uint16(b[26:])&0x3fff), int(binary.LittleEndian.Uint16(b[28:])&0x3fff)
	case "VP8L":
		bits := binary.LittleEndian.Uint32(b[21:])
		if b[20] != 0x2f {
			return h, corruptf(WebP, "wrong lossless signature")
		}
		h.lossless, h.Alpha = true, bits>>28&1 != 0
		h.Width, h.Height = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
	default:
		return h, corruptf(WebP, "unknown chunk %q", b[12:16])
	}
	return h, nil
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

func probeBMP(br *bufio.Reader) (Header, error) {
	h := Header{Format: BMP}
	b, err := take(br, BMP, 26)
	if err != nil {
		return h, err
	}
	if binary.LittleEndian.Uint32(b[14:]) == 12 {
		h.Width, h.Height = int(binary.LittleEndian.Uint16(b[18:])), int(binary.LittleEndian.Uint16(b[20:]))
		return h, nil
	}
	h.Width, h.Height = int(int32(binary.LittleEndian.Uint32(b[18:]))), int(int32(binary.LittleEndian.Uint32(b[22:])))
	if h.Height < 0 {
		h.Height = -h.Height // rows stored from the top
	}
	return h, nil
}

func probeICO(br *bufio.Reader) (Header, error) {
	h := Header{Format: ICO}
	b, err := take(br, ICO, 22)
	if err != nil {
		return h, err
	}
	count := int(binary.LittleEndian.Uint16(b[4:]))
	for i := 0; i < count && i < 256; i++ {
		if i > 0 {
			entry, err := take(br, ICO, 16)
			if err != nil {
				return h, err
			}
			copy(b[6:], entry)
		}
		w, ht := (int(b[6])+255)%256+1, (int(b[7])+255)%256+1 // 0 stands for 256
		if w*ht > h.Width*h.Height {
			h.Width, h.Height = w, ht
		}
	}
	return h, nil
}
