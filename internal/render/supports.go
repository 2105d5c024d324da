package render

import (
	"strings"

	"quoin/internal/blocktype"
	"quoin/internal/markup/block"
	"quoin/internal/render/style"
)

// supports gives the attributes the current block's outer element gets from
// what its type supports, in the order the reference applies them.
func (c *Context) supports(t *blocktype.Type) []Attr {
	a := c.current.attrs
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
		c.colors(t, a), c.typography(t, a), c.border(t, a), c.spacing(t, a), c.dimensions(t, a), c.shadow(t, a),
	} {
		out = collect(out, "class", strings.Join(part.Classes, " "))
		out = collect(out, "style", part.CSS)
	}
	if t.Has(false, "ariaLabel") && !t.Skips("ariaLabel", "") && len(a) > 0 {
		out = collect(out, "aria-label", a.Text("ariaLabel"))
	}
	if t.Has(false, "anchor") {
		out = collect(out, "id", a.String("anchor"))
	}
	return out
}

func has(a block.Attrs, name string) bool {
	_, ok := a[name]
	return ok
}

func (c *Context) compile(group string, values map[string]any, presetClasses bool) style.Result {
	for k, v := range values {
		if v == nil {
			delete(values, k)
		}
	}
	if len(values) == 0 {
		return style.Result{}
	}
	b := &c.current.block
	return style.Compile(block.Attrs{group: values}, style.Options{
		PresetClasses: presetClasses,
		Keys:          func(path ...string) []string { return b.Keys(append([]string{"style"}, path...)...) },
	})
}

// preset is the reference to a named preset, or the custom value.
func preset(a block.Attrs, attr, kind string, custom any) any {
	if has(a, attr) {
		return "var:preset|" + kind + "|" + a.Text(attr)
	}
	return custom
}

func (c *Context) colors(t *blocktype.Type, a block.Attrs) style.Result {
	if t.Supports["color"] == nil || t.Skips("color", "") {
		return style.Result{}
	}
	set, isSet := t.Supports["color"].(map[string]any)
	all := t.Supports["color"] == true
	wants := func(name string) bool {
		if t.Skips("color", name) {
			return false
		}
		v, ok := set[name]
		return all || isSet && (!ok || block.Truth(v))
	}
	values := map[string]any{}
	if wants("text") {
		values["text"] = preset(a, "textColor", "color", a.Get("style", "color", "text"))
	}
	if wants("background") {
		values["background"] = preset(a, "backgroundColor", "color", a.Get("style", "color", "background"))
	}
	gradientElsewhere := t.Has(false, "background", "gradient") && a.Bool("style", "background", "gradient")
	if block.Truth(set["gradients"]) && !t.Skips("color", "gradients") && !gradientElsewhere {
		values["gradient"] = preset(a, "gradient", "gradient", a.Get("style", "color", "gradient"))
	}
	return c.compile("color", values, true)
}

func (c *Context) typography(t *blocktype.Type, a block.Attrs) style.Result {
	set := t.Supports.Map("typography")
	if len(set) == 0 || t.Skips("typography", "") {
		return style.Result{}
	}
	values := map[string]any{}
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
		values[f.key] = v
	}
	if set.Bool("fontSize") && !t.Skips("typography", "fontSize") {
		values["fontSize"] = preset(a, "fontSize", "font-size", c.fontSize(a.Get("style", "typography", "fontSize")))
	}
	if set.Bool("__experimentalFontFamily") && !t.Skips("typography", "fontFamily") {
		custom := a.Get("style", "typography", "fontFamily")
		if s, ok := custom.(string); ok {
			custom = style.Preset(s, "font-family")
		}
		values["fontFamily"] = preset(a, "fontFamily", "font-family", custom)
	}
	r := c.compile("typography", values, true)
	if set.Bool("textAlign") && !t.Skips("typography", "textAlign") && a.Has("style", "typography", "textAlign") {
		r.Classes = append(r.Classes, "has-text-align-"+a.Text("style", "typography", "textAlign"))
	}
	return r
}

func (c *Context) border(t *blocktype.Type, a block.Attrs) style.Result {
	const set = "__experimentalBorder"
	if t.Supports[set] == nil || t.Skips("border", "") {
		return style.Result{}
	}
	wants := func(feature string) bool {
		return (t.Supports[set] == true || t.Has(false, set, feature)) && !t.Skips(set, feature)
	}
	values := map[string]any{}
	for _, feature := range [...]string{"radius", "style", "width"} {
		if wants(feature) {
			values[feature] = pixels(a.Get("style", "border", feature), feature != "style")
		}
	}
	if wants("color") {
		values["color"] = preset(a, "borderColor", "color", a.Get("style", "border", "color"))
	}
	for _, side := range [...]string{"top", "right", "bottom", "left"} {
		from := a.Map("style", "border", side)
		if len(from) == 0 || !t.Has(false, set, "color") && !t.Has(false, set, "width") && t.Supports[set] != true {
			continue
		}
		one := map[string]any{}
		for _, key := range [...]string{"width", "color", "style"} {
			if from[key] != nil && !t.Skips(set, key) {
				one[key] = from[key]
			}
		}
		values[side] = one
	}
	return c.compile("border", values, false)
}

// pixels gives a bare number the unit px.
func pixels(v any, numbers bool) any {
	if f, ok := v.(float64); ok && numbers {
		return block.Text(f) + "px"
	}
	if s, ok := v.(string); ok && numbers && s != "" && strings.Trim(s, "0123456789.") == "" {
		return s + "px"
	}
	return v
}

func (c *Context) spacing(t *blocktype.Type, a block.Attrs) style.Result {
	if t.Supports["spacing"] == nil || t.Skips("spacing", "") {
		return style.Result{}
	}
	values := map[string]any{}
	for _, f := range [...]string{"padding", "margin"} {
		if t.Has(false, "spacing", f) && !t.Skips("spacing", f) {
			values[f] = a.Get("style", "spacing", f)
		}
	}
	return c.compile("spacing", values, false)
}

func (c *Context) dimensions(t *blocktype.Type, a block.Attrs) style.Result {
	if t.Supports["dimensions"] == nil || t.Skips("dimensions", "") {
		return style.Result{}
	}
	values := map[string]any{}
	for _, f := range [...]string{"minHeight", "minWidth", "height", "width"} {
		if t.Has(false, "dimensions", f) && !t.Skips("dimensions", f) {
			values[f] = a.Get("style", "dimensions", f)
		}
	}
	r := c.compile("dimensions", values, false)
	r.Classes = nil
	return r
}

func (c *Context) shadow(t *blocktype.Type, a block.Attrs) style.Result {
	if !t.Has(false, "shadow") || t.Skips("shadow", "") {
		return style.Result{}
	}
	v, ok := a.Get("style", "shadow").(string)
	if !ok {
		return style.Result{}
	}
	return style.Compile(block.Attrs{"shadow": v}, style.Options{})
}
