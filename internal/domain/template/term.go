package template

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/clean"
)

// term is the term of a name, nil when there is none.
func (c *Catalog) term(ctx context.Context, tax, name string) (*taxonomy.Term, error) {
	return TermOf(ctx, c.Store, tax, name)
}

// TermOf is the term that stands for a theme or an area, nil when there is
// none.
func TermOf(ctx context.Context, s taxonomy.Store, tax, name string) (*taxonomy.Term, error) {
	t, err := s.TermBySlug(ctx, tax, clean.Slug(name))
	if errors.Is(err, taxonomy.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("term %s of %s: %w", name, tax, err)
	}
	return t, nil
}

// FreeSlug is a slug that no template of the theme has yet: the given one, or
// one with the lowest number that makes it free.
func (c *Catalog) FreeSlug(ctx context.Context, typ, themeID, slug string) (string, error) {
	candidate := slug
	for n := 2; ; n++ {
		found, err := c.stored(ctx, typ, themeID, content.Query{Slugs: []string{candidate}, Statuses: statuses, Limit: 1})
		if err != nil || len(found) == 0 {
			return candidate, err
		}
		suffix := "-" + strconv.Itoa(n)
		candidate = clean.UTF8Cut(slug, 200-len(suffix)) + suffix
	}
}
