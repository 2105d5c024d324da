package render

import (
	"slices"
	"strings"

	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// containerClasses are the classes of a block that lays out its inner blocks.
func (inst *instance) containerClasses() []string {
	a := inst.block.Attrs
	fallback := inst.t.Supports.Map("layout", "default")
	if fallback.Len() == 0 {
		fallback = inst.t.Supports.Map("__experimentalLayout", "default")
	}
	used := fallback
	if a.Has("layout") {
		used = a.Map("layout")
	}
	kind, typed := used.Get("type").(string)
	if used.Bool("inherit") || used.Bool("contentSize") {
		kind, typed = "constrained", true
	}
	settings := inst.c.Theme.Settings
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
	if class := inst.containerID(used, kind); class != "" {
		classes = append(classes, class)
	}
	return append(classes, ClassOf(inst.block.Name)+"-"+layoutClass)
}

// containerID is the class of a layout that needs CSS of its own, or "".
func (inst *instance) containerID(used block.Attrs, kind string) string {
	styles := inst.block.Attrs.Map("style")
	settings := inst.c.Theme.Settings
	in := layoutInput{
		kind: kind, layout: used,
		gapSupport: settings.Has("spacing", "blockGap"),
		gap:        safeGap(styles.Get("spacing", "blockGap")),
		skipGap:    inst.t.Skips("spacing", "blockGap"), fallback: inst.fallbackGap(),
		spacing: styles.Map("spacing"),
	}
	found := in.hasStyle()
	screens := inst.c.Theme.screens()
	var changed []onScreen[*layoutInput]
	for _, s := range screens {
		own := styles.Map(s.name)
		layout, changesGap := own.Map("layout").Only(isContainerKey), own.Has("spacing", "blockGap")
		if layout.Len() == 0 && !changesGap {
			continue
		}
		there := in
		there.layout = layout.Over(used)
		if changesGap {
			there.gap = safeGap(own.Get("spacing", "blockGap"))
		}
		if there.changes(layout, changesGap) {
			found, changed = true, append(changed, onScreen[*layoutInput]{s.media, &there})
		}
	}
	if !found {
		return ""
	}
	class := wireHash("wp-container-"+strings.ReplaceAll(inst.block.Name, "/", "-")+"-is-layout-", inst.containerInput(&in, screens))
	if inst.c.Request.Front {
		inst.c.run.layouts.add(class, &in, changed)
	}
	return class
}

// containerInput is what the class of a layout is a digest of.
func (inst *instance) containerInput(in *layoutInput, screens []screen) any {
	style := inst.block.Attrs.Map("style")
	var used any = declaredLayout(in.layout)
	if inst.block.Attrs.Has("layout") {
		used = inst.block.Attrs.Get("layout")
	}
	if o, ok := used.(*wire.Object); ok && in.kind == "constrained" && o.Get("type") != in.kind {
		used = block.Attrs{Object: o}.With("type", in.kind).Object
	}
	input := []any{used, in.gapSupport, in.gap, in.skipGap, in.fallback, style.Get("spacing")}
	for _, s := range screens {
		own := style.Map(s.name)
		if layout := own.Map("layout").Only(isContainerKey); layout.Len() > 0 {
			input = append(input, wire.NewObject("breakpoint", s.name, "layout", layout.Object))
		}
		if gap := own.Get("spacing", "blockGap"); gap != nil {
			input = append(input, wire.NewObject("breakpoint", s.name, "blockGap", safeGap(gap)))
		}
	}
	return asPrinted(input)
}

// fallbackGap is the space between inner blocks where the block has none of its
// own.
func (inst *instance) fallbackGap() any {
	fallback := inst.t.Supports.Get("spacing", "blockGap", "__experimentalDefault")
	if fallback == nil {
		fallback = "0.5em"
	}
	look := inst.c.Theme.Styles
	if gap := look.Get("blocks", inst.block.Name, "spacing", "blockGap"); gap != nil {
		fallback = gap
	} else if gap := look.Get("spacing", "blockGap"); gap != nil {
		fallback = gap
	}
	return fallback
}

// declaredLayout is the layout of a block type, which names its kind first.
func declaredLayout(l block.Attrs) *wire.Object {
	o := &wire.Object{}
	if has(l, "type") {
		o.Set("type", l.Get("type"))
	}
	return l.Over(block.Attrs{Object: o}).Object
}

// safeGap drops gap values that could leave their declaration.
func safeGap(v any) any {
	bad := func(v any) bool {
		s := block.Text(v)
		return strings.ContainsAny(s, `\(&=}`) || strings.Contains(s, "/*")
	}
	if sides, ok := v.(*wire.Object); ok {
		out := sides.Shallow()
		for _, m := range sides.Members() {
			if block.Text(m.Value) == "" && m.Value != "" || bad(m.Value) {
				out.Set(m.Key, nil)
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
	gap, fallback       any // fallback is the theme's, or the type's
	spacing             block.Attrs
}

func (in *layoutInput) hasStyle() bool {
	l := in.layout
	gap := in.gap
	if m, ok := gap.(*wire.Object); ok && (in.kind == "default" || in.kind == "constrained") {
		gap = m.Get("top")
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
		for _, d := range style.Compile(block.Of("spacing", in.spacing), style.Options{}).Declarations {
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

// changes tells whether what a kind of screen has of its own makes a
// difference: values of the layout, a gap, or both. The layout has those
// values in it.
func (in *layoutInput) changes(own block.Attrs, ownGap bool) bool {
	l, gap := in.layout, in.gap
	if m, ok := gap.(*wire.Object); ok && (in.kind == "default" || in.kind == "constrained") {
		gap = m.Get("top")
	}
	hasGap := ownGap && in.gapSupport && gap != nil && !in.skipGap
	switch in.kind {
	case "default":
		return hasGap
	case "constrained":
		return hasGap || has(own, "contentSize") || has(own, "wideSize") || has(own, "justifyContent")
	case "flex":
		return hasGap && gap != "" || in.flexChanges(own)
	case "grid":
		both := l.Bool("columnCount") && l.Bool("minimumColumnWidth")
		return hasGap || ownGap && both || has(own, "minimumColumnWidth") || has(own, "columnCount") || has(own, "autoFit") ||
			has(own, "rowCount") && l.Bool("columnCount") && l.Bool("rowCount")
	}
	return false
}

func (in *layoutInput) flexChanges(own block.Attrs) bool {
	l := in.layout
	turned := has(own, "orientation")
	if has(own, "flexWrap") && l.String("flexWrap") == "nowrap" {
		return true
	}
	along, across := []string{"left", "right", "center"}, []string{"top", "center", "bottom"}
	if l.Has("orientation") && l.String("orientation") != "horizontal" {
		return turned || has(own, "justifyContent") || has(own, "verticalAlignment") && slices.Contains(append(across, "space-between"), l.String("verticalAlignment"))
	}
	return (turned || has(own, "justifyContent")) && slices.Contains(append(along, "space-between"), l.String("justifyContent")) ||
		(turned || has(own, "verticalAlignment")) && slices.Contains(append(across, "stretch"), l.String("verticalAlignment"))
}
