package front

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/wire"
)

// taxonomies restricts a list to what has the terms that an address names.
func (f *lists) taxonomies(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	ok := true
	for _, ask := range []struct {
		name, taxonomy, prefix string
		is                     *bool
	}{
		{"term", in.vars["taxonomy"], "", nil}, {"category_name", taxonomy.Category, "", &p.is.category}, {"cat", taxonomy.Category, "", &p.is.category},
		{"tag", taxonomy.Tag, "", &p.is.tag}, {"post_format", taxonomy.Format, "post-format-", &p.is.tax},
	} {
		if !in.has(ask.name) || ask.taxonomy == "" {
			continue
		}
		tax := f.Taxonomies.Get(ask.taxonomy)
		if tax == nil || !tax.Public {
			p.is.tax = true
			return false, nil
		}
		is := ask.is
		if is == nil {
			is = map[string]*bool{taxonomy.Category: &p.is.category, taxonomy.Tag: &p.is.tag}[tax.Name]
			if is == nil {
				is = &p.is.tax
			}
		}
		if ask.name == "cat" {
			if err := f.categories(ctx, in, p, q); err != nil {
				return false, err
			}
			continue
		}
		*is = true
		found, err := f.termsNamed(ctx, p, q, tax.Name, in.vars[ask.name], ask.prefix)
		if err != nil {
			return false, err
		}
		ok = ok && found
	}
	return ok, nil
}

var manyTerms, allTerms = regexp.MustCompile(`[,\r\n\t]+`), regexp.MustCompile(`[+\r\n\t ]+`)

// termsNamed restricts a list to terms by their slugs: several divided by
// commas mean any, divided by plus signs all of them.
func (f *lists) termsNamed(ctx context.Context, p *resolvedPage, q *content.Query, tax, names, prefix string) (bool, error) {
	slugs, all := []string{names}, false
	switch {
	case strings.Contains(names, ","):
		slugs = manyTerms.Split(names, 20)
	case allTerms.MatchString(names):
		slugs, all = allTerms.Split(names, 20), true
	}
	slices.Sort(slugs)
	ok := true
	filter := content.TermFilter{Taxonomy: tax}
	for _, slug := range slugs {
		slug = slugOf(last(slug))
		if slug == "" {
			continue
		}
		if !strings.HasPrefix(slug, prefix) {
			slug = prefix + slug
		}
		t, err := f.Store.TermBySlug(ctx, tax, slug)
		if errors.Is(err, taxonomy.ErrNotFound) {
			ok = ok && !all && len(slugs) > 1
			continue
		}
		if err != nil {
			return false, err
		}
		f.shows(ctx, p, t)
		filter.Groups = append(filter.Groups, f.below(ctx, p, t))
	}
	p.terms += len(slugs)
	if !all {
		filter.Terms = slices.Concat(filter.Groups...)
		if filter.Terms == nil {
			filter.Terms = []int64{}
		}
		filter.Groups = nil
	}
	q.Terms = append(q.Terms, filter)
	return ok, nil
}

// categories restricts a list to categories by their ids; those with a minus
// sign are left out.
func (f *lists) categories(ctx context.Context, in *input, p *resolvedPage, q *content.Query) error {
	var ids []int64
	for part := range strings.SplitSeq(in.vars["cat"], ",") {
		if id, err := strconv.ParseInt(part, 10, 64); err == nil && id != 0 && len(ids) < 20 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var wanted, not []int64
	for _, id := range ids {
		found, err := f.Store.TermsByID(ctx, []int64{max(id, -id)})
		if err != nil {
			return err
		}
		t := found[max(id, -id)]
		known := t != nil && t.Taxonomy == taxonomy.Category
		switch {
		case id < 0 && known:
			not = append(not, f.below(ctx, p, t)...)
		case id > 0:
			p.is.category = true
			p.terms++
			if wanted == nil {
				wanted = []int64{}
			}
			if known {
				f.shows(ctx, p, t)
				wanted = append(wanted, f.below(ctx, p, t)...)
			}
		}
	}
	if wanted != nil {
		q.Terms = append(q.Terms, content.TermFilter{Taxonomy: taxonomy.Category, Terms: wanted})
	}
	if not != nil {
		q.Terms = append(q.Terms, content.TermFilter{Taxonomy: taxonomy.Category, Terms: not, Exclude: true})
	}
	return nil
}

// shows makes a term the one that a place is about, if it is the first.
func (f *lists) shows(ctx context.Context, p *resolvedPage, t *taxonomy.Term) {
	if p.term != nil {
		return
	}
	for _, shown := range p.source.QueryTerms(ctx, render.TermQuery{Taxonomy: t.Taxonomy, Include: []int64{t.ID}}) {
		p.request.Term, p.term = shown, t
	}
	if p.term == nil {
		return
	}
	p.title, p.canonical = escape.HTML(p.request.Term.Name), f.TermLinks.Link(ctx, t)
	if tax := f.Taxonomies.Get(t.Taxonomy); tax != nil && tax.REST {
		p.record = wire.Ref{Path: tax.RESTRoot() + "/" + strconv.FormatInt(t.ID, 10)}
	}
}

// below are the ids of a term and of all below it.
func (f *lists) below(ctx context.Context, p *resolvedPage, t *taxonomy.Term) []int64 {
	out := []int64{t.ID}
	tax := f.Taxonomies.Get(t.Taxonomy)
	if tax == nil || !tax.Hierarchical {
		return out
	}
	all := p.source.QueryTerms(ctx, render.TermQuery{Taxonomy: t.Taxonomy})
	for i := 0; i < len(out); i++ {
		for _, other := range all {
			if other.ParentID == out[i] && !slices.Contains(out, other.ID) {
				out = append(out, other.ID)
			}
		}
	}
	return out
}
