// Package meta is the `meta` member of objects: the registered keys that the
// API shows and lets callers write. Keys that aren't registered are kept in
// the database and never shown.
package meta

import (
	"context"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// Key is one registered meta key.
type Key struct {
	Name string
	// Schema describes one value; its Default stands for a value that isn't
	// stored. A default that doesn't fit the schema is shown as null.
	Schema *schema.Schema
	// Repeated keys hold a list of values.
	Repeated bool
	// Allow is the right to write the key, beside that on the object; nil
	// means the latter is enough.
	Allow func(a access.Actor) bool
}

// Set is the keys of one kind of object in the order of their registration.
type Set struct{ Keys []Key }

// Schema describes the meta member.
func (s *Set) Schema(description string) *schema.Schema {
	properties := make([]schema.Property, len(s.Keys))
	for i, k := range s.Keys {
		one := k.Schema
		if k.Repeated {
			one = schema.List(k.Schema, "")
		}
		if one.Title == "" && one.Extra == nil {
			// Compat: registered keys always publish a title.
			one = one.With(func(s *schema.Schema) { s.Extra = wire.NewObject("title", "") })
		}
		properties[i] = schema.Property{Name: k.Name, Schema: one}
	}
	return schema.Obj(properties, description, schema.In("view", "edit"))
}

// Arg is how write endpoints take the meta member: only its being an object is
// checked with the other parameters.
func Arg(a *rest.Arg) {
	a.Raw = true
	a.Check = func(_ *rest.Request, v any, _ string) *fault.Error {
		switch v.(type) {
		case *wire.Object, []any:
			return nil
		}
		return rest.Invalid()
	}
}

// Read is the meta member of an object with stored values, in a context.
func (s *Set) Read(stored content.Meta, context string) *wire.Object {
	out := wire.Map()
	for i := range s.Keys {
		k := &s.Keys[i]
		if !in(k.Schema.Contexts, context) {
			continue
		}
		values := stored[k.Name]
		if k.Repeated {
			list := make([]any, len(values))
			for j, v := range values {
				list[j] = k.shown(v)
			}
			out.SetSymbol(k.Name, list)
			continue
		}
		v := k.Schema.Default
		switch {
		case len(values) > 0:
			v = k.shown(values[0])
		case v != nil:
			v = k.shown(v)
		}
		out.SetSymbol(k.Name, v)
	}
	return out
}

func in(contexts []string, context string) bool {
	for _, c := range contexts {
		if c == context {
			return true
		}
	}
	return len(contexts) == 0
}

// shown is a stored value as it is answered: cast to its type, an empty text to
// false or 0 where that is the type, null when it doesn't fit.
func (k *Key) shown(v any) any {
	if v == "" && !k.Schema.Is(schema.String) {
		switch {
		case k.Schema.Is(schema.Boolean):
			v = false
		case k.Schema.Is(schema.Integer), k.Schema.Is(schema.Number):
			v = int64(0)
		}
	}
	if k.Schema.Validate(v, "") != nil {
		return nil
	}
	v, _ = k.Schema.Sanitize(v, "")
	if o, ok := v.(*wire.Object); ok {
		o.Loose = true
	}
	return v
}

// Writer stores what a caller sent.
type Writer struct {
	Actor  access.Actor
	Stored content.Meta
	// May is the right to change the object.
	May bool
	// Store replaces the values of a key; none removes it.
	Store func(ctx context.Context, key string, values ...any) error
}

// Write stores the given members key by key, in the order of registration.
// Keys that fail are answered together and don't keep the others from being
// stored; the object itself was saved before, so the fault keeps what was
// written.
func (s *Set) Write(ctx context.Context, given *wire.Object, w Writer) error {
	var problems []*fault.Error
	for i := range s.Keys {
		k := &s.Keys[i]
		v, ok := given.Lookup(k.Name)
		if !ok {
			continue
		}
		problem, err := k.write(ctx, v, w)
		if err != nil {
			return err
		}
		if problem != nil {
			problems = append(problems, problem.For(w.Actor.LoggedIn()))
		}
	}
	if problems == nil {
		return nil
	}
	return problems[0].And(problems[1:]...).Kept()
}

func (k *Key) write(ctx context.Context, v any, w Writer) (problem *fault.Error, err error) {
	if list, ok := v.([]any); v == nil || ok && len(list) == 0 && k.Repeated {
		return k.remove(ctx, w)
	}
	one := k.Schema
	if k.Repeated {
		one = schema.List(k.Schema, "")
	}
	if bad := one.Validate(v, "meta."+k.Name); bad != nil {
		// The first set of data belongs to the problem; the status comes as the
		// one that counts.
		data := bad.Data
		bad = fault.BadRequest(bad.Code, bad.Message)
		if data.Len() > 0 {
			bad = bad.WithExtra(data)
		}
		return bad, nil
	}
	clean, bad := one.Sanitize(v, "meta."+k.Name)
	if bad != nil {
		return fault.BadRequest(bad.Code, bad.Message), nil
	}
	values := []any{clean}
	if list, ok := clean.([]any); ok && k.Repeated {
		values = list
	}
	if wire.Equal(anyList(values), anyList(w.Stored[k.Name])) {
		return nil, nil
	}
	if !k.may(w) {
		return fault.Denied("rest_cannot_update", "You aren't allowed to change the custom field "+k.Name+".").With("key", k.Name), nil
	}
	return nil, w.Store(ctx, k.Name, values...)
}

func (k *Key) remove(ctx context.Context, w Writer) (*fault.Error, error) {
	stored := w.Stored[k.Name]
	if !k.Repeated && len(stored) > 0 && k.Schema.Validate(stored[0], "") != nil {
		return fault.New(500, "rest_invalid_stored_value", "The stored value of "+k.Name+" doesn't fit and can't be set to null."), nil
	}
	if !k.may(w) {
		return fault.Denied("rest_cannot_delete", "You aren't allowed to remove the custom field "+k.Name+".").With("key", k.Name), nil
	}
	if len(stored) == 0 {
		return nil, nil
	}
	return nil, w.Store(ctx, k.Name)
}

func (k *Key) may(w Writer) bool { return w.May && (k.Allow == nil || k.Allow(w.Actor)) }

func anyList(v []any) any {
	if v == nil {
		return []any{}
	}
	return v
}
