package imaging

import (
	"image"

	"quoin/internal/domain/media/imaging/vp8"
)

// encodeWebP writes the lossy form. A lossless source gets the highest quality there is.
func (p *Image) encodeWebP() ([]byte, error) {
	q := p
	if p.model != modelYUV || !p.studio {
		q = p.toStudio()
	}
	quality := webPQuality
	if p.lossless {
		quality = 100
	}
	out := vp8.Frame{
		Width: q.width, Height: q.height, Y: q.planes[0].pix, Cb: q.planes[1].pix, Cr: q.planes[2].pix,
		YStride: q.planes[0].stride, CStride: q.planes[1].stride,
	}
	if p.model == modelRGBA {
		out.Alpha = p.planes[3].tight()
	}
	return vp8.Encode(out, quality)
}

// tight is the plane's samples without what stands between its rows.
func (p plane) tight() []byte {
	if p.stride == p.w && len(p.pix) == p.w*p.h {
		return p.pix
	}
	out := make([]byte, 0, p.w*p.h)
	for y := range p.h {
		out = append(out, p.row(y)...)
	}
	return out
}

// toStudio converts to luma and chroma of the range that WebP uses, chroma two by two.
func (p *Image) toStudio() *Image {
	luma, cb, cr := newPlane(p.width, p.height), newPlane(p.width, p.height), newPlane(p.width, p.height)
	m := p.colors()
	for i := range luma.pix {
		r, g, b := int32(m.Pix[4*i]), int32(m.Pix[4*i+1]), int32(m.Pix[4*i+2])
		luma.pix[i] = byte((66*r+129*g+25*b+128)>>8 + 16)
		cb.pix[i] = byte((-38*r-74*g+112*b+128)>>8 + 128)
		cr.pix[i] = byte((112*r-94*g-18*b+128)>>8 + 128)
	}
	whole := area{0, 0, float64(p.width), float64(p.height)}
	q := p.derive(p.width, p.height, []plane{
		luma, cb.resize(whole, p.width, p.height, 2, 1), cr.resize(whole, p.width, p.height, 2, 1),
	})
	q.model, q.studio = modelYUV, true
	return q
}

// colors returns the image's colours whatever its model.
func (p *Image) colors() *image.NRGBA {
	if p.model != modelYUV {
		return p.nrgba()
	}
	m := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	q := p.aligned()
	src := q.image().(*image.YCbCr)
	for y := range p.height {
		for x := range p.width {
			m.Set(x, y, src.YCbCrAt(x, y))
		}
	}
	return m
}

// studioRow returns a function that writes rows of a lossy WebP with alpha, whose luma and chroma
// the standard conversion would take for the full range.
func studioRow(m *image.NYCbCrA) func(dst []byte, x0, y int) {
	return func(dst []byte, x0, y int) {
		for i := 0; i+3 < len(dst); i += 4 {
			at, c := m.YOffset(x0+i/4, y), m.COffset(x0+i/4, y)
			luma, cb, cr := 298*(int32(m.Y[at])-16), int32(m.Cb[c])-128, int32(m.Cr[c])-128
			a := m.A[m.AOffset(x0+i/4, y)]
			r := clamp8((luma + 409*cr + 128) >> 8)
			g := clamp8((luma - 100*cb - 208*cr + 128) >> 8)
			b := clamp8((luma + 516*cb + 128) >> 8)
			dst[i], dst[i+1], dst[i+2], dst[i+3] = mul255(r, uint32(a)), mul255(g, uint32(a)), mul255(b, uint32(a)), a
		}
	}
}

func clamp8(v int32) byte { return byte(min(max(v, 0), 255)) }
