package env

import (
	"context"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/schema"
)

// Field is a field that the items of a resource get from outside of it.
type Field[T any] struct {
	rest.Field[T]
	// Write stores a value that a write was given for the field, in its
	// transaction and after the item itself; nil for fields that are read
	// only, whose schema must say so.
	Write func(r *rest.Request, item T, value any) error
}

// Added is what the items and the lists of a resource get from outside: T is
// the type of an item, Q that of the query of a list.
type Added[T, Q any] struct {
	Fields []Field[T]
	// Prefetch loads at once what the fields and links of a list are about to read. It
	// is called for lists and embedded items when any of these is wanted;
	// for single items Read loads by itself.
	Prefetch func(ctx context.Context, r *rest.Request, items []T) error
	// Links are added to those of an item, after its own.
	Links func(r *rest.Request, item T) []rest.Link
	// Args are further arguments of the list; Filter turns these, and
	// unlisted ones, into conditions.
	Args []rest.Arg
	// Unlisted are arguments that Filter reads as they come, see rest.Endpoint.
	Unlisted []string
	// Orders are further orders of the list, by name; Filter puts them into effect.
	Orders []string
	Filter func(r *rest.Request, q *Q) error
}

// Adds are the additions to one resource.
type Adds[T, Q any] []Added[T, Q]

// The additions to entries, terms, users and types.
type (
	EntryAdds = Adds[*content.Entry, content.Query]
	TermAdds  = Adds[*taxonomy.Term, taxonomy.Query]
	UserAdds  = Adds[*user.User, user.Query]
	TypeAdds  = Adds[*content.Type, struct{}]
)

// Fields are all added fields.
func (a Adds[T, Q]) Fields() []rest.Field[T] {
	var out []rest.Field[T]
	for i := range a {
		for j := range a[i].Fields {
			out = append(out, a[i].Fields[j].Field)
		}
	}
	return out
}

// Orders are the added orders of the list.
func (a Adds[T, Q]) Orders() []string {
	var out []string
	for i := range a {
		out = append(out, a[i].Orders...)
	}
	return out
}

// Prefetch loads what the wanted fields of items are about to read.
func (a Adds[T, Q]) Prefetch(ctx context.Context, r *rest.Request, items []T) error {
	if len(items) == 0 {
		return nil
	}
	for i := range a {
		wanted := func(f Field[T]) bool { return r.Wants(f.Name) }
		if a[i].Prefetch == nil || !slices.ContainsFunc(a[i].Fields, wanted) && (a[i].Links == nil || !r.WantsLinks()) {
			continue
		}
		if err := a[i].Prefetch(ctx, r, items); err != nil {
			return err
		}
	}
	return nil
}

// Links are the added links of an item.
func (a Adds[T, Q]) Links(r *rest.Request, item T) []rest.Link {
	var out []rest.Link
	for i := range a {
		if a[i].Links != nil {
			out = append(out, a[i].Links(r, item)...)
		}
	}
	return out
}

// Unlisted are the added arguments of the list that aren't published.
func (a Adds[T, Q]) Unlisted() []string {
	var names []string
	for _, added := range a {
		names = append(names, added.Unlisted...)
	}
	return names
}

// HiddenWrites are the names of added fields that writes take though no schema has them.
func (a Adds[T, Q]) HiddenWrites() []string {
	var names []string
	for _, added := range a {
		for _, f := range added.Fields {
			if f.Hidden && f.Write != nil {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// Args are the added arguments of the list.
func (a Adds[T, Q]) Args() []rest.Arg {
	var out []rest.Arg
	for i := range a {
		out = append(out, a[i].Args...)
	}
	return out
}

// Filter adds conditions to the query of a list.
func (a Adds[T, Q]) Filter(r *rest.Request, q *Q) error {
	for i := range a {
		if a[i].Filter != nil {
			if err := a[i].Filter(r, q); err != nil {
				return err
			}
		}
	}
	return nil
}

// Write stores the values of added fields that a write was given.
func (a Adds[T, Q]) Write(r *rest.Request, item T) error {
	for i := range a {
		for j := range a[i].Fields {
			f := &a[i].Fields[j]
			if v := rest.ValueParam(f.Name); f.Write == nil || !v.Present(r) {
				continue
			}
			if err := f.Write(r, item, rest.ValueParam(f.Name).Of(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Setting is a member of core/v2/settings that is an option of an extension.
type Setting struct {
	Name   string // of the member
	Option string // that holds it
	Schema *schema.Schema
}

// Status is an entry status beside those of the core.
type Status struct {
	Name, Title string
	// Public entries are shown to visitors, Protected ones to those who may
	// edit them, Private ones to those who may read private entries.
	Public, Protected, Private bool
	Internal                   bool // never shown by core/v2/statuses
	Listed                     bool // in the lists of editors
}

// Additions are what a site's resources get from outside.
type Additions struct {
	// Entries gives what the entries of a type get, Terms those of a
	// taxonomy. Both may be nil.
	Entries func(t *content.Type) EntryAdds
	Terms   func(t *taxonomy.Taxonomy) TermAdds
	Users   UserAdds
	Types   TypeAdds

	Settings []Setting
	Statuses []Status
}

// EntriesOf are the additions to the entries of a type.
func (a *Additions) EntriesOf(t *content.Type) EntryAdds {
	if a.Entries == nil {
		return nil
	}
	return a.Entries(t)
}

// TermsOf are the additions to the terms of a taxonomy.
func (a *Additions) TermsOf(t *taxonomy.Taxonomy) TermAdds {
	if a.Terms == nil {
		return nil
	}
	return a.Terms(t)
}
