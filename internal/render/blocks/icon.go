package blocks

import (
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/htmltag"
	"quoin/internal/render/style"
)

// icon shows a named icon, with its supports on the drawing itself.
func icon(c *render.Context, b block.Block, _ string) string {
	source, ok := c.Source.(render.IconSource)
	if !ok || b.Attrs.Text("icon") == "" {
		return ""
	}
	svg, ok := source.Icon(c, b.Attrs.Text("icon"))
	if !ok {
		return ""
	}
	look := style.Compile(iconStyles(b), style.Options{
		Keys: func(path ...string) []string { return b.Keys(append([]string{"style"}, path...)...) },
	})
	p := htmltag.New(svg)
	if !p.NextTag("SVG") {
		return ""
	}
	p.AddClass(strings.Join(look.Classes, " "))
	if label := b.Attrs.Text("ariaLabel"); label != "" {
		p.SetAttr("role", "img")
		p.SetAttr("aria-label", label)
	} else {
		p.SetAttr("aria-hidden", "true")
		p.SetAttr("focusable", "false")
	}
	css := look.CSS
	if n := b.Attrs.Int("rotation"); n != 0 {
		if css != "" {
			css += " "
		}
		css += "rotate: " + block.Text(float64(n)) + "deg;"
	}
	if css != "" {
		p.SetAttr("style", css)
	}
	if b.Attrs.Bool("flipHorizontal") {
		p.AddClass("is-flip-horizontal")
	}
	if b.Attrs.Bool("flipVertical") {
		p.AddClass("is-flip-vertical")
	}
	return "<div " + c.Wrapper() + ">" + p.String() + "</div>"
}

func iconStyles(b block.Block) block.Attrs {
	out := block.Attrs{}
	colors := map[string]any{}
	for _, v := range [...][2]string{{"text", "textColor"}, {"background", "backgroundColor"}} {
		if b.Attrs.Has(v[1]) {
			colors[v[0]] = "var:preset|color|" + b.Attrs.Text(v[1])
		} else if custom := b.Attrs.Get("style", "color", v[0]); custom != nil {
			colors[v[0]] = custom
		}
	}
	out["color"] = colors
	border := map[string]any{}
	for k, v := range b.Attrs.Map("style", "border") {
		border[k] = v
	}
	if b.Attrs.Has("borderColor") {
		border["color"] = "var:preset|color|" + b.Attrs.Text("borderColor")
	}
	out["border"] = border
	if v := b.Attrs.Get("style", "spacing", "padding"); v != nil {
		out["spacing"] = map[string]any{"padding": v}
	}
	if v := b.Attrs.Get("style", "dimensions", "width"); v != nil {
		out["dimensions"] = map[string]any{"width": v}
	}
	return out
}
