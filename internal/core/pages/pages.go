// Package pages is the resource core/v2/pages.
package pages

import (
	"slices"

	"quoin/internal/content"
	"quoin/internal/core/entry"
	"quoin/internal/core/env"
	"quoin/internal/rest"
)

// Routes are the routes of pages, their revisions and autosaves.
func Routes(e *env.Env) []rest.Route { return Resource(e).Routes() }

// Resource describes pages.
func Resource(e *env.Env) *entry.Resource {
	t := e.Types.Get(content.TypePage)
	f := entry.Fields{Env: e, Type: t}
	return &entry.Resource{
		Env: e, Type: t, Batch: rest.BatchYes, Concurrent: true,
		Fields: slices.Concat(
			[]entry.Field{f.ID()}, f.Dates(), []entry.Field{f.GUID()}, f.Modified(),
			[]entry.Field{
				f.Password(rest.OnlyEdit), f.Slug(), f.Status(rest.NotEmbed), f.TypeName(), f.Link(), f.Title(), f.FullContent(),
				f.Excerpt(), f.Author(), f.FeaturedMedia(), f.Parent(), f.MenuOrder(),
			},
			f.Discussion(), []entry.Field{f.Template(), f.Meta()}, f.Permalink(), []entry.Field{f.ClassList()},
		),
	}
}
