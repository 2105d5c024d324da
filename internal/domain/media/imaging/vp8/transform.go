package vp8

// block is a 4x4 square of samples' differences or of coefficients, row by row.
type block [16]int32

// The transforms work in 4096ths. The rows of the cosine basis have a squared length of four, so the
// forward transform halves what the inverse, which divides by eight, has to give back.
const (
	cosine = 5352 // sqrt(2) cos(pi/8)
	sine   = 2217 // sqrt(2) sin(pi/8)
)

// forward computes the coefficients of a block.
func (b *block) forward() {
	for i := 0; i < 16; i += 4 { // keeps three bits of fraction
		s0, s1, d1, d0 := b[i]+b[i+3], b[i+1]+b[i+2], b[i+1]-b[i+2], b[i]-b[i+3]
		b[i], b[i+2] = (s0+s1)<<3, (s0-s1)<<3
		b[i+1], b[i+3] = (d0*cosine+d1*sine+256)>>9, (d0*sine-d1*cosine+256)>>9
	}
	for i := range 4 {
		s0, s1, d1, d0 := b[i]+b[i+12], b[i+4]+b[i+8], b[i+4]-b[i+8], b[i]-b[i+12]
		b[i], b[i+8] = (s0+s1+8)>>4, (s0-s1+8)>>4
		b[i+4], b[i+12] = (d0*cosine+d1*sine+1<<15)>>16, (d0*sine-d1*cosine+1<<15)>>16
	}
}

// inverse is the transform every decoder applies, bit for bit (RFC 6386, section 14.3).
func (b *block) inverse() {
	for i := range 4 {
		s, d := b[i]+b[i+8], b[i]-b[i+8]
		c := mulSine(b[i+4]) - mulCosine(b[i+12])
		e := mulCosine(b[i+4]) + mulSine(b[i+12])
		b[i], b[i+12], b[i+4], b[i+8] = s+e, s-e, d+c, d-c
	}
	for i := 0; i < 16; i += 4 {
		s, d := b[i]+b[i+2], b[i]-b[i+2]
		c := mulSine(b[i+1]) - mulCosine(b[i+3])
		e := mulCosine(b[i+1]) + mulSine(b[i+3])
		b[i], b[i+3], b[i+1], b[i+2] = (s+e+4)>>3, (s-e+4)>>3, (d+c+4)>>3, (d-c+4)>>3
	}
}

func mulSine(v int32) int32   { return v * 35468 >> 16 }
func mulCosine(v int32) int32 { return v + v*20091>>16 }

// forwardWalsh transforms the sixteen first coefficients of a macroblock's luma.
func (b *block) forwardWalsh() {
	b.walsh()
	for i := range b {
		b[i] = (b[i] + 1) >> 1
	}
}

// inverseWalsh undoes it as decoders do.
func (b *block) inverseWalsh() {
	b.walsh()
	for i := range b {
		b[i] = (b[i] + 3) >> 3
	}
}

// walsh is its own inverse but for a factor of sixteen.
func (b *block) walsh() {
	for i := range 4 {
		s0, s1, d1, d0 := b[i]+b[i+12], b[i+4]+b[i+8], b[i+4]-b[i+8], b[i]-b[i+12]
		b[i], b[i+4], b[i+8], b[i+12] = s0+s1, d1+d0, s0-s1, d0-d1
	}
	for i := 0; i < 16; i += 4 {
		s0, s1, d1, d0 := b[i]+b[i+3], b[i+1]+b[i+2], b[i+1]-b[i+2], b[i]-b[i+3]
		b[i], b[i+1], b[i+2], b[i+3] = s0+s1, d1+d0, s0-s1, d0-d1
	}
}
