package taxonomy

import (
	"cmp"
	"slices"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/wire"
)

// Taxonomy describes one kind of term. It says everything of itself.
type Taxonomy struct {
	Name string
	// Reference is what the reference calls the taxonomy; "" where it has no
	// other name there.
	Reference    string
	Words        content.Words
	Hierarchical bool
	Public       bool // its terms have addresses that anybody may open
	REST         bool // shown by the API
	RESTBase     string
	Managed      bool     // editors manage its terms
	Types        []string // names of the entry types that may have its terms
	Caps         Caps
	// Printed are what clients are told of in place of Caps, where set.
	Printed Caps
}

// Labels are the words for the taxonomy by the places where they stand.
func (t *Taxonomy) Labels() *wire.Object {
	out := t.Words.Object(usualWords(), t.Hierarchical, t.Name)
	out.Set("template_name", out.Text("singular_name")+" Archives")
	return out
}

// Singular is what one term is called.
func (t *Taxonomy) Singular() string {
	return t.Words.Label("singular_name", usualWords(), t.Hierarchical)
}

// Caps are the capabilities that the rights on a taxonomy's terms need.
type Caps struct{ Manage, Edit, Delete, Assign access.Capability }

// PrintedCaps are the capabilities that clients are told of.
func (t *Taxonomy) PrintedCaps() *wire.Object {
	c := cmp.Or(t.Printed, t.Caps)
	return wire.NewObject("manage_terms", c.Manage, "edit_terms", c.Edit, "delete_terms", c.Delete, "assign_terms", c.Assign)
}

// Registry holds the taxonomies of a site. It is read only once the server
// runs.
type Registry struct {
	order  []string
	byName map[string]*Taxonomy
}

// NewRegistry holds the given taxonomies in order.
func NewRegistry(list ...*Taxonomy) *Registry {
	r := &Registry{byName: map[string]*Taxonomy{}}
	for _, t := range list {
		r.order = append(r.order, t.Name)
		r.byName[t.Name] = t
	}
	return r
}

// Get is a taxonomy, nil when there is none of the name.
func (r *Registry) Get(name string) *Taxonomy { return r.byName[name] }

// All are the taxonomies in the order of their registration.
func (r *Registry) All() []*Taxonomy {
	out := make([]*Taxonomy, len(r.order))
	for i, n := range r.order {
		out[i] = r.byName[n]
	}
	return out
}

// REST are the taxonomies that the API shows.
func (r *Registry) REST() []*Taxonomy {
	return slices.DeleteFunc(r.All(), func(t *Taxonomy) bool { return !t.REST })
}

// Of are the taxonomies that entries of a type may have terms of.
func (r *Registry) Of(typ string) []*Taxonomy {
	return slices.DeleteFunc(r.All(), func(t *Taxonomy) bool { return !slices.Contains(t.Types, typ) })
}
