// Package navigation is the resource core/v2/navigation: menus made of blocks.
// Everybody reads published ones; writing is part of editing the theme.
package navigation

import (
	"slices"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
)

// Routes are the routes of navigation menus, their revisions and autosaves.
func Routes(e *env.Env) []rest.Route { return Resource(e).Routes() }

// Resource describes navigation menus. Clients embed them whole, so context
// embed shows nearly all of them.
func Resource(e *env.Env) *entry.Resource {
	t := e.Types.Get(content.TypeNavigation)
	f := entry.Fields{Env: e, Type: t}
	embedded := schema.In("edit", "embed")
	rendered := f.Rendered()
	rendered.Schema = rendered.Schema.With(rest.Everywhere)
	text := f.Content(f.Raw(embedded), rendered, f.Protected(), f.BlockVersion(embedded))
	text.Schema = text.Schema.With(rest.Everywhere)
	return &entry.Resource{
		Env: e, Type: t, Batch: rest.BatchYes, Get: entry.Get{NoExcerptLength: true},
		Fields: slices.Concat(
			[]entry.Field{f.ID()}, f.Dates(), []entry.Field{f.GUID()}, f.Modified(),
			[]entry.Field{
				f.Password(rest.OnlyEdit), f.Slug(), f.Status(rest.Everywhere), f.TypeName(), f.Link(),
				f.TitleIn(embedded, f.RenderedTitle()), text, f.Template(),
			},
		),
	}
}
