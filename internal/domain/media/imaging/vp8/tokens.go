package vp8

import "math"

// probs are token probabilities by kind of block, band of coefficients, context and branch.
type probs [4][8][3][11]uint8

// The kinds of blocks a frame without 4x4 prediction has.
const (
	lumaRest  = 0 // luma without its first coefficients
	lumaFirst = 1 // the first coefficients of sixteen luma blocks
	chroma    = 2
)

func zigzag() [16]uint8 { return [16]uint8{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15} }

func bands() [17]uint8 { return [17]uint8{0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0} }

// brancher is told every decision of the token tree: counted first, then written.
type brancher interface {
	// branch is a decision with an adaptive probability.
	branch(kind, band, context, node int, one bool)
	// extra is a decision with a fixed one.
	extra(one bool, prob uint8)
}

// category is a range of magnitudes: the smallest, and the probabilities of the bits of the rest.
type category struct {
	base  int32
	probs []uint8
}

func categoryOf(v int32) (int, category) {
	switch {
	case v <= 6:
		return 1, category{5, []uint8{159}}
	case v <= 10:
		return 2, category{7, []uint8{165, 145}}
	case v <= 18:
		return 3, category{11, []uint8{173, 148, 140}}
	case v <= 34:
		return 4, category{19, []uint8{176, 155, 140, 135}}
	case v <= 66:
		return 5, category{35, []uint8{180, 157, 141, 134, 130}}
	}
	return 6, category{67, []uint8{254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}}
}

// codeBlock describes quantized coefficients in zigzag order from first on. It reports whether there
// were any, which is the context of the neighbours.
func codeBlock(w brancher, kind, first, context int, levels *[16]int16) bool {
	band := bands()
	last := 15
	for last >= first && levels[last] == 0 {
		last--
	}
	afterZero := false
	for i := first; i < 16; i++ {
		b := int(band[i])
		if !afterZero {
			w.branch(kind, b, context, 0, i <= last)
			if i > last {
				break
			}
		}
		v := int32(levels[i])
		w.branch(kind, b, context, 1, v != 0)
		if afterZero = v == 0; afterZero {
			context = 0
			continue
		}
		magnitude := max(v, -v)
		codeMagnitude(w, kind, b, context, magnitude)
		w.extra(v < 0, 128)
		context = 1
		if magnitude > 1 {
			context = 2
		}
	}
	return last >= first
}

func codeMagnitude(w brancher, kind, band, context int, v int32) {
	branch := func(node int, one bool) { w.branch(kind, band, context, node, one) }
	branch(2, v > 1)
	if v == 1 {
		return
	}
	branch(3, v > 4)
	if v <= 4 {
		branch(4, v > 2)
		if v > 2 {
			branch(5, v == 4)
		}
		return
	}
	n, c := categoryOf(v)
	branch(6, n > 2)
	switch {
	case n <= 2:
		branch(7, n == 2)
	default:
		branch(8, n > 4)
		if n <= 4 {
			branch(9, n == 4)
		} else {
			branch(10, n == 6)
		}
	}
	rest := v - c.base
	for i, p := range c.probs {
		w.extra(rest>>(len(c.probs)-1-i)&1 != 0, p)
	}
}

// counter counts the decisions of an image.
type counter [4][8][3][11][2]uint32

func (c *counter) branch(kind, band, context, node int, one bool) {
	bit := 0
	if one {
		bit = 1
	}
	c[kind][band][context][node][bit]++
}

func (c *counter) extra(bool, uint8) {}

// tokenWriter writes them.
type tokenWriter struct {
	*boolWriter
	probs *probs
}

func (t tokenWriter) branch(kind, band, context, node int, one bool) {
	t.bit(one, t.probs[kind][band][context][node])
}

func (t tokenWriter) extra(one bool, prob uint8) { t.bit(one, prob) }

// adapt returns the probabilities to use: those of the counts where the bits saved pay for sending
// them.
func (c *counter) adapt() *probs {
	p := defaultProbs
	for kind := range p {
		for band := range p[kind] {
			for context := range p[kind][band] {
				for node := range p[kind][band][context] {
					n := c[kind][band][context][node]
					old, stay := p[kind][band][context][node], updateProbs[kind][band][context][node]
					fitting := probability(n[0], n[1])
					price := 8 + cost(true, stay) - cost(false, stay)
					if totalCost(n, old)-totalCost(n, fitting) > price {
						p[kind][band][context][node] = fitting
					}
				}
			}
		}
	}
	return &p
}

// probability of a zero in 256ths.
func probability(zeros, ones uint32) uint8 {
	if zeros+ones == 0 {
		return 128
	}
	return uint8(min(max((uint64(zeros)*256+uint64(zeros+ones)/2)/uint64(zeros+ones), 1), 255))
}

func cost(one bool, prob uint8) float64 {
	if one {
		return -math.Log2(1 - float64(prob)/256)
	}
	return -math.Log2(float64(prob) / 256)
}

func totalCost(n [2]uint32, prob uint8) float64 {
	return float64(n[0])*cost(false, prob) + float64(n[1])*cost(true, prob)
}
