package view

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/display/render"
	"quoin/internal/domain/taxonomy"
)

// term is a term as rendering sees it.
func (s *Source) term(ctx context.Context, t *taxonomy.Term) *render.Term {
	link := s.v.TermLinks.Link(ctx, t)
	name := t.Name
	if t.Taxonomy == taxonomy.Format {
		name = s.v.Site.Texts(ctx).In("Post format", name)
	}
	return &render.Term{
		ID: t.ID, ParentID: t.Parent, Taxonomy: t.Taxonomy, Name: name, Slug: t.Slug,
		Description: t.Description, Permalink: link, Feed: link + "feed/", Count: int(t.Count),
	}
}

func (s *Source) terms(ctx context.Context, list []*taxonomy.Term) []*render.Term {
	out := make([]*render.Term, len(list))
	for i, t := range list {
		out[i] = s.term(ctx, t)
	}
	return out
}

func (s *Source) allTerms(ctx context.Context, tax string) []*taxonomy.Term {
	list, err := s.v.Store.AllTerms(ctx, tax)
	if err != nil {
		s.fail(ctx, "terms", err)
	}
	return list
}

// withDescendants adds to terms those below them, in a taxonomy that has a
// hierarchy.
func (s *Source) withDescendants(ctx context.Context, tax string, ids []int64) []int64 {
	t := s.v.Taxonomies.Get(tax)
	if t == nil || !t.Hierarchical {
		return ids
	}
	children := map[int64][]int64{}
	for _, t := range s.allTerms(ctx, tax) {
		children[t.Parent] = append(children[t.Parent], t.ID)
	}
	out := slices.Clone(ids)
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		seen[id] = true
	}
	for i := 0; i < len(out); i++ {
		for _, child := range children[out[i]] {
			if !seen[child] {
				seen[child] = true
				out = append(out, child)
			}
		}
	}
	return out
}

// PostTerms implements render.Source.
func (s *Source) PostTerms(ctx context.Context, posts []int64, tax string) map[int64][]*render.Term {
	found, err := s.v.Store.EntryTerms(ctx, posts)
	if err != nil {
		s.fail(ctx, "terms of entries", err)
		return nil
	}
	out := make(map[int64][]*render.Term, len(found))
	for id, list := range found {
		for _, t := range list {
			if t.Taxonomy == tax {
				out[id] = append(out[id], s.term(ctx, t))
			}
		}
	}
	return out
}

// PostTaxonomies implements render.Source.
func (s *Source) PostTaxonomies(_ context.Context, typ string) []string {
	var out []string
	for _, t := range s.v.Taxonomies.Of(typ) {
		if t.Public {
			out = append(out, t.Name)
		}
	}
	return out
}

// QueryTerms implements render.Source.
func (s *Source) QueryTerms(ctx context.Context, q render.TermQuery) []*render.Term {
	return once(ctx, s, fmt.Sprintf("terms %+v", q), func(ctx context.Context) []*render.Term {
		known := s.v.Taxonomies.Get(q.Taxonomy)
		if known == nil {
			return nil
		}
		out := taxonomy.Query{
			Taxonomies: []string{q.Taxonomy}, NotIDs: q.Exclude, HideEmpty: q.HideEmpty, Hierarchical: known.Hierarchical,
			Desc: q.Desc, Limit: q.Limit, SkipTotal: true,
			Order: map[string]taxonomy.OrderBy{
				"count": taxonomy.ByCount, "id": taxonomy.ByID, "slug": taxonomy.BySlug, "include": taxonomy.ByInclude,
			}[q.OrderBy],
		}
		if len(q.Include) > 0 {
			out.IDs = q.Include
		}
		if q.Parent != 0 || q.TopLevel {
			out.Parent = &q.Parent
		}
		page, err := s.v.Store.ListTerms(ctx, out)
		if err != nil {
			s.fail(ctx, "list of terms", err)
			return nil
		}
		return s.terms(ctx, page.Terms)
	})
}

// Taxonomy implements render.Source.
func (s *Source) Taxonomy(_ context.Context, name string) (render.Taxonomy, bool) {
	t := s.v.Taxonomies.Get(name)
	if t == nil {
		return render.Taxonomy{}, false
	}
	return render.Taxonomy{Name: name, Label: t.Label("name"), SingularLabel: t.Label("singular_name"), Hierarchical: t.Hierarchical, Public: t.Public}, true
}
