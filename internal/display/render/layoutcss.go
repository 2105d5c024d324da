package render

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
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
func (r *run) LayoutCSS() string { return r.layouts.css.String() }

// UsedBlocks are the names of the block types in what was rendered so far,
// sorted.
func (r *run) UsedBlocks() []string { return slices.Sorted(maps.Keys(r.used)) }

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
func (r *run) AddRule(selector string, pairs ...string) {
	if r.front && r.layouts.fresh(selector) {
		r.layouts.rule(selector, pairs...)
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
	if m, ok := gap.(*wire.Object); ok {
		return gapValue(m.Get("top")), gapValue(m.Get("left"))
	}
	one := gapValue(gap)
	return one, one
}

// gaps are the spaces between rows and between columns.
func (in *layoutInput) gaps() (rows, columns string) {
	if !in.gapSupport || in.skipGap {
		return "", ""
	}
	rows, columns = Gaps(in.gap)
	// Compat (TestLayoutSheet): a side that isn't said has the space of the theme.
	if m, ok := in.gap.(*wire.Object); ok && (rows != "" || columns != "") {
		there, across := Gaps(in.fallback)
		if m.Get("top") == nil {
			rows = first(there, across)
		}
		if m.Get("left") == nil {
			columns = first(across, there)
		}
	}
	return rows, columns
}

// onScreen is what a kind of screen has instead of something.
type onScreen[T any] struct {
	media string // as a rule begins: "@media (...)"
	value T
}

// within prints rules for one kind of screen.
func (s *layoutSheet) within(media string, print func(inner *layoutSheet)) {
	var inner layoutSheet
	print(&inner)
	if inner.css.Len() > 0 {
		s.css.WriteString(media + "{" + inner.css.String() + "}")
	}
}

// add prints the CSS of a layout, and of what it is on some screens.
func (s *layoutSheet) add(class string, in *layoutInput, screens []onScreen[*layoutInput]) {
	if !s.fresh(class) {
		return
	}
	s.container("."+class, in)
	for _, there := range screens {
		s.within(there.media, func(inner *layoutSheet) { inner.container("."+class, there.value) })
	}
}

func (s *layoutSheet) container(on string, in *layoutInput) {
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
	for _, d := range style.Compile(block.Of("spacing", in.spacing), style.Options{}).Declarations {
		if side, ok := strings.CutPrefix(d.Property, "padding-"); ok && (side == "left" || side == "right") {
			if d.Value == "0" {
				d.Value = "0px" // a product of numbers is no length
			}
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
	n, least, fill := min(l.Int("columnCount"), maxColumns), l.Text("minimumColumnWidth"), "auto-fill"
	if l.Bool("autoFit") {
		fill = "auto-fit"
	}
	template, contained := "", "inline-size"
	switch {
	case n > 0 && least != "":
		between := first(columns, in.fallbackGap())
		if between == "0" {
			between = "0px" // calculations want a unit
		}
		count := strconv.Itoa(n)
		template = "repeat(" + fill + ",minmax(max(min(" + least + ",100%),(100% - (" + between + " * (" + count + " - 1))) / " + count + "),1fr))"
	case n > 0:
		template, contained = "repeat("+strconv.Itoa(n)+",minmax(0,1fr))", ""
	default:
		template = "repeat(" + fill + ",minmax(min(" + first(least, "12rem") + ",100%),1fr))"
	}
	lines := ""
	if r := min(l.Int("rowCount"), maxColumns); n > 0 && r > 0 {
		lines = "repeat(" + strconv.Itoa(r) + ",minmax(1rem,auto))"
	}
	s.rule(on, "grid-template-columns", template, "container-type", contained, "grid-template-rows", lines, "gap", gap)
}

// maxColumns bounds the columns and rows of a grid.
const maxColumns = 100

// fallbackGap is the space between columns that have none of their own.
func (in *layoutInput) fallbackGap() string {
	gap := safeGap(in.fallback)
	if m, ok := gap.(*wire.Object); ok {
		gap = m.Get("left")
	}
	return first(gapValue(gap), "0px")
}

// addChild prints the CSS of a block's place in its parent.
func (s *layoutSheet) addChild(class string, l, parent block.Attrs, screens []onScreen[block.Attrs]) {
	if !s.fresh(class) {
		return
	}
	s.child("."+class, l)
	s.narrow("."+class, l, parent)
	for _, there := range screens {
		s.within(there.media, func(inner *layoutSheet) {
			if isSized(l) && !isSized(there.value) {
				inner.rule("."+class, "flex-basis", "unset", "flex-shrink", "unset")
			}
			inner.child("."+class, there.value)
		})
	}
}

func (s *layoutSheet) child(on string, l block.Attrs) {
	size := l.String("flexSize")
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

// narrow keeps a block inside a grid that has become too narrow for the columns
// that the block wants: it takes all, or the next one.
func (s *layoutSheet) narrow(on string, l, parent block.Attrs) {
	start, span := l.Int("columnStart"), l.Int("columnSpan")
	least := parent.String("minimumColumnWidth")
	if start == 0 && span == 0 || least == "" && parent.Int("columnCount") > 0 {
		return
	}
	number := least[:len(least)-len(strings.TrimLeft(least, "0123456789."))]
	unit := least[len(number):]
	width, err := strconv.ParseFloat(number, 64)
	if err != nil {
		width, unit = 12, "rem"
	}
	if unit != "px" && unit != "em" {
		unit = "rem"
	}
	gap := 1.5
	if unit == "px" {
		gap = 24
	}
	columns := float64(span + start)
	if span > 0 && start > 0 {
		columns--
	}
	limit := max(columns*width+(columns-1)*gap, 2*width+gap-1)
	column := "auto"
	if span > 1 {
		column = "1/-1"
	}
	s.within("@container (max-width:"+strconv.FormatFloat(limit, 'f', -1, 64)+unit+")", func(inner *layoutSheet) {
		inner.rule(on, "grid-column", column, "grid-row", "auto")
	})
}
