package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

const dateForm = site.DateForm

// post is an entry as rendering sees it.
func (s *Source) post(ctx context.Context, e *content.Entry) *render.Post {
	t := s.v.Types.Get(e.Type)
	p := &render.Post{
		ID: e.ID, Type: e.Type, Status: string(e.Status), Slug: e.Slug,
		Title: e.Title, Content: e.Content, Excerpt: e.Excerpt,
		Date: parseDate(s.Site(ctx), e.Date), Modified: parseDate(s.Site(ctx), e.Modified),
		AuthorID: e.Author, ParentID: e.Parent, MenuOrder: int(e.MenuOrder),
		HasPassword: e.Password != "", Locked: e.Password != "" && e != s.override && !s.unlocked(ctx, e),
		Sticky: e.Sticky, FeaturedID: e.Meta.Int(content.MetaFeaturedMedia),
		CommentCount: int(e.CommentCount),
		Permalink:    s.v.Links.Link(ctx, e), MIME: e.MimeType,
		HasPublicType: t != nil && t.Public, NoAuthor: t != nil && !slices.Contains(t.Supports, "author"),
	}
	young, until := s.v.policy.Discusses(ctx, e)
	if young && !until.IsZero() {
		scope.ExpiresAt(ctx, until)
	}
	p.CommentsOpen, p.PingsOpen = young && e.CommentStatus == "open", young && e.PingStatus == "open"
	p.CommentsFeed = strings.TrimSuffix(p.Permalink, "/") + "/feed/"
	if s.v.MetaKeys != nil {
		p.Meta = map[string]string{}
		for _, key := range s.v.MetaKeys(ctx, e.Type) {
			if v := e.Meta.Get(key); v != nil {
				p.Meta[key] = schema.ToText(v)
			}
		}
	}
	return p
}

// unlocked tells whether the visitor of a page gave the password of an entry, or reads texts to
// edit them and may edit it.
//
// Compat (api.TestProtectedEntriesOfEditors): the reference opens entries to who edits.
func (s *Source) unlocked(ctx context.Context, e *content.Entry) bool {
	if s.request != nil && s.request.Unlocks != nil && s.request.Unlocks(e.Password) {
		return true
	}
	scope.DependsOn(ctx, cache.Editing())
	if !s.editing {
		return false
	}
	scope.DependsOn(ctx, cache.Viewer())
	return s.v.policy.CanEdit(ctx, s.viewer, e)
}

// posts are entries as rendering sees them, in the same order. What their
// addresses show is loaded at once.
func (s *Source) posts(ctx context.Context, entries []*content.Entry) []*render.Post {
	if len(entries) > 1 {
		if err := s.v.Links.Prefetch(ctx, entries); err != nil {
			s.fail(ctx, "addresses", err)
		}
	}
	out := make([]*render.Post, len(entries))
	for i, e := range entries {
		out[i] = s.post(ctx, e)
	}
	return out
}

// mayShow tells whether the viewer may see an entry at all. One of status inherit is
// seen like what it belongs to.
func (s *Source) mayShow(ctx context.Context, e *content.Entry) bool {
	if e.Status == content.Publish || s.v.policy.CanRead(ctx, access.Actor{}, e) {
		return true
	}
	scope.DependsOn(ctx, cache.Viewer())
	return s.v.policy.CanRead(ctx, s.viewer, e)
}

// Posts implements render.Source.
func (s *Source) Posts(ctx context.Context, ids []int64) map[int64]*render.Post {
	found, err := s.v.Store.EntriesByID(ctx, ids)
	if err != nil {
		s.fail(ctx, "entries", err)
		return nil
	}
	var parents []int64
	for _, e := range found {
		if e.Status == content.Inherit && e.Parent != 0 {
			parents = append(parents, e.Parent)
		}
	}
	if _, err := s.v.Store.EntriesByID(ctx, parents); err != nil { // at once, for the rights
		s.fail(ctx, "parents of entries", err)
		return nil
	}
	list := make([]*content.Entry, 0, len(found))
	for _, e := range found {
		if s.mayShow(ctx, e) {
			if s.override != nil && s.override.ID == e.ID {
				e = s.override
			}
			list = append(list, e)
		}
	}
	out := make(map[int64]*render.Post, len(list))
	for _, p := range s.posts(ctx, list) {
		out[p.ID] = p
	}
	return out
}

// PostByPath implements render.Source.
func (s *Source) PostByPath(ctx context.Context, postType, path string) *render.Post {
	slugs := strings.Split(strings.Trim(path, "/"), "/")
	page, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: []string{postType}, Statuses: []content.Status{content.Publish}, Slugs: slugs[len(slugs)-1:], SkipTotal: true,
	})
	if err != nil {
		s.fail(ctx, "entry by path", err)
		return nil
	}
	for _, e := range page.Entries {
		if s.hasPath(ctx, e, slugs) {
			return s.post(ctx, e)
		}
	}
	return nil
}

// hasPath tells whether the slugs of an entry and its parents are the given
// ones.
func (s *Source) hasPath(ctx context.Context, e *content.Entry, slugs []string) bool {
	for i := len(slugs) - 2; i >= 0; i-- {
		if e.Parent == 0 {
			return false
		}
		parent, err := s.v.Store.EntryByID(ctx, e.Parent)
		if err != nil {
			if !errors.Is(err, content.ErrNotFound) {
				s.fail(ctx, "parent entry", err)
			}
			return false
		}
		if parent.Slug != slugs[i] {
			return false
		}
		e = parent
	}
	t := s.v.Types.Get(e.Type)
	return t == nil || !t.Hierarchical || e.Parent == 0
}

// Adjacent implements render.Source.
func (s *Source) Adjacent(ctx context.Context, p *render.Post, next bool, tax string) *render.Post {
	q := content.Query{
		Types: []string{p.Type}, Statuses: []content.Status{content.Publish}, NotIDs: []int64{p.ID},
		Order: []content.Order{{By: content.ByDate, Desc: !next}}, Limit: 1, SkipTotal: true,
	}
	date := p.Date
	switch content.Status(p.Status) {
	case content.Draft, content.Pending, content.AutoDraft:
		date = s.Site(ctx).Now // it stands where it would if it were published
	}
	// Of entries with one date the id decides.
	q.PastID = p.ID
	if at := date.Format(dateForm); next {
		q.After = at
	} else {
		q.Before = at
	}
	if tax != "" {
		ids := []int64{}
		for _, t := range s.PostTerms(ctx, []int64{p.ID}, tax)[p.ID] {
			ids = append(ids, t.ID)
		}
		q.Terms = []content.TermFilter{{Taxonomy: tax, Terms: ids}}
	}
	page, err := s.v.Store.ListEntries(ctx, q)
	if err != nil {
		s.fail(ctx, "adjacent entry", err)
		return nil
	}
	if len(page.Entries) == 0 {
		return nil
	}
	return s.post(ctx, page.Entries[0])
}

// public tells whether entries of a type have pages.
func (v *View) public(postType string) bool {
	t := v.Types.Get(postType)
	return t != nil && t.Public
}

// Archives implements render.Source.
func (s *Source) Archives(ctx context.Context, period, postType string) []render.Archive {
	if postType == "" {
		postType = content.TypePost
	}
	parts := map[string]int{"year": 1, "month": 2}[period]
	if parts == 0 {
		parts = 3
	}
	key := fmt.Sprintf("archives %s %s", period, postType)
	return once(ctx, s, key, func(ctx context.Context) []render.Archive {
		counts, err := s.v.Store.CountByDate(ctx, postType, parts)
		if err != nil {
			s.fail(ctx, "archives", err)
			return nil
		}
		if period == "week" {
			return weeks(counts, s.Site(ctx))
		}
		base := s.Site(ctx).URL
		out := make([]render.Archive, 0, len(counts))
		for _, n := range counts {
			var a render.Archive
			if _, err := fmt.Sscanf(n.Date+"-0-0", "%d-%d-%d", &a.Year, &a.Month, &a.Day); err != nil {
				continue
			}
			a.Count = n.N
			a.URL = base + dateLink(a, s.v.Site.Permalinks(ctx))
			out = append(out, a)
		}
		return out
	})
}

// dateLink is the address of the archive of a period under a structure.
func dateLink(a render.Archive, structure string) string {
	date, between := fmt.Sprintf("%04d", a.Year), "/"
	if structure == "" {
		between = ""
	}
	if a.Month != 0 {
		date += fmt.Sprintf("%s%02d", between, a.Month)
	}
	if a.Day != 0 {
		date += fmt.Sprintf("%s%02d", between, a.Day)
	}
	if structure == "" {
		return "/?m=" + date
	}
	if strings.HasSuffix(structure, "/") {
		date += "/"
	}
	return "/" + site.DateFront(structure) + date
}
