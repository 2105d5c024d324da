package templates

import (
	"errors"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/domain/user"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

type field = rest.Field[*template.Template]

func member(name string, s *schema.Schema, read func(t *template.Template) any) field {
	return field{Name: name, Schema: s, Read: func(_ *rest.Request, t *template.Template) any { return read(t) }}
}

// fields are what templates and parts show. Some answers of the lookup of
// parts are templates, so what a field shows depends on the item's type too.
func (res *resource) fields() []field {
	text := func(description string, options ...schema.Option) *schema.Schema {
		return schema.Str(description, append([]schema.Option{rest.EmbedFirst}, options...)...)
	}
	flag := func(description string) *schema.Schema {
		// Compat (core-v2/templates.routes): the reference publishes this name of the type.
		return schema.New("bool", description, rest.EmbedFirst, schema.Readonly())
	}
	slug := text("Name of the template, unique within the theme.", schema.Required(), schema.MinLen(1), schema.Pattern(`[a-zA-Z0-9_\%-]+`))
	out := []field{
		member("id", text("Id of the template.", schema.Readonly()), func(t *template.Template) any { return t.ID }),
		member("theme", text("Id of the theme."), func(t *template.Template) any { return t.Theme }),
		res.contentField(),
		member("slug", slug, func(t *template.Template) any { return t.Slug }),
		member("source", text("Where the content is from.", schema.Readonly()), func(t *template.Template) any { return t.Source }),
		member("origin", text("Where a changed template was from.", schema.Readonly()), func(t *template.Template) any {
			if t.Origin == "" {
				return nil
			}
			return t.Origin
		}),
		member("type", text("Type of the template.", schema.Symbols()), func(t *template.Template) any { return wire.Symbol(t.Type) }),
		member("description", text("Description of the template.", schema.Default("")), func(t *template.Template) any { return t.Description }),
		res.titleField(),
		member("status", text("Status of the template.", schema.Default("publish"), schema.Enum("publish", "future", "draft", "pending", "private")),
			func(t *template.Template) any { return wire.Symbol(t.Status) }),
		member("core_id", schema.Int("Id of the entry that stores the template, 0 for files.", rest.EmbedFirst, schema.Readonly()),
			func(t *template.Template) any { return t.EntryID() }),
		member("has_theme_file", flag("Whether the theme has a file for the template."), func(t *template.Template) any { return t.HasThemeFile }),
	}
	if res.typ.Name == content.TypeTemplate {
		out = append(out, member("is_custom", flag("Whether the template is none that every site knows."), func(t *template.Template) any { return t.IsCustom }))
	}
	out = append(out, member("author", schema.Int("Id of the user who made the template.", rest.Everywhere),
		func(t *template.Template) any { return t.Author() }))
	if res.typ.Name == content.TypeTemplatePart {
		out = append(out, member("area", text("Where the part is meant to stand."), func(t *template.Template) any {
			if t.Type != content.TypeTemplatePart {
				return rest.Absent
			}
			return t.Area
		}))
	}
	return append(out, res.originFields()...)
}

func (res *resource) contentField() field {
	return field{
		Name: "content", Schema: schema.New("", "Content of the template.", schema.Types(schema.Object, schema.String), schema.Default(""), rest.EmbedFirst),
		Fields: []field{
			member("raw", schema.Str("Content as blocks.", rest.NotEmbed), func(t *template.Template) any {
				// Compat (TestContentOfTemplates): blocks are written in their usual form.
				return block.Canonical(res.Theme.ResolvePatterns(t.Content))
			}),
			member("block_version", schema.Int("Version of the block format of the content, 0 without blocks.", rest.OnlyEdit, schema.Readonly()),
				func(t *template.Template) any { return block.Version(t.Content) }),
		},
	}
}

func (res *resource) titleField() field {
	return field{
		Name: "title", Schema: schema.New("", "Title of the template.", schema.Types(schema.Object, schema.String), schema.Default(""), rest.EmbedFirst),
		Fields: []field{
			member("raw", schema.Str("Title as it is stored.", rest.Everywhere), func(t *template.Template) any { return t.Title }),
			{
				Name: "rendered", Schema: schema.Str("Title for display.", rest.Everywhere, schema.Readonly()),
				Read: func(r *rest.Request, t *template.Template) any {
					if t.Entry == nil {
						return t.Title
					}
					shown := *t.Entry
					shown.Title = t.Title
					return res.View.TitleValue(r.Context(), &shown)
				},
			},
		},
	}
}

// originFields tell when a template was stored and whose it is.
func (res *resource) originFields() []field {
	date := func(name, description string, read func(e *content.Entry) string) field {
		s := schema.New("", description, schema.Types(schema.String, schema.Null), schema.Format(schema.DateTime), rest.NotEmbed, schema.Readonly())
		return member(name, s, func(t *template.Template) any {
			if t.Entry == nil {
				return nil
			}
			return read(t.Entry)
		})
	}
	sources := schema.Enum("theme", "plugin", "site", "user")
	out := []field{
		date("modified", "When the template was last changed, in the site's zone.", func(e *content.Entry) string { return e.Modified }),
		date("date", "When the template was stored, in the site's zone.", func(e *content.Entry) string { return e.Date }),
		{Name: "author_text", Schema: schema.Str("Name of what the template is from.", rest.Everywhere, schema.Readonly()), Read: res.authorText},
		member("original_source", schema.Str("What the template is from.", rest.Everywhere, schema.Readonly(), sources),
			func(t *template.Template) any { return originalSource(t) }),
	}
	if res.typ.Name == content.TypeTemplate {
		out = append(out, member("plugin", schema.Str("Extension that brings the template.", rest.Everywhere, schema.Readonly()),
			func(*template.Template) any { return rest.Absent }))
	}
	return out
}

func originalSource(t *template.Template) string {
	switch {
	case t.HasThemeFile && (t.Origin == template.FromTheme || t.Origin == ""):
		return "theme"
	case !t.HasThemeFile && t.Source == template.Custom && t.Author() == 0:
		return "site"
	}
	return "user"
}

func (res *resource) authorText(r *rest.Request, t *template.Template) any {
	ctx := r.Context()
	switch originalSource(t) {
	case "theme":
		return res.Theme.Header.Name
	case "site":
		return res.Site.Title(ctx)
	}
	u, err := res.Store.UserByID(ctx, t.Author())
	if err != nil {
		if !errors.Is(err, user.ErrNotFound) {
			r.Fail(err)
		}
		return "Unknown author"
	}
	return u.Name
}

func (res *resource) path(id string, more ...any) wire.Ref {
	return rest.Path(append([]any{res.base, "/", id}, more...)...)
}

func (res *resource) links(r *rest.Request, t *template.Template) []rest.Link {
	self := res.path(t.ID)
	out := []rest.Link{
		{Rel: "self", Href: self},
		{Rel: "collection", Href: rest.Path(res.base)},
		{Rel: "about", Href: rest.Path("/core/v2/types/", wire.Symbol(res.typ.Name))},
	}
	// What was just put into the trash isn't found under its id any more; a template that stands in for a
	// part has its revisions elsewhere.
	if t.Entry != nil && t.Status == t.Entry.Status && t.Type == res.typ.Name {
		out = append(out, res.revisionLinks(r, t)...)
	}
	if r.Actor.Can(res.typ.Caps.Publish) {
		out = append(out, rest.Link{Rel: rest.CURIE + "action-publish", Href: self})
	}
	if r.Actor.Can("unfiltered_html") {
		out = append(out, rest.Link{Rel: rest.CURIE + "action-unfiltered-html", Href: self})
	}
	return out
}

func (res *resource) revisionLinks(r *rest.Request, t *template.Template) []rest.Link {
	info, err := res.Store.RevisionInfo(r.Context(), []int64{t.Entry.ID})
	if err != nil {
		r.Fail(err)
		return nil
	}
	i := info[t.Entry.ID]
	out := []rest.Link{{Rel: "version-history", Href: res.path(t.ID, "/revisions"), Attributes: wire.NewObject("count", i.Count)}}
	if i.Count > 0 {
		out = append(out, rest.Link{
			Rel: "predecessor-version", Href: res.path(t.ID, "/revisions/", i.Last), Attributes: wire.NewObject("id", i.Last),
		})
	}
	return out
}

// versions is what revisions or autosaves of templates look like.
func (res *resource) versions(segment string) *rest.Resource[*template.Template] {
	parent := member("parent", schema.Int("Id of the entry that the revision belongs to.", rest.Everywhere),
		func(t *template.Template) any { return t.Entry.Parent })
	return &rest.Resource[*template.Template]{
		Title:  res.typ.Name,
		Fields: append(slices.Clone(res.rest.Fields), parent),
		Links: func(_ *rest.Request, t *template.Template) []rest.Link {
			return []rest.Link{
				{Rel: "self", Href: res.path(t.ID, "/", segment, "/", t.EntryID())},
				{Rel: "parent", Href: res.path(t.ID)},
			}
		},
	}
}
