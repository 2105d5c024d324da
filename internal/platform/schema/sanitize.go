package schema

import (
	"strconv"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// Sanitize makes a value what its schema says, after it was validated: text
// becomes numbers, lists and booleans, formats are cleaned, members that are
// forbidden are dropped. It fails only where cleaning makes items of a list
// equal that must differ, or where no alternative fits.
func (s *Schema) Sanitize(v any, name string) (any, *fault.Error) {
	types := s.Types
	for _, try := range []func(any, string) (*Schema, *fault.Error){s.anyOf, s.oneOf} {
		match, err := try(v, name)
		if err != nil {
			return nil, err
		}
		if match == nil {
			continue
		}
		if len(types) == 0 {
			types = match.Types
		}
		if v, err = match.Sanitize(v, name); err != nil {
			return nil, err
		}
	}
	typ := ""
	switch {
	case len(types) == 0:
	case len(types) == 1 && !s.TypeList:
		typ = types[0]
	default:
		if typ = bestType(v, types); typ == "" {
			return nil, nil
		}
		if list, ok := v.([]any); ok && typ == Object && s.declaresNothing() {
			// Lists count as objects; where both are allowed and no member is
			// declared, one stays what it is.
			return list, nil
		}
	}
	switch typ {
	case Array:
		return s.sanitizeList(v, name)
	case Object:
		return s.sanitizeObject(v, name)
	}
	return s.sanitizeAs(typ, v), nil
}

func (s *Schema) sanitizeList(v any, name string) (any, *fault.Error) {
	list, ok := AsList(v)
	if !ok {
		list = []any{}
		if o, isObject := v.(*wire.Object); isObject {
			for _, m := range o.Members() {
				list = append(list, m.Value)
			}
		}
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
		if s.Items != nil {
			clean, err := s.Items.Sanitize(item, name+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return nil, err
			}
			out[i] = clean
		}
	}
	if s.UniqueItems && repeats(out) {
		return nil, problem("rest_duplicate_items", "%s has an item twice.", name)
	}
	return out, nil
}

func (s *Schema) declaresNothing() bool {
	return s.Properties == nil && s.PatternProperties == nil && s.AdditionalProperties == nil && !s.NoAdditionalProperties
}

func (s *Schema) sanitizeObject(v any, name string) (any, *fault.Error) {
	// A list counts as an object whose keys are numbers, and stays one.
	if list, ok := v.([]any); ok && len(list) > 0 && len(s.Properties) == 0 && !s.NoAdditionalProperties && s.AdditionalProperties == nil {
		return list, nil
	}
	o, ok := AsObject(v)
	if !ok {
		return &wire.Object{}, nil
	}
	out := &wire.Object{}
	for _, m := range o.Members() {
		member := s.member(m.Key)
		if member == nil {
			if !s.NoAdditionalProperties {
				out.Set(m.Key, m.Value)
			}
			continue
		}
		clean, err := member.Sanitize(m.Value, name+"["+m.Key+"]")
		if err != nil {
			return nil, err
		}
		out.Set(m.Key, clean)
	}
	return out, nil
}

// sanitizeAs cleans a value that is no list and no object.
func (s *Schema) sanitizeAs(typ string, v any) any {
	switch typ {
	case Null:
		return nil
	case Integer:
		return toInt(v)
	case Number:
		return toFloat(v)
	case Boolean:
		return ToBool(v)
	case Array:
		list, _ := s.sanitizeList(v, "")
		return list
	case Object:
		o, _ := s.sanitizeObject(v, "")
		return o
	}
	if s.Format != "" && (typ == String || typ == "") {
		switch s.Format {
		case DateTime, Email, IP, UUID, TextField:
			return clean.TextField(ToText(v))
		case TextareaField:
			return clean.TextareaField(ToText(v))
		case URI:
			return clean.URL(ToText(v), nil)
		case HexColor:
			if text := ToText(v); isHexColor(text) {
				return text
			}
			return ""
		}
	}
	if typ == String {
		return ToText(v)
	}
	return v
}
