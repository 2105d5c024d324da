package metadata

import (
	"encoding/binary"
	"strings"
)

// readFLAC walks the metadata blocks of a FLAC file.
func readFLAC(src *source, start int64, a *analysis) {
	a.format, a.mime = "flac", "audio/flac"
	encoder := ""
	var rate, channels, bits int
	var samples uint64
	offset := start + 4
	for range maxChunks {
		head := src.at(offset, 4)
		if head == nil {
			break
		}
		size := int(head[1])<<16 | int(head[2])<<8 | int(head[3])
		switch head[0] & 0x7f {
		case 0:
			if b := src.at(offset+4, 34); b != nil {
				packed := binary.BigEndian.Uint64(b[10:])
				rate, channels, bits = int(packed>>44), int(packed>>41&7)+1, int(packed>>36&31)+1
				samples = packed & (1<<36 - 1)
			}
		case 4:
			encoder = vorbisVendor(src.upTo(offset+4, min(size, 64<<10)))
		case 6:
			if a.cover == nil && size <= maxCover {
				a.cover = flacImage(src.at(offset+4, size))
			}
		}
		offset += 4 + int64(size)
		if head[0]&0x80 != 0 {
			break
		}
	}
	if rate == 0 {
		return
	}
	a.seconds = float64(samples) / float64(rate)
	d := &a.audio
	d.add("dataformat", "flac")
	d.add("bitrate_mode", "vbr")
	d.add("lossless", true)
	d.add("sample_rate", int64(rate))
	d.add("channels", int64(channels))
	d.add("bits_per_sample", int64(bits))
	if a.seconds > 0 {
		bitrate := float64(src.size) * 8 / a.seconds
		d.addNumber("bitrate", bitrate)
		d.addText("encoder", encoder)
		d.addText("channelmode", channelMode(channels))
		addRatio(d, bitrate, channels, rate, bits)
	}
}

// vorbisVendor returns the encoder's name at the beginning of a comment block.
func vorbisVendor(b []byte) string {
	if len(b) < 4 {
		return ""
	}
	n := binary.LittleEndian.Uint32(b)
	if uint64(n) > uint64(len(b)-4) {
		return ""
	}
	return strings.TrimSpace(validText(string(b[4 : 4+n])))
}

// flacImage reads an image block: type, MIME type, description, four numbers, data.
func flacImage(b []byte) *Cover {
	field := func() []byte {
		if len(b) < 4 {
			b = nil
			return nil
		}
		n := uint64(binary.BigEndian.Uint32(b))
		if n > uint64(len(b)-4) {
			b = nil
			return nil
		}
		value := b[4 : 4+n]
		b = b[4+n:]
		return value
	}
	if len(b) < 4 {
		return nil
	}
	b = b[4:]
	mime := field()
	field()
	if len(b) < 16 {
		return nil
	}
	b = b[16:]
	data := field()
	if len(data) == 0 {
		return nil
	}
	return &Cover{MIME: validText(string(mime)), Data: data}
}
