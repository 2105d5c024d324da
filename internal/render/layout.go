package render

import (
	"maps"
	"slices"
	"strings"

	"quoin/internal/blocktype"
	"quoin/internal/markup/block"
	"quoin/internal/render/htmltag"
	"quoin/internal/wire"
)

// childKeys are the layout values that belong to a block inside its parent.
var childKeys = [...]string{"selfStretch", "flexSize", "columnStart", "columnSpan", "rowStart", "rowSpan"}

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
	base := styles.Map("layout")
	found := childHasStyle(base)
	screens := c.screens()
	var there []onScreen[block.Attrs]
	for _, s := range screens {
		if own := styles.Map(s.name, "layout"); childChanges(base, own) {
			found, there = true, append(there, onScreen[block.Attrs]{s.media, over(base, own)})
		}
	}
	if !found {
		return ""
	}
	written := writtenAttrs(&inst.block).Object("style")
	parent := &wire.Object{}
	if inst.parent != nil && inst.parent.block.Attrs.Has("layout") {
		parent = members(writtenAttrs(&inst.parent.block).Object("layout"), func(k string) bool {
			return k == "minimumColumnWidth" || k == "columnCount"
		})
	}
	input := wire.NewObject("layout", members(written.Object("layout"), isChildKey), "parentLayout", parent)
	for _, s := range screens {
		if own := members(written.Object(s.name).Object("layout"), isChildKey); own.Len() > 0 {
			input.Set(s.name, own)
		}
	}
	class := wireHash("wp-container-content-", asPrinted(input))
	if c.Request.Front {
		c.run.layouts.addChild(class, base, block.Attrs(block.Plain(parent).(map[string]any)), there)
	}
	return class
}

func isChildKey(key string) bool { return slices.Contains(childKeys[:], key) }

// members are the members of an object whose key is wanted, in order.
func members(o *wire.Object, wanted func(key string) bool) *wire.Object {
	out := &wire.Object{}
	for _, m := range o.Members() {
		if wanted(m.Key) {
			out.Set(m.Key, m.Value)
		}
	}
	return out
}

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
	l := over(base, own)
	if has(own, "selfStretch") || has(own, "flexSize") {
		s := l.String("selfStretch")
		if isSized(l) || s == "fill" || s == "fit" && isSized(base) {
			return true
		}
	}
	return (has(own, "columnStart") || has(own, "columnSpan")) && (l.Bool("columnStart") || l.Bool("columnSpan")) ||
		(has(own, "rowStart") || has(own, "rowSpan")) && (l.Bool("rowStart") || l.Bool("rowSpan"))
}

// over lays values over others.
func over(base, own block.Attrs) block.Attrs {
	out := make(block.Attrs, len(base)+len(own))
	maps.Copy(out, base)
	maps.Copy(out, own)
	return out
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
