package blocks

import (
	"testing"

	"quoin/internal/platform/markup/block"
)

func TestHeadingTag(t *testing.T) {
	t.Parallel()
	for want, attrs := range map[string]block.Attrs{"p": block.Of("level", 0.0), "h3": block.Of("level", 3.0), "h1": {}} {
		if got := headingTag(block.Block{Attrs: attrs}, "h1"); got != want {
			t.Errorf("%v: %s, want %s", attrs, got, want)
		}
	}
}
