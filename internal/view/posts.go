package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/access"
	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/schema"
	"quoin/internal/scope"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
)

const dateForm = site.DateForm

// post is an entry as rendering sees it.
func (s *Source) post(ctx context.Context, e *content.Entry) *render.Post {
	t := s.v.Types.Get(e.Type)
	p := &render.Post{
		ID: e.ID, Type: e.Type, Status: string(e.Status), Slug: e.Slug,
		Title: e.Title, Content: e.Content, Excerpt: e.Excerpt,
		Date: s.parseDate(ctx, e.Date), Modified: s.parseDate(ctx, e.Modified),
		AuthorID: e.Author, ParentID: e.Parent, MenuOrder: int(e.MenuOrder),
		HasPassword: e.Password != "", Locked: e.Password != "" && e != s.shown && !s.unlocked(e.Password),
		Sticky: e.Sticky, FeaturedID: e.Meta.Int(content.MetaFeaturedMedia),
		CommentsOpen: e.CommentStatus == "open", PingsOpen: e.PingStatus == "open", CommentCount: int(e.CommentCount),
		Permalink: s.v.Links.Link(ctx, e), MIME: e.MimeType,
		HasPublicType: t != nil && t.Public,
	}
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

// unlocked tells whether the visitor of a page gave a password.
func (s *Source) unlocked(password string) bool {
	return s.request != nil && s.request.Unlocks != nil && s.request.Unlocks(password)
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

// mayShow tells whether the viewer may see an entry at all.
func (s *Source) mayShow(ctx context.Context, e *content.Entry) bool {
	if e.Status == content.Publish || e.Status == content.Inherit {
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
	list := make([]*content.Entry, 0, len(found))
	for _, e := range found {
		if s.mayShow(ctx, e) {
			if s.shown != nil && s.shown.ID == e.ID {
				e = s.shown
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
		Types: q.Types, Statuses: q.Statuses, NotIDs: q.NotIDs, Sticky: &yes,
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

func (s *Source) public(postType string) bool {
	t := s.v.Types.Get(postType)
	return t != nil && t.Public
}

// entryQuery is a query in the terms of the store.
func (s *Source) entryQuery(ctx context.Context, q render.PostQuery) content.Query {
	out := content.Query{
		Types: q.Types, Statuses: []content.Status{content.Publish},
		NotIDs: q.Exclude, NotAuthors: q.NotAuthors, SkipTotal: q.NoTotal, SkipMeta: q.WithoutContent, Offset: q.Offset, Limit: q.Limit,
	}
	if len(out.Types) == 0 || q.Viewable && !slices.ContainsFunc(out.Types, s.public) {
		out.Types = []string{content.TypePost}
	}
	for _, t := range out.Types {
		// Compat (TestQueryPosts): lists that readers leaf through have no attachments.
		if t == content.TypeAttachment && !q.Viewable {
			out.Statuses = append(out.Statuses, content.Inherit)
		}
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
	s.bounds(q, &out)
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

func (s *Source) bounds(q render.PostQuery, out *content.Query) {
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
