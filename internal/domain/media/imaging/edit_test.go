package imaging

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// mapped returns a w x h image whose pixel x, y is m's pixel at(x, y).
func mapped(m image.Image, w, h int, at func(x, y int) (int, int)) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := at(x, y)
			out.Set(x, y, m.At(sx, sy))
		}
	}
	return out
}

func TestOrient(t *testing.T) {
	t.Parallel()
	// Odd edges leave chroma samples hanging over the border, which flips have to move.
	for _, size := range []image.Point{{64, 48}, {63, 47}, {64, 47}} {
		w, h := size.X, size.Y
		upright := map[int]func(x, y int) (int, int){
			1: func(x, y int) (int, int) { return x, y },
			2: func(x, y int) (int, int) { return w - 1 - x, y },
			3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
			4: func(x, y int) (int, int) { return x, h - 1 - y },
			5: func(x, y int) (int, int) { return y, x },
			6: func(x, y int) (int, int) { return y, h - 1 - x },
			7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
			8: func(x, y int) (int, int) { return w - 1 - y, x },
		}
		for _, data := range [][]byte{encodeJPEG(t, photo(w, h), 95), encodePNG(t, photo(w, h))} {
			source := decodeImage(t, data)
			p := decode(t, data)
			for o, at := range upright {
				got := p.Orient(o)
				ow, oh := w, h
				if o >= 5 {
					ow, oh = h, w
				}
				want := mapped(source, ow, oh, at)
				enc, err := got.Encode()
				if err != nil {
					t.Fatal(err)
				}
				img := decodeImage(t, enc)
				if img.Bounds() != want.Rect {
					t.Fatalf("orientation %d: %v, want %v", o, img.Bounds(), want.Rect)
				}
				if db := psnr(want, img); db < 32 {
					t.Errorf("%s %v orientation %d: %.1f dB", p.Format(), size, o, db)
				}
				if db := chromaPSNR(want, img); db < 24.5 {
					t.Errorf("%s %v orientation %d: chroma %.1f dB", p.Format(), size, o, db)
				}
			}
		}
	}
}

func chromaPSNR(a, b image.Image) float64 {
	swap := func(m image.Image) *image.NRGBA {
		out := image.NewNRGBA(m.Bounds())
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				c := color.YCbCrModel.Convert(m.At(x, y)).(color.YCbCr)
				out.SetNRGBA(x, y, color.NRGBA{c.Cb, c.Cb, c.Cb, 255})
			}
		}
		return out
	}
	return psnr(swap(a), swap(b))
}

func TestQuarterTurnsAreExact(t *testing.T) {
	t.Parallel()
	src := photo(31, 20)
	p := decode(t, encodePNG(t, src))
	q := p.Rotate(90)
	if q.Width() != 20 || q.Height() != 31 {
		t.Fatalf("%dx%d", q.Width(), q.Height())
	}
	want := mapped(src, 20, 31, func(x, y int) (int, int) { return y, 19 - x })
	if db := psnr(want, q.nrgba()); db < 99 {
		t.Errorf("clockwise quarter turn differs: %.1f dB", db)
	}
	back := p.Rotate(90).Rotate(180).Rotate(-270 + 360)
	if db := psnr(src, back.nrgba()); db < 99 {
		t.Errorf("four quarter turns differ: %.1f dB", db)
	}
}

func TestRotateFreely(t *testing.T) {
	t.Parallel()
	p := decode(t, encodePNG(t, photo(400, 300)))
	q := p.Rotate(30)
	if q.Width() != 497 || q.Height() != 460 {
		t.Errorf("30 degrees: %dx%d", q.Width(), q.Height())
	}
	m := q.nrgba()
	if m.NRGBAAt(1, 1).A != 0 || m.NRGBAAt(248, 230).A != 255 {
		t.Errorf("corner %v, centre %v", m.NRGBAAt(1, 1), m.NRGBAAt(248, 230))
	}
	back := q.Rotate(-30)
	cut, err := back.Crop(image.Rect(0, 0, 400, 300).Add(image.Pt((back.Width()-400)/2, (back.Height()-300)/2)))
	if err != nil {
		t.Fatal(err)
	}
	if db := psnr(photo(400, 300), cut.nrgba()); db < 22 {
		t.Errorf("there and back: %.1f dB", db)
	}
	j := decode(t, encodeJPEG(t, photo(400, 300), 90)).Rotate(30)
	enc, err := j.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := decodeImage(t, enc).At(2, 2).RGBA(); min(r, g, b) < 0xf000 {
		t.Error("the corner of a rotated JPEG is not white")
	}
}

func TestCrop(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{encodePNG(t, photo(101, 83)), encodeJPEG(t, photo(101, 83), 95)} {
		p := decode(t, data)
		source := decodeImage(t, data)
		for _, r := range []image.Rectangle{image.Rect(0, 0, 50, 50), image.Rect(13, 7, 90, 80), image.Rect(100, 82, 101, 83)} {
			q, err := p.Crop(r)
			if err != nil {
				t.Fatal(err)
			}
			enc, err := q.Flip(true, false).Flip(true, false).Encode()
			if err != nil {
				t.Fatal(err)
			}
			want := mapped(source, r.Dx(), r.Dy(), func(x, y int) (int, int) { return r.Min.X + x, r.Min.Y + y })
			if db := psnr(want, decodeImage(t, enc)); db < 30 {
				t.Errorf("%s %v: %.1f dB", p.Format(), r, db)
			}
		}
		if _, err := p.Crop(image.Rect(200, 0, 300, 10)); err == nil {
			t.Error("a crop outside the picture succeeded")
		}
	}
}

func TestCropPercent(t *testing.T) {
	t.Parallel()
	p := decode(t, encodePNG(t, photo(1600, 1200)))
	q, err := p.CropPercent(10, 10, 50, 40)
	if err != nil || q.Width() != 800 || q.Height() != 480 {
		t.Fatalf("%v %v", q, err)
	}
	if q, _ := p.CropPercent(0, 0, 100, 100); q != p {
		t.Error("a crop to everything made a new picture")
	}
}

func TestCutWebPKeepsItsAlpha(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for i := range src.Pix {
		src.Pix[i] = 100
	}
	p := decode(t, encodePNG(t, src))
	p.format = WebP
	cut, err := p.CropPercent(10, 10, 50, 50)
	if err != nil {
		t.Fatal(err)
	}
	data, err := cut.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if h, err := Probe(bytes.NewReader(data)); err != nil || h.Width != 20 || h.Height != 15 || !h.Alpha {
		t.Errorf("got %+v, %v", h, err)
	}
}
