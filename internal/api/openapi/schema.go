package openapi

import (
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// schemaOf is a schema in the words of OpenAPI 3.1, which are those of JSON
// Schema 2020-12. Descriptions inside are of draft 4.
//
// An answer's schema asks for nothing: which members it has depends on _fields,
// the context and the caller.
func schemaOf(s *schema.Schema, names schema.Names, answer bool) *wire.Object {
	if s == nil {
		return &wire.Object{}
	}
	return convert(s.Exact(names), answer)
}

// convert changes a published draft-4 schema, and what is in it.
func convert(in *wire.Object, answer bool) *wire.Object {
	out := &wire.Object{}
	for _, m := range in.Members() {
		switch m.Key {
		case "context", "title", "$schema", "arg_options", "links":
		case "required":
			if list, ok := m.Value.([]any); ok && !answer && len(list) > 0 {
				out.Set("required", list)
			}
		case "readonly":
			if m.Value == true && answer {
				out.Set("readOnly", true)
			}
		case "type":
			out.Set("type", loosened(typeOf(m.Value), answer && mayBeEmpty(in)))
		case "format":
			switch m.Value {
			case schema.LocalDateTime:
				out.Set("pattern", schema.DateTimeForm)
			case schema.URI:
				out.Set("format", "uri-reference") // it may be empty, or without a host
			case schema.DateTime, schema.Email, schema.UUID:
				out.Set("format", m.Value)
			}
		case "pattern":
			out.Set("pattern", portable(schema.ToText(m.Value)))
		case "exclusiveMinimum", "exclusiveMaximum":
			if bound := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[m.Key]; m.Value == true && in.Has(bound) {
				out.Set(m.Key, in.Get(bound))
			}
		case "minimum", "maximum":
			if exclusive := map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}[m.Key]; in.Get(exclusive) != true {
				out.Set(m.Key, m.Value)
			}
		case "items", "additionalProperties":
			if o, ok := m.Value.(*wire.Object); ok {
				out.Set(m.Key, convert(o, answer))
			} else {
				out.Set(m.Key, m.Value)
			}
		case "properties", "patternProperties":
			out.Set(m.Key, members(m.Value, answer))
			if required := requiredOf(m.Value); !answer && len(required) > 0 && m.Key == "properties" {
				out.Set("required", required)
			}
		case "enum":
			if list := enumOf(m.Value); list != nil {
				out.Set("enum", list)
			}
		case "anyOf", "oneOf":
			// Alternatives of draft 4 overlap: the first that fits is meant.
			out.Set("anyOf", all(m.Value, answer))
		case "default":
			if !answer {
				out.Set("default", m.Value)
			}
		default:
			out.Set(m.Key, m.Value)
		}
	}
	return out
}

// mayBeEmpty tells whether an object may have no members: without any that are declared,
// or in a context in which none is answered.
func mayBeEmpty(in *wire.Object) bool {
	members := in.Object("properties").Members()
	if len(members) == 0 {
		return true
	}
	contexts := contextsOf(in)
	if contexts == nil {
		contexts = []string{rest.View, rest.Embed, rest.Edit}
	}
	return slices.ContainsFunc(contexts, func(context string) bool {
		return !slices.ContainsFunc(members, func(m wire.Member) bool {
			member, _ := m.Value.(*wire.Object)
			in := contextsOf(member)
			return in == nil || slices.Contains(in, context)
		})
	})
}

// contextsOf are the contexts in which a member is answered, nil for all.
func contextsOf(published *wire.Object) []string {
	if !published.Has("context") {
		return nil
	}
	out := []string{}
	for _, c := range listOf(published.Get("context")) {
		out = append(out, schema.ToText(c))
	}
	return out
}

// loosened is the type of an answer that may have no members. PHP's clients know
// an empty object as an empty list, so answers have that.
func loosened(v any, empty bool) any {
	if !empty {
		return v
	}
	var types []any
	switch v := v.(type) {
	case string:
		types = []any{v}
	case []wire.Symbol, []any:
		types = listOf(v)
	default:
		types = listOf(v)
	}
	has := func(t string) bool {
		for _, other := range types {
			if other == t {
				return true
			}
		}
		return false
	}
	if has("object") && !has("array") {
		types = append(types, "array")
	}
	if len(types) == 1 {
		return types[0]
	}
	return types
}

// typeOf is a type by its name in JSON Schema.
func typeOf(v any) any {
	if v == "bool" {
		return "boolean"
	}
	return v
}

func listOf(v any) []any {
	switch v := v.(type) {
	case []any:
		return append([]any(nil), v...)
	case []string:
		out := make([]any, len(v))
		for i := range v {
			out[i] = v[i]
		}
		return out
	case string:
		return []any{v}
	}
	return nil
}

func members(v any, answer bool) *wire.Object {
	out := &wire.Object{}
	if o, ok := v.(*wire.Object); ok {
		for _, m := range o.Members() {
			child, ok := m.Value.(*wire.Object)
			if !ok {
				continue
			}
			made := convert(child, answer)
			if answer {
				asAnswered(m.Key, made)
			}
			if m.Symbol {
				out.SetSymbol(m.Key, made)
			} else {
				out.Set(m.Key, made)
			}
		}
	}
	return out
}

// asAnswered widens the schema of a member to what is answered. Descriptions say
// what may be written, and clients of the reference know them as they are.
func asAnswered(name string, s *wire.Object) {
	switch name {
	case "status":
		s.Delete("enum") // entries may have a status that can't be given: inherit, trash
	case "post", "origin", "site_logo":
		orNull(s)
	case "persisted_preferences", "sizes", "example":
		s.Set("type", append(listOf(s.Get("type")), schema.Array)) // empty
	case "meta":
		s.Set("type", []any{schema.Object, schema.Array}) // a list without any
		for _, m := range s.Object("properties").Members() {
			if o, ok := m.Value.(*wire.Object); ok {
				orNull(o) // a stored value of another type
				if types := listOf(o.Get("type")); slices.Contains(types, any(schema.Object)) && !slices.Contains(types, any(schema.Array)) {
					o.Set("type", append(types, schema.Array)) // an object that isn't stored
				}
			}
		}
	}
}

// orNull lets a schema take null as well.
func orNull(s *wire.Object) {
	types := listOf(s.Get("type"))
	if len(types) == 0 || s.Has("enum") {
		s.Delete("enum")
	}
	if len(types) > 0 && !slices.Contains(types, any(schema.Null)) {
		s.Set("type", append(types, schema.Null))
	}
}

// requiredOf are the members that say of themselves that they must be there.
func requiredOf(v any) []any {
	var out []any
	if o, ok := v.(*wire.Object); ok {
		for _, m := range o.Members() {
			if child, ok := m.Value.(*wire.Object); ok && child.Get("required") == true {
				out = append(out, wire.Symbol(m.Key))
			}
		}
	}
	return out
}

func enumOf(v any) []any {
	o, ok := v.(*wire.Object)
	if !ok {
		return listOf(v)
	}
	var out []any
	for _, m := range o.Members() {
		out = append(out, m.Value)
	}
	return out
}

func all(v any, answer bool) []any {
	var out []any
	for _, item := range listOf(v) {
		if o, ok := item.(*wire.Object); ok {
			out = append(out, convert(o, answer))
		}
	}
	return out
}
