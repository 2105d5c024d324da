package taxonomies

import (
	"maps"

	"quoin/internal/taxonomy"
	"quoin/internal/wire"
)

// names are the words for a taxonomy.
type names struct {
	plural, singular string
	managed          bool // editors manage terms though visitors don't see them
	// words replace the usual labels; nil prints null.
	words map[string]any
}

// labelOrder are the labels in order with their usual words: those of tags.
var labelOrder = []struct {
	key  string
	word any
}{
	{"name", nil},
	{"singular_name", nil},
	{"search_items", "Search Tags"},
	{"popular_items", "Popular Tags"},
	{"all_items", nil},
	{"parent_item", nil},
	{"parent_item_colon", nil},
	{"name_field_description", "The name is how it appears on your site."},
	{"slug_field_description", "The &#8220;slug&#8221; is the URL-friendly version of the name. It is usually all lowercase and contains only letters, numbers, and hyphens."},
	{"parent_field_description", nil},
	{"desc_field_description", "The description is not prominent by default; however, some themes may show it."},
	{"edit_item", "Edit Tag"},
	{"view_item", "View Tag"},
	{"update_item", "Update Tag"},
	{"add_new_item", "Add Tag"},
	{"new_item_name", "New Tag Name"},
	{"separate_items_with_commas", "Separate tags with commas"},
	{"add_or_remove_items", "Add or remove tags"},
	{"choose_from_most_used", "Choose from the most used tags"},
	{"not_found", "No tags found."},
	{"no_terms", "No tags"},
	{"filter_by_item", nil},
	{"items_list_navigation", "Tags list navigation"},
	{"items_list", "Tags list"},
	{"most_used", "Most Used"},
	{"back_to_items", "&larr; Go to Tags"},
	{"item_link", "Tag Link"},
	{"item_link_description", "A link to a tag."},
	{"menu_name", nil},
	{"name_admin_bar", nil},
	{"archives", nil},
	{"template_name", nil},
}

// labels are the words for a taxonomy in several places. Public taxonomies
// have none for their archives.
func (n names) labels() *wire.Object {
	own := map[string]any{
		"name": n.plural, "singular_name": n.singular, "all_items": n.plural, "menu_name": n.plural,
		"name_admin_bar": n.singular, "archives": n.plural, "template_name": n.singular + " Archives",
	}
	maps.Copy(own, n.words)
	out := &wire.Object{}
	for _, l := range labelOrder {
		word, ok := own[l.key]
		switch {
		case word == absent:
		case ok:
			out.Set(l.key, word)
		default:
			out.Set(l.key, l.word)
		}
	}
	return out
}

type left struct{}

// absent leaves a label out.
var absent any = left{}

// Labels are the words for a taxonomy, by the place where they stand.
func Labels(taxonomy string) *wire.Object { return namesOf(taxonomy).labels() }

// namesOf are the words for a taxonomy; one without own words is called by its
// name.
func namesOf(name string) names {
	if n, ok := table[name]; ok {
		return n
	}
	return names{plural: name, singular: name}
}

var table = map[string]names{
	taxonomy.Category: {
		plural: "Categories", singular: "Category",
		words: map[string]any{
			"search_items": "Search Categories", "popular_items": nil, "all_items": "All Categories",
			"parent_item": "Parent Category", "parent_item_colon": "Parent Category:",
			"parent_field_description": "Assign a parent term to create a hierarchy. The term Jazz, for example, would be the parent of Bebop and Big Band.",
			"edit_item":                "Edit Category", "view_item": "View Category", "update_item": "Update Category",
			"add_new_item": "Add Category", "new_item_name": "New Category Name", "separate_items_with_commas": nil,
			"add_or_remove_items": nil, "choose_from_most_used": nil, "not_found": "No categories found.",
			"no_terms": "No categories", "filter_by_item": "Filter by category",
			"items_list_navigation": "Categories list navigation", "items_list": "Categories list",
			"back_to_items": "&larr; Go to Categories", "item_link": "Category Link",
			"item_link_description": "A link to a category.", "name_admin_bar": "category", "archives": absent,
		},
	},
	taxonomy.Tag: {
		plural: "Tags", singular: "Tag",
		words: map[string]any{"all_items": "All Tags", "name_admin_bar": wire.Symbol("post_tag"), "archives": absent},
	},
	taxonomy.Menu: {plural: "Navigation Menus", singular: "Navigation Menu"},
	taxonomy.PatternCategory: {
		plural: "Pattern Categories", singular: "Pattern Category", managed: true,
		words: map[string]any{
			"search_items": "Search Pattern Categories", "popular_items": "Popular Pattern Categories",
			"edit_item": "Edit Pattern Category", "view_item": "View Pattern Category",
			"update_item": "Update Pattern Category", "add_new_item": "Add Category",
			"new_item_name":              "New Pattern Category Name",
			"separate_items_with_commas": "Separate pattern categories with commas",
			"add_or_remove_items":        "Add or remove pattern categories",
			"choose_from_most_used":      "Choose from the most used pattern categories",
			"not_found":                  "No pattern categories found.", "no_terms": "No pattern categories",
			"items_list_navigation": "Pattern Categories list navigation", "items_list": "Pattern Categories list",
			"back_to_items": "&larr; Go to Pattern Categories", "item_link": "Pattern Category Link",
			"item_link_description": "A link to a pattern category.",
		},
	},
}
