package render

import (
	"slices"
	"strings"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// childKeys are the layout values that belong to a block inside its parent.
var childKeys = [...]string{"selfStretch", "flexSize", "columnStart", "columnSpan", "rowStart", "rowSpan"}

// layout adds the classes that place a block in its parent and its inner
// blocks in it.
func (inst *instance) layout(html string) string {
	a := inst.block.Attrs
	styles := a.Map("style")
	lays := inst.t.Has(false, "layout") || inst.t.Has(false, "__experimentalLayout")
	if !lays && styles.Len() == 0 {
		return html
	}
	childClass := inst.childLayout(styles)
	if !lays {
		return firstClass(html, childClass)
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	classes := inst.containerClasses()
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

// laysInside tells whether layout looks behind the first tag: for the one that is around
// what is inside.
func (inst *instance) laysInside(html string) bool {
	if !inst.t.Has(false, "layout") && !inst.t.Has(false, "__experimentalLayout") {
		return false
	}
	wrapper := innerWrapper(inst.block.InnerContent)
	if wrapper == "" {
		return false
	}
	p := htmltag.New(html)
	if !p.Next() {
		return false
	}
	class, _ := p.Attr("class")
	return !strings.Contains(class, wrapper)
}

// childLayout is the class for a block's place in its parent, or "".
func (inst *instance) childLayout(styles block.Attrs) string {
	base := styles.Map("layout")
	found := childHasStyle(base)
	screens := inst.c.Theme.screens()
	var there []onScreen[block.Attrs]
	for _, s := range screens {
		if own := styles.Map(s.name, "layout"); childChanges(base, own) {
			found, there = true, append(there, onScreen[block.Attrs]{s.media, own.Over(base)})
		}
	}
	if !found {
		return ""
	}
	var around block.Attrs
	if inst.parent != nil {
		around = inst.parent.block.Attrs.Map("layout")
	}
	parent := around.Only(func(k string) bool { return k == "minimumColumnWidth" || k == "columnCount" })
	input := wire.NewObject("layout", base.Only(isChildKey).Object, "parentLayout", parent.Object)
	for _, s := range screens {
		if own := styles.Map(s.name, "layout").Only(isChildKey); own.Len() > 0 {
			input.Set(s.name, own.Object)
		}
	}
	class := wireHash("wp-container-content-", asPrinted(input))
	if inst.c.Request.Front {
		inst.c.run.layouts.addChild(class, base, parent, there)
	}
	return class
}

func isChildKey(key string) bool     { return slices.Contains(childKeys[:], key) }
func isContainerKey(key string) bool { return !isChildKey(key) }

// isSized tells whether a block has a size of its own inside a row.
func isSized(l block.Attrs) bool {
	s := l.String("selfStretch")
	return (s == "fixed" || s == "fixedNoShrink") && l.Has("flexSize")
}

func childHasStyle(l block.Attrs) bool {
	return isSized(l) || l.String("selfStretch") == "fill" || l.Bool("columnStart") || l.Bool("columnSpan") || l.Bool("rowStart") || l.Bool("rowSpan")
}

// childChanges tells whether what a kind of screen has of its own makes a
// difference. A value that is there and null takes one away.
func childChanges(base, own block.Attrs) bool {
	l := own.Over(base)
	if has(own, "selfStretch") || has(own, "flexSize") {
		s := l.String("selfStretch")
		if isSized(l) || s == "fill" || s == "fit" && isSized(base) {
			return true
		}
	}
	return (has(own, "columnStart") || has(own, "columnSpan")) && (l.Bool("columnStart") || l.Bool("columnSpan")) ||
		(has(own, "rowStart") || has(own, "rowSpan")) && (l.Bool("rowStart") || l.Bool("rowSpan"))
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
