package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// Validate checks a value. The name is what messages call it. Values from
// query strings and forms are strings; the rules are lenient so that they pass
// for numbers, booleans and lists. The first problem of a value ends its
// check. Nested values deeper than a document may be (see wire.MaxDepth) can't
// occur.
func (s *Schema) Validate(v any, name string) *fault.Error {
	types := s.Types
	for _, try := range []func(any, string) (*Schema, *fault.Error){s.anyOf, s.oneOf} {
		match, err := try(v, name)
		if err != nil {
			return err
		}
		if match != nil && len(types) == 0 {
			types = match.Types
		}
	}
	typ := ""
	switch len(types) {
	case 0:
	case 1:
		typ = types[0]
	default:
		if typ = bestType(v, types); typ == "" {
			return wrongType(name, types...)
		}
	}
	if err := s.validateType(typ, v, name); err != nil {
		return err
	}
	if len(s.Enum) > 0 {
		if err := s.validateEnum(typ, v, name); err != nil {
			return err
		}
	}
	if s.Format != "" && (typ == String || typ == "") {
		return s.validateFormat(ToText(v), name)
	}
	return nil
}

func (s *Schema) validateType(typ string, v any, name string) *fault.Error {
	switch typ {
	case Null:
		if v != nil {
			return wrongType(name, Null)
		}
	case Boolean:
		if !isBool(v) {
			return wrongType(name, Boolean)
		}
	case Integer:
		if err := s.validateNumber(v, name); err != nil {
			return err
		}
		if !isInteger(v) {
			return wrongType(name, Integer)
		}
	case Number:
		return s.validateNumber(v, name)
	case String:
		return s.validateString(v, name)
	case Array:
		return s.validateArray(v, name)
	case Object:
		return s.validateObject(v, name)
	}
	return nil
}

// fits tells whether a value could be of a type, without the keywords.
func fits(v any, typ string) bool {
	switch typ {
	case Null:
		return v == nil
	case Boolean:
		return isBool(v)
	case Integer:
		return isInteger(v)
	case Number:
		_, ok := numeric(v)
		return ok
	case String:
		_, ok := v.(string)
		return ok
	case Array:
		_, ok := AsList(v)
		return ok
	case Object:
		_, ok := AsObject(v)
		return ok
	}
	return false
}

func bestType(v any, types []string) string {
	if v == "" {
		for _, t := range types {
			if t == String {
				return t
			}
		}
	}
	for _, t := range types {
		if fits(v, t) {
			return t
		}
	}
	return ""
}

// Each are the items of a list, as AsList takes it, each as something; nil without a list.
func Each[T any](v any, as func(any) T) []T {
	list, ok := AsList(v)
	if !ok || list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = as(v)
	}
	return out
}

// AsList reads a value as a list: a list, an object whose keys are all whole
// numbers, or a scalar that is split at commas and white space.
func AsList(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case *wire.Object:
		out := make([]any, 0, v.Len())
		for _, m := range v.Members() {
			if n, err := strconv.ParseInt(m.Key, 10, 64); err != nil || strconv.FormatInt(n, 10) != m.Key {
				return nil, false
			}
			out = append(out, m.Value)
		}
		return out, true
	case nil:
		return nil, false
	}
	out := []any{}
	for _, word := range strings.FieldsFunc(scalarText(v), func(r rune) bool { return r < utf8.RuneSelf && separates(byte(r)) }) {
		out = append(out, word)
	}
	return out, true
}

func scalarText(v any) string {
	if v == false {
		return ""
	}
	return ToText(v)
}

// AsObject reads a value as an object: an object, an empty list or "".
func AsObject(v any) (*wire.Object, bool) {
	switch v := v.(type) {
	case *wire.Object:
		return v, true
	case []any:
		if len(v) == 0 {
			return &wire.Object{}, true
		}
		o := &wire.Object{}
		for i := range v {
			o.Set(strconv.Itoa(i), v[i])
		}
		return o, true
	case string:
		if v == "" {
			return &wire.Object{}, true
		}
	}
	return nil, false
}

func (s *Schema) validateNumber(v any, name string) *fault.Error {
	f, ok := numeric(v)
	if !ok {
		return wrongType(name, s.Types[0])
	}
	if s.MultipleOf != nil {
		if math.Mod(f, *s.MultipleOf) != 0 {
			return problem("rest_invalid_multiple", "%s must be divisible by %s.", name, ToText(*s.MultipleOf))
		}
	}
	return s.validateBounds(f, name)
}

func (s *Schema) validateBounds(f float64, name string) *fault.Error {
	low := s.Minimum != nil && (f < *s.Minimum || (s.ExclusiveMinimum && f == *s.Minimum))
	high := s.Maximum != nil && (f > *s.Maximum || (s.ExclusiveMaximum && f == *s.Maximum))
	if !low && !high {
		return nil
	}
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		text := "%s must lie between %s (inclusive) and %s (inclusive)"
		switch {
		case s.ExclusiveMinimum && s.ExclusiveMaximum:
			text = "%s must lie between %s (exclusive) and %s (exclusive)"
		case s.ExclusiveMinimum:
			text = "%s must lie between %s (exclusive) and %s (inclusive)"
		case s.ExclusiveMaximum:
			text = "%s must lie between %s (inclusive) and %s (exclusive)"
		}
		return problem("rest_out_of_bounds", text, name, ToText(*s.Minimum), ToText(*s.Maximum))
	case low && s.ExclusiveMinimum:
		return problem("rest_out_of_bounds", "%s must be above %s", name, ToText(*s.Minimum))
	case low:
		return problem("rest_out_of_bounds", "%s must be at least %s", name, ToText(*s.Minimum))
	case s.ExclusiveMaximum:
		return problem("rest_out_of_bounds", "%s must be below %s", name, ToText(*s.Maximum))
	}
	return problem("rest_out_of_bounds", "%s must be at most %s", name, ToText(*s.Maximum))
}

func (s *Schema) validateString(v any, name string) *fault.Error {
	text, ok := v.(string)
	if !ok {
		return wrongType(name, String)
	}
	n := utf8.RuneCountInString(text)
	if s.MinLength != nil && n < *s.MinLength {
		return problem("rest_too_short", "%s must have at least %d character%s.", name, *s.MinLength, plural(*s.MinLength))
	}
	if s.MaxLength != nil && n > *s.MaxLength {
		return problem("rest_too_long", "%s may have at most %d character%s.", name, *s.MaxLength, plural(*s.MaxLength))
	}
	if s.Pattern != "" && !compiled(s.Pattern).MatchString(text) {
		return problem("rest_invalid_pattern", "%s doesn't match the pattern %s.", name, s.Pattern)
	}
	return nil
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (s *Schema) validateArray(v any, name string) *fault.Error {
	list, ok := AsList(v)
	if !ok {
		return wrongType(name, Array)
	}
	if err := tooMany(list, name); err != nil {
		return err
	}
	if s.Items != nil {
		for i, item := range list {
			if err := s.Items.Validate(item, name+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
	}
	if s.MinItems != nil && len(list) < *s.MinItems {
		return problem("rest_too_few_items", "%s must have at least %d item%s.", name, *s.MinItems, plural(*s.MinItems))
	}
	if s.MaxItems != nil && len(list) > *s.MaxItems {
		return problem("rest_too_many_items", "%s may have at most %d item%s.", name, *s.MaxItems, plural(*s.MaxItems))
	}
	if s.UniqueItems && repeats(list) {
		return problem("rest_duplicate_items", "%s has an item twice.", name)
	}
	return nil
}

// MaxListItems bounds every list, whatever its schema says: no client has a
// use for more, and each item costs.
const MaxListItems = 10_000

func tooMany(list []any, name string) *fault.Error {
	if len(list) <= MaxListItems {
		return nil
	}
	return problem("rest_too_many_items", "%s must contain at most %d item%s.", name, MaxListItems, plural(MaxListItems))
}

// ValidateLength checks a value that is meant as a list for its length alone.
// Arguments that are cleaned in a way of their own are held to it, too.
func (s *Schema) ValidateLength(v any, name string) *fault.Error {
	if !s.Is(Array) {
		return nil
	}
	list, ok := AsList(v)
	if !ok {
		return nil
	}
	return tooMany(list, name)
}

// repeats tells whether two items of a list print alike, members in any order.
func repeats(list []any) bool {
	seen := make(map[string]bool, len(list))
	for _, item := range list {
		key := string(canonical(nil, item))
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

func (s *Schema) validateEnum(typ string, v any, name string) *fault.Error {
	clean := s.sanitizeAs(typ, v)
	words := make([]string, len(s.Enum))
	for i, allowed := range s.Enum {
		if wire.Equal(clean, allowed) {
			return nil
		}
		words[i] = ToText(allowed)
		if s.Symbol {
			words[i] = wire.Mark + words[i]
		}
		if _, text := allowed.(string); !text {
			words[i] = string(wire.Append(nil, allowed, nil))
		}
	}
	if len(words) == 1 {
		return problem("rest_not_in_enum", "%s is not %s.", name, words[0])
	}
	return problem("rest_not_in_enum", "%s must be one of %s.", name, enumeration(words))
}

func (s *Schema) validateFormat(v, name string) *fault.Error {
	switch s.Format {
	case DateTime:
		if !IsDateTime(v) {
			return problem("rest_invalid_date", "The date can't be read.")
		}
	case Email:
		if !clean.IsEmail(v) {
			return problem("rest_invalid_email", "This is no email address.")
		}
	case IP:
		if !isIP(v) {
			return problem("rest_invalid_ip", "%s must be an IP address.", name)
		}
	case UUID:
		if !IsUUID(v) {
			return problem("rest_invalid_uuid", "%s must be a UUID.", name)
		}
	case HexColor:
		if !isHexColor(v) {
			return problem("rest_invalid_hex_color", "This is no hexadecimal color.")
		}
	}
	return nil
}
