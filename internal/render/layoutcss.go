package render

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/render/style"
)

// maxLayouts bounds the layouts of one page that have CSS of their own.
const maxLayouts = 2000

// layoutSheet collects the CSS of the layouts of one rendering.
type layoutSheet struct {
	seen map[string]bool
	css  strings.Builder
}

// LayoutCSS is the CSS that the class names of layouts stand for in what was
// rendered so far. It can stand in a style element. Only pages of the site
// collect it: answers of the API leave it to whoever shows them.
func (c *Context) LayoutCSS() string { return c.run.layouts.css.String() }

// UsedBlocks are the names of the block types in what was rendered so far,
// sorted.
func (c *Context) UsedBlocks() []string { return slices.Sorted(maps.Keys(c.run.used)) }

func (s *layoutSheet) fresh(class string) bool {
	if s.seen[class] || len(s.seen) >= maxLayouts {
		return false
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[class] = true
	return true
}

// AddRule adds a rule to the CSS of a page; answers of the API have none.
func (c *Context) AddRule(selector string, pairs ...string) {
	if c.Request.Front && c.run.layouts.fresh(selector) {
		c.run.layouts.rule(selector, pairs...)
	}
}

// rule prints one rule from pairs of property and value. Values that could
// leave their declaration are left out.
func (s *layoutSheet) rule(selector string, pairs ...string) {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := pairs[i+1]; v != "" && !strings.ContainsAny(v, "{}<>;:\\\"'@\n\r") && !strings.Contains(v, "/*") {
			b.WriteString(pairs[i] + ":" + v + ";")
		}
	}
	if b.Len() > 0 {
		s.css.WriteString(selector + "{" + strings.TrimSuffix(b.String(), ";") + "}")
	}
}

// gapValue is a space as CSS: a preset stands for its variable.
func gapValue(v any) string {
	text := block.Text(v)
	if strings.HasPrefix(text, "var:preset|spacing|") {
		return "var(--wp--preset--spacing--" + style.Kebab(text[strings.LastIndexByte(text, '|')+1:]) + ")"
	}
	return text
}

// Gaps are the spaces between rows and between columns that the value of a gap
// stands for, "" where it says nothing.
func Gaps(gap any) (rows, columns string) {
	gap = safeGap(gap)
	if m, ok := gap.(map[string]any); ok {
		return gapValue(m["top"]), gapValue(m["left"])
	}
	one := gapValue(gap)
	return one, one
}

// gaps are the spaces between rows and between columns.
func (in *layoutInput) gaps() (rows, columns string) {
	if !in.gapSupport || in.skipGap {
		return "", ""
	}
	return Gaps(in.gap)
}

// add prints the CSS of a layout.
func (s *layoutSheet) add(class string, in *layoutInput) {
	if !s.fresh(class) {
		return
	}
	on := "." + class
	switch in.kind {
	case "default":
		s.stack(on, in)
	case "constrained":
		s.constrained(on, in)
	case "flex":
		s.flex(on, in)
	case "grid":
		s.grid(on, in)
	}
}

// stack puts the space between blocks that stand one below the other.
func (s *layoutSheet) stack(on string, in *layoutInput) {
	rows, _ := in.gaps()
	if rows == "" {
		return
	}
	s.rule(on+" > *", "margin-block-start", "0", "margin-block-end", "0")
	s.rule(on+on+" > * + *", "margin-block-start", rows, "margin-block-end", "0")
}

func (s *layoutSheet) constrained(on string, in *layoutInput) {
	l := in.layout
	left, right := "auto !important", "auto !important"
	switch l.String("justifyContent") {
	case "left":
		left = "0 !important"
	case "right":
		right = "0 !important"
	}
	size, wide := l.String("contentSize"), l.String("wideSize")
	if size != "" || wide != "" {
		s.rule(on+" > :where(:not(.alignleft):not(.alignright):not(.alignfull))",
			"max-width", first(size, wide), "margin-left", left, "margin-right", right)
		s.rule(on+" > .alignwide", "max-width", first(wide, size))
		s.rule(on+" .alignfull", "max-width", "none")
	}
	for _, d := range style.Compile(block.Attrs{"spacing": map[string]any(in.spacing)}, style.Options{}).Declarations {
		if side, ok := strings.CutPrefix(d.Property, "padding-"); ok && (side == "left" || side == "right") {
			s.rule(on+" > .alignfull", "margin-"+side, "calc("+d.Value+" * -1)")
		}
	}
	if size == "" && wide == "" {
		switch {
		case strings.HasPrefix(left, "0"):
			s.rule(on+" > :where(:not(.alignleft):not(.alignright):not(.alignfull))", "margin-left", left)
		case strings.HasPrefix(right, "0"):
			s.rule(on+" > :where(:not(.alignleft):not(.alignright):not(.alignfull))", "margin-right", right)
		}
	}
	s.stack(on, in)
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (s *layoutSheet) flex(on string, in *layoutInput) {
	l := in.layout
	rows, columns := in.gaps()
	wrap, gap := "", strings.TrimSpace(first(rows, "0")+" "+first(columns, "0"))
	if rows == "" && columns == "" {
		gap = ""
	}
	if l.String("flexWrap") == "nowrap" {
		wrap = "nowrap"
	}
	along := map[string]string{"left": "flex-start", "right": "flex-end", "center": "center", "space-between": "space-between"}[l.String("justifyContent")]
	if l.Has("orientation") && l.String("orientation") != "horizontal" {
		across := first(along, "flex-start")
		if l.String("justifyContent") == "stretch" {
			across = "stretch"
		}
		down := map[string]string{"top": "flex-start", "center": "center", "bottom": "flex-end", "space-between": "space-between"}[l.String("verticalAlignment")]
		s.rule(on, "flex-wrap", wrap, "gap", gap, "flex-direction", "column", "align-items", across, "justify-content", down)
		return
	}
	across := map[string]string{"top": "flex-start", "center": "center", "bottom": "flex-end", "stretch": "stretch"}[l.String("verticalAlignment")]
	s.rule(on, "flex-wrap", wrap, "gap", gap, "justify-content", along, "align-items", across)
}

func (s *layoutSheet) grid(on string, in *layoutInput) {
	l := in.layout
	rows, columns := in.gaps()
	gap := ""
	if rows != "" || columns != "" {
		gap = first(rows, "0") + " " + first(columns, "0")
	}
	if n := l.Int("columnCount"); n > 0 && l.Text("minimumColumnWidth") == "" {
		s.rule(on, "grid-template-columns", "repeat("+strconv.Itoa(min(n, 16))+",minmax(0,1fr))", "gap", gap)
		return
	}
	least := first(l.Text("minimumColumnWidth"), "12rem")
	s.rule(on, "grid-template-columns", "repeat(auto-fill,minmax(min("+least+",100%),1fr))", "gap", gap)
}

// addChild prints the CSS of a block's place in its parent.
func (s *layoutSheet) addChild(class string, l block.Attrs) {
	if !s.fresh(class) {
		return
	}
	on, size := "."+class, l.String("flexSize")
	switch l.String("selfStretch") {
	case "fixed":
		s.rule(on, "flex-basis", size, "box-sizing", "border-box")
	case "fixedNoShrink":
		s.rule(on, "flex-basis", size, "flex-shrink", "0", "box-sizing", "border-box")
	case "fill":
		s.rule(on, "flex-grow", "1")
	}
	for _, axis := range [...]string{"column", "row"} {
		start, span := l.Int(axis+"Start"), l.Int(axis+"Span")
		switch {
		case start > 0 && span > 0:
			s.rule(on, "grid-"+axis, strconv.Itoa(start)+" / span "+strconv.Itoa(span))
		case start > 0:
			s.rule(on, "grid-"+axis, strconv.Itoa(start))
		case span > 0:
			s.rule(on, "grid-"+axis, "span "+strconv.Itoa(span))
		}
	}
}
