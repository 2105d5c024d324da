package metadata

import (
	"encoding/binary"
	"math"
	"strings"
)

// The elements of a Matroska or WebM file that are looked at.
const (
	ebmlHeader     = 0x1a45dfa3
	ebmlDocType    = 0x4282
	mkvSegment     = 0x18538067
	mkvInfo        = 0x1549a966
	mkvScale       = 0x2ad7b1
	mkvDuration    = 0x4489
	mkvTracks      = 0x1654ae6b
	mkvTrackEntry  = 0xae
	mkvTrackType   = 0x83
	mkvCodecID     = 0x86
	mkvVideo       = 0xe0
	mkvWidth       = 0xb0
	mkvHeight      = 0xba
	mkvAudio       = 0xe1
	mkvSampleRate  = 0xb5
	mkvChannels    = 0x9f
	maxMatroska    = 20000
	nanosPerSecond = 1e9
)

type matroska struct {
	src      *source
	a        *analysis
	elements int
	scale    float64 // nanoseconds a tick
	duration float64 // ticks
	docType  string
	codec    string
	rate     float64
	channels int
}

func readMatroska(src *source, start int64, a *analysis) {
	m := &matroska{src: src, a: a, scale: 1e6}
	m.walk(start, src.size, 0)
	a.format = "matroska"
	if m.docType == "webm" {
		a.format = "webm"
	}
	a.seconds = m.duration * m.scale / nanosPerSecond
	kind := "audio/"
	if a.video.present {
		kind = "video/"
	}
	a.mime = kind + a.format
	if a.format == "matroska" {
		a.mime = kind + "x-matroska"
	}
	if m.rate > 0 {
		d := &a.audio
		d.addText("dataformat", m.codec)
		d.addNumber("sample_rate", m.rate)
		d.addNumber("channels", float64(m.channels))
		d.addText("channelmode", channelMode(m.channels))
	}
}

// walk reads elements: an identifier and a length, both of variable size, then the content.
func (m *matroska) walk(from, to int64, depth int) {
	for from < to && m.elements < maxMatroska {
		m.elements++
		head := m.src.upTo(from, 12)
		id, n := vint(head, true)
		length, k := vint(after(head, n), false)
		if n == 0 || k == 0 {
			return
		}
		body := from + int64(n+k)
		end := to // an unknown length lasts to the end of the parent
		if length != 1<<(7*k)-1 && length < uint64(to-min(body, to)) {
			end = body + int64(length)
		}
		if body > to {
			return
		}
		switch id {
		case mkvSegment, mkvInfo, mkvTracks, mkvTrackEntry, mkvVideo, mkvAudio, ebmlHeader:
			if depth < maxDepth {
				m.walk(body, end, depth+1)
			}
		default:
			m.value(id, m.src.upTo(body, int(min(end-body, 64))))
		}
		from = end
	}
}

func (m *matroska) value(id uint64, b []byte) {
	switch id {
	case ebmlDocType:
		m.docType = string(b)
	case mkvScale:
		m.scale = float64(unsigned(b))
	case mkvDuration:
		m.duration = floating(b)
	case mkvTrackType:
		m.a.video.present = m.a.video.present || unsigned(b) == 1
	case mkvCodecID:
		kind, name, _ := strings.Cut(strings.ToLower(validText(string(b))), "_")
		if kind == "v" && m.a.video.dataFormat == "" {
			m.a.video.dataFormat = name
		}
		if kind == "a" && m.codec == "" {
			m.codec = name
		}
	case mkvWidth:
		if m.a.video.width == 0 {
			m.a.video.width = int(unsigned(b) & 0xffffff)
		}
	case mkvHeight:
		if m.a.video.height == 0 {
			m.a.video.height = int(unsigned(b) & 0xffffff)
		}
	case mkvSampleRate:
		m.rate = floating(b)
	case mkvChannels:
		m.channels = int(unsigned(b) & 0xff)
	}
}

// vint decodes a number whose first byte tells its length by its leading zeros; identifiers keep that
// mark. A length of 0 means there is none.
func vint(b []byte, keepMark bool) (value uint64, n int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	n = 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		n++
	}
	if n > len(b) {
		return 0, 0
	}
	value = uint64(b[0])
	if !keepMark {
		value &= 1<<(8-n) - 1
	}
	for _, c := range b[1:n] {
		value = value<<8 | uint64(c)
	}
	return value, n
}

func unsigned(b []byte) (v uint64) {
	for _, c := range b[:min(len(b), 8)] {
		v = v<<8 | uint64(c)
	}
	return v
}

func floating(b []byte) float64 {
	switch len(b) {
	case 4:
		return finite(float64(math.Float32frombits(binary.BigEndian.Uint32(b))))
	case 8:
		return finite(math.Float64frombits(binary.BigEndian.Uint64(b)))
	}
	return 0
}
