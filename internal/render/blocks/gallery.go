package blocks

import (
	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/htmltag"
)

// gallery gives each gallery a class of its own, which its gap refers to.
func gallery(c *render.Context, _ block.Block, inner string) string {
	p := htmltag.New(inner)
	if !p.Next() {
		return inner
	}
	p.AddClass(c.UniqueID("wp-block-gallery-"))
	return p.String()
}
