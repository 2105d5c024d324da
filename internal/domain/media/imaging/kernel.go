package imaging

import "math"

const (
	// weightBits is the precision of the weights: they add up to exactly 1 << weightBits.
	weightBits = 12
	// laneBits is the width of one of the three sums in a machine word. A sum of byte samples needs
	// 8 + 12 bits, and the overshoot of the negative lobes stays within half of that on either side.
	laneBits = 21
	lobes    = 3.0
)

// kernel holds, for each output sample of one axis, the input samples it is made of.
type kernel struct {
	first   []int32  // first input sample
	at      []int32  // where its weights begin; one more entry than first
	weights []uint64 // two's complement
}

// axis maps output samples to input samples: output i has its centre at (i+0.5)*scale + offset in
// input samples. Only inputs from lo to hi are used.
type axis struct {
	n             int
	scale, offset float64
	lo, hi        int
}

// newKernel computes Lanczos weights. Shrinking widens the filter, which is what averages; enlarging
// (only ever chroma, by two) interpolates.
func newKernel(a axis) kernel {
	width := max(1, a.scale)
	support := lobes * width
	k := kernel{first: make([]int32, a.n), at: make([]int32, a.n+1)}
	k.weights = make([]uint64, 0, a.n*(int(2*support)+2))
	exact := make([]float64, 0, int(2*support)+3)
	for i := range a.n {
		center := (float64(i)+0.5)*a.scale + a.offset
		from := max(a.lo, int(math.Ceil(center-support-0.5)))
		to := min(a.hi-1, int(math.Floor(center+support-0.5)))
		if from > to { // the centre lies outside by rounding: use the nearest sample
			from = min(max(int(center), a.lo), a.hi-1)
			to = from
		}
		exact = exact[:0]
		sum := 0.0
		for j := from; j <= to; j++ {
			w := lanczos((float64(j) + 0.5 - center) / width)
			exact = append(exact, w)
			sum += w
		}
		if sum == 0 {
			exact[0], sum = 1, 1
		}
		k.first[i] = int32(from)
		k.weights = appendFixed(k.weights, exact, sum)
		k.at[i+1] = int32(len(k.weights))
	}
	return k
}

// appendFixed rounds weights so that their sum stays exact: each takes over the rounding error so
// far, which keeps flat areas flat.
func appendFixed(dst []uint64, exact []float64, sum float64) []uint64 {
	carried, done := 0.0, int64(0)
	for _, w := range exact {
		carried += w / sum * (1 << weightBits)
		fixed := int64(math.Round(carried)) - done
		done += fixed
		dst = append(dst, uint64(fixed))
	}
	return dst
}

func lanczos(x float64) float64 {
	if x < 0 {
		x = -x
	}
	if x < 1e-9 {
		return 1
	}
	if x >= lobes {
		return 0
	}
	px := math.Pi * x
	return lobes * math.Sin(px) * math.Sin(px/lobes) / (px * px)
}
