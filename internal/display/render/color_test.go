package render

import (
	"fmt"
	"testing"
)

func TestParseColor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#fff":                    "[1.00 1.00 1.00 1.00]",
		"#0008":                   "[0.00 0.00 0.00 0.53]",
		" #FF8000 ":               "[1.00 0.50 0.00 1.00]",
		"#ff800080":               "[1.00 0.50 0.00 0.50]",
		"rgb(255, 0, 51)":         "[1.00 0.00 0.20 1.00]",
		"rgba(255 0 51 / 50%)":    "[1.00 0.00 0.20 0.50]",
		"rgb(10%,300,-4)":         "[0.10 1.00 0.00 1.00]",
		"hsl(120, 100%, 25%)":     "[0.00 0.50 0.00 1.00]",
		"hsla(-120deg 50 50 / 1)": "[0.25 0.25 0.75 1.00]",
	} {
		if got, ok := parseColor(text); !ok || fmt.Sprintf("%.2f", got) != want {
			t.Errorf("%s: %.2f %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "#", "#12345", "#ggg", "red", "rgb(1,2)", "rgb(1,2,3", "rgb(a,b,c)", "hsl(NaN,1,1)", "rgb(NaN,1,1)", "url(x)", "#-1-1-1"} {
		if got, ok := parseColor(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}
