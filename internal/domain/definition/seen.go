package definition

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// Seen is a type or taxonomy that something from another site uses and that isn't
// declared here: what can be seen of it there.
type Seen struct {
	Kind   Kind // OfType or OfTaxonomy
	Name   string
	Nested bool
	// Supports are the features of a type.
	Supports []string
	// Of are the taxonomies of a type, or the types of a taxonomy.
	Of []string
	// English tells that people there read English, so that the name of many can be
	// guessed from that of one.
	English bool
	// Slug is what addresses begin with, and Archive the address of the list of a
	// type; "" where that can't be seen.
	Slug, Archive string
}

// body is the definition that says what was seen, and nothing more.
func (s Seen) body() *wire.Object {
	o := wire.NewObject("kind", string(s.Kind), "name", s.Name, "label", s.label(), "public", true, "show_in_rest", true, "hierarchical", s.Nested)
	of := "object_type"
	if s.Kind == OfType {
		of = "taxonomies"
		o.Set("supports", wire.Strings(s.Supports))
	}
	if len(s.Of) > 0 || s.Kind == OfTaxonomy {
		o.Set(of, wire.Strings(s.Of))
	}
	if s.Slug != "" {
		o.Set("rewrite", wire.NewObject("slug", s.Slug, "with_front", false))
	}
	if s.Archive != "" {
		o.Set("has_archive", s.Archive)
	}
	return o
}

// label is the name of many, as type names are of one.
func (s Seen) label() string {
	one := titleOf(s.Name)
	switch {
	case !s.English || one == "" || strings.HasSuffix(one, "s"):
		return one
	case strings.HasSuffix(one, "y") && len(one) > 1 && !strings.ContainsRune("aeiou", rune(one[len(one)-2])):
		return one[:len(one)-1] + "ies"
	}
	return one + "s"
}

// titleOf is a name as people read it.
func titleOf(name string) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(name)
	if words == "" {
		return name
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// ApplySeen declares what was seen, as far as it can be declared here, and tells refused
// of the rest. It returns what is declared now.
func (s *Service) ApplySeen(ctx context.Context, seen []Seen, refused func(kind Kind, name string, why error)) ([]*Definition, error) {
	var bodies []*wire.Object
	for _, one := range seen {
		bodies = append(bodies, one.body())
	}
	return s.applyMost(ctx, bodies, refused)
}

// ApplyTold declares what another site told of itself, with the names that this one has
// for the same, as far as it can be declared here, and tells refused of the rest. It
// returns what is declared now.
func (s *Service) ApplyTold(ctx context.Context, told []*wire.Object, named func(string) string, refused func(kind Kind, name string, why error)) ([]*Definition, error) {
	bodies := make([]*wire.Object, len(told))
	for i, one := range told {
		bodies[i] = one.Clone()
		for _, member := range []string{"taxonomies", "object_type", "object_subtype"} {
			if list, ok := one.Get(member).([]any); ok {
				own := make([]any, len(list))
				for i, v := range list {
					own[i] = v
					if name, ok := v.(string); ok {
						own[i] = named(name)
					}
				}
				bodies[i].Set(member, own)
			}
		}
	}
	return s.applyMost(ctx, bodies, refused)
}

// fieldAt is the path of a mistake in a field of a group.
var fieldAt = regexp.MustCompile(`^fields\[(\d+)\]`)

// withoutField is a group without the field that a problem is about, nil where it is
// about something else or no field is left.
func withoutField(body *wire.Object, problem *Problem) *wire.Object {
	found := fieldAt.FindStringSubmatch(problem.Path)
	fields, _ := body.Get("fields").([]any)
	if found == nil {
		return nil
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || n >= len(fields) || len(fields) == 1 {
		return nil
	}
	out := body.Clone()
	out.Set("fields", slices.Delete(slices.Clone(fields), n, n+1))
	return out
}

// applyMost applies what can be applied: fields and definitions that are refused are left
// out, and told of.
func (s *Service) applyMost(ctx context.Context, bodies []*wire.Object, refused func(kind Kind, name string, why error)) ([]*Definition, error) {
	var list []*Definition
	add := func(body *wire.Object) error {
		for {
			d, err := Of(body)
			if err == nil {
				list = append(list, d)
				return nil
			}
			refused(Kind(body.Text("kind")), body.Text("name"), err)
			var problem *Problem
			if !errors.As(err, &problem) {
				return err
			}
			if body = withoutField(body, problem); body == nil {
				return nil
			}
		}
	}
	for _, body := range bodies {
		if err := add(body); err != nil {
			return nil, err
		}
	}
	for len(list) > 0 {
		err := s.Apply(ctx, list...)
		var problem *Problem
		if !errors.As(err, &problem) {
			return list, err
		}
		at := slices.IndexFunc(list, func(d *Definition) bool { return problem.Of == fmt.Sprintf("%s %q", d.Kind, d.Name) })
		if at < 0 {
			return nil, err
		}
		bad := list[at]
		refused(bad.Kind, bad.Name, err)
		list = slices.Delete(list, at, at+1)
		if less := withoutField(bad.Body, problem); less != nil {
			if err := add(less); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// GroupTold is the name of the group with the fields that another site told of: of is what
// has them, and name one type or taxonomy of these, if it is one.
func GroupTold(of, name string) string {
	if name == "" {
		return "adopted-" + of
	}
	return "adopted-" + of + "-" + name
}

// describes are the members of a schema that definitions may have.
var describes = []string{"type", "format", "enum", "items", "properties", "additionalProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "required", "default", "title", "description"}

// Described is a schema with those of its members that definitions may have.
func Described(o *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, m := range o.Members() {
		if !slices.Contains(describes, m.Key) || m.Key == "title" && m.Value == "" || m.Key == "description" && m.Value == "" {
			continue
		}
		switch v := m.Value.(type) {
		case *wire.Object:
			if m.Key == "items" {
				out.Set(m.Key, Described(v))
				continue
			}
			members := &wire.Object{}
			for _, one := range v.Members() {
				if s, ok := one.Value.(*wire.Object); ok && m.Key == "properties" {
					members.Set(one.Key, Described(s))
				} else {
					members.Set(one.Key, one.Value)
				}
			}
			out.Set(m.Key, members)
		default:
			out.Set(m.Key, v)
		}
	}
	return out
}
