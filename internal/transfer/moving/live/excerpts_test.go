package live

import "testing"

// Only an excerpt that was made of a text, and ends before it does, tells how long they are.
func TestWordsOfExcerpts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		own, shown string
		want       int
	}{
		{"", "<p>one two &amp; three [&hellip;]</p>\n", 4}, {"", "<p>one two</p>", 0}, {"own", "<p>own [&hellip;]</p>", 0}, {"", "", 0}, {"", "<p> [&hellip;]</p>", 0},
	} {
		if got := cutAfter(tt.own, tt.shown); got != tt.want {
			t.Errorf("%q %q: %d, want %d", tt.own, tt.shown, got, tt.want)
		}
	}
}
