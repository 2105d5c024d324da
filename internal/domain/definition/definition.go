// Package definition is what an owner says of a site: types of entries,
// taxonomies and fields of one's own, in JSON with the keys and meanings of the
// reference's registration arguments.
//
// A Definition is one such text, checked and in its usual form. A Set is all of a
// site, and makes of it what the registries hold. Service stores them: the
// database is the truth, and files are only brought in and taken out. An importer
// that finds types calls Parse and Service.Apply.
//
// Removing a definition removes no entries and no terms. They can't be reached
// while it is away, and come back with it.
package definition

import (
	"cmp"
	"fmt"
	"strconv"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Kind is what a definition defines.
type Kind string

// The kinds of definitions.
const (
	OfType     Kind = "type"
	OfTaxonomy Kind = "taxonomy"
	OfFields   Kind = "fields"
)

// Kinds are all kinds, in the order in which definitions are listed.
func Kinds() []Kind { return []Kind{OfType, OfTaxonomy, OfFields} }

// Definition is one checked definition.
type Definition struct {
	Kind Kind
	Name string
	// Body is all of it, also kind and name, in the usual form: what isn't given
	// isn't there. Nobody changes it.
	Body *wire.Object
}

// Title is what people call what is defined.
func (d *Definition) Title() string {
	return cmp.Or(d.Body.Text("label"), d.Body.Object("labels").Text("name"), d.Name)
}

// key is what the definition is stored under.
func (d *Definition) key() string { return string(d.Kind) + ":" + d.Name }

// Problem is what is wrong with a definition, and where.
type Problem struct {
	Of      string // the kind and name of the definition, "" where they aren't known
	Path    string // of the mistake in it, such as rewrite.slug or fields[2].default
	Message string
}

// Error implements error.
func (p *Problem) Error() string {
	switch {
	case p.Of == "" && p.Path == "":
		return p.Message
	case p.Of == "":
		return p.Path + ": " + p.Message
	case p.Path == "":
		return p.Of + ": " + p.Message
	}
	return p.Of + ": " + p.Path + ": " + p.Message
}

// Parse reads one definition. A mistake is a *Problem.
func Parse(data []byte) (*Definition, error) {
	v, err := wire.Decode(data)
	if err != nil {
		return nil, &Problem{Message: "this is no JSON: " + err.Error()}
	}
	return Of(v)
}

// Of is the definition that a decoded value is. A mistake is a *Problem.
func Of(v any) (*Definition, error) {
	o, ok := v.(*wire.Object)
	if !ok {
		return nil, &Problem{Message: "a definition is an object"}
	}
	kind := Kind(o.Text("kind"))
	s := Schema(kind)
	if s == nil {
		return nil, &Problem{Path: "kind", Message: "it is one of type, taxonomy and fields"}
	}
	d := &Definition{Kind: kind, Name: o.Text("name")}
	refuse := func(p *Problem) error {
		p.Of = string(kind) + " " + strconv.Quote(d.Name)
		return p
	}
	if p := check(s, o, ""); p != nil {
		return nil, refuse(p)
	}
	clean, bad := s.Sanitize(o, "definition")
	if bad != nil {
		return nil, refuse(&Problem{Message: bad.Message})
	}
	d.Body = clean.(*wire.Object)
	if p := d.check(); p != nil {
		return nil, refuse(p)
	}
	return d, nil
}

// check finds what the schema can't say.
func (d *Definition) check() *Problem {
	if d.Kind == OfFields {
		_, p := d.fields()
		return p
	}
	if template, ok := d.Body.Get("template").([]any); ok {
		return checkTemplate(template, "template")
	}
	return nil
}

// Schema describes the definitions of a kind, nil for no kind.
func Schema(kind Kind) *schema.Schema {
	switch kind {
	case OfType:
		return typeSchema()
	case OfTaxonomy:
		return taxonomySchema()
	case OfFields:
		return fieldsSchema()
	}
	return nil
}

// check finds the first value that a schema refuses, and its path.
func check(s *schema.Schema, v any, path string) *Problem {
	switch v := v.(type) {
	case *wire.Object:
		for _, m := range v.Members() {
			member := s.Property(m.Key)
			if member == nil {
				member = s.AdditionalProperties
			}
			at := below(path, m.Key)
			switch {
			case member != nil:
				if p := check(member, m.Value, at); p != nil {
					return p
				}
			case s.NoAdditionalProperties:
				message := "this isn't known here"
				if instead := unsaid[m.Key]; instead != "" {
					message = "this can't be said here: " + instead
				}
				return &Problem{Path: at, Message: message}
			}
		}
	case []any:
		for i, one := range v {
			if s.Items == nil {
				break
			}
			if p := check(s.Items, one, path+"["+strconv.Itoa(i)+"]"); p != nil {
				return p
			}
		}
	}
	if bad := s.Validate(v, cmp.Or(path, "the definition")); bad != nil {
		return &Problem{Path: path, Message: bad.Message}
	}
	return nil
}

func below(path, member string) string {
	if path == "" {
		return member
	}
	return path + "." + member
}

// checkTemplate finds what is no block in a template: each is a list of a name,
// attributes and inner blocks.
func checkTemplate(list []any, path string) *Problem {
	for i, one := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		block, _ := one.([]any)
		if len(block) == 0 || len(block) > 3 {
			return &Problem{Path: at, Message: "a block is a list of its name, its attributes and its inner blocks"}
		}
		if name, ok := block[0].(string); !ok || name == "" {
			return &Problem{Path: at + "[0]", Message: "the name of a block is a text"}
		}
		if len(block) > 1 {
			if _, ok := block[1].(*wire.Object); !ok {
				return &Problem{Path: at + "[1]", Message: "the attributes of a block are an object"}
			}
		}
		if len(block) > 2 {
			inner, ok := block[2].([]any)
			if !ok {
				return &Problem{Path: at + "[2]", Message: "the inner blocks are a list"}
			}
			if p := checkTemplate(inner, at+"[2]"); p != nil {
				return p
			}
		}
	}
	return nil
}

// flag is a switch of a definition, or what it is when it isn't given.
func flag(o *wire.Object, name string, otherwise bool) bool {
	if v, ok := o.Get(name).(bool); ok {
		return v
	}
	return otherwise
}

// texts are the texts of a list of a definition.
func texts(o *wire.Object, name string) []string {
	list, _ := o.Get(name).([]any)
	var out []string
	for _, v := range list {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// Published is the JSON schema of the definitions of a kind, for editors.
func Published(kind Kind) []byte {
	o := &wire.Object{}
	o.Set("$schema", "http://json-schema.org/draft-04/schema#")
	for _, m := range Schema(kind).Public(nil, true).Members() {
		o.Set(m.Key, m.Value)
	}
	return append(wire.Encode(o, nil), '\n')
}
