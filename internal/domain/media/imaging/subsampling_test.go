package imaging

import (
	"fmt"
	"image"
	"image/color"
	"testing"
)

// subsampled converts an image to luma and chroma of any layout, averaging what falls together.
func subsampled(src *image.NRGBA, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	m := image.NewYCbCr(src.Rect, ratio)
	cb, cr, n := make([]int, len(m.Cb)), make([]int, len(m.Cr)), make([]int, len(m.Cb))
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			c := color.YCbCrModel.Convert(src.NRGBAAt(x, y)).(color.YCbCr)
			m.Y[m.YOffset(x, y)] = c.Y
			at := m.COffset(x, y)
			cb[at], cr[at], n[at] = cb[at]+int(c.Cb), cr[at]+int(c.Cr), n[at]+1
		}
	}
	for i := range n {
		if n[i] > 0 {
			m.Cb[i], m.Cr[i] = byte(cb[i]/n[i]), byte(cr[i]/n[i])
		}
	}
	return m
}

// TestSubsamplings: whatever layout a JPEG has, sub-sizes and edits of it show the same colours in the
// same places.
func TestSubsamplings(t *testing.T) {
	t.Parallel()
	src := photo(203, 151)
	want := decode(t, encodePNG(t, src))
	small := want.resize(areaOf(src.Rect), 101, 75, 1).nrgba()
	for _, ratio := range []image.YCbCrSubsampleRatio{
		image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420,
		image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410,
	} {
		t.Run(fmt.Sprint(ratio), func(t *testing.T) {
			p := &Image{format: JPEG, width: 203, height: 151, gate: testGate()}
			p.setPlanes(subsampled(src, ratio))
			for name, c := range map[string]struct {
				got    *Image
				want   image.Image
				chroma float64
			}{
				"resize":  {p.resize(areaOf(src.Rect), 101, 75, 1), small, 26},
				"flip":    {p.Flip(true, true), want.Flip(true, true).nrgba(), 19},
				"quarter": {p.rotate(1), want.rotate(1).nrgba(), 19},
			} {
				data, err := c.got.Encode()
				if err != nil {
					t.Fatal(err)
				}
				got := decodeImage(t, data)
				luma, chroma := psnr(c.want, got), chromaPSNR(c.want, got)
				if luma < 30 || chroma < c.chroma {
					t.Errorf("%s: %.1f dB, chroma %.1f dB", name, luma, chroma)
				}
			}
		})
	}
}
