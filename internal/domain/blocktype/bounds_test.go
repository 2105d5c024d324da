package blocktype

import (
	"testing"

	"quoin/internal/platform/markup/block"
)

func TestNumbersOutsideOfTheirBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want any }{{0.0, int64(45)}, {int64(101), int64(45)}, {"0", int64(45)}, {100.0, 100.0}, {"7", "7"}} {
		if got := Get("core/tag-cloud").Prepare(block.Of("numberOfTags", c.in)).Get("numberOfTags"); got != c.want {
			t.Errorf("%v: %v, want %v", c.in, got, c.want)
		}
	}
}
