package content

import "quoin/internal/platform/access"

// Names of the types that Quoin itself knows.
const (
	TypePost         = "post"
	TypePage         = "page"
	TypeAttachment   = "attachment"
	TypeRevision     = "revision"
	TypeMenuItem     = "nav_menu_item"
	TypeBlock        = "core_block"
	TypeTemplate     = "core_template"
	TypeTemplatePart = "core_template_part"
	TypeGlobalStyles = "core_global_styles"
	TypeNavigation   = "core_navigation"
	TypeFontFamily   = "core_font_family"
	TypeFontFace     = "core_font_face"
	TypeCustomCSS    = "custom_css"
)

// Builtin are the types of every site, in the order in which they are listed.
func Builtin() []*Type {
	return []*Type{
		{
			Name: TypePost, Words: Words{Labels: map[string]string{"name_admin_bar": "Post"}}, Icon: "dashicons-admin-post",
			Public: true, REST: true, RESTBase: "posts", InMenus: true, Managed: true, Blocks: true, Notes: true, Sticky: true,
			Caps:       CapsOf("post", "posts"),
			Taxonomies: []string{"category", "post_tag", "post_format"},
			Supports: []string{"title", "editor", "author", "thumbnail", "excerpt", "trackbacks", "custom-fields",
				"comments", "revisions", "post-formats", "autosave"},
		},
		{
			Name: TypePage, Words: Words{Labels: map[string]string{"name_admin_bar": "Page"}}, Icon: "dashicons-admin-page",
			Public: true, Hierarchical: true, REST: true, RESTBase: "pages", InMenus: true, Managed: true, Blocks: true, Notes: true,
			Caps: CapsOf("page", "pages"),
			Supports: []string{"title", "editor", "author", "thumbnail", "page-attributes", "custom-fields",
				"comments", "revisions", "autosave"},
		},
		{
			Name: TypeAttachment, Icon: "dashicons-admin-media", Public: true, REST: true, RESTBase: "media", Managed: true,
			Words: Words{Plural: "Media", Labels: map[string]string{
				"add_new": "Add Media File", "add_new_item": "Add Media File", "edit_item": "Edit Media",
				"view_item": "View Media File", "attributes": "Attachment Attributes",
			}},
			Caps:     attachmentCaps(),
			Supports: []string{"title", "author", "comments"},
		},
		{
			Name: TypeMenuItem, Words: Words{Plural: "Navigation Menu Items", Singular: "Navigation Menu Item"},
			REST: true, RESTBase: "menu-items", Caps: themeCaps("read"),
			Taxonomies: []string{"nav_menu"}, Supports: []string{"title", "editor", "page-attributes", "autosave"},
		},
		{
			Name: TypeBlock, Reference: "wp_block", REST: true, RESTBase: "blocks", Managed: true, Blocks: true,
			Words: Words{Plural: "Patterns", Singular: "Pattern", Labels: map[string]string{
				"add_new": "Add Pattern", "add_new_item": "Add Pattern", "edit_item": "Edit Block Pattern", "new_item": "New Pattern",
				"view_item": "View Pattern", "view_items": "View Patterns", "search_items": "Search Patterns",
				"not_found": "No patterns found.", "not_found_in_trash": "No patterns found in Trash.", "all_items": "All Patterns",
				"filter_items_list": "Filter patterns list", "items_list_navigation": "Patterns list navigation",
				"items_list": "Patterns list", "item_published": "Pattern published.",
				"item_published_privately": "Pattern published privately.", "item_reverted_to_draft": "Pattern reverted to draft.",
				"item_scheduled": "Pattern scheduled.", "item_updated": "Pattern updated.",
			}},
			Caps: blockCaps(), Taxonomies: []string{"core_pattern_category"},
			Supports: []string{"title", "excerpt", "editor", "revisions", "custom-fields", "autosave"},
		},
		{
			Name: TypeTemplate, Reference: "wp_template", REST: true, RESTBase: "templates",
			Description: "Templates that the site has beside those of its theme.",
			Words: Words{Plural: "Templates", Singular: "Template", Labels: map[string]string{
				"add_new": "Add Template", "add_new_item": "Add Template", "edit_item": "Edit Template", "new_item": "New Template",
				"view_item": "View Template", "search_items": "Search Templates", "not_found": "No templates found.",
				"not_found_in_trash": "No templates found in Trash.", "parent_item_colon": "Parent Template:",
				"archives": "Template archives", "insert_into_item": "Insert into template",
				"uploaded_to_this_item": "Uploaded to this template", "filter_items_list": "Filter templates list",
				"items_list_navigation": "Templates list navigation", "items_list": "Templates list", "item_updated": "Template updated.",
			}},
			Caps: templateCaps("template"), Taxonomies: []string{"core_theme"},
			Supports: []string{"title", "slug", "excerpt", "editor", "revisions", "author", "autosave"},
		},
		{
			Name: TypeTemplatePart, Reference: "wp_template_part", REST: true, RESTBase: "template-parts",
			Description: "Parts of pages that several templates may share.",
			Words: Words{Plural: "Template Parts", Singular: "Template Part", Labels: map[string]string{
				"add_new": "Add Template Part", "add_new_item": "Add Template Part", "edit_item": "Edit Template Part",
				"new_item": "New Template Part", "view_item": "View Template Part", "search_items": "Search Template Parts",
				"not_found": "No template parts found.", "not_found_in_trash": "No template parts found in Trash.",
				"parent_item_colon": "Parent Template Part:", "archives": "Template part archives",
				"insert_into_item": "Insert into template part", "uploaded_to_this_item": "Uploaded to this template part",
				"filter_items_list": "Filter template parts list", "items_list_navigation": "Template parts list navigation",
				"items_list": "Template parts list", "item_updated": "Template part updated.",
			}},
			Caps: templateCaps("post"), Taxonomies: []string{"core_theme", "core_template_part_area"},
			Supports: []string{"title", "slug", "excerpt", "editor", "revisions", "author", "autosave"},
		},
		{
			Name: TypeGlobalStyles, Reference: "wp_global_styles", REST: true, RESTBase: "global-styles",
			Words: Words{Plural: "Global Styles"}, Description: "Styles that the site has chosen for its theme.",
			Caps: stylesCaps(), Taxonomies: []string{"core_theme"}, Supports: []string{"title", "editor", "revisions"},
		},
		{
			Name: TypeNavigation, Reference: "wp_navigation", REST: true, RESTBase: "navigation", Managed: true, Blocks: true,
			Description: "Menus made of blocks that pages and templates show.",
			Words: Words{Plural: "Navigation Menus", Singular: "Navigation Menu", Labels: map[string]string{
				"add_new": "Add Navigation Menu", "add_new_item": "Add Navigation Menu", "edit_item": "Edit Navigation Menu",
				"new_item": "New Navigation Menu", "view_item": "View Navigation Menu", "search_items": "Search Navigation Menus",
				"not_found": "No Navigation Menu found.", "not_found_in_trash": "No Navigation Menu found in Trash.",
				"parent_item_colon": "Parent Navigation Menu:", "archives": "Navigation Menu archives",
				"insert_into_item": "Insert into Navigation Menu", "uploaded_to_this_item": "Uploaded to this Navigation Menu",
				"filter_items_list": "Filter Navigation Menu list", "items_list_navigation": "Navigation Menus list navigation",
				"items_list": "Navigation Menus list", "item_updated": "Navigation Menu updated.",
			}},
			Caps: themeCaps("read"), Supports: []string{"title", "editor", "revisions", "autosave"},
		},
		{
			Name: TypeFontFamily, Reference: "wp_font_family", Words: Words{Plural: "Font Families", Singular: "Font Family"},
			REST: true, RESTBase: "font-families", Caps: fontCaps(), Supports: []string{"title"},
		},
		{
			Name: TypeFontFace, Reference: "wp_font_face", Words: Words{Plural: "Font Faces", Singular: "Font Face"},
			REST: true, RESTBase: "font-faces", Caps: fontCaps(), Supports: []string{"title"},
		},
		{
			Name: TypeRevision, Words: Words{Plural: "Revisions", Singular: "Revision"},
			Caps: CapsOf("post", "posts"), Supports: []string{"title", "editor", "excerpt", "author"},
		},
		{Name: TypeCustomCSS, Words: Words{Plural: "Custom CSS"}, Caps: themeCaps("edit_theme_options"), Supports: []string{"title", "revisions"}},
	}
}

// CapsOf are capabilities that are called by one entry and by several.
func CapsOf(one, plural string) Caps {
	named := func(right string) access.Capability { return access.Capability(right + "_" + plural) }
	return Caps{
		One: one, Read: "read", EditOwn: named("edit"), EditOthers: named("edit_others"),
		EditPublished: named("edit_published"), EditPrivate: named("edit_private"),
		Publish: named("publish"), ReadPrivate: named("read_private"), ListPrivate: named("read_private"), Create: named("edit"),
		DeleteOwn: named("delete"), DeleteOthers: named("delete_others"),
		DeletePublished: named("delete_published"), DeletePrivate: named("delete_private"),
	}
}

func attachmentCaps() Caps {
	c := CapsOf("post", "posts")
	c.Create = "upload_files"
	return c
}

func blockCaps() Caps {
	c := CapsOf("block", "posts")
	c.Read, c.Create = "edit_posts", "publish_posts"
	// Compat (TestPolicy): no role has these, so a private block is its author's alone.
	c.ReadPrivate, c.EditPrivate, c.DeletePrivate = "read_private_blocks", "edit_private_blocks", "delete_private_blocks"
	c.Printed = map[string]access.Capability{"publish_posts": "publish_blocks"}
	return c
}

// themeCaps are the capabilities of types that belong to the theme: all
// writing needs edit_theme_options.
func themeCaps(read access.Capability) Caps {
	const e = "edit_theme_options"
	return Caps{
		One: "post", Read: read, EditOwn: e, EditOthers: e, EditPublished: e, EditPrivate: e, Publish: e, ReadPrivate: e,
		ListPrivate: e, Create: e, DeleteOwn: e, DeleteOthers: e, DeletePublished: e, DeletePrivate: e,
	}
}

func templateCaps(one string) Caps {
	c := themeCaps("edit_theme_options")
	c.One = one
	return c
}

func fontCaps() Caps {
	c := themeCaps("edit_theme_options")
	c.Printed = map[string]access.Capability{
		"delete_private_posts": "delete_private_posts", "edit_private_posts": "edit_private_posts",
	}
	return c
}

func stylesCaps() Caps {
	c := CapsOf("post", "posts")
	c.Read = "edit_posts"
	for _, of := range []*access.Capability{&c.EditOwn, &c.EditOthers, &c.EditPublished, &c.Create, &c.DeletePublished, &c.DeleteOthers} {
		*of = "edit_theme_options"
	}
	return c
}
