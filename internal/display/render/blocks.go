package render

import (
	"slices"
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
)

// Blocks renders all blocks of a text and leaves everything else as it is.
func (c *Context) Blocks(src string) string {
	if !strings.Contains(src, "<!-- wp:") && !strings.Contains(src, "<!--") {
		return src
	}
	list, all := block.ParseAll(src)
	html := c.RenderList(list)
	if !all {
		c.run.budget.exceed(LimitSteps)
	}
	return html
}

// RenderList renders blocks one after the other as top-level blocks.
func (c *Context) RenderList(list []block.Block) string {
	if len(list) == 1 {
		return c.Render(list[0])
	}
	shown := make([]string, len(list))
	for i := range list {
		shown[i] = c.Render(list[i])
	}
	return c.run.budget.concat(shown)
}

// Render renders one block as a top-level block.
func (c *Context) Render(b block.Block) string {
	top := *c
	top.current = nil
	return top.RenderInside(b)
}

// RenderInside renders one block as an inner block of the current one. This is the one
// place that every block goes through, and so the one that holds it to the budget.
func (c *Context) RenderInside(b block.Block) string {
	if b.Name == "" {
		return b.InnerHTML
	}
	if !c.run.budget.spend(c, 1, len(b.RawAttrs), 0) {
		return ""
	}
	return c.reuse(&b, func() string { return c.renderNew(b) })
}

// renderNew is RenderInside for what wasn't rendered yet.
func (c *Context) renderNew(b block.Block) string {
	t := blocktype.Get(b.Name)
	if by := t.Served().StyledBy; t != nil && (by == "" || b.Attrs.Get(by) == true) {
		c.run.used[b.Name] = true
	}
	own := c.renderer.blocks[b.Name]
	if own.Render != nil {
		c.run.budget.spend(c, functionCost-1, 0, 0)
	}
	n := *c
	inst := &instance{c: &n, t: t, block: b, parent: c.current}
	n.current = inst
	if own.Migrate != nil {
		own.Migrate(&inst.block)
	}
	inst.prepare()
	if own.Values != nil {
		n.values = n.With(own.Values(&n, inst.block)).values
	}
	bound := inst.bindings()
	inner := ""
	if t == nil || !t.Server.SkipInner {
		inner = inst.inner(bound)
	} else if t.Server.Twice && n.thrownAway < maxThrownAway && makesIDs(inst.block.Inner) {
		// Compat (core-v2/rendered#ids inside a navigation): the numbers of that rendering are used up.
		thrownAway := n
		thrownAway.thrownAway++
		once := *inst
		once.c = &thrownAway
		once.inner(bound)
	}
	out := inner
	if own.Render != nil {
		shown := inst.block
		shown.Attrs = inst.attrs
		out = own.Render(&n, shown, inner)
	}
	n.run.budget.spend(c, 0, len(inner)+len(out), max(0, len(out)-len(inner)))
	if n.run.budget.overdrawn {
		return ""
	}
	if len(out) > 0 && out != inner {
		n.run.budget.copy(len(out)) // by its function
	}
	html := inst.finish(out)
	if c.Theme.Filter != nil && c.Request.Front && !c.Request.Feed {
		return inst.filtered(html)
	}
	return html
}

// maxFiltered is how many steps the filters of a theme may take for one page. Blocks after
// that are shown as they are.
const maxFiltered = 400_000

// RunTheme runs code of the theme for a page and counts its steps; code isn't run any more
// beyond what one page may take.
func (r *run) RunTheme(code func() (steps int)) {
	if r.filtered <= maxFiltered {
		r.filtered += code()
	}
}

// filtered is a block as the theme changes it.
func (inst *instance) filtered(html string) string {
	out := html
	inst.c.RunTheme(func() (steps int) {
		out, steps = inst.c.Theme.Filter(inst.c, inst.block, html)
		return steps
	})
	if out == html {
		return html
	}
	inst.c.run.budget.spend(inst.c, 0, len(out), max(0, len(out)-len(html)))
	if inst.c.run.budget.overdrawn {
		return ""
	}
	inst.c.run.budget.copy(len(out))
	return out
}

// Themed is what the theme makes of a value of the page, by the name of a filter.
func (c *Context) Themed(filter string, value any, args ...any) any {
	if c.Theme.Value == nil || !c.Request.Front || c.Request.Feed {
		return value
	}
	out := value
	c.RunTheme(func() (steps int) {
		out, steps = c.Theme.Value(c, filter, value, args...)
		return steps
	})
	return out
}

// ThemedText is what the theme makes of a text of the page.
func (c *Context) ThemedText(filter, text string, args ...any) string {
	if out, ok := c.Themed(filter, text, args...).(string); ok {
		return out
	}
	return text
}

// functionCost is how many steps a block takes that a function makes.
const functionCost = 4

// maxThrownAway bounds renderings inside others that are thrown away: each
// doubles what those inside it cost.
const maxThrownAway = 3

// makesIDs tells whether rendering some blocks may use generated ids.
func makesIDs(list []block.Block) bool {
	return slices.ContainsFunc(list, func(b block.Block) bool {
		return blocktype.Get(b.Name).Served().IDs || b.Attrs.Has("style") || b.Attrs.Has("className") || makesIDs(b.Inner)
	})
}

// prepare completes a block before it is rendered: classes that stand for
// styles of its own, then defaults.
func (inst *instance) prepare() {
	if inst.t != nil {
		inst.addElementsClass()
		inst.addVariationClass()
		inst.addCustomCSSClass()
		inst.attrs = inst.t.Prepare(inst.block.Attrs)
	} else {
		inst.attrs = inst.block.Attrs
	}
}

// setAttr changes a stored attribute for this rendering only.
func (inst *instance) setAttr(name string, value any) {
	inst.block.Attrs = inst.block.Attrs.With(name, value)
}

// RenderInner renders what is inside the current block, with the values of
// this Context provided to it.
func (c *Context) RenderInner(b block.Block) string {
	if c.Exceeded() != "" {
		return ""
	}
	if c.current == nil {
		return c.RenderList(b.Inner)
	}
	n := *c
	inst := &instance{c: &n, t: blocktype.Get(b.Name), block: c.current.block, attrs: c.current.attrs, parent: c.current.parent}
	inst.block.Inner, inst.block.InnerContent = b.Inner, b.InnerContent
	n.current = inst
	return inst.inner(nil)
}

// RenderItem is RenderInner for one item of a list, such as an entry of a
// query. What the current block's class names stand for is put on the item.
func (c *Context) RenderItem(b block.Block) string {
	html := c.RenderInner(b)
	if c.current == nil {
		return html
	}
	item := &instance{c: c, block: c.current.block, parent: c.current.parent}
	// Compat (core-v2/rendered#the first page of the loop): the item counts as a block of an unknown type.
	item.block.Name = "core/null"
	return item.finish(html)
}

// inner joins a block's own HTML with its rendered inner blocks.
func (inst *instance) inner(bound []binding) string {
	pieces := inst.block.InnerContent
	if len(pieces) == 1 && pieces[0] != nil && len(bound) == 0 {
		return *pieces[0]
	}
	child := inst.c
	if len(inst.block.Inner) > 0 && inst.t != nil && len(inst.t.Provides) > 0 {
		values := map[string]any{}
		for name, attr := range inst.t.Provides {
			if v, ok := inst.attrs.Lookup(attr); ok {
				values[name] = v
			}
		}
		child = inst.c.With(values)
	}
	next, length := 0, 0
	var offsets []int
	shown := make([]string, 0, len(pieces))
	for _, piece := range pieces {
		if piece == nil {
			if next == len(inst.block.Inner) {
				continue
			}
			offsets = append(offsets, length)
			html := child.RenderInside(inst.block.Inner[next])
			piece = &html
			next++
		}
		shown = append(shown, *piece)
		length += len(*piece)
	}
	out := inst.c.run.budget.concat(shown)
	for _, b := range bound {
		changed := b.apply(inst.t, out, offsets)
		if changed != out {
			offsets = nil
		}
		out = changed
	}
	return out
}
