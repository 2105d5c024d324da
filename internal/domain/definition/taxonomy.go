package definition

import (
	"cmp"

	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

func taxonomySchema() *schema.Schema {
	return schema.Obj(append(shared(OfTaxonomy, taxonomyName), []schema.Property{
		{Name: "object_type", Schema: schema.List(schema.Str("", schema.Pattern(typeName)), "Types whose entries may have its terms.")},
		always("rest_controller_class", "What answers the routes", "WP_REST_Terms_Controller"),
		{Name: "rewrite", Schema: rewriting(schema.Property{
			Name: "hierarchical", Schema: schema.Bool("Whether addresses of terms show those above them."),
		})},
		{Name: "capabilities", Schema: schema.Obj([]schema.Property{
			{Name: "manage_terms", Schema: right()}, {Name: "edit_terms", Schema: right()},
			{Name: "delete_terms", Schema: right()}, {Name: "assign_terms", Schema: right()},
		}, "Rights that changing terms needs.", schema.Strict())},
		{Name: "show_admin_column", Schema: schema.Bool("Whether lists of entries have a column for its terms; false when it isn't given.")},
		{Name: "show_in_quick_edit", Schema: schema.Bool("Whether terms may be given in lists; as show_ui when it isn't given.")},
		{Name: "show_tagcloud", Schema: schema.Bool("Whether clouds may show terms; as show_ui when it isn't given.")},
	}...), "A taxonomy.", schema.Strict())
}

func right() *schema.Schema {
	return schema.Str("Name of a right.", schema.Pattern(`^[a-z0-9_]{1,64}$`))
}

// makeTaxonomy is the taxonomy that a definition says.
func (d *Definition) makeTaxonomy() *taxonomy.Taxonomy {
	o := d.Body
	public := flag(o, "public", true)
	needs := o.Object("capabilities")
	managed := flag(o, "show_ui", public)
	named := func(name, usual string) access.Capability { return access.Capability(cmp.Or(needs.Text(name), usual)) }
	return &taxonomy.Taxonomy{
		Name: d.Name, Words: words(o), Description: o.Text("description"), Hierarchical: flag(o, "hierarchical", false),
		Public: flag(o, "publicly_queryable", public), Announced: public, REST: flag(o, "show_in_rest", false), RESTBase: cmp.Or(o.Text("rest_base"), d.Name), Namespace: ownNamespace(o),
		Managed: managed, Types: texts(o, "object_type"), Addresses: addresses(o, d.Name),
		Offered: &taxonomy.Offered{
			Column: flag(o, "show_admin_column", false), Quick: flag(o, "show_in_quick_edit", managed),
			Cloud: flag(o, "show_tagcloud", managed), Menus: flag(o, "show_in_nav_menus", public),
		},
		Caps: taxonomy.Caps{
			Manage: named("manage_terms", "manage_categories"), Edit: named("edit_terms", "manage_categories"),
			Delete: named("delete_terms", "manage_categories"), Assign: named("assign_terms", "edit_posts"),
		},
	}
}
