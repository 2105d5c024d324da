package content

import (
	"context"
	"strings"

	"quoin/internal/access"
	"quoin/internal/markup/entity"
	"quoin/internal/markup/sanitize"
	"quoin/internal/scope"
)

// Prepare filters the texts of a coming Create, where before is nil, of an
// Update or of an Autosave of an entry, so that it needn't be done while other
// writers wait. It is called before the transaction and changes nothing; the
// request remembers the results. What it isn't called for, or what another
// writer changed meanwhile, is filtered in the transaction.
func (s *Service) Prepare(ctx context.Context, a access.Actor, before *Entry, c Change) {
	if before == nil {
		var e Entry
		c.Apply(&e)
		s.filter(ctx, a, &e, &c)
		return
	}
	e := before.Clone()
	c.Apply(e)
	s.filterUpdate(ctx, a, e, &c)
}

// filterUpdate is filter for an entry that was stored before. What others were
// allowed to write must not be stored again by one who isn't.
func (s *Service) filterUpdate(ctx context.Context, a access.Actor, e *Entry, c *Change) {
	s.filter(ctx, a, e, c)
	if a.ID != 0 && !a.Can("unfiltered_html") {
		s.filter(ctx, a, e, &Change{Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt})
	}
}

// filter reduces the HTML of those who may not post any they like.
func (s *Service) filter(ctx context.Context, a access.Actor, e *Entry, c *Change) {
	if c.Title != nil {
		e.Title = strings.TrimSpace(e.Title)
	}
	if c.Content != nil {
		e.Content = entity.FixWindows(e.Content)
	}
	if c.Excerpt != nil {
		e.Excerpt = entity.FixWindows(e.Excerpt)
	}
	if a.Can("unfiltered_html") {
		return
	}
	if c.Title != nil {
		e.Title = scope.OnText(ctx, "filtering a title", e.Title, sanitize.Inline)
	}
	if c.Content != nil {
		e.Content = scope.OnText(ctx, "filtering content", e.Content, func(s string) string {
			return sanitize.Post(sanitize.StripBlockCustomCSS(s))
		})
	}
	if c.Excerpt != nil {
		e.Excerpt = scope.OnText(ctx, "filtering an excerpt", e.Excerpt, sanitize.Post)
	}
}
