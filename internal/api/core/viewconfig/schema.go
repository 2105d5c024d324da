package viewconfig

import "quoin/internal/platform/schema"

// published is the schema of the answer.
func published() *schema.Schema {
	ro := schema.Readonly()
	s := schema.Obj([]schema.Property{
		{Name: "kind", Schema: schema.Str("Kind of what is shown.", ro)},
		{Name: "name", Schema: schema.Str("Name of what is shown.", ro)},
		{Name: "version", Schema: schema.Int("Version of the form of this answer.", ro)},
		{Name: "default_view", Schema: schema.Obj(wholeView(), "How the list looks at first.", ro)},
		{Name: "default_layouts", Schema: schema.Obj(layouts(), "The layouts to choose from, by name.", ro)},
		{Name: "view_list", Schema: schema.List(schema.Obj([]schema.Property{
			{Name: "title", Schema: schema.Str("")},
			{Name: "slug", Schema: schema.Str("")},
			{Name: "view", Schema: schema.Obj(wholeView(), "")},
		}, ""), "The views to choose from.", ro)},
		{Name: "form", Schema: schema.Obj(formSettings(), "The form for one of them.", ro)},
	}, "")
	s.Title = "view-config"
	return s
}

// What parts of a view are ordered, shown and aligned by.
var (
	directions = schema.Enum("asc", "desc")
	places     = schema.Enum("start", "center", "end")
	operators  = schema.Enum("is", "isNot", "isAny", "isNone", "isAll", "isNotAll", "lessThan", "greaterThan",
		"lessThanOrEqual", "greaterThanOrEqual", "before", "after")
	labels   = schema.Enum("top", "side", "none")
	openings = schema.Enum("dropdown", "modal")
)

func prop(name string, s *schema.Schema) schema.Property {
	return schema.Property{Name: name, Schema: s}
}

func texts() *schema.Schema { return schema.List(schema.Str(""), "") }

func choice(of ...*schema.Schema) *schema.Schema { return schema.New("", "", schema.OneOf(of...)) }

// byName is an object whose members are named by fields.
func byName(member *schema.Schema) *schema.Schema {
	return schema.New(schema.Object, "", func(s *schema.Schema) { s.AdditionalProperties = member })
}

func size() *schema.Schema { return schema.New("", "", schema.Types(schema.String, schema.Number)) }

// The settings of layouts.
func styles() schema.Property {
	return prop("styles", byName(schema.Obj([]schema.Property{
		prop("width", size()), prop("maxWidth", size()), prop("minWidth", size()), prop("align", schema.Str("", places)),
	}, "")))
}

func density() schema.Property {
	return prop("density", schema.Str("", schema.Enum("compact", "balanced", "comfortable")))
}
func moving() schema.Property   { return prop("enableMoving", schema.Bool("")) }
func badges() schema.Property   { return prop("badgeFields", texts()) }
func previews() schema.Property { return prop("previewSize", schema.Num("")) }

// listSettings are the settings of a list in any layout.
func listSettings() []schema.Property {
	return []schema.Property{
		prop("filters", schema.List(schema.Obj([]schema.Property{
			prop("field", schema.Str("")), prop("operator", schema.Str("", operators)), prop("value", schema.New("", "")),
			prop("isLocked", schema.Bool("")),
		}, ""), "")),
		prop("sort", schema.Obj([]schema.Property{prop("field", schema.Str("")), prop("direction", schema.Str("", directions))}, "")),
		prop("perPage", schema.Int("")), prop("fields", texts()), prop("titleField", schema.Str("")),
		prop("mediaField", schema.Str("")), prop("descriptionField", schema.Str("")), prop("showTitle", schema.Bool("")),
		prop("showMedia", schema.Bool("")), prop("showDescription", schema.Bool("")), prop("showLevels", schema.Bool("")),
		prop("groupBy", schema.Obj([]schema.Property{
			prop("field", schema.Str("")), prop("direction", schema.Str("", directions)),
			prop("showLabel", schema.Bool("", schema.Default(true))),
		}, "")),
		prop("infiniteScrollEnabled", schema.Bool("")),
	}
}

// wholeView is a view with its layout.
func wholeView() []schema.Property {
	return append([]schema.Property{
		prop("type", schema.Str("")),
		prop("layout", schema.Obj([]schema.Property{styles(), density(), moving(), badges(), previews()}, "")),
	}, listSettings()...)
}

// layouts are the settings of each layout.
func layouts() []schema.Property {
	layout := func(name string, own ...schema.Property) schema.Property {
		return prop(name, schema.Obj(append(listSettings(), prop("layout", schema.Obj(own, ""))), ""))
	}
	return []schema.Property{
		layout("table", styles(), density(), moving()), layout("list", density()), layout("grid", badges(), previews(), density()),
		layout("activity", density()), layout("pickerGrid", badges(), previews(), density()), layout("pickerTable", styles(), density(), moving()),
	}
}

// formSettings tell how one of the list is edited: its fields, and how they are laid out.
func formSettings() []schema.Property {
	object := schema.New(schema.Object, "")
	return []schema.Property{
		prop("layout", fieldLayout()),
		prop("fields", schema.List(choice(schema.Str(""), schema.Obj([]schema.Property{
			prop("id", schema.Str("")), prop("label", schema.Str("")), prop("description", schema.Str("")),
			prop("layout", fieldLayout()), prop("children", schema.List(choice(schema.Str(""), object), "")),
		}, "")), "")),
	}
}

func fieldLayout() *schema.Schema {
	of := func(name string, own ...schema.Property) *schema.Schema {
		return schema.Obj(append([]schema.Property{prop("type", schema.Str("", schema.Enum(name)))}, own...), "")
	}
	label := prop("labelPosition", schema.Str("", labels))
	return choice(
		of("regular", label),
		of("panel", label,
			prop("openAs", choice(schema.Str("", openings), schema.Obj([]schema.Property{
				prop("type", schema.Str("", openings)), prop("applyLabel", schema.Str("")), prop("cancelLabel", schema.Str("")),
			}, ""))),
			prop("summary", choice(schema.Str(""), texts())),
			prop("editVisibility", schema.Str("", schema.Enum("always", "on-hover")))),
		of("card",
			prop("withHeader", schema.Bool("")), prop("isOpened", schema.Bool("")), prop("isCollapsible", schema.Bool("")),
			prop("summary", choice(schema.Str(""), schema.List(choice(schema.Str(""), schema.Obj([]schema.Property{
				prop("id", schema.Str("")), prop("visibility", schema.Str("", schema.Enum("always", "when-collapsed"))),
			}, "")), "")))),
		of("row", prop("alignment", schema.Str("", places)),
			prop("styles", byName(schema.Obj([]schema.Property{prop("flex", size())}, "")))),
		of("details", prop("summary", schema.Str(""))),
	)
}
