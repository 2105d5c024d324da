package render

import (
	"testing"

	"quoin/internal/platform/markup/block"
)

func TestFluidFontSize(t *testing.T) {
	t.Parallel()
	on := func(fluid any) block.Attrs {
		return block.Of("typography", block.Of("fluid", fluid), "layout", block.Of("wideSize", "1200px"))
	}
	for _, c := range []struct {
		size     any
		settings block.Attrs
		want     string
	}{
		{"40px", on(true), "clamp(24.034px, 1.502rem + ((1vw - 3.2px) * 1.814), 40px)"},
		{"14px", on(true), "14px"},
		{"2rem", on(true), "clamp(1.25rem, 1.25rem + ((1vw - 0.2rem) * 1.364), 2rem)"},
		{"18px", on(true), "clamp(14px, 0.875rem + ((1vw - 3.2px) * 0.455), 18px)"},
		{"1.2em", on(true), "clamp(0.875em, 0.875rem + ((1vw - 0.2em) * 0.591), 1.2em)"},
		{"100px", on(block.Of("maxViewportWidth", "1000px", "minViewportWidth", "400px")), "clamp(50.171px, 3.136rem + ((1vw - 4px) * 8.305), 100px)"},
		{"3.5rem", on(block.Of("minFontSize", "16px")), "clamp(1.976rem, 1.976rem + ((1vw - 0.2rem) * 2.771), 3.5rem)"},
		{"5vw", on(true), "5vw"},
		{22.0, on(true), "clamp(14.642px, 0.915rem + ((1vw - 3.2px) * 0.836), 22px)"},
		{"0.9rem", on(true), "clamp(0.875rem, 0.875rem + ((1vw - 0.2rem) * 0.045), 0.9rem)"},
		{"40px", on(false), "40px"},
	} {
		theme := &Theme{Settings: c.settings}
		if got := block.Text(theme.fontSize(c.size)); got != c.want {
			t.Errorf("%v: %s, want %s", c.size, got, c.want)
		}
	}
}
