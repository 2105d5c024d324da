package content

import (
	"slices"

	"quoin/internal/access"
)

// Type describes one kind of entry. It says everything of itself: what depends
// on the type of an entry asks for a member, or whether it supports a feature.
type Type struct {
	Name string
	// Reference is what the reference calls the type; "" where it has no other
	// name there.
	Reference   string
	Words       Words
	Description string
	Icon        string // of the type in editors

	Public       bool // its entries have addresses that anybody may open
	Hierarchical bool // entries have parents, which their addresses show
	REST         bool // shown by the API
	RESTBase     string
	InMenus      bool // menus may hold its entries
	Managed      bool // editors offer lists of its entries
	Blocks       bool // its content is made of blocks, which writes put into their usual form
	Notes        bool // editors may leave notes at its entries
	Sticky       bool // some of its entries may stand before the others
	Taxonomies   []string
	Supports     []string // title, editor, excerpt, author, thumbnail, comments, ...
	Caps         Caps
}

// Listed tells whether what is published of the type is found by searches and
// sitemaps: all that is public, but for attachments.
func (t *Type) Listed() bool { return t.Public && t.Name != TypeAttachment }

// Has tells whether the type supports a feature.
func (t *Type) Has(feature string) bool { return slices.Contains(t.Supports, feature) }

// HasTaxonomy tells whether entries of the type may have terms of a taxonomy.
func (t *Type) HasTaxonomy(name string) bool { return slices.Contains(t.Taxonomies, name) }

// Caps are the capabilities that the rights on a type's entries need.
// ListPrivate is that to have lists of private entries, ReadPrivate that to
// read one of somebody else.
type Caps struct {
	// One is the last part of the names of the rights on one entry: "page".
	One string
	// Printed are capabilities that clients are told of in place of those that
	// are asked for, by the words of posts.
	Printed                                                 map[string]access.Capability
	Read, EditOwn, EditOthers, EditPublished, EditPrivate   access.Capability
	Publish, ReadPrivate, ListPrivate, Create               access.Capability
	DeleteOwn, DeleteOthers, DeletePublished, DeletePrivate access.Capability
}

// Types is the registry of types. It is read only once the server runs.
type Types struct {
	order  []string
	byName map[string]*Type
}

// NewTypes holds the given types in order.
func NewTypes(types ...*Type) *Types {
	r := &Types{byName: map[string]*Type{}}
	for _, t := range types {
		r.order = append(r.order, t.Name)
		r.byName[t.Name] = t
	}
	return r
}

// Get is a type, nil when there is none of the name.
func (r *Types) Get(name string) *Type { return r.byName[name] }

// All are the types in the order of their registration.
func (r *Types) All() []*Type {
	out := make([]*Type, len(r.order))
	for i, n := range r.order {
		out[i] = r.byName[n]
	}
	return out
}

// Listed are the names of the types of which that is true.
func (r *Types) Listed() []string {
	var out []string
	for _, t := range r.All() {
		if t.Listed() {
			out = append(out, t.Name)
		}
	}
	return out
}

// REST are the types that the API shows.
func (r *Types) REST() []*Type {
	return slices.DeleteFunc(r.All(), func(t *Type) bool { return !t.REST })
}
