package content

import (
	"cmp"
	"slices"
	"sync/atomic"

	"quoin/internal/platform/access"
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
	Namespace    string // of its route, "" for that of the core
	InMenus      bool   // menus may hold its entries
	Managed      bool   // editors offer lists of its entries
	Blocks       bool   // its content is made of blocks, which writes put into their usual form
	Notes        bool   // editors may leave notes at its entries
	Sticky       bool   // some of its entries may stand before the others
	Taxonomies   []string
	Supports     []string // title, editor, excerpt, author, thumbnail, comments, ...
	Caps         Caps

	// Declared types are defined by the owner of the site.
	Declared bool
	Unlisted bool // searches leave its entries out
	// Announced declared types are told to be public, whether or not their entries
	// have pages.
	Announced bool
	// Addresses are how those of a declared type's entries begin; none are plain.
	Addresses Addresses
	// Archive is the address of the page that lists the entries, "" for none.
	// UsualArchive tells that the definition doesn't say which.
	Archive      string
	UsualArchive bool
	Template     []any  // blocks that new entries begin with
	TemplateLock string // how far these may be changed

	// Unique are keys of meta that no two entries have the same value of.
	Unique []string
}

// Addresses are how the addresses of entries or terms begin.
type Addresses struct {
	Slug      string // "" for plain addresses
	WithFront bool   // what addresses of posts begin with stands before it
	Nested    bool   // those of terms show the terms above
}

// Prefix is what an address begins with, without slashes around it, where front is
// what those of posts begin with.
func (a Addresses) Prefix(front string) string {
	if a.WithFront {
		return front + a.Slug
	}
	return a.Slug
}

// ArchivePath is where the list of the type is, without slashes around it, where front is
// what addresses of posts begin with.
func (t *Type) ArchivePath(front string) string {
	if t.Addresses.WithFront {
		return front + t.Archive
	}
	return t.Archive
}

// CoreNamespace is the namespace of routes that say none.
const CoreNamespace = "core/v2"

// RESTNamespace is the namespace of the type's route in the API.
func (t *Type) RESTNamespace() string { return cmp.Or(t.Namespace, CoreNamespace) }

// RESTRoot is the path of the type's route in the API.
func (t *Type) RESTRoot() string { return "/" + t.RESTNamespace() + "/" + t.RESTBase }

// Listed tells whether what is published of the type is found by searches and
// sitemaps: all that is public, but for attachments.
func (t *Type) Listed() bool { return t.Public && !t.Unlisted && t.Name != TypeAttachment }

// Has tells whether the type supports a feature. A type that isn't known has none.
func (t *Type) Has(feature string) bool { return t != nil && slices.Contains(t.Supports, feature) }

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

// Types is the registry of a site's types, which everything asks. What it holds
// may be replaced while the server runs; a Type never changes.
type Types struct{ now atomic.Pointer[registered] }

type registered struct {
	list    []*Type
	byName  map[string]*Type
	version int64
}

// NewTypes holds the given types in order.
func NewTypes(list ...*Type) *Types {
	r := &Types{}
	r.Replace(list...)
	return r
}

// Replace makes these the types of the site. Only one caller at a time may.
func (r *Types) Replace(list ...*Type) {
	set := &registered{list: slices.Clone(list), byName: map[string]*Type{}, version: r.Version() + 1}
	for _, t := range list {
		set.byName[t.Name] = t
	}
	r.now.Store(set)
}

// Version changes with what the registry holds; what is made of its types is
// made again then.
func (r *Types) Version() int64 {
	if set := r.now.Load(); set != nil {
		return set.version
	}
	return 0
}

// Get is a type, nil when there is none of the name.
func (r *Types) Get(name string) *Type { return r.now.Load().byName[name] }

// All are the types in order.
func (r *Types) All() []*Type { return slices.Clone(r.now.Load().list) }

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
