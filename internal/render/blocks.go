package render

import (
	"slices"
	"strings"

	"quoin/internal/blocktype"
	"quoin/internal/markup/block"
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
	return c.concat(shown)
}

// concat puts texts one behind the other. One that is alone isn't copied.
func (c *Context) concat(texts []string) string {
	alone := -1
	for i, t := range texts {
		if t == "" {
			continue
		}
		if alone >= 0 {
			out := strings.Join(texts, "")
			c.run.budget.copy(len(out))
			return out
		}
		alone = i
	}
	if alone < 0 {
		return ""
	}
	return texts[alone]
}

// Render renders one block as a top-level block.
func (c *Context) Render(b block.Block) string {
	top := *c
	top.current = nil
	return top.render(b)
}

// render renders a block inside the current one. This is the one place that
// every block goes through, and so the one that holds it to the budget.
func (c *Context) render(b block.Block) string {
	if b.Name == "" {
		return b.InnerHTML
	}
	if !c.run.budget.spend(c, 1, len(b.RawAttrs), 0) {
		return ""
	}
	return c.reuse(&b, func() string { return c.renderNew(b) })
}

// renderNew is render for what wasn't rendered yet.
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
	inst := &instance{block: b, parent: c.current}
	n.current = inst
	if own.Migrate != nil {
		own.Migrate(&inst.block)
	}
	n.prepare(inst, t)
	if own.Values != nil {
		n.values = n.With(own.Values(&n, inst.block)).values
	}
	bound := n.bindings(inst)
	inner := ""
	if t == nil || !t.Server.SkipInner {
		inner = n.inner(inst, t, bound)
	} else if t.Server.Twice && n.thrownAway < maxThrownAway && makesIDs(inst.block.Inner) {
		// Compat (core-v2/rendered#ids inside a navigation): the numbers of that rendering are used up.
		once := n
		once.thrownAway++
		once.inner(inst, t, bound)
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
	html := n.finish(inst, t, out)
	if c.Theme.Filter != nil && c.Request.Front && !c.Request.Feed {
		return n.filtered(inst, html)
	}
	return html
}

// maxFiltered is how many steps the filters of a theme may take for one page. Blocks after
// that are shown as they are.
const maxFiltered = 400_000

// filtered is a block as the theme changes it.
func (c *Context) filtered(inst *instance, html string) string {
	if c.run.filtered > maxFiltered {
		return html
	}
	out, steps := c.Theme.Filter(c, inst.block, html)
	c.run.filtered += steps
	if out == html {
		return html
	}
	c.run.budget.spend(c, 0, len(out), max(0, len(out)-len(html)))
	if c.run.budget.overdrawn {
		return ""
	}
	c.run.budget.copy(len(out))
	return out
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
func (c *Context) prepare(inst *instance, t *blocktype.Type) {
	if t != nil {
		c.addElementsClass(inst, t)
		c.addVariationClass(inst)
		c.addCustomCSSClass(inst, t)
		inst.attrs = t.Prepare(inst.block.Attrs)
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
	inst := &instance{block: c.current.block, attrs: c.current.attrs, parent: c.current.parent}
	inst.block.Inner, inst.block.InnerContent = b.Inner, b.InnerContent
	n := *c
	n.current = inst
	return n.inner(inst, blocktype.Get(b.Name), nil)
}

// RenderItem is RenderInner for one item of a list, such as an entry of a
// query. What the current block's class names stand for is put on the item.
func (c *Context) RenderItem(b block.Block) string {
	html := c.RenderInner(b)
	if c.current == nil {
		return html
	}
	item := &instance{block: c.current.block, parent: c.current.parent}
	// Compat (core-v2/rendered#the first page of the loop): the item counts as a block of an unknown type.
	item.block.Name = "core/null"
	return c.finish(item, nil, html)
}

// inner joins a block's own HTML with its rendered inner blocks.
func (c *Context) inner(inst *instance, t *blocktype.Type, bound []binding) string {
	pieces := inst.block.InnerContent
	if len(pieces) == 1 && pieces[0] != nil && len(bound) == 0 {
		return *pieces[0]
	}
	child := c
	if len(inst.block.Inner) > 0 && t != nil && len(t.Provides) > 0 {
		values := map[string]any{}
		for name, attr := range t.Provides {
			if v, ok := inst.attrs.Lookup(attr); ok {
				values[name] = v
			}
		}
		child = c.With(values)
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
			html := child.render(inst.block.Inner[next])
			piece = &html
			next++
		}
		shown = append(shown, *piece)
		length += len(*piece)
	}
	out := c.concat(shown)
	for _, b := range bound {
		changed := b.apply(t, out, offsets)
		if changed != out {
			offsets = nil
		}
		out = changed
	}
	return out
}

// RenderInside renders one block as an inner block of the current one.
func (c *Context) RenderInside(b block.Block) string { return c.render(b) }
