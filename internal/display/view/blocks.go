package view

import (
	"context"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/icon"
)

// Blocks shows blocks that aren't stored anywhere, as if they stood in an
// entry; e may be nil. Nothing of it is cached.
func (v *View) Blocks(ctx context.Context, to Visit, e *content.Entry, src string) string {
	s := v.sourceOf(ctx, to)
	s.at(ctx, to)
	var p *render.Post
	if e != nil {
		p = s.post(ctx, e)
	}
	return v.renderer.Begin(ctx, s, p, counters(ctx, to), nil).Blocks(src)
}

// Icon is the drawing of a name.
func (s *Source) Icon(_ context.Context, name string) (svg string, ok bool) {
	i, ok := icon.Get(name)
	return i.SVG, ok
}
