package analytics

import (
	"cmp"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/wire"
)

// taxonomyOf is the taxonomy that a path names, in the words of the dialect.
func (s *service) taxonomyOf(r *rest.Request) *taxonomy.Taxonomy {
	return s.Taxonomies.Get(argSlug.Of(r))
}

// linkCategory is a taxonomy of lists of links, which no site has any more: clients
// are told of it as of one without terms.
const linkCategory = "link_category"

func linkCategories() *taxonomy.Taxonomy {
	return &taxonomy.Taxonomy{
		Name: linkCategory, Managed: true, Types: []string{"link"},
		Caps: taxonomy.Caps{Manage: "manage_links", Edit: "manage_links", Delete: "manage_links", Assign: "manage_links"},
		Words: content.Words{Plural: "Link Categories", Singular: "Link Category", Labels: map[string]string{
			"search_items": "Search Link Categories", "all_items": "All Link Categories",
			"edit_item": "Edit Link Category", "update_item": "Update Link Category", "add_new_item": "Add Link Category",
			"new_item_name": "New Link Category Name", "back_to_items": "&larr; Go to Link Categories",
		}},
		Offered: &taxonomy.Offered{Quick: true, Cloud: true},
	}
}

// The parts of an administration that clients are told of, which do for a taxonomy
// what their names say.
const (
	flatBox          = wire.Symbol("box_of_flat_terms")
	hierarchicalBox  = wire.Symbol("box_of_hierarchical_terms")
	namesFromBox     = wire.Symbol("names_of_terms_from_box")
	choicesFromBox   = wire.Symbol("choices_of_terms_from_box")
	termsController  = wire.Symbol("controller_of_terms")
	menusController  = wire.Symbol("controller_of_menus")
	noUpdateOfCounts = ""
)

// showTaxonomy answers all that is declared of a taxonomy.
func (s *service) showTaxonomy(r *rest.Request) (*rest.Response, error) {
	tax := s.taxonomyOf(r)
	if tax == nil && argSlug.Of(r) == linkCategory {
		tax = linkCategories()
	}
	if tax == nil {
		return rest.OK(false), nil
	}
	shown := tax.REST && tax.Public
	managed := shown || tax.Name == taxonomy.PatternCategory
	quick, column, cloud := managed, managed, shown
	if tax.Declared() {
		where := tax.Where()
		managed, quick, column, cloud = tax.Managed, where.Quick, where.Column, where.Cloud
	}
	labels := tax.Labels()
	if tax.Name == linkCategory {
		for _, place := range []string{"popular_items", "separate_items_with_commas", "add_or_remove_items", "choose_from_most_used"} {
			labels.Set(place, nil)
		}
	}
	types := make([]any, len(tax.Types))
	for i, name := range tax.Types {
		types[i] = wire.Symbol(name)
	}
	box, given := flatBox, namesFromBox
	if tax.Hierarchical {
		box, given = hierarchicalBox, choicesFromBox
	}
	o := wire.NewObject(
		"name", wire.Symbol(tax.Name), "label", labels.Get("name"), "labels", labels, "description", "", "public", tax.Public,
		"publicly_queryable", tax.Public, "hierarchical", tax.Hierarchical, "show_ui", managed, "show_in_menu", managed,
		"show_in_nav_menus", tax.Public, "show_tagcloud", cloud, "show_in_quick_edit", quick,
		"show_admin_column", column, "meta_box_cb", box, "meta_box_sanitize_cb", given, "object_type", types,
		"cap", s.capsOf(tax),
	)
	s.setAddresses(r, o, tax)
	o.Set("update_count_callback", noUpdateOfCounts)
	setRoutes(o, tax)
	for _, name := range []string{"default_term", "sort", "args"} {
		o.Set(name, nil)
	}
	o.Set("_builtin", true)
	return rest.OK(o), nil
}

// capsOf are the rights that clients are told of. Compat (api.TestDescribedTaxonomies): those of
// the areas of parts are the usual ones here.
func (s *service) capsOf(tax *taxonomy.Taxonomy) *wire.Object {
	if tax.Name != taxonomy.PartArea {
		return tax.PrintedCaps()
	}
	usual := s.Taxonomies.Get(taxonomy.Tag)
	return wire.NewObject("manage_terms", usual.Caps.Manage, "edit_terms", usual.Caps.Manage, "delete_terms", usual.Caps.Manage, "assign_terms", usual.Caps.Assign)
}

// setAddresses adds how visitors reach the terms.
func (s *service) setAddresses(r *rest.Request, o *wire.Object, tax *taxonomy.Taxonomy) {
	o.Set("rewrite", false)
	o.Set("query_var", false)
	way, ok := addresses()[tax.Name]
	if !ok || !tax.Public {
		return
	}
	mask := int64(0)
	if tax.Hierarchical {
		mask = 512
	}
	if tax.Name == taxonomy.Tag {
		mask = 1024
	}
	slug := way.slug
	if way.base != nil {
		slug = cmp.Or(way.base.Of(r.Context(), s.Site), slug)
	}
	o.Set("rewrite", wire.NewObject("with_front", true, "hierarchical", tax.Hierarchical, "ep_mask", mask, "slug", slug))
	o.Set("query_var", way.query)
}

// setRoutes adds where the API has the terms. Compat (api.TestDescribedTaxonomies): the categories
// of patterns have routes, and the usual place of them isn't told.
func setRoutes(o *wire.Object, tax *taxonomy.Taxonomy) {
	var base, namespace, class, controller any = false, false, false, nil
	if tax.REST {
		base, namespace, class, controller = tax.RESTBase, wire.Symbol(tax.RESTNamespace()), termsController, &wire.Object{}
	}
	switch tax.Name {
	case taxonomy.Menu:
		class = menusController
	case taxonomy.PatternCategory:
		base, class = false, false
	}
	o.Set("show_in_rest", tax.REST)
	o.Set("rest_base", base)
	o.Set("rest_namespace", namespace)
	o.Set("rest_controller_class", class)
	o.Set("rest_controller", controller)
}

// way is how visitors reach the terms of a taxonomy.
type way struct {
	slug, query string
	base        *site.Option[string] // nil without one
}

func addresses() map[string]way {
	return map[string]way{
		taxonomy.Category: {"category", "category_name", site.CategoryBase}, taxonomy.Tag: {"tag", "tag", site.TagBase},
		taxonomy.Format: {"type", "post_format", nil},
	}
}
