package types

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (res *resource) fields() []rest.Field[*content.Type] {
	type field = rest.Field[*content.Type]
	ro := schema.Readonly()
	return []field{
		{
			Name: "capabilities", Schema: schema.New(schema.Object, "Capabilities that the rights on entries need.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return capabilities(t) },
		},
		{
			Name: "description", Schema: schema.Str("What the type is for.", rest.NotEmbed, ro),
			Read: func(r *rest.Request, t *content.Type) any {
				if t.Declared {
					return t.Description // in the owner's words
				}
				return res.Site.Texts(r.Context()).Of(t.Description)
			},
		},
		{
			Name: "hierarchical", Schema: schema.Bool("Whether entries have parents.", rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return t.Hierarchical },
		},
		{
			Name: "has_archive", Schema: schema.New("", "Address of the archive, true for the usual one, false for none.", schema.Types(schema.String, schema.Boolean), rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return archive(t) },
		},
		{
			Name: "visibility", Schema: schema.Obj([]schema.Property{
				{Name: "show_in_nav_menus", Schema: schema.Bool("Whether menus may hold entries.")},
				{Name: "show_ui", Schema: schema.Bool("Whether editors may manage entries.")},
			}, "Where the type is offered.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t *content.Type) any {
				return wire.NewObject("show_in_nav_menus", t.InMenus, "show_ui", t.Managed)
			},
		},
		{
			Name: "viewable", Schema: schema.Bool("Whether entries have public addresses.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return t.Public },
		},
		{
			Name: "labels", Schema: schema.New(schema.Object, "Words for the type in several places.", rest.OnlyEdit, ro),
			Read: func(r *rest.Request, t *content.Type) any {
				labels := t.Labels()
				if t.Name == content.TypeAttachment && site.AttachmentPages.Of(r.Context(), res.Site) {
					labels.Set("view_item", "View Attachment Page")
				}
				return content.TranslateLabels(labels, res.Site.Texts(r.Context()), content.TypeNames)
			},
		},
		{
			Name: "name", Schema: schema.Str("Title of the type.", rest.Everywhere, ro),
			Read: func(r *rest.Request, t *content.Type) any {
				return content.TranslateLabel(t.Label("name"), res.Site.Texts(r.Context()), content.TypeNames)
			},
		},
		{
			Name: "slug", Schema: schema.Str("Name of the type.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return wire.Symbol(t.Name) },
		},
		{
			Name: "icon", Schema: schema.New("", "Icon of the type.", schema.Types(schema.String, schema.Null), rest.Everywhere, ro),
			Read: func(_ *rest.Request, t *content.Type) any {
				if t.Icon != "" {
					return t.Icon
				}
				return nil
			},
		},
		{
			Name: "supports", Schema: schema.New(schema.Object, "Features that entries have.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return supports(t) },
		},
		{
			Name: "taxonomies", Schema: schema.List(schema.Str("", schema.Symbols()), "Taxonomies whose terms entries may have.", rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return res.shownTaxonomies(t) },
		},
		{
			Name: "rest_base", Schema: schema.Str("Route of the entries.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return wire.Symbol(restBase(t)) },
		},
		{
			Name: "rest_namespace", Schema: schema.Str("Namespace of that route.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t *content.Type) any { return wire.Symbol(t.RESTNamespace()) },
		},
		{
			Name: "template", Schema: schema.New(schema.Array, "Blocks that new entries start with.", rest.Everywhere, ro, schema.TypeList()),
			Read: func(_ *rest.Request, t *content.Type) any { return append([]any{}, t.Template...) },
		},
		{
			Name: "template_lock", Schema: schema.New("", "How far these blocks may be changed.", schema.Types(schema.String, schema.Boolean), rest.Everywhere, ro, locks),
			Read: func(_ *rest.Request, t *content.Type) any { return orFalse(t.TemplateLock) },
		},
	}
}

// archive is the address of a type's archive as the definition says it.
func archive(t *content.Type) any {
	if t.UsualArchive {
		return true
	}
	return orFalse(t.Archive)
}

// orFalse is a text, or false where there is none.
func orFalse(text string) any {
	if text == "" {
		return false
	}
	return text
}

func locks(s *schema.Schema) { s.Enum = []any{"all", "insert", "contentOnly", false} }
