package template

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// madeFor reads what a template's slug says it is made for.
var madeFor = regexp.MustCompile(`(?s)(author|page|single|tag|category|taxonomy)-(.+)`)

// deriveTitle gives a stored template without title and description the ones that
// its slug tells.
func (c *Catalog) deriveTitle(ctx context.Context, t *Template) error {
	m := madeFor.FindStringSubmatch(t.Slug)
	if m == nil {
		return nil
	}
	kind, rest := m[1], m[2]
	switch kind {
	case "author":
		return c.forAuthor(ctx, t, rest)
	case "page":
		_, err := c.forEntry(ctx, t, content.TypePage, rest)
		return err
	case "tag":
		_, err := c.forTerm(ctx, t, taxonomy.Tag, rest)
		return err
	case "category":
		_, err := c.forTerm(ctx, t, taxonomy.Category, rest)
		return err
	case "single":
		for _, typ := range c.Types.All() {
			if slug, ok := strings.CutPrefix(rest, typ.Name+"-"); ok {
				if found, err := c.forEntry(ctx, t, typ.Name, slug); found || err != nil {
					return err
				}
			}
		}
	case "taxonomy":
		for _, tax := range c.Taxonomies.All() {
			if slug, ok := strings.CutPrefix(rest, tax.Name+"-"); ok {
				if found, err := c.forTerm(ctx, t, tax.Name, slug); found || err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// singular is what one entry of a type is called.
func (c *Catalog) singular(typ string) string {
	if t := c.Types.Get(typ); t != nil {
		return t.Label("singular_name")
	}
	return typ
}

// singularTerm is what one term of a taxonomy is called.
func (c *Catalog) singularTerm(tax string) string {
	if t := c.Taxonomies.Get(tax); t != nil {
		return t.Label("singular_name")
	}
	return tax
}

func (t *Template) describe(kind, name, slug string, ambiguous bool) {
	t.Title, t.Description = kind+": "+name, "Template for "+name
	if ambiguous {
		t.Title += " (" + slug + ")"
	}
}

func (c *Catalog) forAuthor(ctx context.Context, t *Template, slug string) error {
	u, err := c.Store.UserBySlug(ctx, slug)
	if errors.Is(err, user.ErrNotFound) {
		t.Title = "Deleted author: " + slug
		return nil
	}
	if err != nil {
		return err
	}
	t.describe("Author", u.Name, slug, false)
	return nil
}

func (c *Catalog) forEntry(ctx context.Context, t *Template, typ, slug string) (found bool, err error) {
	q := content.Query{
		Types: []string{typ}, Statuses: []content.Status{content.Publish}, Slugs: []string{slug},
		Limit: 1, SkipTotal: true, SkipMeta: true,
	}
	page, err := c.Store.ListEntries(ctx, q)
	if err != nil {
		return false, err
	}
	if len(page.Entries) == 0 {
		t.Title = "Not found: " + c.singular(typ) + " (" + slug + ")"
		return false, nil
	}
	t.describe(c.singular(typ), page.Entries[0].Title, slug, false)
	return true, nil
}

func (c *Catalog) forTerm(ctx context.Context, t *Template, tax, slug string) (found bool, err error) {
	page, err := c.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax}, Slugs: []string{slug}, Limit: 1, SkipTotal: true})
	if err != nil {
		return false, err
	}
	if len(page.Terms) == 0 {
		t.Title = "Not found: " + c.singularTerm(tax) + " (" + slug + ")"
		return false, nil
	}
	name := page.Terms[0].Name
	same, err := c.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax}, Name: name, Limit: 2, SkipTotal: true})
	if err != nil {
		return false, err
	}
	t.describe(c.singularTerm(tax), name, slug, len(same.Terms) > 1)
	return true, nil
}
