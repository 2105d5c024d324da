package metadata

import (
	"encoding/binary"
)

const maxChunks = 512

// readWAV walks the chunks of a RIFF file for its format and the size of its samples.
func readWAV(src *source, start int64, a *analysis) {
	a.format, a.mime = "wav", "audio/wav"
	var format []byte
	var data int64
	offset := start + 12
	for range maxChunks {
		head := src.at(offset, 8)
		if head == nil {
			break
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "fmt ":
			format = src.upTo(offset+8, int(min(size, 40)))
		case "data":
			data += min(size, max(0, src.size-offset-8))
		}
		offset += 8 + size + size&1
	}
	if len(format) < 16 {
		return
	}
	tag := int(binary.LittleEndian.Uint16(format))
	channels := int(binary.LittleEndian.Uint16(format[2:]))
	rate := int(binary.LittleEndian.Uint32(format[4:]))
	bytesPerSecond := float64(binary.LittleEndian.Uint32(format[8:]))
	bits := int(binary.LittleEndian.Uint16(format[14:]))
	d := &a.audio
	d.add("dataformat", "wav")
	d.add("bitrate_mode", "cbr")
	d.add("wformattag", int64(tag))
	d.addText("codec", wavCodec(tag))
	d.addNumber("channels", float64(channels))
	d.addNumber("sample_rate", float64(rate))
	d.addNumber("bitrate", bytesPerSecond*8)
	d.addNumber("bits_per_sample", float64(bits))
	d.add("lossless", tag == 1)
	d.addText("channelmode", channelMode(channels))
	addRatio(d, bytesPerSecond*8, channels, rate, bits)
	if bytesPerSecond > 0 {
		a.seconds = float64(data) / bytesPerSecond
	}
}

func wavCodec(tag int) string {
	switch tag {
	case 1:
		return "Pulse Code Modulation (PCM)"
	case 2:
		return "Microsoft ADPCM"
	case 3:
		return "IEEE Float"
	case 6:
		return "Microsoft A-Law"
	case 7:
		return "Microsoft mu-Law"
	case 17:
		return "Intel DVI/IMA ADPCM"
	case 49:
		return "Microsoft GSM 6.10"
	case 80:
		return "MPEG Layer-2 or Layer-1"
	case 85:
		return "MPEG Layer-3"
	case 255:
		return "AAC"
	case 0xfffe:
		return "WAVE_FORMAT_EXTENSIBLE"
	}
	return ""
}
