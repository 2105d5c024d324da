package render

import (
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/markup/clean"
	"quoin/internal/render/blocktype"
	"quoin/internal/render/htmltag"
	"quoin/internal/render/style"
)

// childKeys are the layout values that belong to a block inside its parent.
var childKeys = [...]string{"selfStretch", "flexSize", "columnStart", "columnSpan", "rowStart", "rowSpan"}

// screens are the kinds of screen that may have styles of their own.
var screens = [...]string{"@mobile", "@tablet"}

// layout adds the classes that place a block in its parent and its inner
// blocks in it.
func (c *Context) layout(inst *instance, t *blocktype.Type, html string) string {
	a := inst.block.Attrs
	styles := a.Map("style")
	lays := t.Has(false, "layout") || t.Has(false, "__experimentalLayout")
	if !lays && len(styles) == 0 {
		return html
	}
	childClass := c.childLayout(inst, styles)
	if !lays {
		return firstClass(html, childClass)
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	classes := c.containerClasses(inst, t)
	p.AddClass(childClass)
	if wrapper := innerWrapper(inst.block.InnerContent); wrapper != "" {
		for {
			if class, _ := p.Attr("class"); strings.Contains(class, wrapper) {
				break
			}
			if !p.Next() {
				break
			}
		}
	}
	for _, class := range classes {
		p.AddClass(class)
	}
	return p.String()
}

// childLayout is the class for a block's place in its parent, or "".
func (c *Context) childLayout(inst *instance, styles block.Attrs) string {
	base := pick(styles.Map("layout"))
	var parent block.Attrs
	if inst.parent != nil {
		parent = inst.parent.block.Attrs.Map("layout")
	}
	found := childHasStyle(base)
	input := []any{base, parent["minimumColumnWidth"], parent["columnCount"]}
	for _, screen := range screens {
		if own := pick(styles.Map(screen, "layout")); len(own) > 0 {
			found = found || childHasStyle(own) || len(base) > 0
			input = append(input, screen, own)
		}
	}
	if !found {
		return ""
	}
	class := hashID("wp-container-content-", input)
	if c.Request.Front {
		c.run.layouts.addChild(class, base)
	}
	return class
}

func pick(layout block.Attrs) block.Attrs {
	out := block.Attrs{}
	for _, k := range childKeys {
		if layout[k] != nil {
			out[k] = layout[k]
		}
	}
	return out
}

func childHasStyle(l block.Attrs) bool {
	switch l.String("selfStretch") {
	case "fixed", "fixedNoShrink", "max":
		if l.Has("flexSize") {
			return true
		}
	case "fill":
		return true
	}
	return l.Bool("columnStart") || l.Bool("columnSpan") || l.Bool("rowStart") || l.Bool("rowSpan")
}

// containerClasses are the classes of a block that lays out its inner blocks.
func (c *Context) containerClasses(inst *instance, t *blocktype.Type) []string {
	a := inst.block.Attrs
	fallback := t.Supports.Map("layout", "default")
	if len(fallback) == 0 {
		fallback = t.Supports.Map("__experimentalLayout", "default")
	}
	used := fallback
	if a.Has("layout") {
		used = a.Map("layout")
	}
	kind, typed := used["type"].(string)
	if used.Bool("inherit") || used.Bool("contentSize") {
		kind, typed = "constrained", true
	}
	settings := block.Attrs(c.Theme.Settings)
	var classes []string
	if kind == "constrained" && settings.Bool("useRootPaddingAwareAlignments") {
		classes = append(classes, "has-global-padding")
	}
	own := a.Map("layout")
	if own.Bool("orientation") {
		classes = append(classes, "is-"+clean.Slug(own.Text("orientation")))
	}
	if own.Bool("justifyContent") {
		classes = append(classes, "is-content-justification-"+clean.Slug(own.Text("justifyContent")))
	}
	if own.String("flexWrap") == "nowrap" {
		classes = append(classes, "is-nowrap")
	}
	layoutClass := ""
	switch {
	case !typed, kind == "default":
		layoutClass, kind = "is-layout-flow", "default"
	case kind == "constrained", kind == "flex", kind == "grid":
		layoutClass = "is-layout-" + kind
	}
	if layoutClass != "" {
		classes = append(classes, layoutClass)
	}
	if class := c.containerID(inst, t, used, kind); class != "" {
		classes = append(classes, class)
	}
	return append(classes, ClassOf(inst.block.Name)+"-"+layoutClass)
}

// containerID is the class of a layout that needs CSS of its own, or "".
func (c *Context) containerID(inst *instance, t *blocktype.Type, used block.Attrs, kind string) string {
	styles := inst.block.Attrs.Map("style")
	settings := block.Attrs(c.Theme.Settings)
	in := layoutInput{
		kind: kind, layout: used,
		gapSupport: settings.Has("spacing", "blockGap"),
		gap:        safeGap(styles.Get("spacing", "blockGap")),
		skipGap:    t.Skips("spacing", "blockGap"),
		spacing:    styles.Map("spacing"),
	}
	hash := []any{used, in.gapSupport, in.gap, in.skipGap, in.spacing}
	found := in.hasStyle()
	for _, screen := range screens {
		own := styles.Map(screen)
		layout := own.Map("layout")
		for _, k := range childKeys {
			if layout[k] != nil {
				layout = without(layout)
				break
			}
		}
		gap := safeGap(own.Get("spacing", "blockGap"))
		if len(layout) == 0 && gap == nil {
			continue
		}
		found = true
		hash = append(hash, screen, layout, gap)
	}
	if !found {
		return ""
	}
	class := hashID("wp-container-"+strings.ReplaceAll(inst.block.Name, "/", "-")+"-is-layout-", hash)
	if c.Request.Front {
		c.run.layouts.add(class, &in)
	}
	return class
}

func without(layout block.Attrs) block.Attrs {
	out := block.Attrs{}
	for k, v := range layout {
		out[k] = v
	}
	for _, k := range childKeys {
		delete(out, k)
	}
	return out
}

// safeGap drops gap values that could leave their declaration.
func safeGap(v any) any {
	bad := func(v any) bool {
		s := block.Text(v)
		return strings.ContainsAny(s, `\(&=}`) || strings.Contains(s, "/*")
	}
	if m, ok := v.(map[string]any); ok {
		out := map[string]any{}
		for k, side := range m {
			if block.Text(side) == "" && side != "" || bad(side) {
				out[k] = nil
			} else {
				out[k] = side
			}
		}
		return out
	}
	if bad(v) {
		return nil
	}
	return v
}

// layoutInput is what decides whether a layout needs CSS of its own.
type layoutInput struct {
	kind                string
	layout              block.Attrs
	gapSupport, skipGap bool
	gap                 any
	spacing             block.Attrs
}

func (in *layoutInput) hasStyle() bool {
	l := in.layout
	gap := in.gap
	if m, ok := gap.(map[string]any); ok && (in.kind == "default" || in.kind == "constrained") {
		gap = m["top"]
	}
	hasGap := in.gapSupport && gap != nil && !in.skipGap
	switch in.kind {
	case "default":
		return hasGap
	case "constrained":
		if hasGap || l.Bool("contentSize") || l.Bool("wideSize") {
			return true
		}
		if j := l.String("justifyContent"); j == "left" || j == "right" {
			return true
		}
		for _, d := range style.Compile(block.Attrs{"spacing": map[string]any(in.spacing)}, style.Options{}).Declarations {
			if d.Property == "padding-left" || d.Property == "padding-right" {
				return true
			}
		}
		return false
	case "flex":
		vertical := l.Has("orientation") && l.String("orientation") != "horizontal"
		if vertical || hasGap && gap != "" || l.String("flexWrap") == "nowrap" {
			return true
		}
		switch l.String("justifyContent") {
		case "left", "right", "center", "space-between":
			return true
		}
		switch l.String("verticalAlignment") {
		case "top", "center", "bottom", "stretch":
			return true
		}
		return false
	case "grid":
		return true
	}
	return false
}

// innerWrapper is the class attribute of the innermost element that encloses
// a block's inner blocks and has one.
func innerWrapper(pieces []*string) string {
	if len(pieces) < 2 || pieces[0] == nil {
		return ""
	}
	p := htmltag.New(*pieces[0])
	var stack []string
	for p.NextAny() {
		if p.Closer() {
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		} else if !htmltag.IsVoid(p.Tag()) {
			class, _ := p.Attr("class")
			stack = append(stack, class)
		}
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if stack[i] != "" && stack[i] != "0" {
			return stack[i]
		}
	}
	return ""
}
