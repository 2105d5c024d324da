package render

import (
	"strconv"
	"testing"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

func TestLayoutSheet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   layoutInput
		want string
	}{
		{layoutInput{kind: "default", gapSupport: true, gap: "var:preset|spacing|60"},
			".x > *{margin-block-start:0;margin-block-end:0}.x.x > * + *{margin-block-start:var(--wp--preset--spacing--60);margin-block-end:0}"},
		{layoutInput{kind: "default", gapSupport: true, gap: "1em", skipGap: true}, ""},
		{layoutInput{kind: "constrained", layout: block.Of("contentSize", "30rem")},
			".x > :where(:not(.alignleft):not(.alignright):not(.alignfull)){max-width:30rem;margin-left:auto !important;margin-right:auto !important}" +
				".x > .alignwide{max-width:30rem}.x .alignfull{max-width:none}"},
		{layoutInput{kind: "flex", layout: block.Of("flexWrap", "nowrap", "justifyContent", "right")},
			".x{flex-wrap:nowrap;justify-content:flex-end}"},
		{layoutInput{kind: "flex", layout: block.Of("orientation", "vertical"), gapSupport: true, gap: wire.NewObject("top", "1em", "left", nil)},
			".x{gap:1em 0;flex-direction:column;align-items:flex-start}"},
		{layoutInput{kind: "flex", gapSupport: true, gap: wire.NewObject("left", "30px"), fallback: "15px"}, ".x{gap:15px 30px}"},
		{layoutInput{kind: "flex", gapSupport: true, gap: wire.NewObject("top", "3px"), fallback: wire.NewObject("left", "var:preset|spacing|20")}, ".x{gap:3px var(--wp--preset--spacing--20)}"},
		{layoutInput{kind: "grid", layout: block.Of("columnCount", int64(3))}, ".x{grid-template-columns:repeat(3,minmax(0,1fr))}"},
		{layoutInput{kind: "grid", layout: block.Of("minimumColumnWidth", "9rem")},
			".x{grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));container-type:inline-size}"},
		{layoutInput{kind: "grid", layout: block.Of("minimumColumnWidth", "9rem", "columnCount", int64(4), "rowCount", int64(2), "autoFit", true), fallback: "0"},
			".x{grid-template-columns:repeat(auto-fit,minmax(max(min(9rem,100%),(100% - (0px * (4 - 1))) / 4),1fr));container-type:inline-size;grid-template-rows:repeat(2,minmax(1rem,auto))}"},
		// A product of numbers is no length.
		{layoutInput{kind: "constrained", spacing: block.Of("padding", wire.NewObject("left", "0", "right", "2px"))},
			".x > .alignfull{margin-left:calc(0px * -1)}.x > .alignfull{margin-right:calc(2px * -1)}"},
		// Nothing leaves its declaration.
		{layoutInput{kind: "constrained", layout: block.Of("contentSize", "1px}body{display:none")},
			".x > :where(:not(.alignleft):not(.alignright):not(.alignfull)){margin-left:auto !important;margin-right:auto !important}.x .alignfull{max-width:none}"},
		{layoutInput{kind: "grid", layout: block.Of("minimumColumnWidth", "</style><script>")}, ".x{container-type:inline-size}"},
	} {
		var s layoutSheet
		s.add("x", &c.in, nil)
		s.add("x", &c.in, nil)
		if got := s.css.String(); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	var s layoutSheet
	s.addChild("y", block.Of("selfStretch", "fixed", "flexSize", "10rem"), block.Attrs{}, nil)
	s.addChild("z", block.Of("columnSpan", int64(2), "rowStart", int64(3)), block.Of("columnCount", int64(3)), nil)
	if got, want := s.css.String(), ".y{flex-basis:10rem;box-sizing:border-box}.z{grid-column:span 2}.z{grid-row:3}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var there layoutSheet
	there.add("x", &layoutInput{kind: "flex"}, []onScreen[*layoutInput]{
		{"@media (width <= 480px)", &layoutInput{kind: "flex", layout: block.Of("orientation", "vertical")}}, {"@media (width <= 782px)", &layoutInput{kind: "flex"}},
	})
	there.addChild("y", block.Of("selfStretch", "fixed", "flexSize", "9px"), block.Attrs{}, []onScreen[block.Attrs]{{"@media (width <= 480px)", block.Of("selfStretch", "fit", "flexSize", "9px")}})
	there.addChild("z", block.Of("columnSpan", int64(2)), block.Of("minimumColumnWidth", "100px"), nil)
	if got, want := there.css.String(), "@media (width <= 480px){.x{flex-direction:column;align-items:flex-start}}.y{flex-basis:9px;box-sizing:border-box}"+
		"@media (width <= 480px){.y{flex-basis:unset;flex-shrink:unset}}.z{grid-column:span 2}@container (max-width:224px){.z{grid-column:1/-1;grid-row:auto}}"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var full layoutSheet
	for i := range 3 * maxLayouts {
		full.addChild("c"+strconv.Itoa(i), block.Of("selfStretch", "fill"), block.Attrs{}, nil)
	}
	if len(full.seen) > maxLayouts {
		t.Errorf("%d layouts", len(full.seen))
	}
}
