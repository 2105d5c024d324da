package imaging

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"
)

func TestSubSizesOfPhoto(t *testing.T) {
	t.Parallel()
	data := encodeJPEG(t, photo(1600, 1200), 92)
	p := decode(t, data)
	source := decodeImage(t, data)
	placements := allPlacements(1600, 1200)
	if len(placements) != 5 {
		t.Fatalf("%d sizes, want thumbnail, medium, medium_large, large, 1536x1536", len(placements))
	}
	seen := map[int]bool{}
	err := p.SubSizes(context.Background(), placements, func(s SubSize) error {
		seen[s.Index] = true
		pl := placements[s.Index]
		got := decodeImage(t, s.Data)
		if got.Bounds().Size() != image.Pt(pl.Width, pl.Height) || s.Width != pl.Width || s.Height != pl.Height {
			t.Errorf("size %+v came out as %v", pl, got.Bounds())
		}
		want := lanczosReference(source, pl.Source, pl.Width, pl.Height)
		if db := psnr(want, got); db < 38 {
			t.Errorf("%dx%d: %.1f dB from the exact resize", pl.Width, pl.Height, db)
		}
		return nil
	})
	if err != nil || len(seen) != len(placements) {
		t.Fatalf("made %v: %v", seen, err)
	}
}

// TestResizeBeforeEncoding leaves the encoder out: the resampler alone must be exact to within
// rounding, and a cascade of two nearly so.
func TestResizeBeforeEncoding(t *testing.T) {
	t.Parallel()
	src := photo(900, 700)
	p := decode(t, encodePNG(t, src))
	for _, c := range []struct{ w, h, min int }{{450, 350, 52}, {451, 333, 52}, {90, 70, 52}, {899, 699, 50}, {7, 5, 46}, {1, 1, 46}} {
		direct := p.resize(areaOf(src.Rect), c.w, c.h, 2)
		if db := psnr(lanczosReference(src, src.Rect, c.w, c.h), direct.nrgba()); db < float64(c.min) {
			t.Errorf("%dx%d: %.1f dB, want %d", c.w, c.h, db, c.min)
		}
	}
	half := p.resize(areaOf(src.Rect), 600, 467, 1)
	small := half.resize(area{0, 0, 600, 467}, 300, 233, 1)
	if db := psnr(lanczosReference(src, src.Rect, 300, 233), small.nrgba()); db < 42 {
		t.Errorf("cascade: %.1f dB", db)
	}
}

func TestFlatStaysFlat(t *testing.T) {
	t.Parallel()
	for _, v := range []byte{0, 1, 127, 254, 255} {
		src := newPlane(97, 53)
		for i := range src.pix {
			src.pix[i] = v
		}
		for w := 1; w <= 97; w += 3 {
			out := src.resize(area{0.25, 0, 96.5, 53}, w, 1+w/2, 1, 1)
			for i, got := range out.pix {
				if got != v {
					t.Fatalf("width %d: sample %d is %d, want %d", w, i, got, v)
				}
			}
		}
	}
}

// TestLanesHold checks the bound the packed sums rely on, for worst-case samples.
func TestLanesHold(t *testing.T) {
	t.Parallel()
	for n := 1; n < 400; n += 3 {
		for _, from := range []int{n, n + 1, n*2 + 1, n*13 + 5} {
			k := newKernel(axis{n: n, scale: float64(from) / float64(n), hi: from})
			for i := range k.first {
				lo, hi := int64(0), int64(0)
				for _, w := range k.weights[k.at[i]:k.at[i+1]] {
					lo, hi = lo+255*min(int64(w), 0), hi+255*max(int64(w), 0)
				}
				bias := int64(128<<weightBits + 1<<(weightBits-1))
				if lo+bias < 0 || hi+bias >= 1<<laneBits {
					t.Fatalf("%d from %d: sums reach %d..%d", n, from, lo, hi)
				}
			}
		}
	}
}

func encodePNG(tb testing.TB, m image.Image) []byte {
	tb.Helper()
	var buf bytes.Buffer
	if err := png.Encode(&buf, m); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func encodeWebP(tb testing.TB, m image.Image) []byte {
	tb.Helper()
	data, err := decode(tb, encodePNG(tb, m)).as(WebP).Encode()
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func makeOne(t *testing.T, data []byte, w, h int) image.Image {
	t.Helper()
	p := decode(t, data)
	var out image.Image
	pl := Placement{Source: image.Rect(0, 0, p.Width(), p.Height()), Width: w, Height: h}
	err := p.SubSizes(context.Background(), []Placement{pl}, func(s SubSize) error {
		if Sniff(s.Data) != p.Format() {
			t.Errorf("a sub-size of %s is %q", p.Format(), Sniff(s.Data))
		}
		out = decodeImage(t, s.Data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFormatsKept(t *testing.T) {
	t.Parallel()
	src := photo(320, 200)
	gray := image.NewGray(image.Rect(0, 0, 320, 200))
	for i := range gray.Pix {
		gray.Pix[i] = byte(lumaAt(src, i%320, i/320))
	}
	var anim, bitmap bytes.Buffer
	if err := gif.Encode(&anim, src, nil); err != nil {
		t.Fatal(err)
	}
	if err := bmp.Encode(&bitmap, src); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		min  float64
	}{
		"jpeg":      {encodeJPEG(t, src, 92), 36},
		"gray jpeg": {encodeJPEG(t, gray, 92), 36},
		"png":       {encodePNG(t, src), 48},
		"gray png":  {encodePNG(t, gray), 48},
		"gif":       {anim.Bytes(), 20},
		"bmp":       {bitmap.Bytes(), 48},
		"webp":      {encodeWebP(t, src), 34},
	} {
		t.Run(name, func(t *testing.T) {
			got := makeOne(t, c.data, 160, 100)
			if got.Bounds().Size() != image.Pt(160, 100) {
				t.Fatalf("%v", got.Bounds())
			}
			want := lanczosReference(src, src.Rect, 160, 100)
			if name == "webp" {
				got = fullRange(got)
			}
			if db := psnr(want, got); db < c.min {
				t.Errorf("%.1f dB, want %.0f", db, c.min)
			}
		})
	}
}

func TestTransparency(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			if x < 32 {
				src.SetNRGBA(x, y, color.NRGBA{200, 40, 40, 255})
			} else {
				src.SetNRGBA(x, y, color.NRGBA{0, 255, 0, 0}) // invisible, must not bleed
			}
		}
	}
	got := makeOne(t, encodePNG(t, src), 16, 16)
	for y := range 16 {
		for x := range 16 {
			c := color.NRGBAModel.Convert(got.At(x, y)).(color.NRGBA)
			switch {
			case x < 5 && c != (color.NRGBA{200, 40, 40, 255}), x > 11 && c.A != 0:
				t.Fatalf("pixel %d,%d is %v", x, y, c)
			case c.A > 8 && c.G > 90:
				t.Fatalf("invisible green bled into %d,%d: %v", x, y, c)
			}
		}
	}
}

func TestOpaqueFlatPNGStaysIndexed(t *testing.T) {
	t.Parallel()
	m := image.NewPaletted(image.Rect(0, 0, 90, 60), color.Palette{color.Black, color.White})
	got := makeOne(t, encodePNG(t, m), 30, 20)
	if _, ok := got.(*image.Paletted); !ok {
		t.Errorf("%T", got)
	}
}

func TestGIFFirstFrameOnCanvas(t *testing.T) {
	t.Parallel()
	pal := color.Palette{color.NRGBA{}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}}
	red := image.NewPaletted(image.Rect(10, 10, 30, 30), pal)
	for i := range red.Pix {
		red.Pix[i] = 1
	}
	blue := image.NewPaletted(image.Rect(0, 0, 40, 40), pal)
	var buf bytes.Buffer
	anim := &gif.GIF{Image: []*image.Paletted{red, blue}, Delay: []int{1, 1}, Config: image.Config{Width: 40, Height: 40, ColorModel: pal}}
	if err := gif.EncodeAll(&buf, anim); err != nil {
		t.Fatal(err)
	}
	h, err := Probe(bytes.NewReader(buf.Bytes()))
	if err != nil || h.Frames != 2 || h.Width != 40 {
		t.Fatalf("%+v %v", h, err)
	}
	got := makeOne(t, buf.Bytes(), 20, 20)
	if _, _, _, a := got.At(1, 1).RGBA(); a != 0 {
		t.Error("the canvas around the frame is not transparent")
	}
	if r, _, b, a := got.At(10, 10).RGBA(); a != 0xffff || r < 0xf000 || b > 0x1000 {
		t.Errorf("centre is %v", got.At(10, 10))
	}
}

func TestProfileKept(t *testing.T) {
	t.Parallel()
	profile := bytes.Repeat([]byte{0xff, 0xda, 3}, 300) // bytes that look like markers
	data := insertProfile(encodeJPEG(t, photo(200, 100), 90), profile)
	p := decode(t, data)
	err := p.SubSizes(context.Background(), []Placement{{Source: image.Rect(0, 0, 200, 100), Width: 50, Height: 25}}, func(s SubSize) error {
		if got := readProfile(bytes.NewReader(s.Data)); !bytes.Equal(got, profile) {
			t.Errorf("profile of %d bytes, want %d", len(got), len(profile))
		}
		decodeImage(t, s.Data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSubSizesStops(t *testing.T) {
	t.Parallel()
	p := decode(t, encodeJPEG(t, photo(640, 480), 80))
	stop := errors.New("disk full")
	calls := 0
	err := p.SubSizes(context.Background(), allPlacements(640, 480), func(SubSize) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d calls: %v", calls, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := p.SubSizes(ctx, allPlacements(640, 480), func(SubSize) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	bad := []Placement{{Source: image.Rect(0, 0, 9000, 10), Width: 5, Height: 5}}
	if err := p.SubSizes(context.Background(), bad, func(SubSize) error { return nil }); err == nil {
		t.Error("a source outside the picture was accepted")
	}
}

// fullRange corrects what the standard library takes the samples of a lossy WebP for.
func fullRange(m image.Image) image.Image {
	yuv := m.(*image.YCbCr)
	out := image.NewGray(yuv.Rect)
	for i := range out.Pix {
		luma := yuv.Y[yuv.YOffset(i%out.Stride, i/out.Stride)]
		out.Pix[i] = clamp8((int32(luma) - 16) * 255 / 219)
	}
	return out
}

func TestTransparentWebP(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		if i%64 < 32 {
			src.SetNRGBA(i%64, i/64, color.NRGBA{200, 40, 40, 255})
		}
	}
	p := decode(t, encodeWebP(t, src))
	if p.model != modelRGBA {
		t.Fatalf("model %d", p.model)
	}
	m := p.nrgba()
	c := m.NRGBAAt(10, 30)
	if d := int(c.R) - 200; c.A != 255 || d < -8 || d > 8 || c.G > 60 || m.NRGBAAt(50, 30).A != 0 {
		t.Errorf("%v and %v", c, m.NRGBAAt(50, 30))
	}
	small := makeOne(t, encodeWebP(t, src), 16, 16)
	if _, _, _, a := small.At(14, 8).RGBA(); a != 0 {
		t.Errorf("%v", small.At(14, 8))
	}
}
