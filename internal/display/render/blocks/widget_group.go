package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
)

// widgetGroup holds blocks of a sidebar below a title.
func widgetGroup(c *render.Context, b block.Block, _ string) string {
	title := ""
	if b.Attrs.Bool("title") {
		title = `<h2 class="widget-title">` + escape.HTML(b.Attrs.Text("title")) + "</h2>"
	}
	var html strings.Builder
	for i := range b.Inner {
		html.WriteString(c.RenderInside(b.Inner[i]))
	}
	return title + `<div class="wp-widget-group__inner-blocks">` + html.String() + "</div>"
}
