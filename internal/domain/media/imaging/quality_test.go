package imaging

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// testGate is large enough for every image of the tests.
func testGate() *Gate { return NewGate(2<<30, runtime.GOMAXPROCS(0), Limits{}) }

// photo paints an image with smooth areas, edges, texture and thin lines.
func photo(w, h int) *image.NRGBA {
	rng := rand.New(rand.NewPCG(7, uint64(w)<<32|uint64(h)))
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	scale := 4000 / float64(max(w, h))
	for y := range h {
		for x := range w {
			fx, fy := float64(x)*scale, float64(y)*scale
			n := float64(rng.IntN(9)) - 4
			r := 128 + 90*math.Sin(fx/160) + 20*math.Sin(fx*fy/9e4) + n
			g := 128 + 80*math.Cos(fy/120) + 15*math.Sin((fx-fy)/31) + n
			b := 128 + 70*math.Sin((fx+fy)/240) + n
			if math.Hypot(math.Mod(fx, 700)-350, math.Mod(fy, 600)-300) < 140 {
				r, g = 230-r/3, g/2
			}
			if int(fx+2*fy)%389 < 5 {
				r, g, b = 20, 20, 30
			}
			m.SetNRGBA(x, y, color.NRGBA{clampByte(r), clampByte(g), clampByte(b), 255})
		}
	}
	return m
}

func clampByte(v float64) byte { return byte(min(max(v, 0), 255)) }

func encodeJPEG(tb testing.TB, m image.Image, quality int) []byte {
	tb.Helper()
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, m, &jpeg.Options{Quality: quality}); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func decode(tb testing.TB, data []byte) *Image {
	tb.Helper()
	p, err := Decode(context.Background(), testGate(), bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Close)
	return p
}

func decodeImage(tb testing.TB, data []byte) image.Image {
	tb.Helper()
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// psnr is the peak signal to noise ratio of the luma of two images in decibels: above 40 the eye
// sees no difference.
func psnr(a, b image.Image) float64 {
	ra, rb := a.Bounds(), b.Bounds()
	if ra.Size() != rb.Size() {
		return 0
	}
	sum := 0.0
	for y := range ra.Dy() {
		for x := range ra.Dx() {
			d := lumaAt(a, ra.Min.X+x, ra.Min.Y+y) - lumaAt(b, rb.Min.X+x, rb.Min.Y+y)
			sum += d * d
		}
	}
	if sum == 0 {
		return 99
	}
	return min(99, 10*math.Log10(255*255*float64(ra.Dx()*ra.Dy())/sum))
}

func lumaAt(m image.Image, x, y int) float64 {
	if yuv, ok := m.(*image.YCbCr); ok {
		return float64(yuv.Y[yuv.YOffset(x, y)])
	}
	r, g, b, _ := m.At(x, y).RGBA()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 257
}

// lanczosReference resizes the luma of src in floating point straight from the full size: slow, and
// sharing nothing with the resampler under test but the filter's formula.
func lanczosReference(src image.Image, source image.Rectangle, w, h int) *image.Gray {
	across, down := exactWeights(source.Dx(), w), exactWeights(source.Dy(), h)
	lines := make([][]float64, source.Dy())
	line := make([]float64, source.Dx())
	for y := range lines {
		for x := range line {
			line[x] = lumaAt(src, source.Min.X+x, source.Min.Y+y)
		}
		lines[y] = make([]float64, w)
		across.apply(lines[y], line)
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	column, result := make([]float64, len(lines)), make([]float64, h)
	for x := range w {
		for y := range lines {
			column[y] = lines[y][x]
		}
		down.apply(result, column)
		for y, v := range result {
			out.Pix[y*out.Stride+x] = clampByte(v + 0.5)
		}
	}
	return out
}

type exactKernel struct {
	first   []int
	weights [][]float64
}

func exactWeights(from, to int) exactKernel {
	var k exactKernel
	scale := float64(from) / float64(to)
	for i := range to {
		c := (float64(i) + 0.5) * scale
		first := max(0, int(c-3*scale-1))
		var ws []float64
		sum := 0.0
		for j := first; j < min(from, int(c+3*scale+2)); j++ {
			t := math.Abs(float64(j)+0.5-c) / scale
			l := 1.0
			if t >= 3 {
				l = 0
			} else if t > 0 {
				l = 3 * math.Sin(math.Pi*t) * math.Sin(math.Pi*t/3) / (math.Pi * math.Pi * t * t)
			}
			ws = append(ws, l)
			sum += l
		}
		for j := range ws {
			ws[j] /= sum
		}
		k.first, k.weights = append(k.first, first), append(k.weights, ws)
	}
	return k
}

func (k exactKernel) apply(dst, src []float64) {
	for i, ws := range k.weights {
		part := src[k.first[i]:]
		sum := 0.0
		for j, w := range ws {
			sum += w * part[j]
		}
		dst[i] = sum
	}
}
