package definition

import (
	"cmp"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The names of types, taxonomies and fields, and what addresses of theirs begin with.
const (
	typeName     = `^[a-z0-9_-]{1,20}$`
	taxonomyName = `^[a-z0-9_-]{1,32}$`
	routeName    = `^[a-z0-9_-]{1,60}$`
	namespace    = `^[a-z0-9_-]{1,40}/[a-z0-9_.-]{1,20}$`
	slugPath     = `^[a-z0-9_-]+(/[a-z0-9_-]+)*$`
)

// usual is a member that is a switch or says more.
func usual(typ, description string, options ...schema.Option) *schema.Schema {
	return schema.New("", description, append(options, schema.Types(typ, schema.Boolean))...)
}

// shared are the members that types and taxonomies both have.
func shared(kind Kind, name string) []schema.Property {
	return []schema.Property{
		{Name: "$schema", Schema: schema.Str("Address of the schema, for editors.")},
		{Name: "kind", Schema: schema.Str("What is defined.", schema.Enum(string(kind)), schema.Required())},
		{Name: "name", Schema: schema.Str("Its name.", schema.Pattern(name), schema.Required())},
		{Name: "label", Schema: schema.Str("What people call several of them.")},
		{Name: "labels", Schema: schema.Obj(nil, "Words by the place where they stand.", func(s *schema.Schema) {
			s.AdditionalProperties = schema.Str("")
		})},
		{Name: "description", Schema: schema.Str("What it is for.")},
		{Name: "public", Schema: schema.Bool("What the other switches are where they aren't given; false when it isn't.")},
		{Name: "publicly_queryable", Schema: schema.Bool("Whether there are public pages.")},
		{Name: "hierarchical", Schema: schema.Bool("Whether there are parents.")},
		{Name: "show_ui", Schema: schema.Bool("Whether editors may manage them.")},
		{Name: "show_in_nav_menus", Schema: schema.Bool("Whether menus may hold them.")},
		{Name: "show_in_rest", Schema: schema.Bool("Whether the API has routes for them.")},
		{Name: "rest_base", Schema: schema.Str("Last part of these routes; the name when it isn't given.", schema.Pattern(routeName))},
		{Name: "rest_namespace", Schema: schema.Str("First part of these routes, as vendor/v1; wp/v2 when it isn't given.", schema.Pattern(namespace))},
	}
}

// referenceNamespace is what the reference calls the namespace of the core.
const referenceNamespace = "wp/v2"

// ownNamespace is the namespace of a definition's routes, "" for that of the core.
func ownNamespace(o *wire.Object) string {
	if said := o.Text("rest_namespace"); said != referenceNamespace {
		return said
	}
	return ""
}

// always is a member of the reference's that can only say what is so anyway.
func always(name, description string, value any) schema.Property {
	return schema.Property{Name: name, Schema: schema.New("", description+", which is always so here.", func(s *schema.Schema) { s.Enum = []any{value} })}
}

// unsaid are arguments of the reference that nothing here follows, with what to do instead.
var unsaid = map[string]string{
	"capabilities":          "rights are named by capability_type, and given to roles by grant",
	"menu_position":         "the admin has an order of its own",
	"show_in_menu":          "the admin shows what show_ui says",
	"show_in_admin_bar":     "the admin shows what show_ui says",
	"delete_with_user":      "whoever removes an account says what becomes of its entries",
	"query_var":             "plain addresses have the name of the type or taxonomy",
	"default_term":          "entries have the terms that they are given",
	"sort":                  "terms have no order by entry",
	"register_meta_box_cb":  codeIsNotRun,
	"meta_box_cb":           codeIsNotRun,
	"meta_box_sanitize_cb":  codeIsNotRun,
	"update_count_callback": codeIsNotRun,
	"sanitize_callback":     codeIsNotRun,
	"auth_callback":         codeIsNotRun,
}

const codeIsNotRun = "definitions have no code"

// rewriting are the members that addresses are made of.
func rewriting(more ...schema.Property) *schema.Schema {
	return usual(schema.Object, "How addresses begin; false for plain ones.", schema.Strict(), func(s *schema.Schema) {
		s.Properties = append([]schema.Property{
			{Name: "slug", Schema: schema.Str("What they begin with; the name when it isn't given.", schema.Pattern(slugPath))},
			{Name: "with_front", Schema: schema.Bool("Whether what addresses of posts begin with stands before it; true when it isn't given.")},
		}, more...)
	})
}

func typeSchema() *schema.Schema {
	return schema.Obj(append(shared(OfType, typeName), []schema.Property{
		{Name: "exclude_from_search", Schema: schema.Bool("Whether searches leave them out.")},
		{Name: "menu_icon", Schema: schema.Str("Icon in editors.")},
		{Name: "capability_type", Schema: schema.New("", "What rights are called by: one name, or those of one and of several.",
			schema.Types(schema.Array, schema.String), func(s *schema.Schema) { s.Items = schema.Str("", schema.Pattern(typeName)) },
			schema.MinItems(1), schema.MaxItems(2))},
		{Name: "map_meta_cap", Schema: schema.Bool("Whether rights on one entry follow from those on all, as they always do here.", func(s *schema.Schema) { s.Enum = []any{true} })},
		always("can_export", "Whether exports have the entries", true),
		always("rest_controller_class", "What answers the routes", "WP_REST_Posts_Controller"),
		always("revisions_rest_controller_class", "What answers those of revisions", "WP_REST_Revisions_Controller"),
		always("autosave_rest_controller_class", "What answers those of autosaves", "WP_REST_Autosaves_Controller"),
		{Name: "grant", Schema: schema.Bool("Whether each role has on these the rights that it has on posts. Without it, rights by a name of their own are nobody's.")},
		{Name: "supports", Schema: usual(schema.Array, "Features of the entries; title and editor when it isn't given, false for none.",
			func(s *schema.Schema) { s.Items = schema.Str("", schema.Enum(features()...)) })},
		{Name: "taxonomies", Schema: schema.List(schema.Str("", schema.Pattern(taxonomyName)), "Taxonomies whose terms entries may have.")},
		{Name: "has_archive", Schema: usual(schema.String, "Whether there is a page that lists them, or its address.", schema.Pattern(slugPath))},
		{Name: "rewrite", Schema: rewriting()},
		{Name: "template", Schema: schema.New(schema.Array, "Blocks that new entries begin with.")},
		{Name: "template_lock", Schema: usual(schema.String, "How far these may be changed.", func(s *schema.Schema) {
			s.Enum = []any{"all", "insert", "contentOnly", false}
		})},
	}...), "A type of entries.", schema.Strict())
}

// features are what types may support.
func features() []string {
	return []string{"title", "editor", "author", "thumbnail", "excerpt", "trackbacks", "custom-fields", "comments",
		"revisions", "page-attributes", "post-formats"}
}

// makeType is the type that a definition says.
func (d *Definition) makeType() *content.Type {
	o := d.Body
	public := flag(o, "public", false)
	t := &content.Type{
		Name: d.Name, Declared: true, Words: words(o), Description: o.Text("description"), Icon: o.Text("menu_icon"),
		Public: flag(o, "publicly_queryable", public), Unlisted: flag(o, "exclude_from_search", !public), Announced: public,
		Hierarchical: flag(o, "hierarchical", false), REST: flag(o, "show_in_rest", false),
		RESTBase: cmp.Or(o.Text("rest_base"), d.Name), InMenus: flag(o, "show_in_nav_menus", public), Managed: flag(o, "show_ui", public),
		Taxonomies: slices.Clone(texts(o, "taxonomies")), Supports: supports(o), Caps: content.CapsOf(rights(o)),
		Addresses: addresses(o, d.Name), Namespace: ownNamespace(o),
	}
	t.Blocks = t.REST && t.Has("editor")
	if archive, ok := o.Get("has_archive").(string); ok {
		t.Archive = archive
	} else if flag(o, "has_archive", false) {
		t.Archive = cmp.Or(t.Addresses.Slug, t.Name)
		t.UsualArchive = true
	}
	if t.Has("post-formats") && !t.HasTaxonomy(taxonomy.Format) {
		t.Taxonomies = append(t.Taxonomies, taxonomy.Format)
	}
	template, _ := o.Get("template").([]any)
	t.Template = printedTemplate(template)
	t.TemplateLock = o.Text("template_lock")
	return t
}

// printedTemplate is a template in which blocks without attributes have an empty list of
// them, as clients of the reference know it.
func printedTemplate(blocks []any) []any {
	out := make([]any, 0, len(blocks))
	for _, one := range blocks {
		block := slices.Clone(one.([]any))
		if len(block) > 1 {
			if attributes := block[1].(*wire.Object); attributes.Len() == 0 {
				block[1] = []any{}
			}
		}
		if len(block) > 2 {
			block[2] = printedTemplate(block[2].([]any))
		}
		out = append(out, block)
	}
	return out
}

// words are what people read of what is defined.
func words(o *wire.Object) content.Words {
	w := content.Words{Plural: o.Text("label"), Labels: map[string]string{}}
	for _, m := range o.Object("labels").Members() {
		text, _ := m.Value.(string)
		switch m.Key {
		case "name":
			w.Plural = text
		case "singular_name":
			w.Singular = text
		default:
			w.Labels[m.Key] = text
		}
	}
	return w
}

// supports are the features of a type. Drafts of what has a content are kept.
func supports(o *wire.Object) []string {
	given, ok := o.Lookup("supports")
	if given == false {
		return nil
	}
	list := slices.Clone(texts(o, "supports"))
	if !ok {
		list = []string{"title", "editor"}
	}
	if slices.Contains(list, "editor") {
		list = append(list, "autosave")
	}
	return list
}

// rights are what the rights on one entry and on several are called by.
func rights(o *wire.Object) (one, several string) {
	switch names := texts(o, "capability_type"); len(names) {
	case 2:
		return names[0], names[1]
	case 1:
		return names[0], names[0] + "s"
	}
	one = cmp.Or(o.Text("capability_type"), "post")
	return one, one + "s"
}

// addresses are how those of entries or terms begin.
func addresses(o *wire.Object, name string) content.Addresses {
	if o.Get("rewrite") == false {
		return content.Addresses{}
	}
	says := o.Object("rewrite")
	return content.Addresses{Slug: cmp.Or(says.Text("slug"), name), WithFront: flag(says, "with_front", true), Nested: flag(says, "hierarchical", false)}
}
