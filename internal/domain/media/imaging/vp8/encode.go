package vp8

import (
	"encoding/binary"
	"fmt"
)

// MaxEdge is the largest width or height of a WebP image.
const MaxEdge = 1<<14 - 1

// Encode returns a WebP file of the image with a quality of 0 to 100.
func Encode(p Frame, quality int) ([]byte, error) {
	if p.Width < 1 || p.Height < 1 || p.Width > MaxEdge || p.Height > MaxEdge {
		return nil, fmt.Errorf("encode webp: %dx%d pixels, edges may have 1 to %d", p.Width, p.Height, MaxEdge)
	}
	if p.Alpha != nil && len(p.Alpha) != p.Width*p.Height {
		return nil, fmt.Errorf("encode webp: alpha plane of %d bytes for %dx%d pixels", len(p.Alpha), p.Width, p.Height)
	}
	f := newFrame(p, quality)
	data, err := f.bitstream(p.Width, p.Height)
	if err != nil {
		return nil, err
	}
	var chunks []byte
	if p.Alpha != nil {
		extended := make([]byte, 10)
		extended[0] = 0x10
		putUint24(extended[4:], uint32(p.Width-1))
		putUint24(extended[7:], uint32(p.Height-1))
		chunks = appendChunk(chunks, "VP8X", extended)
		chunks = appendChunk(chunks, "ALPH", encodeAlpha(p.Alpha))
	}
	chunks = appendChunk(chunks, "VP8 ", data)
	out := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)+4))...)
	out = append(out, "WEBP"...)
	return append(out, chunks...), nil
}

func appendChunk(b []byte, name string, data []byte) []byte {
	b = append(b, name...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = append(b, data...)
	if len(data)%2 != 0 {
		b = append(b, 0)
	}
	return b
}

func putUint24(b []byte, v uint32) { b[0], b[1], b[2] = byte(v), byte(v>>8), byte(v>>16) }

// bitstream writes the frame: tag, header and modes, then all tokens.
func (f *frame) bitstream(width, height int) ([]byte, error) {
	var counts counter
	f.tokens(&counts)
	p := counts.adapt()
	head := f.header(p)
	tokens := tokenWriter{newBoolWriter(), p}
	f.tokens(tokens)
	if len(head) >= 1<<19 {
		return nil, fmt.Errorf("encode webp: %dx%d pixels need a header of %d bytes", width, height, len(head))
	}
	out := make([]byte, 10, 10+len(head)+len(tokens.out)+8)
	const showFrame = 1 << 4
	putUint24(out, uint32(len(head))<<5|showFrame)
	out[3], out[4], out[5] = 0x9d, 0x01, 0x2a
	binary.LittleEndian.PutUint16(out[6:], uint16(width))
	binary.LittleEndian.PutUint16(out[8:], uint16(height))
	out = append(out, head...)
	return append(out, tokens.bytes()...), nil
}

func (f *frame) header(p *probs) []byte {
	w := newBoolWriter()
	w.number(0, 2)                           // colour space, clamping
	w.number(0, 1)                           // no segments
	w.number(0, 1)                           // the normal loop filter
	w.number(uint32(min(63, f.filter())), 6) // its level
	w.number(0, 3)                           // its sharpness
	w.number(0, 1)                           // no adjustments of it
	w.number(0, 2)                           // one token partition
	w.number(uint32(f.index), 7)             // quantizer
	w.number(0, 5)                           // no offsets to it
	w.number(0, 1)                           // probabilities are for this frame only
	f.writeProbs(w, p)
	full := uint32(0)
	for i := range f.mbs {
		if !f.mbs[i].empty {
			full++
		}
	}
	skip := probability(full, uint32(len(f.mbs))-full)
	w.number(1, 1) // empty macroblocks are marked
	w.number(uint32(skip), 8)
	for i := range f.mbs {
		w.bit(f.mbs[i].empty, skip)
		writeLumaMode(w, f.mbs[i].luma)
		writeChromaMode(w, f.mbs[i].chroma)
	}
	return w.bytes()
}

// filter is the strength of the smoothing across block edges: about a quarter of what quantizing may
// have moved a sample.
func (f *frame) filter() int32 { return f.steps[lumaRest][1] / 4 }

func (f *frame) writeProbs(w *boolWriter, p *probs) {
	for kind := range p {
		for band := range p[kind] {
			for context := range p[kind][band] {
				for node, v := range p[kind][band][context] {
					changed := v != defaultProbs[kind][band][context][node]
					w.bit(changed, updateProbs[kind][band][context][node])
					if changed {
						w.number(uint32(v), 8)
					}
				}
			}
		}
	}
}

func writeLumaMode(w *boolWriter, m mode) {
	w.bit(true, 145) // not predicted in 4x4 blocks
	w.bit(m == modeHorizontal || m == modeTrueMotion, 156)
	if m == modeDC || m == modeVertical {
		w.bit(m == modeVertical, 163)
	} else {
		w.bit(m == modeTrueMotion, 128)
	}
}

func writeChromaMode(w *boolWriter, m mode) {
	w.bit(m != modeDC, 142)
	if m == modeDC {
		return
	}
	w.bit(m != modeVertical, 114)
	if m != modeVertical {
		w.bit(m == modeTrueMotion, 183)
	}
}

// edge remembers which blocks beside or above had coefficients: four of luma, two of each chroma, and
// the one of first coefficients.
type edge [9]bool

// tokens passes the coefficients of all macroblocks to w.
func (f *frame) tokens(w brancher) {
	above := make([]edge, f.mbw)
	for y := range f.mbh {
		var left edge
		for x := range f.mbw {
			mb := &f.mbs[y*f.mbw+x]
			if mb.empty {
				left, above[x] = edge{}, edge{}
				continue
			}
			mb.tokens(w, &left, &above[x])
		}
	}
}

func (mb *macroblock) tokens(w brancher, left, above *edge) {
	code := func(kind, first, l, a int, levels *[16]int16) {
		context := 0
		if left[l] {
			context++
		}
		if above[a] {
			context++
		}
		some := codeBlock(w, kind, first, context, levels)
		left[l], above[a] = some, some
	}
	code(lumaFirst, 0, 8, 8, &mb.first)
	for i := range 16 {
		code(lumaRest, 1, i/4, i%4, &mb.levels[i])
	}
	for plane := range 2 {
		for i := range 4 {
			code(chroma, 0, 4+2*plane+i/2, 4+2*plane+i%2, &mb.levels[16+4*plane+i])
		}
	}
}
