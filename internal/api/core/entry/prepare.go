package entry

import (
	"context"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// PrepareCreate filters the texts that a new entry is sent with, before the
// transaction: others who write don't wait for it.
func (res *Resource) PrepareCreate(r *rest.Request) {
	c := res.sentTexts(r)
	if r.Actor.Can("unfiltered_html") || !anyLong(c.Title, c.Content, c.Excerpt) || r.Endpoint.Allow(r) != nil {
		return
	}
	res.Entries.Prepare(r.Context(), r.Actor, nil, c)
}

// prepareUpdate does the same for an update or an autosave. What it is refused
// for, the transaction finds and tells.
func (res *Resource) prepareUpdate(r *rest.Request) {
	c := res.sentTexts(r)
	free := r.Actor.Can("unfiltered_html")
	if !r.Actor.LoggedIn() || free && !anyLong(c.Content) {
		return
	}
	before, err := res.Load(r)
	if err != nil || !anyLong(c.Title, c.Content, c.Excerpt, &before.Title, &before.Content, &before.Excerpt) ||
		r.Endpoint.Allow(r) != nil {
		return
	}
	if f := res.fields(); c.Content != nil && f.Type.Blocks {
		text := f.usualForm(r.Context(), *c.Content)
		c.Content = &text
	}
	res.Entries.Prepare(r.Context(), r.Actor, before, c)
}

// usualForm is content as updates store it, its blocks written as editors
// write them.
func (f Fields) usualForm(ctx context.Context, text string) string {
	return scope.OnText(ctx, "writing blocks in their usual form", text, func(s string) string {
		return canonical(f.Env, s)
	})
}

// sentTexts are the texts of a request that are filtered.
func (res *Resource) sentTexts(r *rest.Request) (c content.Change) {
	for i := range res.Fields {
		if f := &res.Fields[i]; f.Long {
			_ = f.Change(r, nil, &c) // a text is taken as it is
		}
	}
	return c
}

// anyLong tells whether one of some texts is worth work ahead.
func anyLong(texts ...*string) bool {
	return slices.ContainsFunc(texts, func(s *string) bool { return s != nil && len(*s) > scope.ShortText })
}
