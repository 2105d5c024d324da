package render

import (
	"iter"
	"slices"
	"strings"

	"quoin/internal/display/render/htmltag"
)

// finish adds to a rendered block what its stored attributes ask for. The
// order is the reference's and shows in the order of class names.
func (inst *instance) finish(html string) string {
	f := finishing{c: inst.c, html: dropNoteMarks(inst.fitText(html))}
	f.first(inst.settingsClass)
	f.first(func(html string) string { return firstClass(html, classWithPrefix(inst, "wp-elements-")) })
	if inst.c.Theme.NoLayout {
		// The theme lays out by itself.
	} else if inst.laysInside(f.html) {
		f.all(inst.layout)
	} else {
		f.first(inst.layout)
	}
	f.first(inst.position)
	f.first(inst.aspectRatio)
	f.first(inst.duotone)
	f.first(inst.background)
	f.first(func(html string) string { return firstClass(html, variationClass(inst)) })
	if inst.block.Attrs.Get("metadata", "blockVisibility") != nil {
		f.all(inst.visibility)
	}
	if class := classWithPrefix(inst, "wp-custom-css-"); class != "" {
		f.first(func(html string) string { return firstClass(html, "has-custom-css", class) })
	}
	f.first(inst.states)
	if finish := inst.c.renderer.blocks[inst.block.Name].Finish; finish != nil {
		f.all(func(html string) string { return finish(inst.block, html) })
	}
	return f.whole()
}

// finishing is the HTML of a block while it is finished. Most of that happens to its first
// tag: that is cut off, so that the rest is copied once and not with each step.
type finishing struct {
	c       *Context
	html    string
	end     int    // of the first tag in html, once it was looked for
	head    string // what has become of it
	changed bool
}

// first does something to the first tag.
func (f *finishing) first(step func(html string) string) {
	if f.end == 0 {
		f.end = htmltag.FirstEnd(f.html)
		f.head = f.html[:f.end]
	}
	head := step(f.head)
	f.changed = f.changed || head != f.head
	f.head = head
}

// all does something to the whole.
func (f *finishing) all(step func(html string) string) {
	html := f.whole()
	out := step(html)
	if len(out) != len(html) || out != html {
		f.c.run.budget.copy(len(out))
	}
	f.html, f.end = out, 0
}

// whole puts both parts together.
func (f *finishing) whole() string {
	if f.changed {
		f.html = f.head + f.html[f.end:]
		f.c.run.budget.copy(len(f.html))
		f.end, f.changed = 0, false
	}
	return f.html
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

func (inst *instance) classes() iter.Seq[string] {
	return htmltag.EachClass(inst.block.Attrs.String("className"))
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
	for class := range inst.classes() {
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

func (inst *instance) settingsClass(html string) string {
	if html == "" || inst.t == nil || !inst.t.Has(false, "__experimentalSettings") || !inst.block.Attrs.Bool("settings") {
		return html
	}
	return firstClass(html, longHashID("wp-settings-", []any{inst.block.Name, inst.block.Attrs.Value()}))
}

func (inst *instance) visibility(html string) string {
	v := inst.block.Attrs.Get("metadata", "blockVisibility")
	if v == nil || inst.t == nil {
		return html
	}
	if v == false {
		return ""
	}
	viewports := inst.block.Attrs.Map("metadata", "blockVisibility", "viewport")
	if !inst.t.Has(true, "visibility") {
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
		inst.hideOnScreen(class)
	}
	for ok := true; ok; ok = p.Next() {
		if p.Tag() == "IMG" {
			p.SetAttr("fetchpriority", "auto")
		}
	}
	return p.String()
}

// hideOnScreen prints what a class of visibility stands for.
func (inst *instance) hideOnScreen(class string) {
	if !inst.c.Request.Front || !inst.c.run.layouts.fresh("."+class) {
		return
	}
	for _, s := range inst.c.Theme.allScreens() {
		if "wp-block-hidden-"+strings.TrimPrefix(s.name, "@") == class {
			inst.c.run.layouts.within(s.media, func(inner *layoutSheet) { inner.rule("."+class, "display", "none !important") })
		}
	}
}

func (inst *instance) fitText(html string) string {
	if !inst.block.Attrs.Bool("fitText") || html == "" {
		return inst.fluidSize(html)
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
