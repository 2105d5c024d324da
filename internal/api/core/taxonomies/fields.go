package taxonomies

import (
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func fields(s *site.Site) []rest.Field[*taxonomy.Taxonomy] {
	type tax = *taxonomy.Taxonomy
	ro := schema.Readonly()
	return []rest.Field[tax]{
		{
			Name: "name", Schema: schema.Str("Title of the taxonomy.", rest.Everywhere, ro),
			Read: func(r *rest.Request, t tax) any {
				return content.TranslateLabel(t.Label("name"), s.Texts(r.Context()), content.TaxonomyNames)
			},
		},
		{
			Name: "slug", Schema: schema.Str("Name of the taxonomy.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t tax) any { return wire.Symbol(t.Name) },
		},
		{
			Name: "capabilities", Schema: schema.New(schema.Object, "Capabilities that the rights on terms need.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t tax) any { return t.PrintedCaps() },
		},
		{
			Name: "description", Schema: schema.Str("What the taxonomy is for.", rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t tax) any { return t.Description },
		},
		{
			Name: "labels", Schema: schema.New(schema.Object, "Words for the taxonomy in several places.", rest.OnlyEdit, ro),
			Read: func(r *rest.Request, t tax) any {
				return content.TranslateLabels(t.Labels(), s.Texts(r.Context()), content.TaxonomyNames)
			},
		},
		{
			Name: "types", Schema: schema.List(schema.Str("", schema.Symbols()), "Types of entries that may have terms.", rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t tax) any {
				out := make([]wire.Symbol, len(t.Types))
				for i := range t.Types {
					out[i] = wire.Symbol(t.Types[i])
				}
				return out
			},
		},
		{
			Name: "show_cloud", Schema: schema.Bool("Whether clouds may show terms.", rest.OnlyEdit, ro),
			Read: func(_ *rest.Request, t tax) any { return t.Where().Cloud },
		},
		{
			Name: "hierarchical", Schema: schema.Bool("Whether terms have parents.", rest.NotEmbed, ro),
			Read: func(_ *rest.Request, t tax) any { return t.Hierarchical },
		},
		{
			Name: "rest_base", Schema: schema.Str("Route of the terms.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t tax) any { return wire.Symbol(t.RESTBase) },
		},
		{
			Name: "rest_namespace", Schema: schema.Str("Namespace of that route.", rest.Everywhere, ro),
			Read: func(_ *rest.Request, t tax) any { return wire.Symbol(t.RESTNamespace()) },
		},
		{Name: "visibility", Schema: schema.New(schema.Object, "Where the taxonomy is offered.", rest.OnlyEdit, ro), Fields: visibility()},
	}
}

func visibility() []rest.Field[*taxonomy.Taxonomy] {
	flag := func(name, description string, read func(t *taxonomy.Taxonomy) bool) rest.Field[*taxonomy.Taxonomy] {
		return rest.Field[*taxonomy.Taxonomy]{
			Name: name, Schema: schema.Bool(description),
			Read: func(_ *rest.Request, t *taxonomy.Taxonomy) any { return read(t) },
		}
	}
	public := func(t *taxonomy.Taxonomy) bool { return t.Public }
	managed := func(t *taxonomy.Taxonomy) bool { return t.Managed }
	return []rest.Field[*taxonomy.Taxonomy]{
		flag("public", "Whether visitors know of the taxonomy.", func(t *taxonomy.Taxonomy) bool {
			if t.Declared() {
				return t.Announced
			}
			return t.Public
		}),
		flag("publicly_queryable", "Whether terms have public addresses.", public),
		flag("show_admin_column", "Whether the lists of editors show terms.", func(t *taxonomy.Taxonomy) bool { return t.Where().Column }),
		flag("show_in_nav_menus", "Whether menus may hold terms.", func(t *taxonomy.Taxonomy) bool { return t.Where().Menus }),
		flag("show_in_quick_edit", "Whether terms may be assigned in lists.", func(t *taxonomy.Taxonomy) bool { return t.Where().Quick }),
		flag("show_ui", "Whether editors may manage terms.", managed),
	}
}
