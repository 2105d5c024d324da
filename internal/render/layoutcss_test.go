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
			".x{grid-template-columns:repeat(auto-fill,minmax(min(9rem,100%),1fr));container-type:inline-size}"},
		{layoutInput{kind: "grid", layout: block.Attrs{"minimumColumnWidth": "9rem", "columnCount": 4.0, "rowCount": 2.0, "autoFit": true}, fallback: "0"},
			".x{grid-template-columns:repeat(auto-fit,minmax(max(min(9rem,100%),(100% - (0px * (4 - 1))) / 4),1fr));container-type:inline-size;grid-template-rows:repeat(2,minmax(1rem,auto))}"},
		// Nothing leaves its declaration.
		{layoutInput{kind: "constrained", layout: block.Attrs{"contentSize": "1px}body{display:none"}},
			".x > :where(:not(.alignleft):not(.alignright):not(.alignfull)){margin-left:auto !important;margin-right:auto !important}.x .alignfull{max-width:none}"},
		{layoutInput{kind: "grid", layout: block.Attrs{"minimumColumnWidth": "</style><script>"}}, ".x{container-type:inline-size}"},
	} {
		var s layoutSheet
		s.add("x", &c.in, nil)
		s.add("x", &c.in, nil)
		if got := s.css.String(); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
	var s layoutSheet
	s.addChild("y", block.Attrs{"selfStretch": "fixed", "flexSize": "10rem"}, nil, nil)
	s.addChild("z", block.Attrs{"columnSpan": 2.0, "rowStart": 3.0}, block.Attrs{"columnCount": 3.0}, nil)
	if got, want := s.css.String(), ".y{flex-basis:10rem;box-sizing:border-box}.z{grid-column:span 2}.z{grid-row:3}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var there layoutSheet
	there.add("x", &layoutInput{kind: "flex"}, []onScreen[*layoutInput]{
		{"@media (width <= 480px)", &layoutInput{kind: "flex", layout: block.Attrs{"orientation": "vertical"}}}, {"@media (width <= 782px)", &layoutInput{kind: "flex"}},
	})
	there.addChild("y", block.Attrs{"selfStretch": "fixed", "flexSize": "9px"}, nil, []onScreen[block.Attrs]{{"@media (width <= 480px)", block.Attrs{"selfStretch": "fit", "flexSize": "9px"}}})
	there.addChild("z", block.Attrs{"columnSpan": 2.0}, block.Attrs{"minimumColumnWidth": "100px"}, nil)
	if got, want := there.css.String(), "@media (width <= 480px){.x{flex-direction:column;align-items:flex-start}}.y{flex-basis:9px;box-sizing:border-box}"+
		"@media (width <= 480px){.y{flex-basis:unset;flex-shrink:unset}}.z{grid-column:span 2}@container (max-width:224px){.z{grid-column:1/-1;grid-row:auto}}"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var full layoutSheet
	for i := range 3 * maxLayouts {
		full.addChild("c"+strconv.Itoa(i), block.Attrs{"selfStretch": "fill"}, nil, nil)
	}
	if len(full.seen) > maxLayouts {
		t.Errorf("%d layouts", len(full.seen))
	}
}
