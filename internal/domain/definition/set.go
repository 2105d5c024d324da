package definition

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// How much a site may define.
const (
	MaxTypes  = 200 // types and taxonomies
	MaxFields = 500
)

// Set is all definitions of a site. Nobody changes it.
type Set struct{ list []*Definition }

// Read is the stored set. A definition that this program refuses, since another
// version stored it, is left out and its problem told.
func Read(stored *wire.Object) (*Set, []error) {
	s, problems := &Set{}, []error(nil)
	for _, m := range stored.Members() {
		d, err := Of(m.Value)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		s.list = append(s.list, d)
	}
	return s, problems
}

// All are the definitions: types, taxonomies, fields, each in the order in which
// they were first applied.
func (s *Set) All() []*Definition {
	var out []*Definition
	for _, kind := range Kinds() {
		out = append(out, s.of(kind)...)
	}
	return out
}

func (s *Set) of(kind Kind) []*Definition {
	var out []*Definition
	for _, d := range s.list {
		if d.Kind == kind {
			out = append(out, d)
		}
	}
	return out
}

// Get is one definition, nil when there is none.
func (s *Set) Get(kind Kind, name string) *Definition {
	for _, d := range s.list {
		if d.Kind == kind && d.Name == name {
			return d
		}
	}
	return nil
}

// with is the set with more definitions, each in the place of one of the same
// name. They must fit together.
func (s *Set) with(more []*Definition) (*Set, error) {
	out := &Set{list: slices.Clone(s.list)}
	for _, d := range more {
		at := slices.IndexFunc(out.list, func(o *Definition) bool { return o.key() == d.key() })
		if at >= 0 {
			out.list[at] = d
		} else {
			out.list = append(out.list, d)
		}
	}
	return out, out.check()
}

func (s *Set) without(kind Kind, name string) *Set {
	return &Set{list: slices.DeleteFunc(slices.Clone(s.list), func(d *Definition) bool { return d.Kind == kind && d.Name == name })}
}

// stored is the form that Read reads.
func (s *Set) stored() *wire.Object {
	out := &wire.Object{}
	for _, d := range s.list {
		out.Set(d.key(), d.Body)
	}
	return out
}

// Types are the types of the site: the built-in ones, and those that are defined.
func (s *Set) Types() []*content.Type {
	list := content.Builtin()
	for _, d := range s.of(OfType) {
		list = append(list, d.makeType())
	}
	for _, d := range s.of(OfTaxonomy) {
		for _, t := range list {
			if slices.Contains(texts(d.Body, "object_type"), t.Name) && !t.HasTaxonomy(d.Name) {
				t.Taxonomies = append(t.Taxonomies, d.Name)
			}
		}
	}
	none := func(string, content.IndexedField) bool { return false }
	for typ, fields := range s.Indexes(none) {
		for _, t := range list {
			for _, f := range fields {
				if t.Name == typ && f.Unique {
					t.Unique = append(t.Unique, f.Key)
				}
			}
		}
	}
	return list
}

// Taxonomies are the taxonomies of the site.
func (s *Set) Taxonomies() []*taxonomy.Taxonomy {
	list := taxonomy.Builtin()
	for _, d := range s.of(OfTaxonomy) {
		list = append(list, d.makeTaxonomy())
	}
	for _, d := range s.of(OfType) {
		for _, t := range list {
			if slices.Contains(texts(d.Body, "taxonomies"), t.Name) && !slices.Contains(t.Types, d.Name) {
				t.Types = append(t.Types, d.Name)
			}
		}
	}
	return list
}

// Group are fields and what has them.
type Group struct {
	Label  string   // what people call it
	Object string   // OfEntries, OfTerms, OfUsers or OfComments
	Of     []string // types or taxonomies
	Fields []Field
}

// Indexes are the indexed fields by type of entry. How far they are is told by ready.
func (s *Set) Indexes(ready func(typ string, f content.IndexedField) bool) map[string][]content.IndexedField {
	out := map[string][]content.IndexedField{}
	for _, g := range s.Groups() {
		if g.Object != OfEntries {
			continue
		}
		for _, f := range g.Fields {
			if f.Index == nil {
				continue
			}
			for _, typ := range g.Of {
				one := *f.Index
				one.Ready = ready(typ, one)
				out[typ] = append(out[typ], one)
			}
		}
	}
	return out
}

// Groups are the fields of the site.
func (s *Set) Groups() []Group {
	var out []Group
	for _, d := range s.of(OfFields) {
		fields, p := d.fields()
		if p != nil {
			continue // nothing that is stored has one
		}
		out = append(out, Group{cmp.Or(d.Body.Text("label"), d.Name), cmp.Or(d.Body.Text("object_type"), OfEntries), texts(d.Body, "object_subtype"), fields})
	}
	return out
}

// Grants are the rights that definitions give to roles: on entries of a type those
// that the role has on posts.
func (s *Set) Grants() access.Grants {
	out := access.Grants{}
	posts := content.CapsOf("post", "posts")
	for _, d := range s.of(OfType) {
		if !flag(d.Body, "grant", false) {
			continue
		}
		own := d.makeType().Caps
		for _, role := range access.Roles() {
			has := access.Capabilities(role)
			for _, pair := range [][2]access.Capability{
				{posts.EditOwn, own.EditOwn}, {posts.EditOthers, own.EditOthers}, {posts.EditPublished, own.EditPublished},
				{posts.EditPrivate, own.EditPrivate}, {posts.Publish, own.Publish}, {posts.ReadPrivate, own.ReadPrivate},
				{posts.DeleteOwn, own.DeleteOwn}, {posts.DeleteOthers, own.DeleteOthers},
				{posts.DeletePublished, own.DeletePublished}, {posts.DeletePrivate, own.DeletePrivate},
			} {
				if slices.Contains(has, pair[0]) {
					out.Add(role, pair[1])
				}
			}
		}
	}
	return out
}

// check finds definitions that don't fit together, or what a site has anyway.
func (s *Set) check() error {
	if n := len(s.of(OfType)) + len(s.of(OfTaxonomy)); n > MaxTypes {
		return &Problem{Message: fmt.Sprintf("a site may define %d types and taxonomies; these would be %d", MaxTypes, n)}
	}
	fields := 0
	for _, g := range s.Groups() {
		fields += len(g.Fields)
	}
	if fields > MaxFields {
		return &Problem{Message: fmt.Sprintf("a site may define %d fields; these would be %d", MaxFields, fields)}
	}
	t := newTaken()
	types, taxonomies := s.Types(), s.Taxonomies()
	for _, d := range s.All() {
		if p := s.checkOne(t, d, types, taxonomies); p != nil {
			p.Of = string(d.Kind) + " " + strconv.Quote(d.Name)
			return p
		}
	}
	return nil
}

func (s *Set) checkOne(t *taken, d *Definition, types []*content.Type, taxonomies []*taxonomy.Taxonomy) *Problem {
	switch d.Kind {
	case OfType:
		if p := t.take(d, d.makeType().Addresses); p != nil {
			return p
		}
		return checkNames(d.Body, "taxonomies", taxonomyNames(taxonomies))
	case OfTaxonomy:
		if p := t.take(d, d.makeTaxonomy().Addresses); p != nil {
			return p
		}
		return checkNames(d.Body, "object_type", typeNames(types))
	}
	names := typeNames(types)
	switch d.Body.Text("object_type") {
	case OfTerms:
		names = taxonomyNames(taxonomies)
	case OfUsers, OfComments:
		names = nil
	}
	if p := checkNames(d.Body, "object_subtype", names); p != nil {
		return p
	}
	if p := d.checkRelations(types, taxonomies); p != nil {
		return p
	}
	return t.takeFields(d)
}

// checkNames finds a name in a list of a definition that nothing has.
func checkNames(o *wire.Object, member string, names []string) *Problem {
	for i, name := range texts(o, member) {
		if !slices.Contains(names, name) {
			return &Problem{Path: fmt.Sprintf("%s[%d]", member, i), Message: "there is no " + strconv.Quote(name)}
		}
	}
	return nil
}

func typeNames(list []*content.Type) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Name)
	}
	return out
}

func taxonomyNames(list []*taxonomy.Taxonomy) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Name)
	}
	return out
}
