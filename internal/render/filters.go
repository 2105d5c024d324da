package render

import (
	"slices"
	"strings"

	"quoin/internal/blocktype"
	"quoin/internal/render/htmltag"
)

// finish adds to a rendered block what its stored attributes ask for. The
// order is the reference's and shows in the order of class names.
func (c *Context) finish(inst *instance, t *blocktype.Type, html string) string {
	html = c.fitText(inst, html)
	html = dropNoteMarks(html)
	html = settingsClass(inst, t, html)
	html = firstClass(html, classWithPrefix(inst, "wp-elements-"))
	html = c.layout(inst, t, html)
	html = c.position(inst, t, html)
	html = c.aspectRatio(inst, t, html)
	html = c.duotone(inst, t, html)
	html = c.background(inst, t, html)
	html = firstClass(html, variationClass(inst))
	html = c.visibility(inst, t, html)
	if class := classWithPrefix(inst, "wp-custom-css-"); class != "" {
		html = firstClass(html, "has-custom-css", class)
	}
	html = c.states(inst, t, html)
	if finish := c.renderer.blocks[inst.block.Name].Finish; finish != nil {
		html = finish(inst.block, html)
	}
	return html
}

// firstClass adds classes to the first tag.
func firstClass(html string, classes ...string) string {
	if len(classes) == 1 && classes[0] == "" {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	for _, class := range classes {
		p.AddClass(class)
	}
	return p.String()
}

// AddClass adds a class to the first tag that has one of the given names.
func AddClass(html, class string, tags ...string) string {
	p := htmltag.New(html)
	for p.Next() {
		if slices.Contains(tags, p.Tag()) {
			p.AddClass(class)
			break
		}
	}
	return p.String()
}

func (inst *instance) classes() []string {
	return htmltag.Classes(inst.block.Attrs.String("className"))
}

func (inst *instance) addClass(class string) {
	if old, ok := inst.block.Attrs.Get("className").(string); ok {
		class = old + " " + class
	}
	inst.setAttr("className", class)
}

func classWithPrefix(inst *instance, prefix string) string {
	if !strings.Contains(inst.block.Attrs.String("className"), prefix) {
		return ""
	}
	for _, class := range inst.classes() {
		if strings.HasPrefix(class, prefix) {
			return class
		}
	}
	return ""
}

// dropNoteMarks removes the tags of mark elements that hold an editor's note.
func dropNoteMarks(html string) string {
	if !strings.Contains(html, "wp-note") {
		return html
	}
	p := htmltag.New(html)
	var stack []bool
	for p.NextAny() {
		if p.Tag() != "MARK" {
			continue
		}
		note := false
		if p.Closer() {
			if n := len(stack); n > 0 {
				note, stack = stack[n-1], stack[:n-1]
			}
		} else {
			note = p.HasClass("wp-note")
			stack = append(stack, note)
		}
		if note {
			p.Replace(p.Start(), p.End(), "")
		}
	}
	return p.String()
}

func settingsClass(inst *instance, t *blocktype.Type, html string) string {
	if html == "" || t == nil || !t.Has(false, "__experimentalSettings") || !inst.block.Attrs.Bool("settings") {
		return html
	}
	return firstClass(html, longHashID("wp-settings-", []any{inst.block.Name, inst.block.Attrs.Value()}))
}

func (c *Context) visibility(inst *instance, t *blocktype.Type, html string) string {
	v := inst.block.Attrs.Get("metadata", "blockVisibility")
	if v == nil || t == nil {
		return html
	}
	if v == false {
		return ""
	}
	viewports := inst.block.Attrs.Map("metadata", "blockVisibility", "viewport")
	if !t.Has(true, "visibility") {
		return html
	}
	var hidden []string
	for _, name := range [...]string{"desktop", "mobile", "tablet"} {
		if viewports.Get(name) == false {
			hidden = append(hidden, "wp-block-hidden-"+name)
		}
	}
	if len(hidden) == 0 {
		return html
	}
	p := htmltag.New(html)
	if !p.Next() {
		return html
	}
	for _, class := range hidden {
		p.AddClass(class)
	}
	for ok := true; ok; ok = p.Next() {
		if p.Tag() == "IMG" {
			p.SetAttr("fetchpriority", "auto")
		}
	}
	return p.String()
}

func (c *Context) fitText(inst *instance, html string) string {
	if !inst.block.Attrs.Bool("fitText") || html == "" {
		return c.fluidSize(inst, html)
	}
	p := htmltag.New(html)
	if p.Next() {
		if _, ok := p.Attr("data-wp-interactive"); !ok {
			p.SetFlag("data-wp-interactive")
		}
		p.SetAttr("data-wp-context---core-fit-text", `core/fit-text::{"fontSize":""}`)
		p.SetAttr("data-wp-init---core-fit-text", "core/fit-text::callbacks.init")
		p.SetAttr("data-wp-style--font-size", "core/fit-text::context.fontSize")
	}
	return p.String()
}
