package schema

import "quoin/internal/platform/wire"

// form is how a schema is published.
type form struct {
	names       Names
	full, exact bool
}

func (s *Schema) publish(o *wire.Object, f form) {
	if f.exact && s.Exactly != nil {
		s = s.Exactly
	}
	if s.Title != "" {
		o.Set("title", wire.Symbol(s.Title))
	}
	if s.Description != "" {
		o.Set("description", s.Description)
	}
	switch {
	case len(s.Types) == 0:
	case len(s.Types) == 1 && !s.TypeList:
		o.Set("type", s.Types[0])
	default:
		o.Set("type", wire.Strings(s.Types))
	}
	switch {
	case f.exact && s.Format == DateTime && !s.Zoned:
		o.Set("format", LocalDateTime)
	case s.Format != "":
		o.Set("format", s.Format)
	}
	if s.Enum != nil {
		o.Set("enum", s.publishedEnum(f.names))
	}
	if s.Contexts != nil && f.full {
		o.Set("context", wire.Strings(s.Contexts))
	}
	if s.Default != nil {
		v := s.published(s.Default, f.names)
		if v == None {
			v = nil
		}
		o.Set("default", v)
	}
	if s.Readonly && f.full {
		o.Set("readonly", true)
	}
	if s.Required && f.full {
		o.Set("required", true)
	}
	s.publishNumbers(o)
	s.publishParts(o, f)
	for _, m := range s.Extra.Members() {
		o.Set(m.Key, m.Value)
	}
}

func (s *Schema) publishedEnum(names Names) any {
	enum := s.published(s.Enum, names)
	if !s.EnumMap {
		return enum
	}
	out := &wire.Object{}
	for _, v := range enum.([]any) {
		out.Set(ToText(v), v)
	}
	return out
}

func (s *Schema) publishNumbers(o *wire.Object) {
	number := func(key string, v *float64) {
		if v != nil {
			o.Set(key, *v)
		}
	}
	count := func(key string, v *int) {
		if v != nil {
			o.Set(key, *v)
		}
	}
	flag := func(key string, v bool) {
		if v {
			o.Set(key, true)
		}
	}
	number("minimum", s.Minimum)
	number("maximum", s.Maximum)
	flag("exclusiveMinimum", s.ExclusiveMinimum)
	flag("exclusiveMaximum", s.ExclusiveMaximum)
	number("multipleOf", s.MultipleOf)
	count("minLength", s.MinLength)
	count("maxLength", s.MaxLength)
	if s.Pattern != "" {
		o.Set("pattern", s.Pattern)
	}
	count("minItems", s.MinItems)
	count("maxItems", s.MaxItems)
	flag("uniqueItems", s.UniqueItems)
	count("minProperties", s.MinProperties)
	count("maxProperties", s.MaxProperties)
}

func (s *Schema) publishParts(o *wire.Object, f form) {
	f.full = true
	below := func(c *Schema) *wire.Object {
		child := wire.Map()
		c.publish(child, f)
		return child
	}
	if s.Items != nil {
		o.Set("items", below(s.Items))
	}
	properties := func(key string, list []Property) {
		if list == nil {
			return
		}
		p := wire.Map()
		for _, m := range list {
			if m.Schema.Hidden && !f.exact {
				continue
			}
			p.SetSymbol(m.Name, below(m.Schema))
		}
		o.Set(key, p)
	}
	properties("properties", s.Properties)
	properties("patternProperties", s.PatternProperties)
	switch {
	case s.NoAdditionalProperties:
		o.Set("additionalProperties", false)
	case s.AnyAdditionalProperties:
		o.Set("additionalProperties", true)
	case s.AdditionalProperties != nil:
		o.Set("additionalProperties", below(s.AdditionalProperties))
	}
	if s.RequiredProperties != nil {
		o.Set("required", wire.Strings(s.RequiredProperties))
	}
	alternatives := func(key string, list []*Schema) {
		if list == nil {
			return
		}
		out := make([]any, len(list))
		for i, a := range list {
			out[i] = below(a)
		}
		o.Set(key, out)
	}
	alternatives("anyOf", s.AnyOf)
	alternatives("oneOf", s.OneOf)
}

// published translates the declared names in a default or an enum.
func (s *Schema) published(v any, names Names) any {
	if names == nil {
		return v
	}
	symbol := s.Symbol || (s.Items != nil && s.Items.Symbol)
	switch v := v.(type) {
	case string:
		if symbol {
			return names.Symbol(v)
		}
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = s.published(v[i], names)
		}
		return out
	}
	return v
}

// FromWire translates the declared names inside a value that a caller sent:
// strings of symbol schemas and the names of declared members.
func (s *Schema) FromWire(v any, names Names) any {
	if s == nil {
		return v
	}
	for _, alternatives := range [][]*Schema{s.AnyOf, s.OneOf} {
		for _, a := range alternatives {
			v = a.FromWire(v, names)
		}
	}
	switch v := v.(type) {
	case string:
		switch {
		case s.Symbol:
			return names.FromSymbol(v)
		case s.Items != nil && s.Items.Symbol:
			return fromList(v, names)
		}
	case []any:
		if s.Items == nil || !s.Items.hasNames() {
			return v
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = s.Items.FromWire(v[i], names)
		}
		return out
	case *wire.Object:
		return s.objectFromWire(v, names)
	}
	return v
}

func (s *Schema) objectFromWire(o *wire.Object, names Names) any {
	if len(s.Properties) == 0 && !(s.Items != nil && s.Items.hasNames()) {
		return o
	}
	out := &wire.Object{Loose: o.Loose}
	for _, m := range o.Members() {
		name := names.FromSymbol(m.Key)
		if p := s.Property(name); p != nil {
			out.Set(name, p.FromWire(m.Value, names))
			continue
		}
		if s.Property(m.Key) != nil {
			// The name of a member, but not in this dialect.
			m.Key = name
		}
		if s.Items != nil && s.Items.hasNames() {
			m.Value = s.Items.FromWire(m.Value, names)
		}
		out.Set(m.Key, m.Value)
	}
	return out
}

// fromList translates each name of a list that is written as one string.
func fromList(v string, names Names) string {
	out, start := make([]byte, 0, len(v)), 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && !separates(v[i]) {
			continue
		}
		if i > start {
			out = append(out, names.FromSymbol(v[start:i])...)
		}
		if i < len(v) {
			out = append(out, v[i])
		}
		start = i + 1
	}
	return string(out)
}

func separates(c byte) bool {
	return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

func (s *Schema) hasNames() bool {
	return s.Symbol || len(s.Properties) > 0 || (s.Items != nil && s.Items.hasNames())
}
