package definition

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The kinds of objects that fields are of.
const (
	OfEntries  = "post"
	OfTerms    = "term"
	OfUsers    = "user"
	OfComments = "comment"
)

// Field is one custom field, stored as meta.
type Field struct {
	Key string
	// Schema describes one value, with the default that is answered where none is
	// stored.
	Schema   *schema.Schema
	Repeated bool   // it holds a list of values, each stored by itself
	Usual    []any  // what a repeated field holds where none is stored
	InREST   bool   // the API shows it and takes it
	Named    string // what the API calls it, "" for the key

	Label, Help string // for forms
	Required    bool   // what isn't a draft has a value
	// Index is how lists filter and order by the field, nil where they don't.
	Index *content.IndexedField
	// Relation is what the values are ids of, nil for any others.
	Relation *Relation
}

// fieldKey is what keys are made of.
const fieldKey = `^[A-Za-z0-9_-]{1,191}$`

// Shown is what the API calls the field.
func (f Field) Shown() string { return cmp.Or(f.Named, f.Key) }

func fieldsSchema() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "$schema", Schema: schema.Str("Address of the schema, for editors.")},
		{Name: "kind", Schema: schema.Str("What is defined.", schema.Enum(string(OfFields)), schema.Required())},
		{Name: "name", Schema: schema.Str("Name of the group.", schema.Pattern(routeName), schema.Required())},
		{Name: "label", Schema: schema.Str("What people call the group.")},
		{Name: "object_type", Schema: schema.Str("What has the fields; post when it isn't given.", schema.Enum(OfEntries, OfTerms, OfUsers, OfComments))},
		{Name: "object_subtype", Schema: schema.List(schema.Str("", schema.Pattern(taxonomyName)), "Types of entries, or taxonomies, that have them.")},
		{Name: "fields", Schema: schema.List(fieldSchema(), "The fields.", schema.MinItems(1)).With(func(s *schema.Schema) { s.Required = true })},
	}, "A group of fields.", schema.Strict())
}

func fieldSchema() *schema.Schema {
	return schema.Obj([]schema.Property{
		{Name: "key", Schema: schema.Str("Key that values are stored under.", schema.Pattern(fieldKey), schema.Required())},
		{Name: "type", Schema: schema.Str("Type of a value.", schema.Enum(
			schema.String, schema.Boolean, schema.Integer, schema.Number, schema.Array, schema.Object), schema.Required())},
		{Name: "label", Schema: schema.Str("What people call it.")},
		{Name: "description", Schema: schema.Str("What it is for.")},
		{Name: "single", Schema: schema.Bool("Whether an object has one value of it.")},
		{Name: "default", Schema: schema.New("", "What is answered where no value is stored.")},
		{Name: "show_in_rest", Schema: usual(schema.Object, "Whether the API shows it and takes it, or its schema there.", schema.Strict(), func(s *schema.Schema) {
			s.Properties = []schema.Property{
				{Name: "schema", Schema: schema.New(schema.Object, "JSON schema of a value.")},
				{Name: "name", Schema: schema.Str("What the API calls it; the key when it isn't given.", schema.Pattern(fieldKey))},
			}
		})},
		{Name: "help", Schema: schema.Str("What forms say beside it.")},
		{Name: "required", Schema: schema.Bool("Whether entries that aren't drafts need a value.")},
		{Name: "index", Schema: schema.Bool("Whether lists of entries filter and order by it.")},
		{Name: "unique", Schema: schema.Bool("Whether no two entries of a type have the same value; it is indexed then.")},
		{Name: "relation", Schema: relationSchema()},
	}, "A field.", schema.Strict())
}

// fields are the fields of a group.
func (d *Definition) fields() ([]Field, *Problem) {
	list, _ := d.Body.Get("fields").([]any)
	out := make([]Field, 0, len(list))
	for i, v := range list {
		at := fmt.Sprintf("fields[%d]", i)
		o := v.(*wire.Object)
		f := Field{Key: o.Text("key"), Repeated: !flag(o, "single", false)}
		if slices.ContainsFunc(out, func(other Field) bool { return other.Key == f.Key }) {
			return nil, &Problem{Path: at + ".key", Message: "another field of the group has this key"}
		}
		says := o.Object("show_in_rest")
		f.InREST, f.Named = says != nil || flag(o, "show_in_rest", false), says.Text("name")
		if slices.ContainsFunc(out, func(other Field) bool { return other.Shown() == f.Shown() }) {
			return nil, &Problem{Path: at + ".show_in_rest.name", Message: "the API calls another field of the group so"}
		}
		described := says.Object("schema")
		s, p := schemaOf(described, at+".show_in_rest.schema")
		if p != nil {
			return nil, p
		}
		if s.Is(schema.Array) && s.Items == nil || described == nil && o.Text("type") == schema.Array {
			return nil, &Problem{Path: at + ".show_in_rest.schema.items", Message: "the API needs to know what a list holds"}
		}
		if len(s.Types) == 0 {
			s.Types = []string{o.Text("type")}
		}
		s.Title, s.Description = cmp.Or(s.Title, o.Text("label")), cmp.Or(s.Description, o.Text("description"))
		if def, ok := o.Lookup("default"); ok {
			if p := check(s, def, at+".default"); p != nil {
				return nil, p
			}
			s.Default = def
			if f.Repeated {
				f.Usual = []any{def}
			}
		}
		asReference(s)
		f.Schema = s
		f.Label, f.Help = o.Text("label"), o.Text("help")
		if p := d.extend(&f, o, at); p != nil {
			return nil, p
		}
		out = append(out, f)
	}
	return out, nil
}

// asReference says of a value what the reference says of it where the definition is
// silent: objects have no members but those that are described, and what isn't stored is
// the empty value of its type.
func asReference(s *schema.Schema) {
	closeObjects(s)
	if s.Default != nil || len(s.Types) == 0 {
		return
	}
	switch s.Types[0] {
	case schema.String:
		s.Default = ""
	case schema.Boolean:
		s.Default = false
	case schema.Integer, schema.Number:
		s.Default = int64(0)
	case schema.Array, schema.Object:
		s.Default = []any{}
	}
}

func closeObjects(s *schema.Schema) {
	if s.Is(schema.Object) && s.AdditionalProperties == nil {
		s.NoAdditionalProperties = true
	}
	for _, p := range s.Properties {
		closeObjects(p.Schema)
	}
	if s.Items != nil {
		closeObjects(s.Items)
	}
}

// schemaOf is the schema that a text in JSON schema says; it has no types where
// nothing is said.
func schemaOf(o *wire.Object, path string) (*schema.Schema, *Problem) {
	s := &schema.Schema{}
	for _, m := range o.Members() {
		if p := schemaMember(s, m.Key, m.Value, below(path, m.Key)); p != nil {
			return nil, p
		}
	}
	return s, nil
}

// schemaMember adds what one member of a JSON schema says.
func schemaMember(s *schema.Schema, key string, v any, at string) *Problem {
	wrong := &Problem{Path: at, Message: "this isn't what the member of a schema may be"}
	ok := true
	switch key {
	case "type":
		return schemaTypes(s, v, at)
	case "title":
		s.Title, ok = v.(string)
	case "description":
		s.Description, ok = v.(string)
	case "format":
		s.Format, ok = v.(string)
		ok = ok && slices.Contains([]string{schema.DateTime, schema.URI, schema.Email, schema.IP, schema.UUID, schema.HexColor,
			schema.TextField, schema.TextareaField}, s.Format)
	case "pattern":
		s.Pattern, ok = v.(string)
		if _, err := regexp.Compile(s.Pattern); err != nil {
			ok = false
		}
	case "enum":
		s.Enum, ok = v.([]any)
		ok = ok && len(s.Enum) > 0
	case "default":
		s.Default = v
	case "minimum", "maximum":
		return bound(s, key, v, wrong)
	case "minLength", "maxLength", "minItems", "maxItems":
		return size(s, key, v, wrong)
	case "uniqueItems":
		s.UniqueItems, ok = v.(bool)
	case "context":
		return contexts(s, v, wrong)
	case "required":
		s.Required, ok = v.(bool)
	case "additionalProperties":
		return schemaAdditional(s, v, at, wrong)
	case "items":
		return schemaItems(s, v, at, wrong)
	case "properties":
		return schemaProperties(s, v, at, wrong)
	default:
		return &Problem{Path: at, Message: "this isn't known in schemas of fields"}
	}
	if !ok {
		return wrong
	}
	return nil
}

func schemaTypes(s *schema.Schema, v any, at string) *Problem {
	list, many := v.([]any)
	if !many {
		list = []any{v}
	}
	s.TypeList = many
	for _, one := range list {
		typ, _ := one.(string)
		if !slices.Contains([]string{schema.String, schema.Integer, schema.Number, schema.Boolean, schema.Array, schema.Object, schema.Null}, typ) {
			return &Problem{Path: at, Message: "this is no type of JSON"}
		}
		s.Types = append(s.Types, typ)
	}
	return nil
}

func bound(s *schema.Schema, key string, v any, wrong *Problem) *Problem {
	var n float64
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		return wrong
	}
	if key == "minimum" {
		s.Minimum = &n
	} else {
		s.Maximum = &n
	}
	return nil
}

func size(s *schema.Schema, key string, v any, wrong *Problem) *Problem {
	given, ok := v.(int64)
	if !ok || given < 0 || given > 1<<20 {
		return wrong
	}
	n := int(given)
	*map[string]**int{"minLength": &s.MinLength, "maxLength": &s.MaxLength, "minItems": &s.MinItems, "maxItems": &s.MaxItems}[key] = &n
	return nil
}

func schemaItems(s *schema.Schema, v any, at string, wrong *Problem) (p *Problem) {
	o, ok := v.(*wire.Object)
	if !ok {
		return wrong
	}
	s.Items, p = schemaOf(o, at)
	return p
}

// schemaAdditional is what members may be that nothing names: none, any, or those of a schema.
func schemaAdditional(s *schema.Schema, v any, at string, wrong *Problem) (p *Problem) {
	switch v := v.(type) {
	case bool:
		s.NoAdditionalProperties = !v
		return nil
	case *wire.Object:
		s.AdditionalProperties, p = schemaOf(v, at)
		return p
	}
	return wrong
}

func schemaProperties(s *schema.Schema, v any, at string, wrong *Problem) *Problem {
	o, ok := v.(*wire.Object)
	if !ok {
		return wrong
	}
	for _, m := range o.Members() {
		one, ok := m.Value.(*wire.Object)
		if !ok {
			return &Problem{Path: below(at, m.Key), Message: "the schema of a member is an object"}
		}
		property, p := schemaOf(one, below(at, m.Key))
		if p != nil {
			return p
		}
		s.Properties = append(s.Properties, schema.Property{Name: m.Key, Schema: property})
	}
	return nil
}
