package blocktype

import (
	"testing"

	"quoin/internal/markup/block"
)

func TestNumbersOutsideOfTheirBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want any }{{0.0, 45.0}, {101.0, 45.0}, {"0", 45.0}, {100.0, 100.0}, {"7", "7"}} {
		if got := Get("core/tag-cloud").Prepare(block.Attrs{"numberOfTags": c.in})["numberOfTags"]; got != c.want {
			t.Errorf("%v: %v, want %v", c.in, got, c.want)
		}
	}
}
