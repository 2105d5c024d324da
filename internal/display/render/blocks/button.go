package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// button drops buttons without a label and applies their width.
func button(c *render.Context, b block.Block, inner string) string {
	p := htmltag.New(inner)
	tag, end := "", 0
	for p.Next() {
		tag, end = p.Tag(), p.End()
		if tag == "A" || tag == "BUTTON" {
			break
		}
	}
	if tag == "" {
		return inner
	}
	if emptyUntilCloser(inner[end:], tag) {
		return ""
	}
	width := b.Attrs.Text("style", "dimensions", "width")
	if width == "" || width == "0" {
		return inner
	}
	p = htmltag.New(inner)
	if !p.NextClass("wp-block-button") {
		return inner
	}
	p.AddClass("has-custom-width")
	slug, isPreset := strings.CutPrefix(width, "var:preset|dimension|")
	resolved := width
	if isPreset {
		resolved = dimensionPreset(c, b.Name, slug, width)
	}
	css := "width: " + width + ";"
	if isPreset {
		css = "width: var(--wp--preset--dimension--" + style.Kebab(slug) + ");"
	}
	if percent, ok := strings.CutSuffix(resolved, "%"); ok {
		p.AddClass("wp-block-button__width")
		switch percent {
		case "25", "50", "75", "100":
			p.AddClass("wp-block-button__width-" + percent)
		}
		n, _ := strconv.ParseFloat(percent, 64)
		css = "--wp--block-button--width: " + block.Text(n) + ";"
	}
	if old, _ := p.Attr("style"); old != "" {
		css += " " + old
	}
	p.SetAttr("style", css)
	return p.String()
}

// emptyUntilCloser tells whether nothing but comments comes before the next
// tag of a name.
func emptyUntilCloser(html, tag string) bool {
	for strings.HasPrefix(html, "<!--") {
		_, rest, found := strings.Cut(html, "-->")
		if !found {
			return false
		}
		html = rest
	}
	p := htmltag.New(html)
	return p.NextAny() && p.Start() == 0 && p.Tag() == tag
}

// dimensionPreset is the size of a width that a block type names.
func dimensionPreset(c *render.Context, of, slug, missing string) string {
	settings := c.Theme.Settings
	sizes := settings.Map("blocks", of, "dimensions", "dimensionSizes")
	if sizes.Object == nil {
		sizes = settings.Map("dimensions", "dimensionSizes")
	}
	for _, origin := range [...]string{"custom", "theme", "default"} {
		for _, v := range sizes.List(origin) {
			if m, _ := v.(*wire.Object); m.Get("slug") == slug {
				if size := block.Text(m.Get("size")); size != "" {
					return size
				}
			}
		}
	}
	return missing
}
