// Package rendertest has an in-memory render.Source for tests.
//
// A Source answers from its fields. It supports what tests of blocks need of
// queries: types, ids, terms, authors, parents, order, offset and limit.
package rendertest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/block"
)

// Source is a small site held in memory. The zero value is an empty site.
type Source struct {
	SiteData    render.Site
	ThemeData   render.Theme
	RequestData render.Request
	PostList    []*render.Post
	ImageList   []*render.Image
	UserList    []*render.User
	TermList    []*render.Term
	// Assigned maps an entry and a taxonomy to the ids of its terms.
	Assigned     map[int64]map[string][]int64
	CommentList  []*render.Comment
	Menus        map[string]*render.Menu
	Parts        map[string]render.Part
	Patterns     map[string]string
	Embeds       map[string]string
	Feeds        map[string]render.Feed
	ArchiveList  []render.Archive
	TaxonomyList map[string]render.Taxonomy
}

// New is a site with usual settings and nothing in it.
func New() *Source {
	return &Source{
		SiteData: render.Site{
			Name: "Harbour News", URL: "https://news.example", UploadsURL: "https://news.example/media",
			IncludesURL: "https://news.example/assets", AdminURL: "https://news.example/admin", LoginURL: "https://news.example/login",
			Language: "en-US", Location: time.UTC, Now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC),
			DateFormat: "F j, Y", TimeFormat: "g:i a", StartOfWeek: 1, PostsPerPage: 10, Smileys: true, ShowAvatars: true,
			AvatarDefault: "mystery", AvatarRating: "G", CommentsPerPage: 50, DefaultCommentsPage: "newest", CommentOrder: "asc",
			ThreadComments: true, ThreadDepth: 5, RequireNameEmail: true, ShowOnFront: "posts",
			ImageSizes: map[string]render.ImageBox{
				"thumbnail": {Width: 150, Height: 150, Crop: true}, "medium": {Width: 300, Height: 300}, "large": {Width: 1024, Height: 1024},
			},
		},
		ThemeData: render.Theme{Name: "plain", Settings: block.Of("spacing", block.Of("blockGap", true))},
	}
}

func (s *Source) Site(context.Context) *render.Site       { return &s.SiteData }
func (s *Source) Theme(context.Context) *render.Theme     { return &s.ThemeData }
func (s *Source) Request(context.Context) *render.Request { return &s.RequestData }

func byID[T any](list []*T, ids []int64, id func(*T) int64) map[int64]*T {
	out := map[int64]*T{}
	for _, v := range list {
		if slices.Contains(ids, id(v)) {
			out[id(v)] = v
		}
	}
	return out
}

func (s *Source) Posts(_ context.Context, ids []int64) map[int64]*render.Post {
	return byID(s.PostList, ids, func(p *render.Post) int64 { return p.ID })
}

func (s *Source) PostByPath(_ context.Context, postType, path string) *render.Post {
	for _, p := range s.PostList {
		if p.Type == postType && p.Slug == path && p.Status == "publish" {
			return p
		}
	}
	return nil
}

func (s *Source) QueryPosts(_ context.Context, q render.PostQuery) ([]*render.Post, int) {
	types := q.Types
	if len(types) == 0 {
		types = []string{"post"}
	}
	var out []*render.Post
	for _, p := range s.PostList {
		if p.Status == "publish" && slices.Contains(types, p.Type) && s.matches(p, q) {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b *render.Post) int {
		n := order(a, b, q)
		if !q.Asc {
			n = -n
		}
		return n
	})
	total, limit := len(out), q.Limit
	if limit == 0 {
		limit = s.SiteData.PostsPerPage
	}
	offset := q.Offset
	if q.Page > 1 && limit > 0 {
		offset += (q.Page - 1) * limit
	}
	out = out[min(offset, len(out)):]
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out, total
}

func order(a, b *render.Post, q render.PostQuery) int {
	n := 0
	switch q.OrderBy {
	case "title":
		n = cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	case "menu_order":
		n = cmp.Compare(a.MenuOrder, b.MenuOrder)
	case "modified":
		n = a.Modified.Compare(b.Modified)
	case "include":
		n = cmp.Compare(slices.Index(q.Include, a.ID), slices.Index(q.Include, b.ID))
	case "id":
	default:
		n = a.Date.Compare(b.Date)
	}
	if n == 0 {
		n = cmp.Compare(a.ID, b.ID)
	}
	return n
}

func (s *Source) matches(p *render.Post, q render.PostQuery) bool {
	switch {
	case len(q.Include) > 0 && !slices.Contains(q.Include, p.ID),
		slices.Contains(q.Exclude, p.ID),
		len(q.Authors) > 0 && !slices.Contains(q.Authors, p.AuthorID),
		slices.Contains(q.NotAuthors, p.AuthorID),
		len(q.Parents) > 0 && !slices.Contains(q.Parents, p.ParentID),
		q.Sticky == "only" && !p.Sticky,
		q.Sticky == "exclude" && p.Sticky,
		q.Search != "" && !strings.Contains(strings.ToLower(p.Title+p.Content), strings.ToLower(q.Search)):
		return false
	}
	for taxonomy, ids := range q.Terms {
		if !slices.ContainsFunc(ids, func(id int64) bool { return slices.Contains(s.Assigned[p.ID][taxonomy], id) }) {
			return false
		}
	}
	for taxonomy, ids := range q.NotTerms {
		if slices.ContainsFunc(ids, func(id int64) bool { return slices.Contains(s.Assigned[p.ID][taxonomy], id) }) {
			return false
		}
	}
	return true
}

func (s *Source) Adjacent(_ context.Context, p *render.Post, next bool, _ string) *render.Post {
	var best *render.Post
	for _, o := range s.PostList {
		if o.Type != p.Type || o.Status != "publish" || o.Date.Equal(p.Date) || o.Date.After(p.Date) != next {
			continue
		}
		if best == nil || o.Date.Before(best.Date) == next {
			best = o
		}
	}
	return best
}

func (s *Source) Archives(context.Context, string, string) []render.Archive { return s.ArchiveList }

func (s *Source) Images(_ context.Context, ids []int64) map[int64]*render.Image {
	return byID(s.ImageList, ids, func(p *render.Image) int64 { return p.ID })
}

// NamedImages implements render.Source: everybody may read all.
func (s *Source) NamedImages(ctx context.Context, ids []int64) map[int64]*render.Image {
	return s.Images(ctx, ids)
}

func (s *Source) Attached(_ context.Context, parent int64, kind string) []*render.Image {
	var out []*render.Image
	for _, i := range s.ImageList {
		if i.ParentID == parent && strings.HasPrefix(i.MIME, kind) {
			out = append(out, i)
		}
	}
	return out
}

// PostTaxonomies implements render.Source: posts have the usual three.
func (s *Source) PostTaxonomies(_ context.Context, typ string) []string {
	if typ != "post" {
		return nil
	}
	return []string{"category", "post_tag", "post_format"}
}

// PostTerms implements render.Source.
func (s *Source) PostTerms(_ context.Context, posts []int64, taxonomy string) map[int64][]*render.Term {
	out := map[int64][]*render.Term{}
	for _, id := range posts {
		for _, t := range s.TermList {
			if slices.Contains(s.Assigned[id][taxonomy], t.ID) {
				out[id] = append(out[id], t)
			}
		}
	}
	return out
}

func (s *Source) QueryTerms(_ context.Context, q render.TermQuery) []*render.Term {
	var out []*render.Term
	for _, t := range s.TermList {
		switch {
		case t.Taxonomy != q.Taxonomy, q.HideEmpty && t.Count == 0, q.Parent != 0 && t.ParentID != q.Parent,
			q.TopLevel && t.ParentID != 0, len(q.Include) > 0 && !slices.Contains(q.Include, t.ID), slices.Contains(q.Exclude, t.ID):
			continue
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b *render.Term) int {
		n := cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		if q.OrderBy == "count" {
			n = cmp.Compare(a.Count, b.Count)
		}
		if q.Desc {
			n = -n
		}
		return n
	})
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[:q.Limit]
	}
	return out
}

func (s *Source) Taxonomy(_ context.Context, name string) (render.Taxonomy, bool) {
	t, ok := s.TaxonomyList[name]
	return t, ok
}

func (s *Source) Users(_ context.Context, ids []int64) map[int64]*render.User {
	return byID(s.UserList, ids, func(p *render.User) int64 { return p.ID })
}

// KnownUsers implements render.Source: everybody knows all.
func (s *Source) KnownUsers(ctx context.Context, ids []int64) map[int64]*render.User {
	return s.Users(ctx, ids)
}

func (s *Source) QueryComments(_ context.Context, q render.CommentQuery) []*render.Comment {
	var out []*render.Comment
	for _, c := range s.CommentList {
		switch {
		case q.PostID != 0 && c.PostID != q.PostID, q.ParentID != 0 && c.ParentID != q.ParentID,
			q.TopLevel && c.ParentID != 0, len(q.IDs) > 0 && !slices.Contains(q.IDs, c.ID):
			continue
		}
		out = append(out, c)
	}
	if q.Desc {
		slices.Reverse(out)
	}
	out = out[min(q.Offset, len(out)):]
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[:q.Limit]
	}
	return out
}

// ExpectComments implements render.Source: all comments are at hand.
func (s *Source) ExpectComments(context.Context, []int64) {}

func (s *Source) Menu(_ context.Context, ref string) *render.Menu { return s.Menus[ref] }

func (s *Source) TemplatePart(_ context.Context, _, slug string) (render.Part, bool) {
	p, ok := s.Parts[slug]
	return p, ok
}

func (s *Source) Pattern(_ context.Context, name string) (string, bool) {
	p, ok := s.Patterns[name]
	return p, ok
}

func (s *Source) Embed(_ context.Context, address string, _, _ int) (string, bool) {
	h, ok := s.Embeds[address]
	return h, ok
}

func (s *Source) Feed(_ context.Context, address string) (render.Feed, bool) {
	f, ok := s.Feeds[address]
	return f, ok
}
