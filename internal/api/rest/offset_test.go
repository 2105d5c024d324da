package rest

import "testing"

// TestOffsetPage counts pages from offsets, as links do.
func TestOffsetPage(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]int{0: 1, 1: 2, 9: 2, 10: 2, 11: 3, -1: 1, -10: 0, -25: -1, -1 << 62: 1 - maxOffset/10} {
		if got := OffsetPage(n, 10); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}
