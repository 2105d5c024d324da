package taxonomy

import "quoin/internal/domain/content"

// Names of the taxonomies that Quoin itself knows.
const (
	Category        = "category"
	Tag             = "post_tag"
	Menu            = "nav_menu"
	Format          = "post_format"
	PatternCategory = "core_pattern_category"
	Theme           = "core_theme"
	PartArea        = "core_template_part_area"
)

// Builtin are the taxonomies of every site, in the order in which they are
// listed.
func Builtin() []*Taxonomy {
	terms := Caps{"manage_categories", "manage_categories", "manage_categories", "edit_posts"}
	theme := Caps{"edit_theme_options", "edit_theme_options", "edit_theme_options", "edit_theme_options"}
	return []*Taxonomy{
		{
			Name: Category, Hierarchical: true, Public: true, REST: true, RESTBase: "categories", Managed: true, Types: []string{content.TypePost},
			Caps: terms, Printed: Caps{"manage_categories", "edit_categories", "delete_categories", "assign_categories"},
		},
		{
			Name: Tag, Public: true, REST: true, RESTBase: "tags", Managed: true, Types: []string{content.TypePost},
			Caps: terms, Printed: Caps{"manage_post_tags", "edit_post_tags", "delete_post_tags", "assign_post_tags"},
		},
		{
			Name: Menu, Words: content.Words{Plural: "Navigation Menus", Singular: "Navigation Menu"},
			REST: true, RESTBase: "menus", Types: []string{content.TypeMenuItem}, Caps: theme,
		},
		{
			Name: Format, Words: content.Words{Plural: "Formats", Singular: "Format"},
			Public: true, RESTBase: "post_format", Managed: true, Types: []string{content.TypePost}, Caps: terms,
		},
		{
			Name: Theme, Reference: "wp_theme", Words: content.Words{Plural: "Themes", Singular: "Theme"}, Caps: theme,
			Types: []string{content.TypeTemplate, content.TypeTemplatePart, content.TypeGlobalStyles},
		},
		{
			Name: PartArea, Reference: "wp_template_part_area",
			Words: content.Words{Plural: "Template Part Areas", Singular: "Template Part Area"},
			Types: []string{content.TypeTemplatePart}, Caps: theme,
		},
		{
			Name: PatternCategory, Reference: "wp_pattern_category", REST: true, RESTBase: "core_pattern_category", Managed: true,
			Words: content.Words{Plural: "Pattern Categories", Singular: "Pattern Category", Labels: map[string]string{
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
			}},
			Types: []string{content.TypeBlock}, Caps: terms,
		},
	}
}
