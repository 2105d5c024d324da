package blocks

import (
	"fmt"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/wire"
)

func heading(_ *render.Context, _ block.Block, inner string) string {
	return render.AddClass(inner, "wp-block-heading", "H1", "H2", "H3", "H4", "H5", "H6")
}

func list(_ *render.Context, _ block.Block, inner string) string {
	return render.AddClass(inner, "wp-block-list", "OL", "UL")
}

func shortcodeBlock(_ *render.Context, _ block.Block, inner string) string {
	return paragraph.Auto(inner, true)
}

// video gives a video of the site its own dimensions.
func video(c *render.Context, b block.Block, inner string) string {
	if _, ok := wire.Number(b.Attrs.Get("id")); !ok || !strings.Contains(inner, "<video") {
		return inner
	}
	img := c.Image(int64(b.Attrs.Int("id")))
	if img == nil || img.Width <= 0 || img.Height <= 0 {
		return inner
	}
	p := htmltag.New(inner)
	if !p.NextTag("VIDEO") {
		return inner
	}
	old, _ := p.Attr("style")
	p.SetAttr("width", fmt.Sprint(img.Width))
	p.SetAttr("height", fmt.Sprint(img.Height))
	p.SetAttr("style", fmt.Sprintf("aspect-ratio: %d / %d;", img.Width, img.Height)+old)
	return p.String()
}

// file prepares the preview of a document.
func file(c *render.Context, b block.Block, inner string) string {
	if !b.Attrs.Bool("displayPreview") {
		return inner
	}
	p := htmltag.New(inner)
	if p.Next() {
		p.SetAttr("data-wp-interactive", b.Name)
	}
	if !p.NextTag("OBJECT") {
		return inner
	}
	label := c.T("PDF embed")
	if name, _ := p.Attr("aria-label"); name != "" && name != label {
		label = c.Filled("Embed of %s.", name)
	}
	p.SetAttr("data-wp-bind--hidden", "!state.hasPdfPreview")
	p.SetFlag("hidden")
	p.SetAttr("aria-label", label)
	return p.String()
}

// paragraphClass is the class that all paragraphs have.
func paragraphClass(_ block.Block, html string) string {
	p := htmltag.New(html)
	if !p.NextTag("P") {
		return html
	}
	p.AddClass("wp-block-paragraph")
	return p.String()
}

func lowPriorityImages(b block.Block, html string) string {
	if b.Attrs.Bool("showContent") {
		return html
	}
	p := htmltag.New(html)
	for p.NextTag("IMG") {
		p.SetAttr("fetchpriority", "low")
	}
	return p.String()
}
