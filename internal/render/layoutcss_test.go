package render

import (
	"strconv"
	"testing"

	"quoin/internal/markup/block"
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
		{layoutInput{kind: "constrained", layout: block.Attrs{"contentSize": "30rem"}},
			".x > :where(:not(.alignleft):not(.alignright):not(.alignfull)){max-width:30rem;margin-left:auto !important;margin-right:auto !important}" +
				".x > .alignwide{max-width:30rem}.x .alignfull{max-width:none}"},
		{layoutInput{kind: "flex", layout: block.Attrs{"flexWrap": "nowrap", "justifyContent": "right"}},
			".x{flex-wrap:nowrap;justify-content:flex-end}"},
		{layoutInput{kind: "flex", layout: block.Attrs{"orientation": "vertical"}, gapSupport: true, gap: map[string]any{"top": "1em", "left": nil}},
			".x{gap:1em 0;flex-direction:column;align-items:flex-start}"},
		{layoutInput{kind: "grid", layout: block.Attrs{"columnCount": 3.0}}, ".x{grid-template-columns:repeat(3,minmax(0,1fr))}"},
		{layoutInput{kind: "grid", layout: block.Attrs{"minimumColumnWidth": "9rem"}},
			".x{grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr))}"},
		// Nothing leaves its declaration.
		{layoutInput{kind: "constrained", layout: block.Attrs{"contentSize": "1px}body{display:none"}},
			".x > :where(:not(.alignleft):not(.alignright):not(.alignfull)){margin-left:auto !important;margin-right:auto !important}.x .alignfull{max-width:none}"},
		{layoutInput{kind: "grid", layout: block.Attrs{"minimumColumnWidth": "</style><script>"}}, ""},
	} {
		var s layoutSheet
		s.add("x", &c.in)
		s.add("x", &c.in)
		if got := s.css.String(); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	var s layoutSheet
	s.addChild("y", block.Attrs{"selfStretch": "fixed", "flexSize": "10rem"})
	s.addChild("z", block.Attrs{"columnSpan": 2.0, "rowStart": 3.0})
	if got, want := s.css.String(), ".y{flex-basis:10rem;box-sizing:border-box}.z{grid-column:span 2}.z{grid-row:3}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var full layoutSheet
	for i := range 3 * maxLayouts {
		full.addChild("c"+strconv.Itoa(i), block.Attrs{"selfStretch": "fill"})
	}
	if len(full.seen) > maxLayouts {
		t.Errorf("%d layouts", len(full.seen))
	}
}
