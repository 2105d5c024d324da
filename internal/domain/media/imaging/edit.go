package imaging

import (
	"fmt"
	"image"
)

// Orient returns the image turned upright, given its EXIF orientation (1 to 8). Other values mean
// that it is upright already, as does 1.
func (p *Image) Orient(orientation int) *Image {
	switch orientation {
	case 2:
		return p.Flip(true, false)
	case 3:
		return p.rotate(2)
	case 4:
		return p.Flip(false, true)
	case 5:
		return p.rotate(1).Flip(true, false)
	case 6:
		return p.rotate(1)
	case 7:
		return p.rotate(3).Flip(true, false)
	case 8:
		return p.rotate(3)
	}
	return p
}

// Flip mirrors the image: horizontally swaps left and right, vertically top and bottom.
func (p *Image) Flip(horizontally, vertically bool) *Image {
	if !horizontally && !vertically {
		return p
	}
	planes := make([]plane, len(p.planes))
	for i, src := range p.planes {
		dst := src
		dst.pix, dst.stride = make([]byte, src.w*src.h), src.w
		for y := range src.h {
			to := y
			if vertically {
				to = src.h - 1 - y
			}
			copyRow(dst.row(to), src.row(y), horizontally)
		}
		if horizontally {
			dst.px = p.width - src.w*src.sx - src.px
		}
		if vertically {
			dst.py = p.height - src.h*src.sy - src.py
		}
		planes[i] = dst
	}
	return p.derive(p.width, p.height, planes)
}

func copyRow(dst, src []byte, reversed bool) {
	if !reversed {
		copy(dst, src)
		return
	}
	last := len(src) - 1
	for x, v := range src {
		dst[last-x] = v
	}
}

// rotate rotates clockwise by quarter turns.
func (p *Image) rotate(quarters int) *Image {
	switch quarters & 3 {
	case 1:
		return p.transpose().Flip(true, false)
	case 2:
		return p.Flip(true, true)
	case 3:
		return p.transpose().Flip(false, true)
	}
	return p
}

// transpose swaps rows and columns, in blocks so that neither side misses the cache.
func (p *Image) transpose() *Image {
	const block = 32
	planes := make([]plane, len(p.planes))
	for i, src := range p.planes {
		dst := newPlane(src.h, src.w)
		dst.sx, dst.sy, dst.px, dst.py = src.sy, src.sx, src.py, src.px
		for y0 := 0; y0 < src.h; y0 += block {
			for x0 := 0; x0 < src.w; x0 += block {
				for y := y0; y < min(y0+block, src.h); y++ {
					row := src.row(y)
					for x := x0; x < min(x0+block, src.w); x++ {
						dst.pix[x*dst.stride+y] = row[x]
					}
				}
			}
		}
		planes[i] = dst
	}
	return p.derive(p.height, p.width, planes)
}

// Crop cuts out the part of the image inside r. It is an error if that part is empty.
func (p *Image) Crop(r image.Rectangle) (*Image, error) {
	r = r.Intersect(image.Rect(0, 0, p.width, p.height))
	if r.Empty() {
		return nil, fmt.Errorf("crop %dx%d image: the area lies outside", p.width, p.height)
	}
	planes := make([]plane, len(p.planes))
	for i, src := range p.planes {
		x0, x1 := span(r.Min.X, r.Max.X, src.px, src.sx, src.w)
		y0, y1 := span(r.Min.Y, r.Max.Y, src.py, src.sy, src.h)
		dst := src
		dst.pix = src.pix[y0*src.stride+x0:]
		dst.w, dst.h = x1-x0, y1-y0
		dst.px, dst.py = src.px+x0*src.sx-r.Min.X, src.py+y0*src.sy-r.Min.Y
		planes[i] = dst
	}
	return p.derive(r.Dx(), r.Dy(), planes), nil
}

// span returns the samples that cover pixels from..to.
func span(from, to, phase, step, samples int) (int, int) {
	lo := min(max((from-phase)/step, 0), samples-1)
	hi := min(max((to-phase+step-1)/step, lo+1), samples)
	return lo, hi
}

// CropPercent cuts by an edge's distance and a length in percent of the image, as the edit
// endpoint takes them. Values that would keep the whole image return it unchanged.
func (p *Image) CropPercent(left, top, width, height float64) (*Image, error) {
	x, y := roundInt(float64(p.width)*left/100), roundInt(float64(p.height)*top/100)
	w, h := roundInt(float64(p.width)*width/100), roundInt(float64(p.height)*height/100)
	if w == p.width && h == p.height {
		return p, nil
	}
	return p.Crop(image.Rect(x, y, x+w, y+h))
}
