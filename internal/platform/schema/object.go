package schema

import (
	"quoin/internal/platform/fault"
	"quoin/internal/platform/wire"
)

func (s *Schema) validateObject(v any, name string) *fault.Error {
	o, ok := AsObject(v)
	if !ok {
		return wrongType(name, Object)
	}
	if err := s.validateRequired(o, name); err != nil {
		return err
	}
	for _, m := range o.Members() {
		member := s.member(m.Key)
		if member == nil {
			if s.NoAdditionalProperties {
				return problem("rest_additional_properties_forbidden", "%s is no member that is allowed.", m.Key)
			}
			continue
		}
		if err := member.Validate(m.Value, name+"["+m.Key+"]"); err != nil {
			return err
		}
	}
	if s.MinProperties != nil && o.Len() < *s.MinProperties {
		return problem("rest_too_few_properties", "%s must have at least %d propert%s.", name, *s.MinProperties, ies(*s.MinProperties))
	}
	if s.MaxProperties != nil && o.Len() > *s.MaxProperties {
		return problem("rest_too_many_properties", "%s may have at most %d propert%s.", name, *s.MaxProperties, ies(*s.MaxProperties))
	}
	return nil
}

func ies(n int) string {
	if n == 1 {
		return "y"
	}
	return "ies"
}

func (s *Schema) validateRequired(o *wire.Object, name string) *fault.Error {
	missing := func(member string) *fault.Error {
		return problem("rest_property_required", "%s is missing in %s.", member, name)
	}
	for _, member := range s.RequiredProperties {
		if !o.Has(member) {
			return missing(member)
		}
	}
	for _, p := range s.Properties {
		if p.Schema.Required && !o.Has(p.Name) {
			return missing(p.Name)
		}
	}
	return nil
}

// member is the schema for a member of an object: the declared property, the
// first pattern that matches, or that of all others; nil when there is none.
func (s *Schema) member(key string) *Schema {
	if p := s.Property(key); p != nil {
		return p
	}
	for _, p := range s.PatternProperties {
		if compiled(p.Name).MatchString(key) {
			return p.Schema
		}
	}
	return s.AdditionalProperties
}

// attempt is one alternative that didn't fit.
type attempt struct {
	position int
	schema   *Schema
	err      *fault.Error
}

// inherit gives an alternative the types of the whole when it has none.
func (s *Schema) inherit(alternative *Schema) *Schema {
	if len(alternative.Types) > 0 || len(s.Types) == 0 {
		return alternative
	}
	return alternative.With(Types(s.Types...))
}

func (s *Schema) anyOf(v any, name string) (*Schema, *fault.Error) {
	if s.AnyOf == nil {
		return nil, nil
	}
	var failed []attempt
	for i, a := range s.AnyOf {
		a = s.inherit(a)
		err := a.Validate(v, name)
		if err == nil {
			return a, nil
		}
		failed = append(failed, attempt{i, a, err})
	}
	return nil, noMatch(v, name, failed)
}

func (s *Schema) oneOf(v any, name string) (*Schema, *fault.Error) {
	if s.OneOf == nil {
		return nil, nil
	}
	var failed, matched []attempt
	for i, a := range s.OneOf {
		a = s.inherit(a)
		if err := a.Validate(v, name); err != nil {
			failed = append(failed, attempt{i, a, err})
		} else {
			matched = append(matched, attempt{i, a, nil})
		}
	}
	switch len(matched) {
	case 0:
		return nil, noMatch(v, name, failed)
	case 1:
		return matched[0].schema, nil
	}
	positions := make([]any, len(matched))
	for i, m := range matched {
		positions[i] = m.position
	}
	err := problem("rest_one_of_multiple_matches", "%s fits several of the formats, of which it must be one.", name)
	if titles := titles(matched); len(titles) == len(matched) {
		err = problem("rest_one_of_multiple_matches", "%s fits %s, of which it must be one.", name, enumeration(titles))
	}
	return nil, err.With("positions", positions)
}

func titles(list []attempt) []string {
	var out []string
	for _, a := range list {
		if a.schema.Title != "" {
			out = append(out, a.schema.Title)
		}
	}
	return out
}

// noMatch tells why no alternative fits, by the one that came closest.
func noMatch(v any, name string, failed []attempt) *fault.Error {
	if len(failed) == 1 {
		return reason(name, failed[0])
	}
	var closer []attempt
	for _, a := range failed {
		if a.err.Code != "rest_invalid_type" || a.err.Data.Text("param") != name {
			closer = append(closer, a)
		}
	}
	if len(closer) == 1 {
		return reason(name, closer[0])
	}
	if len(closer) > 1 && closer[0].schema.Is(Object) {
		if best := closest(v, closer); best != nil {
			return reason(name, *best)
		}
	}
	if t := titles(failed); len(t) == len(failed) {
		return problem("rest_no_matching_schema", "%s doesn't fit %s.", name, enumeration(t))
	}
	return problem("rest_no_matching_schema", "%s fits none of the formats.", name)
}

// closest is the alternative that shares most member names with the value.
func closest(v any, list []attempt) *attempt {
	o, ok := AsObject(v)
	if !ok {
		return nil
	}
	var best *attempt
	most := 0
	for i, a := range list {
		n := 0
		for _, p := range a.schema.Properties {
			if o.Has(p.Name) {
				n++
			}
		}
		if n > most {
			best, most = &list[i], n
		}
	}
	return best
}

func reason(name string, a attempt) *fault.Error {
	err := problem("rest_no_matching_schema", "%s doesn't fit the format. Reason: %s", name, a.err.Message)
	if a.schema.Title != "" {
		err = problem("rest_no_matching_schema", "%s doesn't fit %s. Reason: %s", name, a.schema.Title, a.err.Message)
	}
	return err.With("position", a.position)
}
