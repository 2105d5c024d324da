package content

import (
	"slices"

	"quoin/internal/access"
)

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

// Type describes one kind of entry.
type Type struct {
	Name         string
	Public       bool // its entries have addresses that anybody may open
	Hierarchical bool // entries have parents, which their addresses show
	REST         bool // shown by the API
	RESTBase     string
	Taxonomies   []string
	Supports     []string // title, editor, excerpt, author, thumbnail, comments, ...
	Caps         Caps
}

// Has tells whether the type supports a feature.
func (t *Type) Has(feature string) bool { return slices.Contains(t.Supports, feature) }

// HasTaxonomy tells whether entries of the type may have terms of a taxonomy.
func (t *Type) HasTaxonomy(name string) bool { return slices.Contains(t.Taxonomies, name) }

// Caps are the capabilities that the rights on a type's entries need.
// ListPrivate is that to have lists of private entries, ReadPrivate that to
// read one of somebody else.
type Caps struct {
	Read, EditOwn, EditOthers, EditPublished, EditPrivate   access.Capability
	Publish, ReadPrivate, ListPrivate, Create               access.Capability
	DeleteOwn, DeleteOthers, DeletePublished, DeletePrivate access.Capability
}

func capsOf(plural string) Caps {
	return Caps{
		Read: "read", EditOwn: "edit_" + plural, EditOthers: "edit_others_" + plural,
		EditPublished: "edit_published_" + plural, EditPrivate: "edit_private_" + plural,
		Publish: "publish_" + plural, ReadPrivate: "read_private_" + plural, ListPrivate: "read_private_" + plural, Create: "edit_" + plural,
		DeleteOwn: "delete_" + plural, DeleteOthers: "delete_others_" + plural,
		DeletePublished: "delete_published_" + plural, DeletePrivate: "delete_private_" + plural,
	}
}

// themeCaps are the capabilities of types that belong to the theme: all
// writing needs edit_theme_options.
func themeCaps(read access.Capability) Caps {
	const e = "edit_theme_options"
	return Caps{
		Read: read, EditOwn: e, EditOthers: e, EditPublished: e, EditPrivate: e, Publish: e, ReadPrivate: e,
		ListPrivate: e, Create: e, DeleteOwn: e, DeleteOthers: e, DeletePublished: e, DeletePrivate: e,
	}
}

// Types is the registry of types. It is read only once the server runs.
type Types struct {
	order  []string
	byName map[string]*Type
}

// NewTypes holds the given types in order.
func NewTypes(types ...*Type) *Types {
	r := &Types{byName: map[string]*Type{}}
	for _, t := range types {
		r.order = append(r.order, t.Name)
		r.byName[t.Name] = t
	}
	return r
}

// Get is a type, nil when there is none of the name.
func (r *Types) Get(name string) *Type { return r.byName[name] }

// All are the types in the order of their registration.
func (r *Types) All() []*Type {
	out := make([]*Type, len(r.order))
	for i, n := range r.order {
		out[i] = r.byName[n]
	}
	return out
}

// REST are the types that the API shows.
func (r *Types) REST() []*Type {
	return slices.DeleteFunc(r.All(), func(t *Type) bool { return !t.REST })
}

// Builtin are the types of every site.
func Builtin() []*Type {
	block := capsOf("posts")
	block.Read, block.Create = "edit_posts", "publish_posts"
	// Compat (TestPolicy): no role has these, so a private block is its author's alone.
	block.ReadPrivate, block.EditPrivate, block.DeletePrivate = "read_private_blocks", "edit_private_blocks", "delete_private_blocks"
	attachment := capsOf("posts")
	attachment.Create = "upload_files"
	styles := capsOf("posts")
	styles.Read = "edit_posts"
	for _, c := range []*access.Capability{&styles.EditOwn, &styles.EditOthers, &styles.EditPublished, &styles.Create, &styles.DeletePublished, &styles.DeleteOthers} {
		*c = "edit_theme_options"
	}
	return []*Type{
		{
			Name: TypePost, Public: true, REST: true, RESTBase: "posts", Caps: capsOf("posts"),
			Taxonomies: []string{"category", "post_tag", "post_format"},
			Supports: []string{"title", "editor", "author", "thumbnail", "excerpt", "trackbacks", "custom-fields",
				"comments", "revisions", "post-formats", "autosave"},
		},
		{
			Name: TypePage, Public: true, Hierarchical: true, REST: true, RESTBase: "pages", Caps: capsOf("pages"),
			Supports: []string{"title", "editor", "author", "thumbnail", "page-attributes", "custom-fields",
				"comments", "revisions", "autosave"},
		},
		{
			Name: TypeAttachment, Public: true, REST: true, RESTBase: "media", Caps: attachment,
			Supports: []string{"title", "author", "comments"},
		},
		{
			Name: TypeMenuItem, REST: true, RESTBase: "menu-items", Caps: themeCaps("read"),
			Taxonomies: []string{"nav_menu"}, Supports: []string{"title", "editor", "page-attributes", "autosave"},
		},
		{
			Name: TypeBlock, REST: true, RESTBase: "blocks", Caps: block,
			Taxonomies: []string{"core_pattern_category"},
			Supports:   []string{"title", "excerpt", "editor", "revisions", "custom-fields", "autosave"},
		},
		{
			Name: TypeTemplate, REST: true, RESTBase: "templates", Caps: themeCaps("edit_theme_options"),
			Taxonomies: []string{"core_theme"},
			Supports:   []string{"title", "slug", "excerpt", "editor", "revisions", "author", "autosave"},
		},
		{
			Name: TypeTemplatePart, REST: true, RESTBase: "template-parts", Caps: themeCaps("edit_theme_options"),
			Taxonomies: []string{"core_theme", "core_template_part_area"},
			Supports:   []string{"title", "slug", "excerpt", "editor", "revisions", "author", "autosave"},
		},
		{
			Name: TypeGlobalStyles, REST: true, RESTBase: "global-styles", Caps: styles,
			Taxonomies: []string{"core_theme"}, Supports: []string{"title", "editor", "revisions"},
		},
		{
			Name: TypeNavigation, REST: true, RESTBase: "navigation", Caps: themeCaps("read"),
			Supports: []string{"title", "editor", "revisions", "autosave"},
		},
		{Name: TypeFontFamily, REST: true, RESTBase: "font-families", Caps: themeCaps("edit_theme_options"), Supports: []string{"title"}},
		{Name: TypeFontFace, REST: true, RESTBase: "font-faces", Caps: themeCaps("edit_theme_options"), Supports: []string{"title"}},
		{Name: TypeRevision, Caps: capsOf("posts"), Supports: []string{"title", "editor", "excerpt", "author"}},
		{Name: TypeCustomCSS, Caps: themeCaps("edit_theme_options"), Supports: []string{"title", "revisions"}},
	}
}
