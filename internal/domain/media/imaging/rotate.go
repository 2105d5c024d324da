package imaging

import "math"

// Rotate turns the image clockwise by any angle in degrees. Quarter turns move pixels unchanged;
// other angles enlarge the canvas to hold all of the image, interpolate, and fill the corners with
// transparency or, in formats without it, white.
func (p *Image) Rotate(degrees float64) *Image {
	degrees = math.Mod(degrees, 360)
	if degrees < 0 {
		degrees += 360
	}
	if math.IsNaN(degrees) || degrees == 0 {
		return p
	}
	if quarters := degrees / 90; quarters == math.Trunc(quarters) {
		return p.rotate(int(quarters))
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w := rotatedLength(float64(p.width), float64(p.height), cos, sin)
	h := rotatedLength(float64(p.height), float64(p.width), cos, sin)
	source := p
	if p.model == modelRGB && p.format != BMP && p.format != JPEG {
		source = p.withAlpha()
	}
	planes := make([]plane, len(source.planes))
	for i, src := range source.planes {
		planes[i] = src.rotate(float64(p.width), float64(p.height), w, h, sin, cos, source.blank(i))
	}
	return source.derive(w, h, planes)
}

func rotatedLength(along, across, cos, sin float64) int {
	return max(1, int(math.Ceil(math.Abs(along*cos)+math.Abs(across*sin)-1e-6)))
}

// blank is the sample of plane i that stands for an empty corner.
func (p *Image) blank(i int) byte {
	switch {
	case p.model == modelRGBA:
		return 0
	case p.model == modelYUV && i > 0:
		return 128
	case p.model == modelYUV && p.studio:
		return 235
	}
	return 255
}

func (p *Image) withAlpha() *Image {
	alpha := newPlane(p.width, p.height)
	for i := range alpha.pix {
		alpha.pix[i] = 255
	}
	q := p.derive(p.width, p.height, append(p.planes[:3:3], alpha))
	q.model = modelRGBA
	return q
}

// rotate samples the plane of an image of pw x ph pixels for a canvas of w x h pixels.
func (src plane) rotate(pw, ph float64, w, h int, sin, cos float64, blank byte) plane {
	dst := newPlane((w+src.sx-1)/src.sx, (h+src.sy-1)/src.sy)
	dst.sx, dst.sy = src.sx, src.sy
	for y := range dst.h {
		row := dst.row(y)
		dy := (float64(y)+0.5)*float64(src.sy) - float64(h)/2
		for x := range row {
			dx := (float64(x)+0.5)*float64(src.sx) - float64(w)/2
			u := (dx*cos + dy*sin + pw/2 - float64(src.px)) / float64(src.sx)
			v := (dy*cos - dx*sin + ph/2 - float64(src.py)) / float64(src.sy)
			row[x] = src.bilinear(u-0.5, v-0.5, blank)
		}
	}
	return dst
}

// bilinear mixes the four samples around a point; those outside the plane are blank.
func (src plane) bilinear(u, v float64, blank byte) byte {
	fu, fv := math.Floor(u), math.Floor(v)
	x, y := int(fu), int(fv)
	if x < -1 || y < -1 || x >= src.w || y >= src.h {
		return blank
	}
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= src.w || y >= src.h {
			return float64(blank)
		}
		return float64(src.pix[y*src.stride+x])
	}
	u, v = u-fu, v-fv
	top := at(x, y)*(1-u) + at(x+1, y)*u
	bottom := at(x, y+1)*(1-u) + at(x+1, y+1)*u
	return byte(top*(1-v) + bottom*v + 0.5)
}
