package blocktypes

import (
	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const blockName = "^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$"

// fields are the members of a block type in order.
func fields() []rest.Field[*wire.Object] {
	text := func(description string) *schema.Schema { return schema.Str(description, schema.Default("")) }
	nullable := func(typ, description string) *schema.Schema {
		return schema.New("", description, schema.Types(typ, schema.Null), schema.Default(schema.None))
	}
	names := func(description string) *schema.Schema {
		s := nullable(schema.Array, description)
		s.Items = schema.Str("", schema.Pattern(blockName))
		return s
	}
	texts := func(description string) *schema.Schema {
		return schema.List(schema.Str(""), description, schema.Default([]any{}))
	}
	handles := func(description string) *schema.Schema {
		s := texts(description)
		s.Types, s.Extra = nil, wire.NewObject("type", []any{schema.Array})
		return s
	}
	object := func(description string) *schema.Schema {
		return schema.New(schema.Object, description, schema.Default([]any{}))
	}
	// Compat (core-v2/block-types.routes): some objects publish an empty list of members.
	noMembers := []schema.Property{}
	attributes := nullable(schema.Object, "Attributes of the block, also those that its features add.")
	attributes.AdditionalProperties = schema.New(schema.Object, "")
	attributes.Properties = noMembers
	provides := object("Attributes whose values blocks below may use, by name of the value.")
	provides.AdditionalProperties = schema.Str("")
	provides.Properties = noMembers
	selectors, supports := object("Selectors of the block's parts in style sheets."), object("Features that the block has.")
	selectors.Properties, supports.Properties = noMembers, noMembers
	for _, s := range []*schema.Schema{selectors, supports} {
		s.Exactly = s.With(schema.Open())
	}
	hooks := object("Blocks beside which this one is put by itself, and where.")
	hooks.PatternProperties = []schema.Property{{Name: blockName, Schema: schema.Str("", schema.Enum("before", "after", "first_child", "last_child"))}}

	declared := []struct {
		name   string
		schema *schema.Schema
	}{
		{"attributes", attributes},
		{"is_dynamic", schema.Bool("Whether the server renders the block.", schema.Default(false))},
		{"api_version", schema.Int("Version of the interface that the block is written for.", schema.Default(1))},
		{"name", schema.Str("Name of the block.", schema.Pattern(blockName), schema.Required())},
		{"title", text("Title of the block.")},
		{"description", text("What the block shows.")},
		{"icon", nullable(schema.String, "Icon of the block.")},
		{"category", nullable(schema.String, "Category of the block in editors.")},
		{"keywords", texts("Words to find the block by.")},
		{"parent", names("Blocks right inside which this one may stand.")},
		{"ancestor", names("Blocks anywhere inside which this one may stand.")},
		{"allowed_blocks", names("Blocks that may stand inside this one.")},
		{"provides_context", provides},
		{"uses_context", texts("Values from blocks above that this one uses.")},
		{"selectors", selectors},
		{"supports", supports},
		{"styles", schema.List(styleSchema(), "Styles to choose from.", schema.Default([]any{}))},
		{"textdomain", nullable(schema.String, "Domain of the block's translations.")},
		{"example", exampleSchema()},
		{"editor_script_handles", handles("Scripts for editors.")},
		{"script_handles", handles("Scripts for visitors and editors.")},
		{"view_script_handles", handles("Scripts for visitors.")},
		{"view_script_module_ids", handles("Script modules for visitors.")},
		{"editor_style_handles", handles("Style sheets for editors.")},
		{"style_handles", handles("Style sheets for visitors and editors.")},
		{"view_style_handles", handles("Style sheets for visitors.")},
		{"variations", variationsSchema()},
		{"block_hooks", hooks},
	}
	var out []rest.Field[*wire.Object]
	for _, d := range declared {
		d.schema.Readonly, d.schema.Contexts = true, []string{"embed", "view", "edit"}
		out = append(out, rest.Field[*wire.Object]{Name: d.name, Schema: d.schema, Read: member(d.name, d.schema.Default)})
	}
	for _, kind := range []string{"editor_script", "script", "view_script", "editor_style", "style"} {
		s := nullable(schema.String, "The first of "+kind+"_handles, for clients that know one only.")
		s.Readonly, s.Contexts = true, []string{"embed", "view", "edit"}
		out = append(out, rest.Field[*wire.Object]{Name: kind, Schema: s, Read: first(kind + "_handles")})
	}
	return out
}

// member reads a member of the data, or its default.
func member(name string, def any) func(*rest.Request, *wire.Object) any {
	switch {
	case name == "variations":
		def = []any{}
	case def == schema.None:
		def = nil
	}
	return func(_ *rest.Request, t *wire.Object) any {
		if v, ok := t.Lookup(name); ok {
			return v
		}
		return def
	}
}

func first(list string) func(*rest.Request, *wire.Object) any {
	return func(_ *rest.Request, t *wire.Object) any {
		if handles, _ := t.Get(list).([]any); len(handles) > 0 {
			return handles[0]
		}
		return nil
	}
}

func exampleSchema() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "attributes", Schema: schema.New(schema.Object, "Attributes of the preview.")},
		{Name: "innerBlocks", Schema: schema.List(innerBlock(), "Blocks inside the preview.")},
	}, "What previews show.", schema.Types(schema.Object, schema.Null), schema.Default(schema.None))
}

func innerBlock() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "name", Schema: schema.Str("Name of the block.", schema.Pattern(blockName), schema.Required())},
		{Name: "attributes", Schema: schema.New(schema.Object, "Attributes of the block.")},
		{Name: "innerBlocks", Schema: schema.New(schema.Array, "Blocks inside the block.")},
	}, "")
}

func styleSchema() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "name", Schema: schema.Str("Name of the style.", schema.Required())},
		{Name: "label", Schema: schema.Str("Title of the style.")},
		{Name: "inline_style", Schema: schema.Str("Rules of the style.")},
		{Name: "style_handle", Schema: schema.Str("Style sheet of the style.")},
	}, "")
}

func variationsSchema() *schema.Schema {
	ro := schema.Readonly()
	maybe := func(description string) *schema.Schema {
		return schema.New("", description, schema.Types(schema.String, schema.Null), schema.Default(schema.None), rest.EmbedFirst, ro)
	}
	optional := func(s *schema.Schema) { s.Extra = wire.NewObject("required", false) }
	return schema.List(schema.Obj([]schema.Property{
		{Name: "name", Schema: schema.Str("Name of the variation.", schema.Required())},
		{Name: "title", Schema: schema.Str("Title of the variation.", schema.Required())},
		{Name: "description", Schema: schema.Str("What the variation shows.", optional)},
		{Name: "category", Schema: maybe("Category of the variation in editors.")},
		{Name: "icon", Schema: maybe("Icon of the variation.")},
		{Name: "isDefault", Schema: schema.Bool("Whether this is the usual variation.", schema.Default(false), optional)},
		{Name: "attributes", Schema: schema.New(schema.Object, "Attributes that the variation starts with.")},
		{Name: "innerBlocks", Schema: schema.List(innerBlock(), "Blocks that the variation starts with.")},
		{Name: "example", Schema: exampleSchema().With(rest.EmbedFirst, ro)},
		{Name: "scope", Schema: schema.List(
			schema.Str("", schema.Enum("block", "inserter", "transform")), "Where the variation is offered.",
			schema.Types(schema.Array, schema.Null), schema.Default(schema.None), ro,
		)},
		{Name: "keywords", Schema: schema.List(schema.Str(""), "Words to find the variation by.", schema.Default([]any{}), rest.EmbedFirst, ro)},
	}, ""), "Forms of the block that are offered on their own.", schema.Default(schema.None))
}
