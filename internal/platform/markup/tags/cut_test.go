package tags

import (
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 5, "short"},
		{"two words", 6, "two+"},
		{"ééé", 3, "é+"},
		{"abc&lt;", 6, "abc+"},
		{strings.Repeat("x", 300), 250, strings.Repeat("x", 250) + "+"},
	} {
		if got := Cut(c.text, c.n, "+"); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
