package imaging

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// Decode reads a whole image after its header has passed the gate's limits. It waits for memory
// and a processor until ctx ends, and stops reading when ctx ends. Of an animated GIF it takes the
// first frame. The caller must Close the image.
//
// Errors wrap ErrUnknownFormat, ErrUnsupported, ErrTooLarge, ErrCorrupt or ctx's error.
func Decode(ctx context.Context, gate *Gate, r io.ReadSeeker) (*Image, error) {
	h, err := Probe(r)
	if err != nil {
		return nil, err
	}
	if !h.Format.Processable() {
		return nil, fmt.Errorf("%w: %s", ErrUnsupported, h.Format)
	}
	if h.Format == WebP && h.Frames > 1 {
		return nil, fmt.Errorf("%w: animated webp", ErrUnsupported)
	}
	release, err := gate.admit(ctx, h)
	if err != nil {
		return nil, err
	}
	p, err := gate.decode(ctx, h, r)
	if err != nil {
		release()
		return nil, err
	}
	p.close = release
	return p, nil
}

func (g *Gate) decode(ctx context.Context, h Header, r io.ReadSeeker) (*Image, error) {
	if err := g.workers.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for a processor: %w", err)
	}
	defer g.workers.Release(1)
	source := &cancelReader{ctx: ctx, r: r}
	img, err := decodePixels(h, bufio.NewReaderSize(source, 64<<10))
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("decode %s: %w", h.Format, ctx.Err())
	case source.err != nil:
		return nil, fmt.Errorf("decode %s: %w", h.Format, source.err)
	case err != nil:
		return nil, decodeError(h.Format, err)
	}
	p := &Image{format: h.Format, width: h.Width, height: h.Height, indexed: h.Indexed, lossless: h.lossless, gate: g}
	if b := img.Bounds(); h.Format != GIF && (b.Dx() != h.Width || b.Dy() != h.Height) {
		return nil, corruptf(h.Format, "header says %dx%d, pixels are %dx%d", h.Width, h.Height, b.Dx(), b.Dy())
	}
	p.setPlanes(img)
	if _, ink := img.(*image.CMYK); h.Format == JPEG && !ink { // a profile for inks says nothing about YCbCr
		p.profile = readProfile(r)
	}
	return p, nil
}

// decodePixels turns a decoder's panic into an error: the bytes are an anonymous caller's and the decoders of
// the less common formats are not all as well tested as the standard library's.
func decodePixels(h Header, r io.Reader) (img image.Image, err error) {
	defer func() {
		if v := recover(); v != nil {
			img, err = nil, fmt.Errorf("decoder failed: %v", v)
		}
	}()
	switch h.Format {
	case JPEG:
		return jpeg.Decode(r)
	case PNG:
		return png.Decode(r)
	case GIF:
		return gif.Decode(r)
	case WebP:
		return webp.Decode(r)
	case BMP:
		return bmp.Decode(r)
	}
	return nil, fmt.Errorf("%w: %s", ErrUnsupported, h.Format)
}

func decodeError(f Format, err error) error {
	var jpegUnsupported jpeg.UnsupportedError
	var pngUnsupported png.UnsupportedError
	if errors.As(err, &jpegUnsupported) || errors.As(err, &pngUnsupported) || errors.Is(err, bmp.ErrUnsupported) {
		return fmt.Errorf("%w: %s: %w", ErrUnsupported, f, err)
	}
	return corrupt(f, err)
}

// cancelReader ends a decoder's reading when its context ends, and remembers the source's own error,
// which decoders tend to flatten.
type cancelReader struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (c *cancelReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(b)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// setPlanes takes the pixels of a decoded image, sharing its memory where the layout allows.
func (p *Image) setPlanes(img image.Image) {
	switch m := img.(type) {
	case *image.Gray:
		p.model = modelGray
		p.planes = []plane{{pix: m.Pix, w: p.width, h: p.height, stride: m.Stride, sx: 1, sy: 1}}
	case *image.YCbCr:
		p.model, p.studio = modelYUV, p.format == WebP
		p.planes = yuvPlanes(m, p.width, p.height)
	default:
		p.setColorPlanes(img)
	}
	if p.format == JPEG && p.model == modelRGB {
		p.toYUV()
	}
}

func yuvPlanes(m *image.YCbCr, w, h int) []plane {
	sx, sy := 1, 1
	switch m.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		sx = 2
	case image.YCbCrSubsampleRatio420:
		sx, sy = 2, 2
	case image.YCbCrSubsampleRatio440:
		sy = 2
	case image.YCbCrSubsampleRatio411:
		sx = 4
	case image.YCbCrSubsampleRatio410:
		sx, sy = 4, 2
	}
	cw, ch := (w+sx-1)/sx, (h+sy-1)/sy
	return []plane{
		{pix: m.Y, w: w, h: h, stride: m.YStride, sx: 1, sy: 1},
		{pix: m.Cb, w: cw, h: ch, stride: m.CStride, sx: sx, sy: sy},
		{pix: m.Cr, w: cw, h: ch, stride: m.CStride, sx: sx, sy: sy},
	}
}

// setColorPlanes lays out everything that is not luma and chroma as R, G, B and, unless the image
// is opaque, A. A GIF frame may cover only a part of its canvas; the rest is transparent.
func (p *Image) setColorPlanes(img image.Image) {
	full := image.Rect(0, 0, p.width, p.height)
	bounds := img.Bounds()
	if p.format != GIF {
		bounds = full.Add(bounds.Min)
		full = bounds
	}
	planes := []plane{newPlane(p.width, p.height), newPlane(p.width, p.height), newPlane(p.width, p.height), newPlane(p.width, p.height)}
	opaque := bounds == full
	row := premultipliedRow(img)
	buf := make([]byte, 4*p.width)
	part := bounds.Intersect(full)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row(buf[:4*part.Dx()], part.Min.X, y)
		at := (y-full.Min.Y)*p.width + part.Min.X - full.Min.X
		for x := range part.Dx() {
			c := buf[4*x : 4*x+4 : 4*x+4]
			planes[0].pix[at+x], planes[1].pix[at+x], planes[2].pix[at+x], planes[3].pix[at+x] = c[0], c[1], c[2], c[3]
			opaque = opaque && c[3] == 255
		}
	}
	p.model, p.planes = modelRGBA, planes
	if opaque {
		p.model, p.planes = modelRGB, planes[:3]
	}
}

// premultipliedRow returns a function that writes pixels of a row as R, G, B, A bytes.
func premultipliedRow(img image.Image) func(dst []byte, x0, y int) {
	switch m := img.(type) {
	case *image.RGBA:
		return func(dst []byte, x0, y int) { copy(dst, m.Pix[m.PixOffset(x0, y):]) }
	case *image.NRGBA:
		return func(dst []byte, x0, y int) {
			src := m.Pix[m.PixOffset(x0, y):]
			for i := 0; i+3 < len(dst); i += 4 {
				a := uint32(src[i+3])
				dst[i], dst[i+1], dst[i+2], dst[i+3] = mul255(src[i], a), mul255(src[i+1], a), mul255(src[i+2], a), src[i+3]
			}
		}
	case *image.NYCbCrA:
		return studioRow(m)
	case *image.Paletted:
		var table [256][4]byte
		for i, c := range m.Palette {
			if i < len(table) {
				rgba := color.RGBAModel.Convert(c).(color.RGBA)
				table[i] = [4]byte{rgba.R, rgba.G, rgba.B, rgba.A}
			}
		}
		return func(dst []byte, x0, y int) {
			src := m.Pix[m.PixOffset(x0, y):]
			for i := 0; i+3 < len(dst); i += 4 {
				copy(dst[i:i+4], table[src[i/4]][:])
			}
		}
	}
	return func(dst []byte, x0, y int) {
		for i := 0; i+3 < len(dst); i += 4 {
			r, g, b, a := img.At(x0+i/4, y).RGBA()
			dst[i], dst[i+1], dst[i+2], dst[i+3] = byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8)
		}
	}
}

func mul255(v byte, a uint32) byte { return byte((uint32(v)*a + 127) / 255) }

// toYUV converts full colour planes for a JPEG that stores RGB or CMYK.
func (p *Image) toYUV() {
	r, g, b := p.planes[0].pix, p.planes[1].pix, p.planes[2].pix
	for i := range r {
		r[i], g[i], b[i] = color.RGBToYCbCr(r[i], g[i], b[i])
	}
	p.model = modelYUV
}
