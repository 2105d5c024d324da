package render

import (
	"strings"

	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// supports gives the attributes the block's outer element gets from
// what its type supports, in the order the reference applies them.
func (inst *instance) supports() []Attr {
	t, a := inst.t, inst.attrs
	var out []Attr
	if t.Has(false, "align") && has(a, "align") {
		out = collect(out, "class", "align"+a.Text("align"))
	}
	if t.Has(true, "customClassName") && has(a, "className") {
		out = collect(out, "class", a.Text("className"))
	}
	if t.Has(true, "className") {
		out = collect(out, "class", ClassOf(t.Name))
	}
	for _, part := range [...]style.Result{
		inst.colors(), inst.typography(), inst.border(), inst.spacing(), inst.dimensions(), inst.shadow(),
	} {
		out = collect(out, "class", strings.Join(part.Classes, " "))
		out = collect(out, "style", part.CSS)
	}
	if t.Has(false, "ariaLabel") && !t.Skips("ariaLabel", "") && a.Len() > 0 {
		out = collect(out, "aria-label", a.Text("ariaLabel"))
	}
	if t.Has(false, "anchor") {
		out = collect(out, "id", a.String("anchor"))
	}
	return out
}

func has(a block.Attrs, name string) bool {
	return a.Object.Has(name)
}

// compile is the CSS and the classes of the values of a group, which may have none.
func compile(group string, values *wire.Object, presetClasses bool) style.Result {
	if values.Len() == 0 {
		return style.Result{}
	}
	return style.Compile(block.Of(group, values), style.Options{PresetClasses: presetClasses})
}

// setOwn sets a value, unless there is none.
func setOwn(o *wire.Object, key string, v any) {
	if v != nil {
		o.Set(key, v)
	}
}

// preset is the reference to a named preset, or the custom value.
func preset(a block.Attrs, attr, kind string, custom any) any {
	if has(a, attr) {
		return "var:preset|" + kind + "|" + a.Text(attr)
	}
	return custom
}

func (inst *instance) colors() style.Result {
	t, a := inst.t, inst.attrs
	if t.Supports.Get("color") == nil || t.Skips("color", "") {
		return style.Result{}
	}
	set, isSet := t.Supports.Get("color").(*wire.Object)
	all := t.Supports.Get("color") == true
	wants := func(name string) bool {
		if t.Skips("color", name) {
			return false
		}
		v, ok := set.Lookup(name)
		return all || isSet && (!ok || block.Truth(v))
	}
	values := &wire.Object{}
	if wants("text") {
		setOwn(values, "text", preset(a, "textColor", "color", a.Get("style", "color", "text")))
	}
	if wants("background") {
		setOwn(values, "background", preset(a, "backgroundColor", "color", a.Get("style", "color", "background")))
	}
	gradientElsewhere := t.Has(false, "background", "gradient") && a.Bool("style", "background", "gradient")
	if block.Truth(set.Get("gradients")) && !t.Skips("color", "gradients") && !gradientElsewhere {
		setOwn(values, "gradient", preset(a, "gradient", "gradient", a.Get("style", "color", "gradient")))
	}
	return compile("color", values, true)
}

func (inst *instance) typography() style.Result {
	t, a := inst.t, inst.attrs
	set := t.Supports.Map("typography")
	if set.Len() == 0 || t.Skips("typography", "") {
		return style.Result{}
	}
	values := &wire.Object{}
	for _, f := range [...]struct{ support, key, css string }{
		{"__experimentalFontStyle", "fontStyle", "font-style"},
		{"__experimentalFontWeight", "fontWeight", "font-weight"},
		{"lineHeight", "lineHeight", ""},
		{"textColumns", "textColumns", ""},
		{"__experimentalTextDecoration", "textDecoration", "text-decoration"},
		{"__experimentalTextTransform", "textTransform", "text-transform"},
		{"__experimentalLetterSpacing", "letterSpacing", "letter-spacing"},
		{"__experimentalWritingMode", "writingMode", ""},
		{"textIndent", "textIndent", ""},
	} {
		if !set.Bool(f.support) || t.Skips("typography", f.key) {
			continue
		}
		v := a.Get("style", "typography", f.key)
		if s, ok := v.(string); ok && f.css != "" {
			v = style.Preset(s, f.css)
		}
		setOwn(values, f.key, v)
	}
	if set.Bool("fontSize") && !t.Skips("typography", "fontSize") {
		setOwn(values, "fontSize", preset(a, "fontSize", "font-size", inst.c.Theme.fontSize(a.Get("style", "typography", "fontSize"))))
	}
	if set.Bool("__experimentalFontFamily") && !t.Skips("typography", "fontFamily") {
		custom := a.Get("style", "typography", "fontFamily")
		if s, ok := custom.(string); ok {
			custom = style.Preset(s, "font-family")
		}
		setOwn(values, "fontFamily", preset(a, "fontFamily", "font-family", custom))
	}
	r := compile("typography", values, true)
	if set.Bool("textAlign") && !t.Skips("typography", "textAlign") && a.Has("style", "typography", "textAlign") {
		r.Classes = append(r.Classes, "has-text-align-"+a.Text("style", "typography", "textAlign"))
	}
	return r
}

func (inst *instance) border() style.Result {
	t, a := inst.t, inst.attrs
	const set = "__experimentalBorder"
	if t.Supports.Get(set) == nil || t.Skips("border", "") {
		return style.Result{}
	}
	wants := func(feature string) bool {
		return (t.Supports.Get(set) == true || t.Has(false, set, feature)) && !t.Skips(set, feature)
	}
	values := &wire.Object{}
	for _, feature := range [...]string{"radius", "style", "width"} {
		if wants(feature) {
			setOwn(values, feature, pixels(a.Get("style", "border", feature), feature != "style"))
		}
	}
	if wants("color") {
		setOwn(values, "color", preset(a, "borderColor", "color", a.Get("style", "border", "color")))
	}
	for _, side := range [...]string{"top", "right", "bottom", "left"} {
		from := a.Map("style", "border", side)
		if from.Len() == 0 || !t.Has(false, set, "color") && !t.Has(false, set, "width") && t.Supports.Get(set) != true {
			continue
		}
		values.Set(side, from.Only(func(key string) bool {
			return (key == "width" || key == "color" || key == "style") && from.Has(key) && !t.Skips(set, key)
		}).Object)
	}
	return compile("border", values, false)
}

// pixels gives a bare number the unit px.
func pixels(v any, numbers bool) any {
	if _, ok := wire.Number(v); ok && numbers {
		return block.Text(v) + "px"
	}
	if s, ok := v.(string); ok && numbers && s != "" && strings.Trim(s, "0123456789.") == "" {
		return s + "px"
	}
	return v
}

func (inst *instance) spacing() style.Result {
	t, a := inst.t, inst.attrs
	if t.Supports.Get("spacing") == nil || t.Skips("spacing", "") {
		return style.Result{}
	}
	values := &wire.Object{}
	for _, f := range [...]string{"padding", "margin"} {
		if t.Has(false, "spacing", f) && !t.Skips("spacing", f) {
			setOwn(values, f, a.Get("style", "spacing", f))
		}
	}
	return compile("spacing", values, false)
}

func (inst *instance) dimensions() style.Result {
	t, a := inst.t, inst.attrs
	if t.Supports.Get("dimensions") == nil || t.Skips("dimensions", "") {
		return style.Result{}
	}
	values := &wire.Object{}
	for _, f := range [...]string{"minHeight", "minWidth", "height", "width"} {
		if t.Has(false, "dimensions", f) && !t.Skips("dimensions", f) {
			setOwn(values, f, a.Get("style", "dimensions", f))
		}
	}
	r := compile("dimensions", values, false)
	r.Classes = nil
	return r
}

func (inst *instance) shadow() style.Result {
	t, a := inst.t, inst.attrs
	if !t.Has(false, "shadow") || t.Skips("shadow", "") {
		return style.Result{}
	}
	v, ok := a.Get("style", "shadow").(string)
	if !ok {
		return style.Result{}
	}
	return style.Compile(block.Of("shadow", v), style.Options{})
}
