package template

import (
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
)

// Template is a template or a template part as it is in effect.
type Template struct {
	ID    string // theme, "//" and slug
	Theme string
	Slug  string
	Type  string // content.TypeTemplate or content.TypeTemplatePart

	Title, Description, Content string

	// Source says where the content is from: FromTheme or Custom.
	Source string
	// Origin is FromTheme for a changed file, "" otherwise.
	Origin string
	Status content.Status
	// Entry is the stored form, nil for a file. For a revision it is the
	// revision, while slug, type and theme are those of what it belongs to.
	Entry *content.Entry

	HasThemeFile bool
	// IsCustom tells that the slug is none that every site knows.
	IsCustom bool
	// PostTypes are the types that the theme offers a template for; nil when
	// the theme says nothing about it.
	PostTypes []string
	Area      string // of parts
}

// Sources of templates.
const (
	FromTheme = "theme"
	Custom    = "custom"
)

// Meta keys of stored templates, under the ecosystem's names.
const (
	MetaOrigin     = "origin"
	MetaSuggestion = "is_wp_suggestion"
)

// EntryID is the id of the stored form, 0 for files.
func (t *Template) EntryID() int64 {
	if t.Entry == nil {
		return 0
	}
	return t.Entry.ID
}

// Author is the user who made the template, 0 for files.
func (t *Template) Author() int64 {
	if t.Entry == nil {
		return 0
	}
	return t.Entry.Author
}

// forPostType tells whether a template may be chosen for entries of a type.
func (t *Template) forPostType(name string) bool {
	if t.Entry != nil && !t.IsCustom {
		return false
	}
	if t.PostTypes != nil {
		return slices.Contains(t.PostTypes, name)
	}
	return t.IsCustom
}

// ofFile is the template that a theme's file gives.
func (c *Catalog) ofFile(typ string, f *theme.Template) *Template {
	return &Template{
		ID: c.Theme.ID + separator + f.Slug, Theme: c.Theme.ID, Slug: f.Slug, Type: typ,
		Title: f.Title, Description: f.Description, Content: theme.WithThemeAttribute(f.Content, c.Theme.ID),
		Source: FromTheme, Status: content.Publish, HasThemeFile: true, IsCustom: f.IsCustom,
		PostTypes: f.PostTypes, Area: f.Area,
	}
}

// file is the theme's file for a slug, nil when it has none.
func (c *Catalog) file(typ, slug string) *theme.Template {
	if typ == content.TypeTemplatePart {
		return c.Theme.Part(slug)
	}
	return c.Theme.Template(slug)
}

func (c *Catalog) files(typ string) []theme.Template {
	if typ == content.TypeTemplatePart {
		return c.Theme.Parts
	}
	return c.Theme.Templates
}

func isTemplateType(slug string) bool {
	return slices.ContainsFunc(theme.TemplateTypes(nil), func(t theme.TemplateType) bool { return t.Slug == slug })
}
