package front

import "testing"

func TestReadable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, ground string
		least        float64
		want         bool
	}{
		{"#000", "#fff", 21, true}, {"#767676", "white", 4.5, false}, {"#767676", "#ffffff", 4.5, true}, {"#777", "#fff", 4.5, false},
		{"light-dark(#111, #eee)", "light-dark(#fff, #000)", 7, true}, {"light-dark(#111, #222)", "light-dark(#fff, #000)", 7, false},
		{"light-dark(rgb(0, 0, 0), rgba(255, 255, 255, 0.5))", "light-dark(#fff, #000)", 7, false}, {"light-dark(rgb(0, 0, 0), hsl(0 0% 100%))", "light-dark(#fff,#000)", 7, true},
		{"currentColor", "#fff", 1, false}, {"", "", 1, false}, {"#fff;}body{", "#000", 1, false}, {"light-dark(#000", "#fff", 1, false},
	} {
		if got := readable(c.text, c.ground, c.least); got != c.want {
			t.Errorf("%s on %s: %v", c.text, c.ground, got)
		}
	}
}
