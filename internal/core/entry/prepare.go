package entry

import (
	"context"
	"slices"

	"quoin/internal/content"
	"quoin/internal/rest"
	"quoin/internal/scope"
)

// PrepareCreate filters the texts that a new entry is sent with, before the
// transaction: others who write don't wait for it.
func (res *Resource) PrepareCreate(r *rest.Request) {
	c := sentTexts(r)
	if r.Actor.Can("unfiltered_html") || !anyLong(c.Title, c.Content, c.Excerpt) || r.Endpoint.Allow(r) != nil {
		return
	}
	res.Entries.Prepare(r.Context(), r.Actor, nil, c)
}

// prepareUpdate does the same for an update or an autosave. What it is refused
// for, the transaction finds and tells.
func (res *Resource) prepareUpdate(r *rest.Request) {
	c := sentTexts(r)
	free := r.Actor.Can("unfiltered_html")
	if !r.Actor.LoggedIn() || free && !anyLong(c.Content) {
		return
	}
	before, err := res.Load(r)
	if err != nil || !anyLong(c.Title, c.Content, c.Excerpt, &before.Title, &before.Content, &before.Excerpt) ||
		r.Endpoint.Allow(r) != nil {
		return
	}
	if c.Content != nil && res.ofBlocks() {
		text := res.usualForm(r.Context(), *c.Content)
		c.Content = &text
	}
	res.Entries.Prepare(r.Context(), r.Actor, before, c)
}

// usualForm is content as updates store it, its blocks written as editors
// write them.
func (res *Resource) usualForm(ctx context.Context, text string) string {
	return scope.OnText(ctx, "writing blocks in their usual form", text, func(s string) string {
		return canonical(res.Env, s)
	})
}

// sentTexts are the texts of a request that are filtered, by whichever name a
// resource has for them.
func sentTexts(r *rest.Request) content.Change {
	c := content.Change{Title: rawText(r, "title", false), Content: rawText(r, "content", true), Excerpt: rawText(r, "excerpt", true)}
	if argDescription.Declared(r) {
		c.Content = rawText(r, "description", true)
	}
	if argCaption.Declared(r) {
		c.Excerpt = rawText(r, "caption", true)
	}
	return c
}

// anyLong tells whether one of some texts is worth work ahead.
func anyLong(texts ...*string) bool {
	return slices.ContainsFunc(texts, func(s *string) bool { return s != nil && len(*s) > scope.ShortText })
}
