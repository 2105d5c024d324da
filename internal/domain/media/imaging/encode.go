package imaging

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/bmp"
)

// The qualities that sub-sizes and edited copies are written with.
const (
	JPEGQuality = 82
	webPQuality = 80 // at which files are as true as those of others at 75, and still larger
)

// Encode returns the image in the format it was decoded from.
func (p *Image) Encode() ([]byte, error) {
	q := p.aligned()
	var buf bytes.Buffer
	var err error
	switch p.format {
	case JPEG:
		err = jpeg.Encode(&buf, q.image(), &jpeg.Options{Quality: JPEGQuality})
	case PNG:
		enc := png.Encoder{CompressionLevel: png.DefaultCompression}
		err = enc.Encode(&buf, q.pngImage())
	case GIF:
		err = gif.Encode(&buf, q.indexedImage(), nil)
	case WebP:
		return q.encodeWebP()
	case BMP:
		err = bmp.Encode(&buf, q.image())
	default:
		return nil, fmt.Errorf("%w: write %q", ErrUnsupported, p.format)
	}
	if err != nil {
		return nil, fmt.Errorf("encode %dx%d %s: %w", p.width, p.height, p.format, err)
	}
	if p.format == JPEG {
		return insertProfile(buf.Bytes(), p.profile), nil
	}
	return buf.Bytes(), nil
}

// aligned returns the image with chroma in one of the layouts image.YCbCr has, beginning at the
// image's edge. Only flips, odd crops and rare sampling ratios change anything.
func (p *Image) aligned() *Image {
	if p.model != modelYUV {
		return p
	}
	c := p.planes[1]
	known := c.sx == 1 && c.sy == 1 || c.sx == 2 && c.sy <= 2
	sized := c.w == (p.width+c.sx-1)/c.sx && c.h == (p.height+c.sy-1)/c.sy
	if known && sized && c.px == 0 && c.py == 0 {
		return p
	}
	whole := area{0, 0, float64(p.width), float64(p.height)}
	return p.derive(p.width, p.height, []plane{
		p.planes[0],
		p.planes[1].resize(whole, p.width, p.height, 2, 1),
		p.planes[2].resize(whole, p.width, p.height, 2, 1),
	})
}

// image returns the image as one of the standard types. p must be aligned.
func (p *Image) image() image.Image {
	r := image.Rect(0, 0, p.width, p.height)
	switch p.model {
	case modelGray:
		return &image.Gray{Pix: p.planes[0].pix, Stride: p.planes[0].stride, Rect: r}
	case modelYUV:
		m := &image.YCbCr{
			Y: p.planes[0].pix, Cb: p.planes[1].pix, Cr: p.planes[2].pix,
			YStride: p.planes[0].stride, CStride: p.planes[1].stride, Rect: r,
			SubsampleRatio: image.YCbCrSubsampleRatio420,
		}
		if p.planes[1].sx == 1 {
			m.SubsampleRatio = image.YCbCrSubsampleRatio444
		} else if p.planes[1].sy == 1 {
			m.SubsampleRatio = image.YCbCrSubsampleRatio422
		}
		return m
	}
	return p.nrgba()
}

// nrgba undoes the premultiplication. p must not be modelYUV.
func (p *Image) nrgba() *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for y := range p.height {
		r, g, b := p.planes[0].row(y), p.planes[0].row(y), p.planes[0].row(y)
		if p.model != modelGray {
			g, b = p.planes[1].row(y), p.planes[2].row(y)
		}
		dst := m.Pix[y*m.Stride : y*m.Stride+4*p.width]
		if p.model != modelRGBA {
			for x := range r {
				dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = r[x], g[x], b[x], 255
			}
			continue
		}
		a := p.planes[3].row(y)
		for x := range r {
			alpha := a[x]
			dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = unpremultiply(r[x], alpha), unpremultiply(g[x], alpha), unpremultiply(b[x], alpha), alpha
		}
	}
	return m
}

// unpremultiply divides a colour by its alpha. Ringing can leave it brighter than that allows.
func unpremultiply(v, alpha byte) byte {
	switch {
	case alpha == 0:
		return 0
	case v >= alpha:
		return 255
	}
	return byte((uint32(v)*255 + uint32(alpha)/2) / uint32(alpha))
}

// pngImage prefers a colour table where it loses nothing: flat graphics stay small.
func (p *Image) pngImage() image.Image {
	if p.model == modelGray {
		return p.image()
	}
	m := p.nrgba()
	if pal := countColors(m, 256); pal != nil {
		return paintIndexed(m, pal)
	}
	return m
}

// countColors returns the colours of m, or nil if there are more than limit.
func countColors(m *image.NRGBA, limit int) color.Palette {
	seen := make(map[color.NRGBA]bool, limit)
	var pal color.Palette
	for i := 0; i+3 < len(m.Pix); i += 4 {
		c := color.NRGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3]}
		if seen[c] {
			continue
		}
		if len(pal) == limit {
			return nil
		}
		seen[c] = true
		pal = append(pal, c)
	}
	return pal
}

// paintIndexed writes m with a table that holds all its colours.
func paintIndexed(m *image.NRGBA, pal color.Palette) *image.Paletted {
	index := make(map[color.NRGBA]uint8, len(pal))
	for i, c := range pal {
		index[c.(color.NRGBA)] = uint8(i)
	}
	out := image.NewPaletted(m.Rect, pal)
	for i := range out.Pix {
		out.Pix[i] = index[color.NRGBA{m.Pix[4*i], m.Pix[4*i+1], m.Pix[4*i+2], m.Pix[4*i+3]}]
	}
	return out
}
