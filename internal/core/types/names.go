package types

import (
	"maps"

	"quoin/internal/content"
	"quoin/internal/wire"
)

// names are the words for a type and where editors offer it.
type names struct {
	plural, singular, description, icon string
	// object is the last part of the capabilities on one entry.
	object           string
	inMenus, managed bool
	// capabilities replace the enforced ones where the reference prints others.
	capabilities map[string]string
	// words replace the usual labels; nil prints null.
	words map[string]any
}

// labelOrder are the labels in order with their usual words: those of posts.
var labelOrder = []struct{ key, word string }{
	{"name", ""},
	{"singular_name", ""},
	{"add_new", "Add"},
	{"add_new_item", "Add Post"},
	{"edit_item", "Edit Post"},
	{"new_item", "New Post"},
	{"view_item", "View Post"},
	{"view_items", "View Posts"},
	{"search_items", "Search Posts"},
	{"not_found", "No posts found."},
	{"not_found_in_trash", "No posts found in Trash."},
	{"parent_item_colon", ""},
	{"all_items", ""},
	{"archives", ""},
	{"attributes", "Post Attributes"},
	{"insert_into_item", "Insert into post"},
	{"uploaded_to_this_item", "Uploaded to this post"},
	{"featured_image", "Featured image"},
	{"set_featured_image", "Set featured image"},
	{"remove_featured_image", "Remove featured image"},
	{"use_featured_image", "Use as featured image"},
	{"filter_items_list", "Filter posts list"},
	{"filter_by_date", "Filter by date"},
	{"items_list_navigation", "Posts list navigation"},
	{"items_list", "Posts list"},
	{"item_published", "Post published."},
	{"item_published_privately", "Post published privately."},
	{"item_reverted_to_draft", "Post reverted to draft."},
	{"item_trashed", "Post trashed."},
	{"item_scheduled", "Post scheduled."},
	{"item_updated", "Post updated."},
	{"item_link", "Post Link"},
	{"item_link_description", "A link to a post."},
	{"menu_name", ""},
	{"name_admin_bar", ""},
	{"template_name", ""},
}

// labels are the words for a type in several places.
func (n names) labels() *wire.Object {
	own := map[string]any{
		"name": n.plural, "singular_name": n.singular, "parent_item_colon": nil, "all_items": n.plural,
		"archives": n.plural, "menu_name": n.plural, "name_admin_bar": n.singular, "template_name": "Single item: " + n.singular,
	}
	if all, ok := n.words["all_items"]; ok {
		own["archives"] = all
	}
	maps.Copy(own, n.words)
	out := &wire.Object{Solid: true}
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

// namesOf are the words for a type; a type without own ones is called by its
// name.
func namesOf(typ string) names {
	n, ok := table[typ]
	if !ok {
		n = names{plural: typ, singular: typ}
	}
	if n.object == "" {
		n.object = "post"
	}
	return n
}

var table = map[string]names{
	content.TypePost: {
		plural: "Posts", singular: "Post", icon: "dashicons-admin-post", inMenus: true, managed: true,
		words: map[string]any{"all_items": "All Posts", "archives": "Post Archives", "template_name": absent},
	},
	content.TypePage: {
		plural: "Pages", singular: "Page", icon: "dashicons-admin-page", object: "page", inMenus: true, managed: true,
		words: map[string]any{
			"add_new_item": "Add Page", "edit_item": "Edit Page", "new_item": "New Page", "view_item": "View Page",
			"view_items": "View Pages", "search_items": "Search Pages", "not_found": "No pages found.",
			"not_found_in_trash": "No pages found in Trash.", "parent_item_colon": "Parent Page:", "all_items": "All Pages",
			"archives": "Page Archives", "attributes": "Page Attributes", "insert_into_item": "Insert into page",
			"uploaded_to_this_item": "Uploaded to this page", "filter_items_list": "Filter pages list",
			"items_list_navigation": "Pages list navigation", "items_list": "Pages list", "item_published": "Page published.",
			"item_published_privately": "Page published privately.", "item_reverted_to_draft": "Page reverted to draft.",
			"item_trashed": "Page trashed.", "item_scheduled": "Page scheduled.", "item_updated": "Page updated.",
			"item_link": "Page Link", "item_link_description": "A link to a page.", "template_name": absent,
		},
	},
	content.TypeAttachment: {
		plural: "Media", singular: "Media", icon: "dashicons-admin-media", managed: true,
		words: map[string]any{
			"add_new": "Add Media File", "add_new_item": "Add Media File", "edit_item": "Edit Media",
			"view_item": "View Media File", "attributes": "Attachment Attributes",
		},
	},
	content.TypeMenuItem: {plural: "Navigation Menu Items", singular: "Navigation Menu Item"},
	content.TypeBlock: {
		plural: "Patterns", singular: "Pattern", object: "block", managed: true,
		capabilities: map[string]string{"publish_posts": "publish_blocks"},
		words: map[string]any{
			"add_new": "Add Pattern", "add_new_item": "Add Pattern", "edit_item": "Edit Block Pattern", "new_item": "New Pattern",
			"view_item": "View Pattern", "view_items": "View Patterns", "search_items": "Search Patterns",
			"not_found": "No patterns found.", "not_found_in_trash": "No patterns found in Trash.", "all_items": "All Patterns",
			"filter_items_list": "Filter patterns list", "items_list_navigation": "Patterns list navigation",
			"items_list": "Patterns list", "item_published": "Pattern published.",
			"item_published_privately": "Pattern published privately.", "item_reverted_to_draft": "Pattern reverted to draft.",
			"item_scheduled": "Pattern scheduled.", "item_updated": "Pattern updated.",
		},
	},
	content.TypeTemplate: {
		plural: "Templates", singular: "Template", description: "Templates that the site has beside those of its theme.", object: "template",
		words: map[string]any{
			"add_new": "Add Template", "add_new_item": "Add Template", "edit_item": "Edit Template", "new_item": "New Template",
			"view_item": "View Template", "search_items": "Search Templates", "not_found": "No templates found.",
			"not_found_in_trash": "No templates found in Trash.", "parent_item_colon": "Parent Template:",
			"archives": "Template archives", "insert_into_item": "Insert into template",
			"uploaded_to_this_item": "Uploaded to this template", "filter_items_list": "Filter templates list",
			"items_list_navigation": "Templates list navigation", "items_list": "Templates list", "item_updated": "Template updated.",
		},
	},
	content.TypeTemplatePart: {
		plural: "Template Parts", singular: "Template Part", description: "Parts of pages that several templates may share.",
		words: map[string]any{
			"add_new": "Add Template Part", "add_new_item": "Add Template Part", "edit_item": "Edit Template Part",
			"new_item": "New Template Part", "view_item": "View Template Part", "search_items": "Search Template Parts",
			"not_found": "No template parts found.", "not_found_in_trash": "No template parts found in Trash.",
			"parent_item_colon": "Parent Template Part:", "archives": "Template part archives",
			"insert_into_item": "Insert into template part", "uploaded_to_this_item": "Uploaded to this template part",
			"filter_items_list": "Filter template parts list", "items_list_navigation": "Template parts list navigation",
			"items_list": "Template parts list", "item_updated": "Template part updated.",
		},
	},
	content.TypeGlobalStyles: {plural: "Global Styles", singular: "Global Styles", description: "Styles that the site has chosen for its theme."},
	content.TypeNavigation: {
		plural: "Navigation Menus", singular: "Navigation Menu", managed: true,
		description: "Menus made of blocks that pages and templates show.",
		words: map[string]any{
			"add_new": "Add Navigation Menu", "add_new_item": "Add Navigation Menu", "edit_item": "Edit Navigation Menu",
			"new_item": "New Navigation Menu", "view_item": "View Navigation Menu", "search_items": "Search Navigation Menus",
			"not_found": "No Navigation Menu found.", "not_found_in_trash": "No Navigation Menu found in Trash.",
			"parent_item_colon": "Parent Navigation Menu:", "archives": "Navigation Menu archives",
			"insert_into_item": "Insert into Navigation Menu", "uploaded_to_this_item": "Uploaded to this Navigation Menu",
			"filter_items_list": "Filter Navigation Menu list", "items_list_navigation": "Navigation Menus list navigation",
			"items_list": "Navigation Menus list", "item_updated": "Navigation Menu updated.",
		},
	},
	content.TypeFontFamily: {plural: "Font Families", singular: "Font Family", capabilities: fontCapabilities},
	content.TypeFontFace:   {plural: "Font Faces", singular: "Font Face", capabilities: fontCapabilities},
}

var fontCapabilities = map[string]string{
	"delete_private_posts": "delete_private_posts", "edit_private_posts": "edit_private_posts",
}
