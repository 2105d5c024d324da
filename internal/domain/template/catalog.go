package template

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
)

// ErrNotFound says that there is no such template.
var ErrNotFound = errors.New("template not found")

// separator stands between the theme and the slug of an id.
const separator = "//"

// Store is what the catalog reads and writes.
type Store interface {
	content.Store
	taxonomy.Store
	user.Store
}

// Catalog finds the templates of a site.
type Catalog struct {
	Store      Store
	Theme      *theme.Theme
	Types      *content.Types
	Taxonomies *taxonomy.Registry
}

// Filter restricts a list; zero members ask nothing.
type Filter struct {
	Entry  int64  // the template that is stored in this entry, of whatever theme
	Stored bool   // no templates of files
	Area   string // parts of this area
	// PostType is a type whose entries templates may be chosen for. "" and "0" are no type: what is
	// stored is for any, and no file is for them.
	PostType *string
	Slugs    []string
}

// statuses are those that a template is found in by its id.
var statuses = []content.Status{content.AutoDraft, content.Draft, content.Publish, content.Trash}

// Find is the template of an id, stored or from a file, or ErrNotFound.
func (c *Catalog) Find(ctx context.Context, typ, id string) (*Template, error) {
	themeID, slug, ok := strings.Cut(id, separator)
	if !ok {
		return nil, ErrNotFound
	}
	found, err := c.stored(ctx, typ, themeID, content.Query{Slugs: []string{slug}, Statuses: statuses})
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		return found[0], nil
	}
	return c.File(typ, id)
}

// File is the template that the theme's file gives, or ErrNotFound.
func (c *Catalog) File(typ, id string) (*Template, error) {
	themeID, slug, ok := strings.Cut(id, separator)
	if !ok || themeID != c.Theme.ID {
		return nil, ErrNotFound
	}
	f := c.file(typ, slug)
	if f == nil {
		return nil, ErrNotFound
	}
	return c.ofFile(typ, f), nil
}

// List are the templates of the theme in effect: the stored ones, newest
// first, then the files that none of them stands for.
func (c *Catalog) List(ctx context.Context, typ string, filter Filter) ([]*Template, error) {
	q := content.Query{Statuses: []content.Status{content.Publish}, Slugs: filter.Slugs}
	if filter.Entry != 0 {
		q.IDs, q.Statuses = []int64{filter.Entry}, []content.Status{content.AutoDraft, content.Draft, content.Publish}
	}
	themeID := c.Theme.ID
	if filter.Entry != 0 {
		themeID = ""
	}
	list, err := c.stored(ctx, typ, themeID, q)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(t *Template) bool { return !filter.takes(t) })
	if filter.Entry != 0 || filter.Stored {
		return list, nil
	}
	stored := len(list)
	for i := range c.files(typ) {
		t := c.ofFile(typ, &c.files(typ)[i])
		overridden := slices.ContainsFunc(list[:stored], func(s *Template) bool { return s.Slug == t.Slug })
		if !overridden && filter.takes(t) && (filter.Slugs == nil || slices.Contains(filter.Slugs, t.Slug)) {
			list = append(list, t)
		}
	}
	return list, nil
}

func (f Filter) takes(t *Template) bool {
	if f.Area != "" && t.Type == content.TypeTemplatePart && t.Area != f.Area {
		return false
	}
	if f.PostType == nil || t.Entry != nil && (*f.PostType == "" || *f.PostType == "0") {
		return true
	}
	return t.forPostType(*f.PostType)
}

// Resolve is the best template among slugs, the first of them best; nil when
// there is none. Templates without content are passed over as long as there is
// another one.
func (c *Catalog) Resolve(ctx context.Context, slugs []string) (*Template, error) {
	list, err := c.List(ctx, content.TypeTemplate, Filter{Slugs: slugs})
	if err != nil {
		return nil, err
	}
	var last *Template
	for _, slug := range slugs {
		at := slices.IndexFunc(list, func(t *Template) bool { return t.Slug == slug })
		if at < 0 {
			continue
		}
		if last = list[at]; last.Content != "" {
			return last, nil
		}
	}
	return last, nil
}

// stored are the stored templates of a theme that a query finds, of any theme for "".
func (c *Catalog) stored(ctx context.Context, typ, themeID string, q content.Query) ([]*Template, error) {
	if themeID != "" {
		term, err := c.term(ctx, taxonomy.Theme, themeID)
		if err != nil || term == nil {
			return nil, err
		}
		q.Terms = []content.TermFilter{{Taxonomy: taxonomy.Theme, Terms: []int64{term.ID}}}
	}
	q.Types, q.SkipTotal = []string{typ}, true
	q.Order = []content.Order{{By: content.ByDate, Desc: true}}
	page, err := c.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list templates of theme %s: %w", themeID, err)
	}
	ids := make([]int64, len(page.Entries))
	for i, e := range page.Entries {
		ids[i] = e.ID
	}
	terms, err := c.Store.EntryTerms(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("terms of templates: %w", err)
	}
	out := make([]*Template, 0, len(page.Entries))
	for _, e := range page.Entries {
		of := cmp.Or(themeID, themeOf(terms[e.ID]))
		if of == "" {
			continue
		}
		t, err := c.ofEntry(ctx, e, e, of, terms[e.ID])
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// themeOf is the theme that a template's terms name, "" without one.
func themeOf(terms []*taxonomy.Term) string {
	for _, t := range terms {
		if t.Taxonomy == taxonomy.Theme {
			return t.Name
		}
	}
	return ""
}

// ofEntry is the template that an entry stores. For a revision, parent is the
// entry that it belongs to.
func (c *Catalog) ofEntry(ctx context.Context, e, parent *content.Entry, themeID string, terms []*taxonomy.Term) (*Template, error) {
	t := &Template{
		ID: themeID + separator + parent.Slug, Theme: themeID, Slug: parent.Slug, Type: parent.Type,
		Title: e.Title, Description: e.Excerpt, Content: theme.WithThemeAttribute(e.Content, c.Theme.ID), Source: Custom, Origin: parent.Meta.Text(MetaOrigin),
		Status: e.Status, Entry: e, IsCustom: !truthy(parent.Meta.Get(MetaSuggestion)),
	}
	if f := c.file(t.Type, t.Slug); f != nil && themeID == c.Theme.ID {
		t.HasThemeFile, t.PostTypes = true, f.PostTypes
	}
	if t.Type == content.TypeTemplatePart {
		for _, term := range terms {
			if term.Taxonomy == taxonomy.PartArea {
				t.Area = term.Name
			}
		}
		return t, nil
	}
	if isTemplateType(t.Slug) {
		t.IsCustom = false
	}
	if nothing(t.Description) && (nothing(t.Title) || t.Title == t.Slug) {
		return t, c.deriveTitle(ctx, t)
	}
	return t, nil
}

// Flag is what is stored of a switch that somebody sent as any value.
func Flag(v any) string {
	if truthy(v) {
		return "1"
	}
	return ""
}

// truthy tells whether a stored flag is set.
func truthy(v any) bool { return v != nil && v != "" && v != "0" && v != false && v != int64(0) }

// Revision is the template that a revision of a stored template keeps.
func (c *Catalog) Revision(ctx context.Context, of *Template, revision *content.Entry) (*Template, error) {
	terms, err := c.Store.EntryTerms(ctx, []int64{of.Entry.ID})
	if err != nil {
		return nil, fmt.Errorf("terms of template %s: %w", of.ID, err)
	}
	return c.ofEntry(ctx, revision, of.Entry, of.Theme, terms[of.Entry.ID])
}

// nothing tells whether a text says nothing.
//
// Compat (TestZeroAsTitle): a zero doesn't either.
func nothing(text string) bool { return text == "" || text == "0" }
