package analytics

import "quoin/internal/platform/schema"

// What the routes answer, as programs are told of it.

func orFalse(typ, about string) *schema.Schema {
	return schema.New("", about, schema.Types(typ, schema.Boolean))
}

var (
	prop = schema.Prop
	str  = schema.Str
	yes  = schema.Bool

	successAnswer  = schema.Of(prop("success", yes("Whether it was done.")))
	settingsAnswer = schema.Of(
		prop("settings", schema.Obj(nil, "Values by the names of the settings.", schema.Open())),
		prop("profile", schema.Of(prop("connected", yes("Whether a provider is named.")), prop("licensed", yes("Whether there is a licence.")))),
		prop("site", schema.Of(prop("name", str("Title of the site.")), prop("url", str("Its address.")), prop("email", str("Whom it belongs to.")))),
	)
	addressAnswer = schema.Of(prop("success", yes("Whether it was done.")), prop("data", schema.Of(prop("url", str("Where the owner agrees.")))))
	refusedAnswer = schema.Of(prop("success", yes("That it wasn't done.")), prop("message", str("Why not.")))
	themesAnswer  = schema.Of(
		prop("themes", schema.Obj(nil, "Designs by their names.", schema.Values(schema.Of(
			prop("label", str("Title of the design.")), prop("styles", schema.Obj(nil, "Colours, sizes and texts of its parts.", schema.Values(schema.Obj(nil, "", schema.Open())))),
			prop("image", yes("Whether it shows pictures.")), prop("list", &schema.Schema{Description: "Parts of an item."}), prop("posts", schema.Int("How many it shows.")), prop("level", str("Licence that has it.")),
		)))),
		prop("selected", str("The one that is used.")),
	)
	termsAnswer = schema.List(schema.Of(
		prop("id", schema.Int("Id of the term.")), prop("name", str("Its name.")), prop("parent", schema.Int("Term above it, or 0.")),
	), "Terms of the taxonomy.")
	taxonomyAnswer = schema.New("", "What is declared of a taxonomy; false where there is none.", schema.Types(schema.Object, schema.Boolean), func(s *schema.Schema) {
		s.Properties = []schema.Property{
			prop("name", str("Its name.")), prop("label", str("Its title.")),
			prop("labels", schema.Obj(nil, "Its words.", schema.Values(schema.New("", "", schema.Types(schema.String, schema.Null))))), prop("description", str("What it is for.")),
			prop("object_type", schema.List(str(""), "Types that have it.")), prop("cap", schema.Obj(nil, "Rights by what they are for.", schema.Values(str("")))),
			prop("rewrite", orFalse(schema.Object, "Form of its addresses.")), prop("query_var", orFalse(schema.String, "Its name in queries.")),
			prop("rest_base", orFalse(schema.String, "Its route.")), prop("rest_namespace", orFalse(schema.String, "Namespace of that.")),
			prop("meta_box_cb", str("What shows its terms in an editor.")), prop("meta_box_sanitize_cb", str("What reads them there.")),
			prop("update_count_callback", str("What counts its terms, empty for the usual.")),
			prop("rest_controller_class", orFalse(schema.String, "What answers its routes.")),
			prop("rest_controller", schema.New("", "Nothing but that there are routes.", schema.Types(schema.Object, schema.Null))),
		}
		for _, name := range []string{
			"public", "publicly_queryable", "hierarchical", "show_ui", "show_in_menu", "show_in_nav_menus", "show_tagcloud", "show_in_quick_edit", "show_admin_column", "show_in_rest", "_builtin",
		} {
			s.Properties = append(s.Properties, prop(name, yes("")))
		}
		for _, name := range []string{"default_term", "sort", "args"} {
			s.Properties = append(s.Properties, prop(name, schema.New(schema.Null, "")))
		}
	})
)
