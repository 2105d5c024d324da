package datefmt

import (
	"testing"
	"time"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 2, 3, 16, 5, 9, 0, time.FixedZone("X", -5*3600))
	for layout, want := range map[string]string{
		"F j, Y": "February 3, 2024", "Y-m-d H:i:s": "2024-02-03 16:05:09", "g:i a": "4:05 pm", `\Y jS`: "Y 3rd",
		"D N w z t L": "Sat 6 6 33 29 1", "c": "2024-02-03T16:05:09-05:00", "y n G h A": "24 2 16 04 PM", "": "", "é k": "é k", "W o": "05 2024", `x\`: `x\`,
	} {
		if got := Format(at, layout); got != want {
			t.Errorf("%q: %q, want %q", layout, got, want)
		}
	}
	for n, want := range map[int]string{1: "st", 2: "nd", 3: "rd", 4: "th", 11: "th", 12: "th", 13: "th", 21: "st", 22: "nd", 23: "rd", 31: "st"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d%s, want %s", n, got, want)
		}
	}
}
