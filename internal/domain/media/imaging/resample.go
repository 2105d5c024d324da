package imaging

import (
	"image"
	"math"
)

const (
	laneMask = 1<<(laneBits-weightBits) - 1
	// laneBias lifts every lane by 128 << weightBits, so that no lane is ever negative, and by half
	// a unit for rounding. clampTable undoes the lift.
	laneOne  = 1 | 1<<laneBits | 1<<(2*laneBits)
	laneBias = (128<<weightBits + 1<<(weightBits-1)) * laneOne
)

// clampTable maps a lane's value, 128 too high, to a byte.
type clampTable [laneMask + 1]byte

func newClampTable() *clampTable {
	var t clampTable
	for i := range t {
		t[i] = byte(min(max(i-128, 0), 255))
	}
	return &t
}

// area is a part of an image in its pixels, which a cascade makes fractional.
type area struct{ x0, y0, x1, y1 float64 }

func areaOf(r image.Rectangle) area {
	return area{float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)}
}

// resize computes one plane of a result that shows source in width x height pixels: w x h samples of
// step x step pixels each.
func (p plane) resize(source area, width, height, step, workers int) plane {
	w, h := (width+step-1)/step, (height+step-1)/step
	ax := p.axis(w, step, p.sx, p.px, source.x0, source.x1, width, p.w)
	ay := p.axis(h, step, p.sy, p.py, source.y0, source.y1, height, p.h)
	clamp := newClampTable()
	turned := p.filterTransposed(newKernel(ax), ay.lo, ay.hi, clamp, workers)
	ay.offset -= float64(ay.lo)
	ay.hi -= ay.lo
	ay.lo = 0
	out := turned.filterTransposed(newKernel(ay), 0, turned.h, clamp, workers)
	out.sx, out.sy = step, step
	return out
}

// axis translates from pixels of the result to samples of the plane.
func (p plane) axis(n, dstStep, step, phase int, from, to float64, length, samples int) axis {
	a := axis{n: n, scale: (to - from) / float64(length) * float64(dstStep) / float64(step)}
	a.offset = (from - float64(phase)) / float64(step)
	a.lo = min(max(int(math.Floor(a.offset)), 0), samples-1)
	a.hi = min(max(int(math.Ceil((to-float64(phase))/float64(step))), a.lo+1), samples)
	return a
}

// filterTransposed filters the rows lo..hi of the plane along x and writes them as columns, so that
// a second call filters along y. Six rows go through at once, three in the lanes of a word.
func (p plane) filterTransposed(k kernel, lo, hi int, clamp *clampTable, workers int) plane {
	rows := hi - lo
	out := newPlane(rows, len(k.first))
	if len(k.first) == 0 {
		return out
	}
	last := len(k.first) - 1
	from := int(k.first[0])
	to := int(k.first[last]) + int(k.at[last+1]-k.at[last])
	for i := range k.first { // neighbouring windows may end earlier or later by a sample
		to = max(to, int(k.first[i])+int(k.at[i+1]-k.at[i]))
	}
	inParallel(rows, 6, workers, func(y0, y1 int) {
		a, b := make([]uint64, to-from), make([]uint64, to-from)
		for y := y0; y < y1; y += 6 {
			p.pack(a, lo+y, hi-1, from)
			p.pack(b, lo+y+3, hi-1, from)
			filterRows(out, k, a, b, from, y, min(6, y1-y), clamp)
		}
	})
	return out
}

// pack puts three rows side by side into the lanes of words; rows past the last repeat it.
func (p plane) pack(dst []uint64, y, lastRow, from int) {
	r0 := p.row(min(y, lastRow))[from:]
	r1 := p.row(min(y+1, lastRow))[from:]
	r2 := p.row(min(y+2, lastRow))[from:]
	r0, r1, r2 = r0[:len(dst)], r1[:len(dst)], r2[:len(dst)]
	for i := range dst {
		dst[i] = uint64(r0[i]) | uint64(r1[i])<<laneBits | uint64(r2[i])<<(2*laneBits)
	}
}

func filterRows(out plane, k kernel, a, b []uint64, from, y, rows int, clamp *clampTable) {
	for i, first := range k.first {
		ws := k.weights[k.at[i]:k.at[i+1]]
		start := int(first) - from
		pa, pb := a[start:start+len(ws)], b[start:start+len(ws)]
		var sa, sb uint64 = laneBias, laneBias
		for len(ws) >= 4 && len(pa) >= 4 && len(pb) >= 4 {
			w0, w1, w2, w3 := ws[0], ws[1], ws[2], ws[3]
			sa += w0*pa[0] + w1*pa[1] + w2*pa[2] + w3*pa[3]
			sb += w0*pb[0] + w1*pb[1] + w2*pb[2] + w3*pb[3]
			ws, pa, pb = ws[4:], pa[4:], pb[4:]
		}
		pa, pb = pa[:len(ws)], pb[:len(ws)]
		for j, w := range ws {
			sa += w * pa[j]
			sb += w * pb[j]
		}
		store(out.pix[i*out.stride+y:i*out.stride+y+rows], sa, sb, clamp)
	}
}

func store(dst []byte, sa, sb uint64, clamp *clampTable) {
	sa >>= weightBits
	sb >>= weightBits
	if len(dst) == 6 {
		dst[0] = clamp[sa&laneMask]
		dst[1] = clamp[sa>>laneBits&laneMask]
		dst[2] = clamp[sa>>(2*laneBits)&laneMask]
		dst[3] = clamp[sb&laneMask]
		dst[4] = clamp[sb>>laneBits&laneMask]
		dst[5] = clamp[sb>>(2*laneBits)&laneMask]
		return
	}
	for i := range dst {
		if i == 3 {
			sa = sb
		}
		dst[i] = clamp[sa&laneMask]
		sa >>= laneBits
	}
}

// resize renders the source part of the image in width x height pixels. Chroma becomes two by two
// for the formats that store it so; full planes stay full.
func (p *Image) resize(source area, width, height, workers int) *Image {
	planes := make([]plane, len(p.planes))
	for i, src := range p.planes {
		step := 1
		if p.model == modelYUV && i > 0 {
			step = 2
		}
		planes[i] = src.resize(source, width, height, step, workers)
	}
	return p.derive(width, height, planes)
}
