package theme

import (
	"slices"
	"strings"

	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// Template is a template or template part of a theme.
type Template struct {
	// Slug is the file's path below its folder without ".html".
	Slug string
	// Title is what people call it: the name of a known type, the theme's
	// name for it, or else the slug.
	Title       string
	Description string
	// Content is block content as it stands in the file.
	Content string
	// Area is the part's area; "" for templates.
	Area string
	// PostTypes are the types that the theme offers a template for; nil when
	// the theme says nothing about it.
	PostTypes []string
	// IsCustom tells that the slug is none of the known types. It is true for
	// every part.
	IsCustom bool
}

// ForPostType tells whether a template may be chosen for entries of a type.
func (t *Template) ForPostType(name string) bool {
	if t.PostTypes == nil {
		return t.IsCustom
	}
	return slices.Contains(t.PostTypes, name)
}

// newTemplate completes a template with what theme.json says about it; texts are those of the
// core.
func newTemplate(slug, content string, doc *wire.Object, texts *language.Texts) Template {
	t := Template{Slug: slug, Title: slug, Content: content, IsCustom: true}
	if said := declared(doc, "customTemplates", slug); said != nil {
		if title := said.Text("title"); title != "" {
			t.Title = title
		}
		t.PostTypes = []string{"page"}
		if list, ok := said.Get("postTypes").([]any); ok {
			t.PostTypes = []string{}
			for _, v := range list {
				if name, ok := v.(string); ok {
					t.PostTypes = append(t.PostTypes, name)
				}
			}
		}
	}
	for _, known := range TemplateTypes(texts) {
		if known.Slug == slug {
			t.Title, t.Description, t.IsCustom = known.Title, known.Description, false
		}
	}
	return t
}

// newPart completes a template part with what theme.json says about it.
func newPart(slug, content string, doc *wire.Object) Template {
	t := Template{Slug: slug, Title: slug, Content: content, Area: AreaUncategorized, IsCustom: true}
	if said := declared(doc, "templateParts", slug); said != nil {
		t.Area = CleanArea(said.Text("area"))
		if title := said.Text("title"); title != "" {
			t.Title = title
		}
	}
	return t
}

// declared is the last entry for a slug in one of theme.json's lists.
func declared(doc *wire.Object, list, slug string) *wire.Object {
	var found *wire.Object
	for _, item := range items(doc.Get(list)) {
		if item.Text("name") == slug {
			found = item
		}
	}
	return found
}

// Template is the theme's template with a slug, nil when there is none.
func (t *Theme) Template(slug string) *Template { return bySlug(t.Templates, slug) }

// Part is the theme's template part with a slug, nil when there is none.
func (t *Theme) Part(slug string) *Template { return bySlug(t.Parts, slug) }

func bySlug(list []Template, slug string) *Template {
	for i := range list {
		if list[i].Slug == slug {
			return &list[i]
		}
	}
	return nil
}

// slugOfFile is the slug of a template file in a folder.
func slugOfFile(dir, name string) string {
	return strings.TrimPrefix(name[:len(name)-len(".html")], dir+"/")
}

// PartTag is the element of a part whose area the theme adds itself, "" for others.
func (t *Theme) PartTag(slug string) string {
	for owner := t; owner != nil; owner = owner.Parent {
		parts, _ := owner.document.Get("templateParts").([]any)
		for _, v := range parts {
			part, ok := v.(*wire.Object)
			if !ok || part.Text("name") != slug {
				continue
			}
			for _, a := range t.Registered.Areas {
				if a.Area == part.Text("area") {
					return a.Tag
				}
			}
			return ""
		}
	}
	return ""
}
