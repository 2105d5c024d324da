package taxonomy

import (
	"cmp"
	"slices"
	"sync/atomic"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// Taxonomy describes one kind of term. It says everything of itself.
type Taxonomy struct {
	Name string
	// Reference is what the reference calls the taxonomy; "" where it has no
	// other name there.
	Reference    string
	Words        content.Words
	Description  string
	Hierarchical bool
	Public       bool // its terms have addresses that anybody may open
	// Announced declared taxonomies are told to be public, whether or not their terms
	// have addresses.
	Announced bool
	REST      bool // shown by the API
	RESTBase  string
	Namespace string   // of its route, "" for that of the core
	Managed   bool     // editors manage its terms
	Types     []string // names of the entry types that may have its terms
	Caps      Caps
	// Printed are what clients are told of in place of Caps, where set.
	Printed Caps
	// Offered is where editors and visitors meet a declared taxonomy; of others Public
	// and Managed say it.
	Offered *Offered
	// Addresses are how those of its terms begin; built-in taxonomies have their own.
	Addresses content.Addresses
}

// Offered is where a taxonomy is offered.
type Offered struct {
	Column bool // lists of entries have a column for its terms
	Quick  bool // terms may be given in lists
	Cloud  bool // clouds may show terms
	Menus  bool // menus may hold terms
}

// RESTNamespace is the namespace of the taxonomy's route in the API.
func (t *Taxonomy) RESTNamespace() string { return cmp.Or(t.Namespace, content.CoreNamespace) }

// RESTRoot is the path of the taxonomy's route in the API.
func (t *Taxonomy) RESTRoot() string { return "/" + t.RESTNamespace() + "/" + t.RESTBase }

// Declared tells whether the owner of the site defined the taxonomy.
func (t *Taxonomy) Declared() bool { return t.Offered != nil }

// Where is where the taxonomy is offered.
func (t *Taxonomy) Where() Offered {
	if t.Offered != nil {
		return *t.Offered
	}
	return Offered{Column: t.Managed, Quick: t.Managed, Cloud: t.Public, Menus: t.Public}
}

// Labels are the words for the taxonomy by the places where they stand.
func (t *Taxonomy) Labels() *wire.Object {
	out := t.Words.Object(usualWords(), t.Hierarchical, t.Name)
	out.Set("template_name", out.Text("singular_name")+" Archives")
	return out
}

// Label is the word for the taxonomy in one place.
func (t *Taxonomy) Label(place string) string {
	return t.Words.Label(place, usualWords(), t.Hierarchical)
}

// Caps are the capabilities that the rights on a taxonomy's terms need.
type Caps struct{ Manage, Edit, Delete, Assign access.Capability }

// PrintedCaps are the capabilities that clients are told of.
func (t *Taxonomy) PrintedCaps() *wire.Object {
	c := cmp.Or(t.Printed, t.Caps)
	return wire.NewObject("manage_terms", c.Manage, "edit_terms", c.Edit, "delete_terms", c.Delete, "assign_terms", c.Assign)
}

// Registry is the registry of a site's taxonomies, which everything asks. What it holds
// may be replaced while the server runs; a Taxonomy never changes.
type Registry struct{ now atomic.Pointer[registered] }

type registered struct {
	list    []*Taxonomy
	byName  map[string]*Taxonomy
	version int64
}

// NewRegistry holds the given taxonomies in order.
func NewRegistry(list ...*Taxonomy) *Registry {
	r := &Registry{}
	r.Replace(list...)
	return r
}

// Replace makes these the taxonomies of the site. Only one caller at a time may.
func (r *Registry) Replace(list ...*Taxonomy) {
	set := &registered{list: slices.Clone(list), byName: map[string]*Taxonomy{}, version: r.Version() + 1}
	for _, t := range list {
		set.byName[t.Name] = t
	}
	r.now.Store(set)
}

// Version changes with what the registry holds; what is made of its taxonomies is
// made again then.
func (r *Registry) Version() int64 {
	if set := r.now.Load(); set != nil {
		return set.version
	}
	return 0
}

// Get is a taxonomy, nil when there is none of the name.
func (r *Registry) Get(name string) *Taxonomy { return r.now.Load().byName[name] }

// All are the taxonomies in order.
func (r *Registry) All() []*Taxonomy { return slices.Clone(r.now.Load().list) }

// REST are the taxonomies that the API shows.
func (r *Registry) REST() []*Taxonomy {
	return slices.DeleteFunc(r.All(), func(t *Taxonomy) bool { return !t.REST })
}

// Of are the taxonomies that entries of a type may have terms of.
func (r *Registry) Of(typ string) []*Taxonomy {
	return slices.DeleteFunc(r.All(), func(t *Taxonomy) bool { return !slices.Contains(t.Types, typ) })
}
