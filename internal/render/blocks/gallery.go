package blocks

import (
	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/htmltag"
)

// gallery gives each gallery a class of its own, which its gap refers to, and
// joins its enlargeable images.
func gallery(c *render.Context, _ block.Block, inner string) string {
	p := htmltag.New(inner)
	if !p.Next() {
		return inner
	}
	p.AddClass(c.UniqueID("wp-block-gallery-"))
	if id := c.GetText("galleryId"); id != "" && c.Noted("lightbox:"+id) {
		p.SetAttr("data-wp-interactive", "core/gallery")
		p.SetAttr("data-wp-context", `{"galleryId":"`+id+`"}`)
	}
	return p.String()
}
