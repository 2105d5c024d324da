package taxonomy

import (
	"context"
	"strings"

	"quoin/internal/site"
)

// Links knows the addresses of terms.
type Links struct {
	Site       *site.Site
	Store      Store
	Taxonomies *Registry
}

// Link is the public address of a term. Terms that have no pages of their own
// get a plain one.
func (l *Links) Link(ctx context.Context, t *Term) string {
	base := l.Site.Base(ctx)
	prefix := ""
	switch t.Taxonomy {
	case Category:
		prefix = l.Site.Text(ctx, "category_base", "category")
	case Tag:
		prefix = l.Site.Text(ctx, "tag_base", "tag")
	case Format:
		return base + "/type/" + strings.TrimPrefix(t.Slug, "post-format-") + "/"
	}
	if prefix == "" || l.Site.Permalinks(ctx) == "" {
		return base + "/?taxonomy=" + t.Taxonomy + "&term=" + t.Slug
	}
	path := t.Slug
	if t.Parent != 0 {
		path = l.path(ctx, t)
	}
	return base + "/" + strings.Trim(prefix, "/") + "/" + path + "/"
}

// path is the slugs of a term and those above it.
func (l *Links) path(ctx context.Context, t *Term) string {
	all, err := l.Store.AllTerms(ctx, t.Taxonomy)
	if err != nil {
		return t.Slug
	}
	byID := make(map[int64]*Term, len(all))
	for _, o := range all {
		byID[o.ID] = o
	}
	path := t.Slug
	for at, n := byID[t.Parent], 0; at != nil && n < len(all); at, n = byID[at.Parent], n+1 {
		path = at.Slug + "/" + path
	}
	return path
}
