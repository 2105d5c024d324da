package rest

import (
	"slices"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// FieldOf is one declared field of a resource whose items are T, and what a write asks
// of one a C. The schema of the resource, its representations, the arguments of its
// write endpoints and what they change all come from its fields.
type FieldOf[T, C any] struct {
	Name   string
	Schema *schema.Schema
	// Read gives the value. It isn't called when context or _fields leave the
	// field out. Absent leaves the field out of this item. Nil with Fields
	// set reads the nested fields.
	Read func(r *Request, item T) any
	// Change adds to c what a write asks of the field; item is what is changed, the
	// zero T on create. Optional.
	Change func(r *Request, item T, c *C) error
	// Long fields may be written with long texts, which Endpoint.Prepare looks at.
	Long bool
	// Fields are the members of an object field, each with its own contexts.
	Fields []FieldOf[T, C]
	// Arg changes the argument that write endpoints derive from the field;
	// optional.
	Arg func(a *Arg)
	// Hidden fields are answered but aren't in the schema.
	Hidden bool
	// Whole fields are answered when _fields asks for all of them, not when it
	// asks for a part.
	Whole bool
}

// Field is a field of a resource whose writes aren't made of what its fields change.
type Field[T any] = FieldOf[T, struct{}]

// Unchanged are fields for a resource whose writes they have no part in.
func Unchanged[C, T any](fields []Field[T]) []FieldOf[T, C] {
	out := make([]FieldOf[T, C], len(fields))
	for i, f := range fields {
		out[i] = FieldOf[T, C]{
			Name: f.Name, Schema: f.Schema, Read: f.Read, Fields: Unchanged[C](f.Fields), Arg: f.Arg, Hidden: f.Hidden, Whole: f.Whole,
		}
	}
	return out
}

// Whole makes all of some fields whole, but for the id, which any path asks for.
func Whole[T, C any](fields []FieldOf[T, C]) []FieldOf[T, C] {
	out := slices.Clone(fields)
	for i := range out {
		out[i].Whole = out[i].Name != "id"
	}
	return out
}

type absent struct{}

// Absent is what Read returns for an item that doesn't have the field.
var Absent any = absent{}

// ResourceOf is what an object of the API looks like.
type ResourceOf[T, C any] struct {
	Title  string // the schema's title: post, category, ...
	Fields []FieldOf[T, C]
	// Links gives the links of an item; not called when none are wanted.
	Links func(r *Request, item T) []Link
	// Finish changes an object after all its fields were read; optional.
	Finish func(r *Request, item T, object *wire.Object)
	// AlwaysLinks prints them on single items whatever _fields asks for.
	AlwaysLinks bool
	// Shared resources have their items printed once for many answers by Shown;
	// nil for others.
	Shared *Shared[T]
}

// Resource is one whose fields have no part in its writes.
type Resource[T any] = ResourceOf[T, struct{}]

// Change adds to c what a write asks of an item, field by field.
func (res *ResourceOf[T, C]) Change(r *Request, item T, c *C) error {
	for i := range res.Fields {
		if f := &res.Fields[i]; f.Change != nil {
			if err := f.Change(r, item, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Item represents one object in the request's context.
func (res *ResourceOf[T, C]) Item(r *Request, item T) *Item {
	return res.ItemIn(r, item, r.ViewContext())
}

// ItemIn represents one object in a given context.
func (res *ResourceOf[T, C]) ItemIn(r *Request, item T, context string) *Item {
	out := &Item{Data: res.read(r, item, context, r.fields)}
	out.Always = res.AlwaysLinks
	if res.Links != nil && (r.WantsLinks() || res.AlwaysLinks) {
		out.Links = res.Links(r, item)
	}
	return out
}

// Items represents a list of objects.
func (res *ResourceOf[T, C]) Items(r *Request, items []T) []*Item {
	out := make([]*Item, len(items))
	for i := range items {
		if r.ctx.Err() != nil {
			return out[:i] // of an answer that nobody gets, see handle
		}
		out[i] = res.Item(r, items[i])
	}
	return out
}

// Deleted is the answer to a removal: the object as it was, without links, cut
// down by the same _fields, but with its id.
func (res *ResourceOf[T, C]) Deleted(r *Request, item T, context string) *wire.Object {
	previous := res.read(r, item, context, r.fields.And("id"))
	return wire.NewObject("deleted", true, "previous", previous)
}

func (res *ResourceOf[T, C]) read(r *Request, item T, context string, want *wire.Fields) *wire.Object {
	out := readFields(r, item, res.Fields, context, want)
	if res.Finish != nil {
		res.Finish(r, item, out)
	}
	return out
}

func readFields[T, C any](r *Request, item T, fields []FieldOf[T, C], context string, want *wire.Fields) *wire.Object {
	out := wire.Map()
	out.Grow(len(fields) + 1)
	for i := range fields {
		f := &fields[i]
		if !want.Wants(f.Name) || f.Whole && !want.WantsWhole(f.Name) || !f.in(context) {
			continue
		}
		var v any
		if f.Read != nil {
			v = f.Read(r, item)
		} else {
			v = readFields(r, item, f.Fields, context, want.Below(f.Name))
		}
		if v != Absent {
			out.Add(wire.Member{Key: f.Name, Value: v, Symbol: true})
		}
	}
	return out
}

func (f *FieldOf[T, C]) in(context string) bool {
	return f.Schema.Contexts == nil || slices.Contains(f.Schema.Contexts, context)
}

// Schema is the published description of the resource.
func (res *ResourceOf[T, C]) Schema() *schema.Schema {
	s := schema.New(schema.Object, "")
	s.Title = res.Title
	s.Properties = properties(res.Fields)
	return s
}

func properties[T, C any](fields []FieldOf[T, C]) []schema.Property {
	out := make([]schema.Property, 0, len(fields))
	for i := range fields {
		f := &fields[i]
		s := f.Schema
		if f.Hidden {
			s = s.With(func(s *schema.Schema) { s.Hidden = true })
		}
		if members := properties(f.Fields); len(members) > 0 {
			s = s.With(func(s *schema.Schema) { s.Properties = members })
		}
		out = append(out, schema.Property{Name: f.Name, Schema: s})
	}
	return out
}

// WriteArgs are the arguments of a write endpoint: all fields that can be
// written, in order. Requirements and defaults hold on create alone.
func (res *ResourceOf[T, C]) WriteArgs(create bool) []Arg {
	var out []Arg
	for i := range res.Fields {
		f := &res.Fields[i]
		if f.Hidden || f.Schema.Readonly {
			continue
		}
		s := *f.Schema
		if len(f.Fields) > 0 {
			s.Properties = properties(f.Fields)
		}
		required := s.Required && create
		s.Required, s.Contexts = false, nil
		if !create {
			s.Default = nil
		}
		a := Arg{Name: f.Name, Schema: &s, FirstPass: true, Required: required}
		if f.Arg != nil {
			f.Arg(&a)
		}
		out = append(out, a)
	}
	return out
}
