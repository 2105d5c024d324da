package metadata

import (
	"bytes"
	"encoding/binary"
)

// readOgg reads the header packets of an Ogg stream of Vorbis or Opus and its last page.
func readOgg(src *source, start int64, a *analysis) {
	a.format, a.mime = "ogg", "application/ogg"
	head := src.upTo(start, 64<<10)
	ident, comment, headerBytes := oggHeaders(head)
	last, granule := oggLast(src, head)
	body := float64(max(0, last-start-int64(headerBytes))) // Compat (TestCompressedSound): the last page is not counted
	d := &a.audio
	switch {
	case len(ident) >= 30 && string(ident[:7]) == "\x01vorbis":
		channels, rate := int(ident[11]), int(binary.LittleEndian.Uint32(ident[12:]))
		if rate == 0 {
			return
		}
		a.seconds = float64(granule) / float64(rate)
		d.add("dataformat", "vorbis")
		d.add("lossless", false)
		d.add("channels", int64(channels))
		d.add("sample_rate", int64(rate))
		d.add("bitrate_mode", "vbr")
		a.addOggRate(body, channels, rate, vorbisVendor(after(comment, 7)))
	case len(ident) >= 19 && string(ident[:8]) == "OpusHead":
		const rate = 48000 // granules count at this rate whatever the input had
		channels := int(ident[9])
		a.mime = "audio/ogg; codecs=opus"
		a.seconds = float64(granule) / rate // Compat (TestCompressedSound): the samples a player skips at the start count
		d.add("dataformat", "opus")
		d.add("bitrate_mode", "vbr")
		d.add("lossless", false)
		d.add("channels", int64(channels))
		d.addNumber("sample_rate_input", float64(binary.LittleEndian.Uint32(ident[12:])))
		d.add("sample_rate", int64(rate))
		a.addOggRate(body, channels, rate, vorbisVendor(after(comment, 8)))
	}
}

func (a *analysis) addOggRate(body float64, channels, rate int, encoder string) {
	if a.seconds <= 0 {
		return
	}
	bitrate := body * 8 / a.seconds
	a.audio.addNumber("bitrate", bitrate)
	a.audio.addText("encoder", encoder)
	a.audio.addText("channelmode", channelMode(channels))
	addRatio(&a.audio, bitrate, channels, rate, 16)
}

func after(b []byte, n int) []byte { return b[min(n, len(b)):] }

// oggHeaders returns the first packet, the beginning of the second, and where the comments end, or the
// page that they begin on if they go on behind it.
func oggHeaders(b []byte) (ident, comment []byte, end int) {
	for page := range 2 {
		if len(b)-end < 27 || string(b[end:end+4]) != "OggS" {
			return ident, comment, end
		}
		segments := int(b[end+26])
		if len(b)-end < 27+segments {
			return ident, comment, end
		}
		size := 0
		for _, n := range b[end+27 : end+27+segments] {
			size += int(n)
		}
		body := b[end+27+segments:]
		body = body[:min(size, len(body))]
		if page == 0 {
			ident = body
			end = min(end+27+segments+size, len(b))
			continue
		}
		comment = body
		if n := commentsLength(comment); n > 0 {
			return ident, comment, end + 27 + segments + n
		}
		end = min(end+27+segments+size, len(b))
	}
	return ident, comment, end
}

// commentsLength is the length of a comment packet up to its last comment; 0 if it is not all there.
func commentsLength(b []byte) int {
	at := 7
	if bytes.HasPrefix(b, []byte("OpusTags")) {
		at = 8
	}
	count := uint32(1) // the vendor, then as many as the next number says
	for i := uint32(0); i < count; i++ {
		if len(b) < at+4 {
			return 0
		}
		n := binary.LittleEndian.Uint32(b[at:])
		if uint64(n) > uint64(len(b)-at-4) {
			return 0
		}
		at += 4 + int(n)
		if i == 0 {
			if len(b) < at+4 {
				return 0
			}
			if count += binary.LittleEndian.Uint32(b[at:]); count > 1<<16 {
				return 0
			}
			at += 4
		}
	}
	return at
}

// oggLast finds the last page of the stream that begins the file: where it stands and the position it
// gives. Pages have at most 64 KiB.
func oggLast(src *source, head []byte) (offset int64, granule uint64) {
	if len(head) < 18 {
		return 0, 0
	}
	from := max(0, src.size-128<<10)
	tail := src.upTo(from, 128<<10)
	for at := len(tail); at > 0; {
		at = bytes.LastIndex(tail[:at], []byte("OggS"))
		if at < 0 {
			break
		}
		page := tail[at:]
		if len(page) >= 27 && bytes.Equal(page[14:18], head[14:18]) {
			if g := binary.LittleEndian.Uint64(page[6:]); g < 1<<62 {
				return from + int64(at), g
			}
		}
	}
	return 0, 0
}
