package taxonomy

import "quoin/internal/domain/content"

// usualWords are the words of tags and of categories.
func usualWords() []content.Usual {
	const (
		name        = "The name is how it appears on your site."
		slug        = "The &#8220;slug&#8221; is the URL-friendly version of the name. It is usually all lowercase and contains only letters, numbers, and hyphens."
		parent      = "Assign a parent term to create a hierarchy. The term Jazz, for example, would be the parent of Bebop and Big Band."
		description = "The description is not prominent by default; however, some themes may show it."
	)
	return []content.Usual{
		{"name", "Tags", "Categories"},
		{"singular_name", "Tag", "Category"},
		{"search_items", "Search Tags", "Search Categories"},
		{"popular_items", "Popular Tags", ""},
		{"all_items", "All Tags", "All Categories"},
		{"parent_item", "", "Parent Category"},
		{"parent_item_colon", "", "Parent Category:"},
		{"name_field_description", name, name},
		{"slug_field_description", slug, slug},
		{"parent_field_description", "", parent},
		{"desc_field_description", description, description},
		{"edit_item", "Edit Tag", "Edit Category"},
		{"view_item", "View Tag", "View Category"},
		{"update_item", "Update Tag", "Update Category"},
		{"add_new_item", "Add Tag", "Add Category"},
		{"new_item_name", "New Tag Name", "New Category Name"},
		{"separate_items_with_commas", "Separate tags with commas", ""},
		{"add_or_remove_items", "Add or remove tags", ""},
		{"choose_from_most_used", "Choose from the most used tags", ""},
		{"not_found", "No tags found.", "No categories found."},
		{"no_terms", "No tags", "No categories"},
		{"filter_by_item", "", "Filter by category"},
		{"items_list_navigation", "Tags list navigation", "Categories list navigation"},
		{"items_list", "Tags list", "Categories list"},
		{"most_used", "Most Used", "Most Used"},
		{"back_to_items", "&larr; Go to Tags", "&larr; Go to Categories"},
		{"item_link", "Tag Link", "Category Link"},
		{"item_link_description", "A link to a tag.", "A link to a category."},
	}
}
