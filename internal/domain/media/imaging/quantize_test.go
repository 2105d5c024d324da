package imaging

import (
	"image"
	"image/color"
	"testing"
)

func TestIndexedImage(t *testing.T) {
	t.Parallel()
	src := photo(200, 150)
	got := decode(t, encodePNG(t, src)).indexedImage()
	if len(got.Palette) != 256 {
		t.Errorf("%d colours", len(got.Palette))
	}
	// Dithering trades noise for the right average: compare after a resize that averages again.
	half := func(m image.Image) *image.Gray { return lanczosReference(m, m.Bounds(), 50, 38) }
	if db := psnr(half(src), half(got)); db < 34 {
		t.Errorf("%.1f dB", db)
	}
}

func TestIndexedImageTransparent(t *testing.T) {
	t.Parallel()
	src := photo(100, 80)
	for y := range 80 {
		for x := range 40 {
			src.SetNRGBA(x, y, color.NRGBA{9, 9, 9, byte(x)})
		}
	}
	got := decode(t, encodePNG(t, src)).indexedImage()
	if len(got.Palette) > 256 {
		t.Fatalf("%d colours", len(got.Palette))
	}
	for y := range 80 {
		for x := range 100 {
			_, _, _, a := got.At(x, y).RGBA()
			if want := x >= 40; (a == 0xffff) != want || (a == 0) == want {
				t.Fatalf("alpha %#x at %d,%d", a, x, y)
			}
		}
	}
}

func TestFewColorsAreExact(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		src.SetNRGBA(i%64, i/64, color.NRGBA{byte(i % 16 * 16), byte(i / 64 / 4 * 16), 7, 255})
	}
	got := decode(t, encodePNG(t, src)).indexedImage()
	if db := psnr(src, got); db < 99 {
		t.Errorf("%.1f dB with %d colours", db, len(got.Palette))
	}
}

func TestMedianCutDegenerate(t *testing.T) {
	t.Parallel()
	one := image.NewNRGBA(image.Rect(0, 0, 9, 9))
	if pal := medianCut(one, 8); len(pal) != 1 { // nothing opaque: still a usable table
		t.Errorf("%v", pal)
	}
}
