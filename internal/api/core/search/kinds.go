package search

import (
	"context"
	"slices"
	"strings"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
)

// query is what one request asks for.
type query struct {
	search           string
	page, perPage    int
	include, exclude []int64
	subtypes         []string
	actor            access.Actor
	onlyTotal        bool
}

func (q *query) offset() int { return rest.PageOffset(int64(q.page), q.perPage) }

// hit is one thing that was found; exactly one member is set.
type hit struct {
	entry  *content.Entry
	term   *taxonomy.Term
	format *format
}

// kind is one sort of things that can be searched.
type kind interface {
	name() string
	subtypes() []string
	// find gives one page of hits and the number of all.
	find(ctx context.Context, q query) ([]hit, int, error)
	// empty tells whether pages beyond the last are empty instead of an error.
	empty() bool
}

type entries struct{ *env.Env }

func (entries) name() string { return "post" }
func (entries) empty() bool  { return true }

func (k entries) subtypes() []string {
	var out []string
	for _, t := range k.Types.REST() {
		if t.Listed() || t.Announced {
			out = append(out, t.Name)
		}
	}
	return out
}

// find lists published entries. Compat (TestSearch): without any subtype left it is posts
// that are searched.
func (k entries) find(ctx context.Context, q query) ([]hit, int, error) {
	list := content.Query{
		Types: q.subtypes, Statuses: []content.Status{content.Publish}, IDs: q.include,
		Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: q.perPage, Offset: q.offset(), OnlyTotal: q.onlyTotal,
	}
	if len(list.Types) == 0 {
		list.Types = []string{content.TypePost}
	}
	if list.IDs == nil {
		list.NotIDs = q.exclude
	}
	if strings.TrimSpace(q.search) != "" {
		list.Search = entry.ParseSearch(q.search, false)
		list.Order = []content.Order{{By: content.ByRelevance, Desc: true}}
		list.Reader = k.Entries.Reader(ctx, q.actor)
		if !q.actor.LoggedIn() {
			open := false
			list.WithPassword = &open
		}
	}
	page, err := k.Store.ListEntries(ctx, list)
	if err != nil {
		return nil, 0, err
	}
	if err := k.Links.Prefetch(ctx, page.Entries); err != nil {
		return nil, 0, err
	}
	out := make([]hit, len(page.Entries))
	for i, e := range page.Entries {
		out[i].entry = e
	}
	return out, page.Total, nil
}

type terms struct{ *env.Env }

func (terms) name() string { return "term" }
func (terms) empty() bool  { return false }

func (k terms) subtypes() []string {
	var out []string
	for _, t := range k.Taxonomies.All() {
		if t.Public && t.REST {
			out = append(out, t.Name)
		}
	}
	return out
}

// find lists terms. Compat (TestSearch): without any subtype left those of all taxonomies
// are searched.
func (k terms) find(ctx context.Context, q query) ([]hit, int, error) {
	list := taxonomy.Query{
		Taxonomies: q.subtypes, IDs: q.include, Search: q.search, Order: taxonomy.ByName, Limit: q.perPage, Offset: q.offset(),
	}
	if len(list.Taxonomies) == 0 {
		for _, t := range k.Taxonomies.All() {
			list.Taxonomies = append(list.Taxonomies, t.Name)
		}
	}
	if list.IDs == nil {
		list.NotIDs = q.exclude
	}
	page, err := k.Store.ListTerms(ctx, list)
	if err != nil {
		return nil, 0, err
	}
	out := make([]hit, len(page.Terms))
	for i, t := range page.Terms {
		out[i].term = t
	}
	return out, page.Total, nil
}

// format is one post format that has a term.
type format struct {
	slug, title string
	term        *taxonomy.Term
}

type formats struct{ *env.Env }

func (formats) name() string       { return "post-format" }
func (formats) subtypes() []string { return nil }
func (formats) empty() bool        { return false }

// find looks through all formats; include and exclude mean nothing here.
func (k formats) find(ctx context.Context, q query) ([]hit, int, error) {
	existing, err := k.Store.AllTerms(ctx, taxonomy.Format)
	if err != nil {
		return nil, 0, err
	}
	var out []hit
	for _, slug := range []string{"aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"} {
		i := slices.IndexFunc(existing, func(t *taxonomy.Term) bool { return t.Slug == "post-format-"+slug })
		if i >= 0 && strings.Contains(slug, strings.ToLower(q.search)) {
			// The titles are the slugs with a capital.
			out = append(out, hit{format: &format{slug, strings.ToUpper(slug[:1]) + slug[1:], existing[i]}})
		}
	}
	from := min(q.offset(), len(out))
	return out[from:min(from+q.perPage, len(out))], len(out), nil
}
