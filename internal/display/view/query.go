package view

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// queried is an answered query.
type queried struct {
	posts []*render.Post
	total int
}

// QueryPosts implements render.Source.
func (s *Source) QueryPosts(ctx context.Context, q render.PostQuery) ([]*render.Post, int) {
	found := once(ctx, s, fmt.Sprintf("posts %+v", q), func(ctx context.Context) queried {
		entries, total := s.queryEntries(ctx, q)
		return queried{s.posts(ctx, entries), total}
	})
	return found.posts, found.total
}

func (s *Source) queryEntries(ctx context.Context, q render.PostQuery) ([]*content.Entry, int) {
	if q.OrderBy == "rand" {
		return s.randomEntries(ctx, q)
	}
	own := s.entryQuery(ctx, q)
	page, err := s.v.Store.ListEntries(ctx, own)
	if err != nil {
		s.fail(ctx, "list of entries", err)
		return nil, 0
	}
	if q.Sticky == "" && !own.StickyTop && onePostType(own) && q.Page < 2 {
		return s.stickyFirst(ctx, own, page.Entries), page.Total
	}
	return page.Entries, page.Total
}

func onePostType(q content.Query) bool { return len(q.Types) == 1 && q.Types[0] == content.TypePost }

// stickyFirst puts all sticky posts before a part of a list that doesn't begin
// at its beginning.
//
// Compat (TestQueryPosts): only lists that count by pages show sticky posts on the first alone.
func (s *Source) stickyFirst(ctx context.Context, q content.Query, list []*content.Entry) []*content.Entry {
	yes := true
	found, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: q.Types, Statuses: q.Statuses, PrivateOf: q.PrivateOf, NotIDs: q.NotIDs, Sticky: &yes,
		Order: []content.Order{{By: content.ByDate, Desc: true}}, SkipTotal: true,
	})
	if err != nil {
		s.fail(ctx, "sticky posts", err)
		return list
	}
	var top, rest []*content.Entry
	seen := map[int64]bool{}
	for _, e := range list {
		if e.Sticky {
			top = append(top, e)
			seen[e.ID] = true
		} else {
			rest = append(rest, e)
		}
	}
	for _, e := range found.Entries {
		if !seen[e.ID] {
			top = append(top, e)
		}
	}
	return append(top, rest...)
}

// entryQuery is a query in the terms of the store.
func (s *Source) entryQuery(ctx context.Context, q render.PostQuery) content.Query {
	out := content.Query{
		Types: q.Types, Statuses: []content.Status{content.Publish},
		NotIDs: q.Exclude, NotAuthors: q.NotAuthors, SkipTotal: q.NoTotal, SkipMeta: q.WithoutContent, Short: q.WithoutContent, Offset: q.Offset, Limit: q.Limit,
	}
	if len(out.Types) == 0 || q.Viewable && !slices.ContainsFunc(out.Types, s.v.public) {
		out.Types = []string{content.TypePost}
	}
	for _, t := range out.Types {
		// Compat (TestQueryPosts): lists that readers leaf through have no attachments.
		if t == content.TypeAttachment && !q.Viewable {
			out.Statuses = append(out.Statuses, content.Inherit)
		}
	}
	if q.Viewable {
		s.withPrivate(ctx, &out)
	}
	given := func(list []int64) []int64 {
		if len(list) == 0 {
			return nil
		}
		return list
	}
	out.IDs, out.Authors, out.Parents = given(q.Include), given(q.Authors), given(q.Parents)
	if t := s.v.Types.Get(out.Types[0]); q.Viewable && (t == nil || !t.Hierarchical) {
		out.Parents = nil
	}
	switch {
	case q.Limit == 0:
		out.Limit = s.Site(ctx).PostsPerPage
	case q.Limit < 0:
		out.Limit = 0
	}
	if q.Page > 1 && out.Limit > 0 {
		out.Offset += (q.Page - 1) * out.Limit
	}
	if q.Search != "" && s.v.Search != nil {
		out.Search, out.WithPassword = s.v.Search(q.Search), new(false)
	}
	if q.WithFeatured {
		out.MetaValues = map[string][]string{content.MetaFeaturedMedia: nil}
	}
	bounds(q, &out)
	s.termFilters(ctx, q, &out)
	yes, no := true, false
	switch q.Sticky {
	case "only":
		out.Sticky = &yes
	case "exclude":
		out.Sticky = &no
	case "":
		out.StickyTop = out.Offset == 0 && q.Page < 2 && onePostType(out)
	}
	out.Order = orderOf(q)
	if out.TellsText() || slices.Contains(out.Statuses, content.Inherit) {
		out.Reader = s.v.policy.Reader(ctx, access.Actor{}) // whoever asks is shown the same
	}
	return out
}

// withPrivate adds the private entries that whoever is logged in may list.
func (s *Source) withPrivate(ctx context.Context, out *content.Query) {
	scope.DependsOn(ctx, cache.Viewer())
	if !s.viewer.LoggedIn() {
		return
	}
	for _, name := range out.Types {
		if t := s.v.Types.Get(name); t == nil || !s.viewer.Can(t.Caps.ListPrivate) {
			out.PrivateOf = s.viewer.ID
			return
		}
	}
	out.Statuses = append(out.Statuses, content.Private)
}

// bounds limits a query to the dates that are asked for.
func bounds(q render.PostQuery, out *content.Query) {
	if !q.After.IsZero() {
		out.After = q.After.Format(dateForm)
	}
	if !q.Before.IsZero() {
		out.Before = q.Before.Format(dateForm)
	}
	if q.Year == 0 {
		return
	}
	// A beginning of a date stands before every date that it begins, and with
	// "~" behind it after all of them.
	from, to := fmt.Sprintf("%04d", q.Year), fmt.Sprintf("%04d~", q.Year)
	if q.Month != 0 {
		from = fmt.Sprintf("%s-%02d", from, q.Month)
		to = from + "~"
	}
	if q.Month != 0 && q.Day != 0 {
		from = fmt.Sprintf("%s-%02d", from, q.Day)
		to = from + "~"
	}
	out.After, out.Before = max(out.After, from), to
}

func (s *Source) termFilters(ctx context.Context, q render.PostQuery, out *content.Query) {
	for tax, ids := range q.Terms {
		f := content.TermFilter{Taxonomy: tax}
		if q.TermsAll {
			for _, id := range ids {
				f.Groups = append(f.Groups, s.withDescendants(ctx, tax, []int64{id}))
			}
		} else {
			f.Terms = s.withDescendants(ctx, tax, ids)
		}
		out.Terms = append(out.Terms, f)
	}
	for tax, ids := range q.NotTerms {
		out.Terms = append(out.Terms, content.TermFilter{Taxonomy: tax, Terms: s.withDescendants(ctx, tax, ids), Exclude: true})
	}
	if len(q.Formats) == 0 {
		return
	}
	f := content.TermFilter{Taxonomy: taxonomy.Format, Terms: []int64{}}
	for _, name := range q.Formats {
		if name == "standard" {
			f.Without = true
			continue
		}
		for _, t := range s.allTerms(ctx, taxonomy.Format) {
			if t.Slug == "post-format-"+name {
				f.Terms = append(f.Terms, t.ID)
			}
		}
	}
	out.Terms = append(out.Terms, f)
}

func orderOf(q render.PostQuery) []content.Order {
	desc := !q.Asc
	switch q.OrderBy {
	case "title":
		return []content.Order{{By: content.ByTitle, Desc: desc}}
	case "menu_order":
		return []content.Order{{By: content.ByMenuOrder, Desc: desc}, {By: content.ByTitle, Desc: desc}}
	case "author":
		return []content.Order{{By: content.ByAuthor, Desc: desc}}
	case "modified":
		return []content.Order{{By: content.ByModified, Desc: desc}}
	case "id":
		return []content.Order{{By: content.ByID, Desc: desc}}
	case "include":
		return []content.Order{{By: content.ByInclude}}
	}
	return []content.Order{{By: content.ByDate, Desc: desc}}
}

// randomEntries picks entries of a query by chance.
func (s *Source) randomEntries(ctx context.Context, q render.PostQuery) ([]*content.Entry, int) {
	scope.ExpiresAt(ctx, s.v.Site.Clock().Add(render.ChanceLasts))
	all := s.entryQuery(ctx, q)
	limit := all.Limit
	all.Limit, all.Offset, all.StickyTop, all.OnlyIDs, all.Order = 0, 0, false, true, nil
	page, err := s.v.Store.ListEntries(ctx, all)
	if err != nil {
		s.fail(ctx, "list of entries", err)
		return nil, 0
	}
	ids := shuffled(page.Entries)
	if limit > 0 {
		ids = ids[:min(limit, len(ids))]
	}
	found, err := s.v.Store.EntriesByID(ctx, ids)
	if err != nil {
		s.fail(ctx, "entries", err)
		return nil, 0
	}
	out := make([]*content.Entry, 0, len(ids))
	for _, id := range ids {
		if e := found[id]; e != nil {
			out = append(out, e)
		}
	}
	return out, page.Total
}
