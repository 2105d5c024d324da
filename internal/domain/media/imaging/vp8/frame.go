package vp8

import "math"

// Frame is what is encoded: luma and chroma of the range 16..235 and 16..240, chroma of half the
// width and height, rounded up.
type Frame struct {
	Width, Height int
	Y, Cb, Cr     []byte
	YStride       int
	CStride       int
	Alpha         []byte // nil if opaque, else one byte a pixel without gaps
}

// mode is one of the ways to predict a block from its neighbours.
type mode uint8

const (
	modeDC mode = iota
	modeVertical
	modeHorizontal
	modeTrueMotion
)

// macroblock is the decision about 16x16 pixels.
type macroblock struct {
	luma, chroma mode
	first        [16]int16
	levels       [24][16]int16 // 16 of luma, 4 of Cb, 4 of Cr
	empty        bool
}

// frame is an image in work.
type frame struct {
	mbw, mbh int
	planes   [3]channel
	steps    [3][2]int32 // by kind of block: of the first coefficient and of the others
	index    int         // of the quantizer
	mbs      []macroblock
}

// channel holds a plane's source, padded to whole macroblocks, and what a decoder will make of it.
type channel struct {
	source, made []byte
	stride       int
	size         int // of a macroblock in it: 16 or 8
}

func newChannel(src []byte, stride, w, h, size, mbw, mbh int) channel {
	c := channel{stride: mbw * size, size: size}
	c.source, c.made = make([]byte, mbw*size*mbh*size), make([]byte, mbw*size*mbh*size)
	for y := range mbh * size {
		row := c.source[y*c.stride : (y+1)*c.stride]
		from := min(y, h-1) * stride
		n := copy(row, src[from:from+w])
		for ; n < len(row); n++ {
			row[n] = row[w-1]
		}
	}
	return c
}

// newFrame prepares an image for a quality of 0 to 100.
func newFrame(p Frame, quality int) *frame {
	f := &frame{mbw: (p.Width + 15) / 16, mbh: (p.Height + 15) / 16, index: quantizer(quality)}
	cw, ch := (p.Width+1)/2, (p.Height+1)/2
	f.planes = [3]channel{
		newChannel(p.Y, p.YStride, p.Width, p.Height, 16, f.mbw, f.mbh),
		newChannel(p.Cb, p.CStride, cw, ch, 8, f.mbw, f.mbh),
		newChannel(p.Cr, p.CStride, cw, ch, 8, f.mbw, f.mbh),
	}
	q := f.index
	f.steps[lumaRest] = [2]int32{quantDC[q], quantAC[q]}
	f.steps[lumaFirst] = [2]int32{quantDC[q] * 2, max(8, quantAC[q]*155/100)}
	f.steps[chroma] = [2]int32{quantDC[min(q, 117)], quantAC[q]}
	f.mbs = make([]macroblock, f.mbw*f.mbh)
	for y := range f.mbh {
		for x := range f.mbw {
			f.encode(&f.mbs[y*f.mbw+x], x, y)
		}
	}
	return f
}

// quantizer maps a quality to an index so that the size of the file grows evenly with it.
func quantizer(quality int) int {
	c := float64(min(max(quality, 0), 100)) / 100
	if c < 0.75 {
		c *= 2.0 / 3
	} else {
		c = 2*c - 1
	}
	return min(127, int(127*(1-math.Cbrt(c))+0.5))
}

func (f *frame) encode(mb *macroblock, mbx, mby int) {
	var predicted [256]byte
	y := &f.planes[0]
	mb.luma = y.predict(&predicted, mbx, mby, nil)
	f.encodeLuma(mb, y, &predicted, mbx, mby)
	mb.chroma = f.planes[1].predict(&predicted, mbx, mby, &f.planes[2])
	for i := range 2 {
		c := &f.planes[1+i]
		c.fill(&predicted, mb.chroma, mbx, mby)
		f.encodeChroma(mb, 16+4*i, c, &predicted, mbx, mby)
	}
	mb.empty = mb.first == [16]int16{}
	for i := range mb.levels {
		mb.empty = mb.empty && mb.levels[i] == [16]int16{}
	}
}

func (f *frame) encodeLuma(mb *macroblock, c *channel, predicted *[256]byte, mbx, mby int) {
	var blocks [16]block
	var first block
	for i := range blocks {
		blocks[i] = c.difference(predicted, mbx, mby, i%4*4, i/4*4)
		blocks[i].forward()
		first[i] = blocks[i][0]
	}
	first.forwardWalsh()
	quantize(&first, &mb.first, f.steps[lumaFirst], 0)
	first.inverseWalsh()
	for i := range blocks {
		quantize(&blocks[i], &mb.levels[i], f.steps[lumaRest], 1)
		blocks[i][0] = first[i]
		blocks[i].inverse()
		c.restore(&blocks[i], predicted, mbx, mby, i%4*4, i/4*4)
	}
}

func (f *frame) encodeChroma(mb *macroblock, at int, c *channel, predicted *[256]byte, mbx, mby int) {
	for i := range 4 {
		b := c.difference(predicted, mbx, mby, i%2*4, i/2*4)
		b.forward()
		quantize(&b, &mb.levels[at+i], f.steps[chroma], 0)
		b.inverse()
		c.restore(&b, predicted, mbx, mby, i%2*4, i/2*4)
	}
}

// quantize replaces coefficients from first on by what the decoder will see of them, and notes their
// levels in zigzag order. Rounding leans towards zero, which saves more bits than it loses detail.
func quantize(b *block, levels *[16]int16, steps [2]int32, first int) {
	const limit = 2047
	for i, at := range zigzag() {
		if i < first {
			continue
		}
		step := steps[min(i, 1)]
		v := b[at]
		level := min((max(v, -v)+step*7/16)/step, limit)
		if v < 0 {
			level = -level
		}
		levels[i] = int16(level)
		b[at] = level * step
	}
}

func (c *channel) difference(predicted *[256]byte, mbx, mby, x, y int) (b block) {
	at := (mby*c.size+y)*c.stride + mbx*c.size + x
	for i := range 4 {
		src, want := c.source[at+i*c.stride:][:4], predicted[(y+i)*16+x:][:4]
		for j := range 4 {
			b[i*4+j] = int32(src[j]) - int32(want[j])
		}
	}
	return b
}

func (c *channel) restore(b *block, predicted *[256]byte, mbx, mby, x, y int) {
	at := (mby*c.size+y)*c.stride + mbx*c.size + x
	for i := range 4 {
		dst, base := c.made[at+i*c.stride:][:4], predicted[(y+i)*16+x:][:4]
		for j := range 4 {
			dst[j] = uint8(min(max(int32(base[j])+b[i*4+j], 0), 255))
		}
	}
}
