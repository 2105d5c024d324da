package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
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
	look := style.Compile(iconStyles(b), style.Options{})
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
		css += "rotate: " + strconv.Itoa(n) + "deg;"
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
	var colors block.Attrs
	for _, v := range [...][2]string{{"text", "textColor"}, {"background", "backgroundColor"}} {
		if b.Attrs.Has(v[1]) {
			colors = colors.With(v[0], "var:preset|color|"+b.Attrs.Text(v[1]))
		} else if custom := b.Attrs.Get("style", "color", v[0]); custom != nil {
			colors = colors.With(v[0], custom)
		}
	}
	out := block.Of("color", colors, "border", borderOf(b))
	if v := b.Attrs.Get("style", "spacing", "padding"); v != nil {
		out = out.With("spacing", block.Of("padding", v))
	}
	if v := b.Attrs.Get("style", "dimensions", "width"); v != nil {
		out = out.With("dimensions", block.Of("width", v))
	}
	return out
}
