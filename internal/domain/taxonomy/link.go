package taxonomy

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/scope"
)

// Links knows the addresses of terms.
type Links struct {
	Site       *site.Site
	Store      Store
	Taxonomies *Registry
}

// Link is the public address of a term. Terms that have no pages of their own
// get a plain one.
func (l *Links) Link(ctx context.Context, t *Term) string { return l.LinkNamed(ctx, t, t.Taxonomy) }

// LinkNamed is the same with the name that the taxonomy has in a plain address.
func (l *Links) LinkNamed(ctx context.Context, t *Term, taxonomy string) string {
	base, structure := l.Site.Base(ctx), l.Site.Permalinks(ctx)
	front := site.PermalinkFront(structure)
	prefix := ""
	switch t.Taxonomy {
	case Category:
		prefix = cmp.Or(strings.Trim(site.CategoryBase.Of(ctx, l.Site), "/"), front+"category")
	case Tag:
		prefix = cmp.Or(strings.Trim(site.TagBase.Of(ctx, l.Site), "/"), front+"tag")
	case Format:
		if structure == "" {
			return base + "/?post_format=" + strings.TrimPrefix(t.Slug, "post-format-")
		}
		return base + "/" + front + "type/" + strings.TrimPrefix(t.Slug, "post-format-") + slash(structure)
	}
	declared := l.Taxonomies.Get(t.Taxonomy)
	if declared != nil && declared.Addresses.Slug != "" {
		prefix = declared.Addresses.Prefix(front)
	}
	switch {
	case structure != "":
	case t.Taxonomy == Category:
		return base + "/?cat=" + strconv.FormatInt(t.ID, 10)
	case t.Taxonomy == Tag:
		return base + "/?tag=" + t.Slug
	}
	if prefix == "" || structure == "" {
		return base + "/?taxonomy=" + taxonomy + "&term=" + t.Slug
	}
	path := t.Slug
	if t.Parent != 0 && (declared == nil || declared.Addresses.Slug == "" || declared.Addresses.Nested) {
		path = l.path(ctx, t)
	}
	return base + "/" + strings.Trim(prefix, "/") + "/" + path + slash(structure)
}

// Path is the slugs of a term and those above it, as addresses show them.
func (l *Links) Path(ctx context.Context, t *Term) string { return l.path(ctx, t) }

// slash is what all addresses end with under a structure.
func slash(structure string) string {
	if strings.HasSuffix(structure, "/") {
		return "/"
	}
	return ""
}

// byIDKey is the key of the terms of a taxonomy that a request has gathered.
type byIDKey struct{ taxonomy string }

type gathered struct {
	all  []*Term
	byID map[int64]*Term
}

// termsByID are terms by their ids, gathered once a request: a list asks for the
// path of a term of each of its entries.
func termsByID(ctx context.Context, taxonomy string, all []*Term) map[int64]*Term {
	if g, ok := scope.Get[gathered](ctx, byIDKey{taxonomy}); ok && len(g.all) == len(all) && (len(all) == 0 || &g.all[0] == &all[0]) {
		return g.byID
	}
	byID := make(map[int64]*Term, len(all))
	for _, o := range all {
		byID[o.ID] = o
	}
	scope.Put(ctx, byIDKey{taxonomy}, gathered{all, byID})
	return byID
}

// path is the slugs of a term and those above it.
func (l *Links) path(ctx context.Context, t *Term) string {
	all, err := l.Store.AllTerms(ctx, t.Taxonomy)
	if err != nil {
		return t.Slug
	}
	byID := termsByID(ctx, t.Taxonomy, all)
	path := t.Slug
	for at, n := byID[t.Parent], 0; at != nil && n < len(all); at, n = byID[at.Parent], n+1 {
		path = at.Slug + "/" + path
	}
	return path
}
