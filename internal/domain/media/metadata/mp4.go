package metadata

import (
	"encoding/binary"
)

const (
	maxAtoms    = 20000 // in one file
	maxDepth    = 8
	maxSample   = 4096 // bytes of a sample description
	secondsTo70 = 2082844800
)

// mp4Reader walks the atoms of a QuickTime or MP4 file.
type mp4Reader struct {
	src   *source
	a     *analysis
	atoms int
	brand string
	data  int64 // where the content of the first mdat begins, 0 if there is none
	track mp4Track
	mp4a  bool

	channels, rate, bits int
	audioBitrate         float64
	audioCodec           string
}

// mp4Track is the track being read.
type mp4Track struct {
	handler       string
	width, height int
}

func readMP4(src *source, start int64, a *analysis) {
	m := &mp4Reader{src: src, a: a}
	m.walk(start, src.size, 0)
	m.finish()
}

// walk reads the atoms between two places of the file.
func (m *mp4Reader) walk(from, to int64, depth int) {
	for from+8 <= to && m.atoms < maxAtoms {
		m.atoms++
		head := m.src.at(from, 8)
		if head == nil {
			return
		}
		size, body := int64(binary.BigEndian.Uint32(head)), from+8
		switch size {
		case 0:
			size = to - from
		case 1:
			large := m.src.at(body, 8)
			if large == nil {
				return
			}
			size, body = int64(binary.BigEndian.Uint64(large)), body+8
		}
		if size < body-from {
			return
		}
		end := min(from+size, to)
		if end < from { // overflow
			return
		}
		m.atom(string(head[4:]), body, end, depth)
		from = end
	}
}

func (m *mp4Reader) atom(kind string, body, end int64, depth int) {
	switch kind {
	case "moov", "mdia", "minf", "stbl", "udta", "ilst":
		if depth < maxDepth {
			m.walk(body, end, depth+1)
		}
	case "trak":
		m.track = mp4Track{}
		if depth < maxDepth {
			m.walk(body, end, depth+1)
		}
	case "meta":
		if depth < maxDepth {
			m.walk(body+4, end, depth+1)
		}
	case "ftyp":
		m.brand = string(m.src.upTo(body, 4))
	case "mdat":
		if m.data == 0 && end > body {
			m.data = body
		}
	case "mvhd":
		m.movieHeader(m.src.upTo(body, int(min(end-body, 32))))
	case "tkhd":
		m.trackHeader(m.src.upTo(body, int(min(end-body, 96))))
	case "hdlr":
		if b := m.src.at(body, 12); b != nil && m.track.handler == "" {
			m.track.handler = string(b[8:12])
		}
	case "stsd":
		m.sampleDescription(m.src.upTo(body, int(min(end-body, maxSample))))
	case "covr":
		m.coverAtom(body, end)
	}
}

func (m *mp4Reader) movieHeader(b []byte) {
	if len(b) < 20 {
		return
	}
	var created, duration uint64
	var scale uint32
	if b[0] == 1 {
		if len(b) < 32 {
			return
		}
		created, scale, duration = binary.BigEndian.Uint64(b[4:]), binary.BigEndian.Uint32(b[20:]), binary.BigEndian.Uint64(b[24:])
	} else {
		created, scale, duration = uint64(binary.BigEndian.Uint32(b[4:])), binary.BigEndian.Uint32(b[12:]), uint64(binary.BigEndian.Uint32(b[16:]))
	}
	if created < 1<<40 {
		// Compat (TestMedia): a creation time of zero prints as the year 1904.
		m.a.created, m.a.dated = int64(created)-secondsTo70, true
	}
	if scale > 0 {
		m.a.seconds = float64(duration) / float64(scale)
	}
}

func (m *mp4Reader) trackHeader(b []byte) {
	at := 76 // width and height end the atom
	if len(b) > 0 && b[0] == 1 {
		at = 88
	}
	if len(b) >= at+8 {
		m.track.width = int(binary.BigEndian.Uint32(b[at:]) >> 16)
		m.track.height = int(binary.BigEndian.Uint32(b[at+4:]) >> 16)
	}
}

// sampleDescription reads the first entry: size, codec, six reserved bytes, index, then by handler.
func (m *mp4Reader) sampleDescription(b []byte) {
	if len(b) < 24 {
		return
	}
	codec, entry := string(b[12:16]), b[24:]
	switch m.track.handler {
	case "vide":
		v := &m.a.video
		if v.present || len(entry) < 20 {
			return
		}
		v.present = true
		v.width, v.height = m.track.width, m.track.height
		if v.width == 0 || v.height == 0 {
			v.width, v.height = int(binary.BigEndian.Uint16(entry[16:])), int(binary.BigEndian.Uint16(entry[18:]))
		}
		v.dataFormat, v.codec = "quicktime", videoCodec(codec)
		if codec == "mp4v" {
			v.dataFormat = "mpeg4"
		}
	case "soun":
		if m.rate != 0 || len(entry) < 20 {
			return
		}
		m.channels, m.bits = int(binary.BigEndian.Uint16(entry[8:])), int(binary.BigEndian.Uint16(entry[10:]))
		m.rate = int(binary.BigEndian.Uint16(entry[16:]))
		m.audioCodec, m.mp4a = codec, codec == "mp4a"
		m.audioBitrate = esdsBitrate(entry[20:])
	}
}

// esdsBitrate finds the average bit rate in the elementary stream descriptor that follows an AAC
// sample entry: descriptors of one tag byte and a length in groups of seven bits.
func esdsBitrate(b []byte) float64 {
	if len(b) < 12 || string(b[4:8]) != "esds" {
		return 0
	}
	b = b[12:]
	for range 3 {
		if len(b) < 2 {
			return 0
		}
		tag := b[0]
		b = b[1:]
		for i := 0; i < 4 && len(b) > 0; i++ {
			more := b[0]&0x80 != 0
			b = b[1:]
			if !more {
				break
			}
		}
		switch tag {
		case 3:
			b = after(b, 3)
		case 4:
			if len(b) < 13 {
				return 0
			}
			if average := binary.BigEndian.Uint32(b[9:]); average > 0 {
				return float64(average)
			}
			return float64(binary.BigEndian.Uint32(b[5:]))
		default:
			return 0
		}
	}
	return 0
}

// coverAtom reads the first image: a data atom of kind, locale and bytes.
func (m *mp4Reader) coverAtom(body, end int64) {
	if m.a.cover != nil || end-body < 17 || end-body > maxCover {
		return
	}
	b := m.src.at(body, int(end-body))
	if b == nil || string(b[4:8]) != "data" {
		return
	}
	size := min(int64(binary.BigEndian.Uint32(b)), int64(len(b)))
	if size <= 16 {
		return
	}
	mime := "image/jpeg"
	if binary.BigEndian.Uint32(b[8:]) == 14 {
		mime = "image/png"
	}
	m.a.cover = &Cover{MIME: mime, Data: b[16:size]}
}

// finish works out what takes the whole file to know.
func (m *mp4Reader) finish() {
	a := m.a
	a.format, a.mime = "mp4", "video/quicktime"
	switch {
	case m.mp4a && a.video.present:
		a.mime = "video/mp4"
	case m.mp4a:
		a.mime = "audio/mp4"
	case (m.brand == "" || m.brand == "qt  ") && a.video.codec == "":
		// Compat (TestMedia): a known codec makes any container an mp4.
		a.format = "quicktime"
	}
	total := 0.0
	if a.seconds > 0 && m.data > 0 {
		// Compat (TestMedia): all that follows the beginning of the data counts, a moov behind it too.
		total = float64(m.src.size-m.data) * 8 / a.seconds
	}
	if m.rate > 0 {
		if m.audioBitrate == 0 && !a.video.present {
			m.audioBitrate = total
		}
		m.describeAudio()
	}
	if a.video.present {
		a.video.bitrate = total - m.audioBitrate
	}
}

func (m *mp4Reader) describeAudio() {
	d := &m.a.audio
	format := "quicktime"
	if m.mp4a {
		format = "mp4"
	}
	d.add("dataformat", format)
	d.addNumber("bitrate", m.audioBitrate)
	d.addText("codec", audioCodec(m.audioCodec))
	d.add("sample_rate", int64(m.rate))
	d.addNumber("channels", float64(m.channels))
	d.addNumber("bits_per_sample", float64(m.bits))
	d.add("lossless", m.audioCodec == "alac" || m.audioCodec == "sowt" || m.audioCodec == "twos")
	d.addText("channelmode", channelMode(m.channels))
	addRatio(d, m.audioBitrate, m.channels, m.rate, m.bits)
}

func videoCodec(code string) string {
	switch code {
	case "avc1":
		return "H.264/MPEG-4 AVC"
	case "hvc1":
		return "H.265/HEVC"
	case "h263":
		return "H263"
	case "jpeg":
		return "JPEG"
	case "mjpa":
		return "Motion JPEG-A"
	}
	return ""
}

func audioCodec(code string) string {
	switch code {
	case "mp4a":
		return "ISO/IEC 14496-3 AAC"
	case "alac":
		return "Apple Lossless Audio Codec"
	case "sowt":
		return "signed/two's complement (Little Endian)"
	case "twos":
		return "signed/two's complement (Big Endian)"
	case ".mp3":
		return "Fraunhofer MPEG Layer-III alias"
	case "ulaw":
		return "mu-law 2:1"
	}
	return ""
}
