package blocktypes

import (
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// find is what editors are told of the type of a name, nil when there is none.
func find(name string) *wire.Object {
	if t := blocktype.Get(name); t != nil {
		return t.Declared
	}
	return nil
}

func namespaceOf(t *wire.Object) string {
	namespace, _, _ := strings.Cut(t.Text("name"), "/")
	return namespace
}

// jsonTypes are the types that values of attributes are checked by; a type
// that isn't here allows anything.
var jsonTypes = map[string]bool{
	schema.String: true, schema.Integer: true, schema.Number: true, schema.Boolean: true,
	schema.Array: true, schema.Object: true, schema.Null: true,
}

// attributesSchema describes the attributes of a block; others are refused.
func attributesSchema(t *wire.Object) *schema.Schema {
	s := schema.New(schema.Object, "", schema.Strict())
	for _, m := range t.Object("attributes").Members() {
		declared, _ := m.Value.(*wire.Object)
		s.Properties = append(s.Properties, schema.Property{Name: m.Key, Schema: attributeSchema(declared)})
	}
	return s
}

func attributeSchema(declared *wire.Object) *schema.Schema {
	s := &schema.Schema{}
	switch typ := declared.Get("type").(type) {
	case string:
		if jsonTypes[typ] {
			s.Types = []string{typ}
		}
	case []any:
		for _, one := range typ {
			if name, _ := one.(string); jsonTypes[name] {
				s.Types = append(s.Types, name)
			}
		}
	}
	if enum, ok := declared.Get("enum").([]any); ok {
		s.Enum = enum
	}
	s.Minimum, s.Maximum = bound(declared, "minimum"), bound(declared, "maximum")
	if items := declared.Object("items"); items != nil {
		s.Items = attributeSchema(items)
	}
	for _, m := range declared.Object("properties").Members() {
		if p, ok := m.Value.(*wire.Object); ok {
			s.Properties = append(s.Properties, schema.Property{Name: m.Key, Schema: attributeSchema(p)})
		}
	}
	return s
}

// bound is a bound that a declaration has for numbers, nil without one.
func bound(declared *wire.Object, name string) *float64 {
	if v := declared.Get(name); v != nil {
		n := float64(schema.ToInt(v))
		return &n
	}
	return nil
}
