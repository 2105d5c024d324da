package entry

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
)

// Of is the resource of a type that differs from posts and pages only by what
// the type says of itself.
func Of(e *env.Env, t *content.Type) *Resource {
	return &Resource{Env: e, Type: t, Batch: rest.BatchYes, Concurrent: true, Fields: Fields{e, t}.usual()}
}

// usual are the fields that the type's features ask for, in the order in which
// they are answered.
func (f Fields) usual() []Field {
	fields := slices.Concat([]Field{f.ID()}, f.Dates(), []Field{f.GUID()}, f.Modified(), []Field{
		f.Password(rest.OnlyEdit), f.Slug(), f.Status(rest.NotEmbed), f.TypeName(), f.Link(),
	})
	add := func(has bool, more ...Field) {
		if has {
			fields = append(fields, more...)
		}
	}
	add(f.Type.Has("title"), f.Title())
	add(f.Type.Has("editor"), f.FullContent())
	// Compat (core-v2/pages#list): pages have an excerpt, though they don't say so.
	add(f.Type.Has("excerpt") || f.Type.Name == content.TypePage, f.Excerpt())
	add(f.Type.Has("author"), f.Author())
	add(f.Type.Has("thumbnail"), f.FeaturedMedia())
	add(f.Type.Hierarchical, f.Parent())
	add(f.Type.Has("page-attributes"), f.MenuOrder())
	add(f.Type.Has("comments"), f.Discussion()...)
	add(f.Type.Sticky, f.Sticky())
	add(true, f.Template())
	add(f.Type.Has("post-formats"), f.Format())
	add(f.Type.Has("custom-fields"), f.Meta())
	add(true, f.Terms()...)
	add(f.Type.Public, f.Permalink()...)
	add(f.Type.Public, f.ClassList())
	return fields
}
