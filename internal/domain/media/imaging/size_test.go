package imaging

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
)

// TestPlaceVectors compares with dimensions recorded from the reference.
func TestPlaceVectors(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/sizes.txt")
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string]Anchor{"start": AnchorStart, "center": AnchorCenter, "end": AnchorEnd}
	checked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var w, h int
		var mode string
		s := Size{}
		if _, err := fmt.Sscan(line, &w, &h, &s.Width, &s.Height, &mode); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		s.Crop = mode != "fit"
		if x, y, ok := strings.Cut(mode, "-"); ok {
			s.AnchorX, s.AnchorY = anchors[x], anchors[y]
		}
		want := strings.Join(strings.Fields(line)[5:], " ")
		got := "none"
		if p, ok := s.Place(w, h); ok {
			got = fmt.Sprint(p.Source.Min.X, p.Source.Min.Y, p.Width, p.Height, p.Source.Dx(), p.Source.Dy())
		}
		if got != want {
			t.Errorf("%s: got %s", line, got)
		}
		checked++
	}
	if checked < 500 {
		t.Fatalf("only %d vectors", checked)
	}
}

func TestPlaceStaysInside(t *testing.T) {
	t.Parallel()
	for w := 1; w < 400; w += 7 {
		for h := 1; h < 400; h += 11 {
			for _, s := range append(DefaultSizes(), Size{Width: 7, Height: 90, Crop: true}, Size{Height: 3, Crop: true}) {
				p, ok := s.Place(w, h)
				if !ok {
					continue
				}
				if !p.Source.In(image.Rect(0, 0, w, h)) || p.Source.Empty() || p.Width < 1 || p.Height < 1 {
					t.Fatalf("%+v of %dx%d: %+v", s, w, h, p)
				}
			}
		}
	}
}

func TestPlaceRefusesNonsense(t *testing.T) {
	t.Parallel()
	for _, s := range []Size{{}, {Width: -1, Height: 5}} {
		if p, ok := s.Place(100, 100); ok {
			t.Errorf("%+v: %+v", s, p)
		}
	}
	if _, ok := (Size{Width: 10, Height: 10}).Place(0, 100); ok {
		t.Error("a picture without width was placed")
	}
}
