package vp8

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/webp"
)

// paint draws smooth areas, edges and some noise.
func paint(w, h int) Frame {
	rng := rand.New(rand.NewPCG(3, uint64(w)))
	cw, ch := (w+1)/2, (h+1)/2
	p := Frame{Width: w, Height: h, Y: make([]byte, w*h), Cb: make([]byte, cw*ch), Cr: make([]byte, cw*ch), YStride: w, CStride: cw}
	for y := range h {
		for x := range w {
			v := 120 + 60*math.Sin(float64(x)/17) + 30*math.Cos(float64(y)/11) + float64(rng.IntN(5))
			if (x/40+y/30)%3 == 0 {
				v = 40
			}
			p.Y[y*w+x] = byte(min(max(v, 16), 235))
		}
	}
	for y := range ch {
		for x := range cw {
			p.Cb[y*cw+x] = byte(128 + 50*math.Sin(float64(x+y)/23))
			p.Cr[y*cw+x] = byte(128 + 50*math.Cos(float64(x-y)/19))
		}
	}
	return p
}

func decode(t testing.TB, data []byte) *image.YCbCr {
	t.Helper()
	m, err := webp.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	switch m := m.(type) {
	case *image.YCbCr:
		return m
	case *image.NYCbCrA:
		return &m.YCbCr
	}
	t.Fatalf("%T", m)
	return nil
}

func psnr(a []byte, as int, b []byte, bs, w, h int) float64 {
	sum := 0.0
	for y := range h {
		for x := range w {
			d := float64(a[y*as+x]) - float64(b[y*bs+x])
			sum += d * d
		}
	}
	return 10 * math.Log10(255*255*float64(w*h)/(sum+1e-9))
}

// TestRoundTrip decodes with another implementation of the format.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h, quality int
		luma, chroma  float64
	}{{320, 200, 86, 38, 38}, {320, 200, 100, 44, 44}, {320, 200, 40, 32, 34}, {320, 200, 0, 22, 24}, {1, 1, 86, 38, 38}, {17, 33, 86, 36, 36}, {16, 16, 86, 36, 36}, {300, 15, 86, 36, 36}} {
		p := paint(c.w, c.h)
		data, err := Encode(p, c.quality)
		if err != nil {
			t.Fatal(err)
		}
		m := decode(t, data)
		if m.Rect.Dx() != c.w || m.Rect.Dy() != c.h {
			t.Fatalf("%v", m.Rect)
		}
		luma := psnr(p.Y, p.YStride, m.Y, m.YStride, c.w, c.h)
		cb := psnr(p.Cb, p.CStride, m.Cb, m.CStride, p.CStride, (c.h+1)/2)
		cr := psnr(p.Cr, p.CStride, m.Cr, m.CStride, p.CStride, (c.h+1)/2)
		t.Logf("%dx%d quality %d: %d bytes, %.1f %.1f %.1f dB", c.w, c.h, c.quality, len(data), luma, cb, cr)
		if luma < c.luma || min(cb, cr) < c.chroma {
			t.Errorf("%dx%d quality %d: %.1f %.1f %.1f dB", c.w, c.h, c.quality, luma, cb, cr)
		}
	}
}

// TestAlpha: the alpha plane comes back exactly.
func TestAlpha(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for name, value := range map[string]func(i int) byte{
		"constant":  func(int) byte { return 77 },
		"two":       func(i int) byte { return byte(i / 70 % 2 * 255) },
		"gradient":  func(i int) byte { return byte(i % 101) },
		"noise":     func(int) byte { return byte(rng.IntN(256)) },
		"skewed":    func(int) byte { return byte(min(255, int(rng.ExpFloat64()*2))) },
		"long runs": func(i int) byte { return byte(i / 5000) },
	} {
		p := paint(101, 83)
		p.Alpha = make([]byte, 101*83)
		for i := range p.Alpha {
			p.Alpha[i] = value(i)
		}
		data, err := Encode(p, 86)
		if err != nil {
			t.Fatal(err)
		}
		m, err := webp.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, ok := m.(*image.NYCbCrA)
		if !ok {
			t.Fatalf("%s: %T", name, m)
		}
		for y := range 83 {
			if !bytes.Equal(got.A[y*got.AStride:][:101], p.Alpha[y*101:][:101]) {
				t.Fatalf("%s: row %d differs", name, y)
			}
		}
	}
}

// TestTransformsInvert: without quantizing, a block survives to within rounding.
func TestTransformsInvert(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var b, want block
		for i := range b {
			b[i] = int32(rng.IntN(511) - 255)
		}
		want = b
		b.forward()
		b.inverse()
		for i := range b {
			if d := b[i] - want[i]; d < -1 || d > 1 {
				t.Fatalf("%v became %v", want, b)
			}
		}
		want = b
		b.forwardWalsh()
		b.inverseWalsh()
		for i := range b {
			if d := b[i] - want[i]; d < -1 || d > 1 {
				t.Fatalf("Walsh: %v became %v", want, b)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, p := range []Frame{{}, {Width: MaxEdge + 1, Height: 1}, {Width: 2, Height: 2, Alpha: []byte{1}}} {
		if _, err := Encode(p, 80); err == nil {
			t.Errorf("%dx%d was encoded", p.Width, p.Height)
		}
	}
}

// FuzzEncode: any samples give a file that decodes to the same dimensions.
func FuzzEncode(f *testing.F) {
	f.Add(uint8(3), uint8(86), []byte("some samples to begin with"))
	f.Add(uint8(40), uint8(100), bytes.Repeat([]byte{0, 255, 16}, 300))
	f.Fuzz(func(t *testing.T, width, quality uint8, data []byte) {
		w := int(width)%64 + 1
		if len(data) < w || len(data) > 1<<14 {
			return
		}
		h := len(data) / w
		cw, ch := (w+1)/2, (h+1)/2
		p := Frame{Width: w, Height: h, Y: data, Cb: make([]byte, cw*ch), Cr: make([]byte, cw*ch), YStride: w, CStride: cw}
		copy(p.Cb, data)
		copy(p.Cr, data[len(data)/3:])
		if quality%2 == 0 {
			p.Alpha = data[:w*h]
		}
		out, err := Encode(p, int(quality))
		if err != nil {
			t.Fatal(err)
		}
		if m := decode(t, out); m.Rect.Dx() != w || m.Rect.Dy() != h {
			t.Fatalf("%v", m.Rect)
		}
	})
}
