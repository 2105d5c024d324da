package themes

import (
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

type field = rest.Field[*theme.Theme]

func text(name, description string, read func(t *theme.Theme) string, options ...schema.Option) field {
	return field{
		Name: name, Schema: schema.Str(description, append(options, schema.Readonly())...),
		Read: func(_ *rest.Request, t *theme.Theme) any { return read(t) },
	}
}

// open publishes a text without saying that it can't be written.
func open(f field) field {
	f.Schema = f.Schema.With(func(s *schema.Schema) { s.Readonly = false })
	return f
}

// pair is a member with a text as it is written and one for display.
func pair(name, description string, raw, rendered func(t *theme.Theme) string, options ...schema.Option) field {
	return field{
		Name: name, Schema: schema.New(schema.Object, description, schema.Readonly()),
		Fields: []field{
			open(text("raw", "As the theme writes it.", raw, options...)),
			open(text("rendered", "For display.", rendered, options...)),
		},
	}
}

func (res *resource) fields() []field {
	uri := schema.Format(schema.URI)
	header := func(read func(h *theme.Header) string) func(*theme.Theme) string {
		return func(t *theme.Theme) string { return read(&t.Header) }
	}
	display := func(read func(h *theme.Header) string) func(*theme.Theme) string {
		return func(t *theme.Theme) string { return clean.URLDisplay(read(&t.Header), clean.Protocols()) }
	}
	home := func(h *theme.Header) string { return h.URI }
	authorHome := func(h *theme.Header) string { return h.AuthorURI }
	return []field{
		text("stylesheet", "Name of the theme's folder.", func(t *theme.Theme) string { return t.ID }),
		text("template", "Name of the folder of the theme that it builds on, or its own.", templateOf),
		text("requires_php", "Version of the reference's runtime that it asks for.", header(func(h *theme.Header) string { return h.RequiresPHP })),
		text("requires_wp", "Version of the reference that it asks for.", header(func(h *theme.Header) string { return h.RequiresAtLeast })),
		text("textdomain", "Domain of its translations.", header(func(h *theme.Header) string { return h.TextDomain })),
		text("version", "Version of the theme.", header(func(h *theme.Header) string { return h.Version })),
		{
			Name: "screenshot", Schema: schema.Str("Address of its picture.", uri, schema.Readonly()),
			Read: func(r *rest.Request, t *theme.Theme) any {
				if t.Screenshot == "" {
					return ""
				}
				return res.folder(r, t) + "/" + t.Screenshot
			},
		},
		pair("author", "Who made the theme.", header(func(h *theme.Header) string { return h.Author }), author),
		pair("author_uri", "Address of who made it.", header(authorHome), display(authorHome), uri),
		pair("description", "What the theme is like.", header(func(h *theme.Header) string { return h.Description }),
			func(t *theme.Theme) string { return typography.Texturize(t.Say(t.Header.Description)) }),
		pair("name", "Title of the theme.", header(func(h *theme.Header) string { return h.Name }),
			func(t *theme.Theme) string { return t.Say(t.Header.Name) }),
		{
			Name: "tags", Schema: schema.New(schema.Object, "Words for its features.", schema.Readonly()),
			Fields: []field{
				{
					Name: "raw", Schema: schema.List(schema.Str(""), "As the theme writes them."),
					Read: func(_ *rest.Request, t *theme.Theme) any { return wire.Strings(t.Header.Tags) },
				},
				open(field{
					Name: "rendered", Schema: schema.Str("For display."),
					Read: func(r *rest.Request, t *theme.Theme) any {
						return entity.Escape(strings.Join(t.Header.Tags, res.Site.Texts(r.Context()).Of(", ")))
					},
				}),
			},
		},
		pair("theme_uri", "Address of the theme.", header(home), display(home), uri),
		open(text("status", "Whether the theme is in use.", func(t *theme.Theme) string {
			if t.ID == res.Theme.ID {
				return statusActive
			}
			return statusInactive
		}, schema.Enum(statusInactive, statusActive))),
		{
			Name: "theme_supports", Schema: schema.Obj(supportsSchema(), "Features that the theme has.", schema.Readonly()),
			Read: res.ifActive(func(t *theme.Theme) any { return supports(t) }),
		},
		{
			Name: "is_block_theme", Schema: schema.Bool("Whether its templates are made of blocks.", schema.Readonly()),
			Read: func(*rest.Request, *theme.Theme) any { return true },
		},
		{
			Name: "stylesheet_uri", Schema: schema.Str("Address of its folder.", uri, schema.Readonly()),
			Read: func(r *rest.Request, t *theme.Theme) any { return res.folder(r, t) },
		},
		{
			Name: "template_uri", Schema: schema.Str("Address of the folder of the theme that it builds on.", uri, schema.Readonly()),
			Read: func(r *rest.Request, t *theme.Theme) any { return res.folderOf(r, templateOf(t)) },
		},
		{
			Name: "default_template_types", Schema: listOf("The templates that have a meaning of their own.", "slug", "title", "description"),
			Read: res.ifActiveIn(templateTypes),
		},
		{
			Name: "default_template_part_areas", Schema: listOf("The areas that parts can be made for.", "area", "label", "description", "icon", "area_tag"),
			Read: res.ifActiveIn(partAreas),
		},
	}
}

const (
	statusActive   = "active"
	statusInactive = "inactive"
)

func templateOf(t *theme.Theme) string {
	if t.Parent != nil {
		return t.Parent.ID
	}
	return t.ID
}

// ifActive reads what only the theme in effect has.
func (res *resource) ifActive(read func(t *theme.Theme) any) func(*rest.Request, *theme.Theme) any {
	return func(_ *rest.Request, t *theme.Theme) any {
		if t.ID != res.Theme.ID {
			return rest.Absent
		}
		return read(t)
	}
}

// ifActiveIn is ifActive for what is said in the language of the request.
func (res *resource) ifActiveIn(read func(texts *language.Texts) []any) func(*rest.Request, *theme.Theme) any {
	return func(r *rest.Request, t *theme.Theme) any {
		if t.ID != res.Theme.ID {
			return rest.Absent
		}
		return read(res.Site.Texts(r.Context()))
	}
}

// listOf describes a list of objects whose members are texts.
func listOf(description string, members ...string) *schema.Schema {
	item := schema.Obj(nil, "")
	for _, name := range members {
		item.Properties = append(item.Properties, schema.Property{Name: name, Schema: schema.Str("")})
	}
	return schema.List(item, description, schema.Readonly())
}

// folder is the address below which the theme's files lie.
func (res *resource) folder(r *rest.Request, t *theme.Theme) string { return res.folderOf(r, t.ID) }

func (res *resource) folderOf(r *rest.Request, id string) string {
	return res.Site.Base(r.Context()) + "/wp-content/themes/" + id
}

func author(t *theme.Theme) string {
	name := entity.Escape(t.Header.Author)
	if t.Header.AuthorURI == "" || name == "" {
		return name
	}
	return `<a href="` + clean.URLDisplay(t.Header.AuthorURI, clean.Protocols()) + `">` + name + `</a>`
}

// supports are the features of a block theme; what only classic themes have is
// off.
func supports(t *theme.Theme) *wire.Object {
	formats := append([]any{"standard"}, wire.Strings(t.Supports.PostFormats)...)
	html5 := []any{"comment-form", "comment-list", "search-form", "gallery", "caption", "style", "script"}
	return wire.NewObject(
		"align-wide", false, "automatic-feed-links", true, "block-templates", true, "block-template-parts", false,
		"custom-background", false, "custom-header", false, "custom-logo", false,
		"customize-selective-refresh-widgets", false, "dark-editor-style", false, "disable-custom-colors", false,
		"disable-custom-font-sizes", false, "disable-custom-gradients", false, "disable-layout-styles", false,
		"editor-color-palette", false, "editor-font-sizes", false, "editor-gradient-presets", false,
		"editor-spacing-sizes", false, "editor-styles", true, "html5", html5, "formats", formats,
		"post-thumbnails", true, "responsive-embeds", true, "title-tag", false, "wp-block-styles", false,
	)
}

func templateTypes(texts *language.Texts) []any {
	var out []any
	for _, t := range theme.TemplateTypes(texts) {
		out = append(out, wire.NewObject("title", t.Title, "description", t.Description, "slug", t.Slug))
	}
	return out
}

func partAreas(texts *language.Texts) []any {
	var out []any
	for _, a := range theme.PartAreas(texts) {
		out = append(out, wire.NewObject("area", a.Area, "label", a.Label, "description", a.Description, "icon", a.Icon, "area_tag", a.Tag))
	}
	return out
}
