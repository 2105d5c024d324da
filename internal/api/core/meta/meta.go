// Package meta is the `meta` member of objects: the registered keys that the
// API shows and lets callers write. Keys that aren't registered are kept in
// the database and never shown.
package meta

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// MaxBytes bounds the values of a key that says nothing else, as JSON.
const MaxBytes = 1 << 20

// Key is one registered meta key.
type Key struct {
	Name string
	// As is what the API calls the key, "" for its name.
	As string
	// Schema describes one value; its Default stands for a value that isn't
	// stored. A default that doesn't fit the schema is shown as null.
	Schema *schema.Schema
	// MaxBytes bounds the values of the key as JSON; 0 means MaxBytes of the
	// package.
	MaxBytes int
	// Repeated keys hold a list of values.
	Repeated bool
	// Usual are the values of a repeated key of which none is stored.
	Usual []any
	// Clean makes of a valid value the one that is stored; nil leaves it as its
	// schema has it.
	Clean func(v any) any
	// Required keys have a value in what isn't a draft; see Missing.
	Required bool
	// Check refuses a valid value for what else is known of it; nil takes all.
	Check func(ctx context.Context, t Target, v any) *fault.Error
	// OfEditors keys are shown to those alone who may change the object.
	OfEditors bool
	// Allow is the right to write the key, beside that on the object; nil
	// means the latter is enough.
	Allow func(a access.Actor) bool
}

func (k *Key) shown() string { return cmp.Or(k.As, k.Name) }

// Set is the keys of one kind of object in the order of their registration.
type Set struct{ Keys []Key }

// Schema describes the meta member.
func (s *Set) Schema(description string) *schema.Schema {
	properties := make([]schema.Property, len(s.Keys))
	for i, k := range s.Keys {
		one := described(k.Schema)
		if k.Repeated {
			one = schema.List(one, "")
		}
		properties[i] = schema.Property{Name: k.shown(), Schema: one}
	}
	return schema.Obj(properties, description, rest.NotEmbed)
}

// described is a schema that publishes its title and its description also when
// they are empty.
//
// Compat (core-v2/posts.routes): registered keys always have both.
func described(s *schema.Schema) *schema.Schema {
	missing := &wire.Object{}
	if s.Title == "" {
		missing.Set("title", "")
	}
	if s.Description == "" {
		missing.Set("description", "")
	}
	for _, m := range s.Extra.Members() {
		missing.Set(m.Key, m.Value)
	}
	if missing.Len() == 0 {
		return s
	}
	return s.With(func(s *schema.Schema) { s.Extra = missing })
}

// Arg is how write endpoints take the meta member: only its being an object is
// checked with the other parameters.
func Arg(a *rest.Arg) {
	a.Raw = true
	a.Validate = func(_ *rest.Request, v any, _ string) *fault.Error {
		switch v.(type) {
		case *wire.Object, []any:
			return nil
		}
		return rest.Invalid()
	}
}

// Read is the meta member of an object with stored values, in a context. edits tells
// whether the caller may change the object; nil is no.
func (s *Set) Read(stored content.Meta, context string, edits func() bool) *wire.Object {
	out := wire.Map()
	for i := range s.Keys {
		k := &s.Keys[i]
		if !in(k.Schema.Contexts, context) || k.OfEditors && (edits == nil || !edits()) {
			continue
		}
		values := stored[k.Name]
		if k.Repeated {
			if len(values) == 0 {
				values = k.Usual
			}
			list := make([]any, len(values))
			for j, v := range values {
				list[j] = k.represent(v)
			}
			out.SetSymbol(k.shown(), list)
			continue
		}
		v := k.Schema.Default
		switch {
		case len(values) > 0:
			v = k.represent(values[0])
		case v != nil:
			v = k.represent(v)
		}
		out.SetSymbol(k.shown(), v)
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

// represent is a stored value as it is answered: cast to its type, an empty text to
// false or 0 where that is the type, null when it doesn't fit.
func (k *Key) represent(v any) any {
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

// Target is the object that a caller writes custom fields of.
type Target struct {
	Actor access.Actor
	// Stored is its meta before the write, nil when it is new.
	Stored content.Meta
	// May is the right to change the object.
	May bool
}

// Changes are the values that the given members ask for, for the service that
// writes the object: a key without values is to be removed. Members that fail
// are answered together, in the order of registration, and don't keep the
// object and the others from being stored; so the fault is to be returned
// after the write, and commits it.
func (s *Set) Changes(ctx context.Context, given *wire.Object, t Target) (content.Meta, error) {
	changes := content.Meta{}
	var problems []*fault.Error
	for i := range s.Keys {
		k := &s.Keys[i]
		v, ok := given.Lookup(k.shown())
		if !ok {
			continue
		}
		values, problem := k.change(ctx, v, t)
		switch {
		case problem != nil:
			problems = append(problems, problem.For(t.Actor.LoggedIn()))
		case values != nil:
			changes[k.Name] = values
		}
	}
	if problems == nil {
		return changes, nil
	}
	return changes, problems[0].And(problems[1:]...).Committed()
}

// param is the key as a parameter, in texts that mounts print in their words.
func (k *Key) param() string { return "meta." + wire.Mark + k.shown() }

// change are the new values of the key: empty to remove it, nil to leave it as
// it is.
func (k *Key) change(ctx context.Context, v any, t Target) (values []any, problem *fault.Error) {
	if list, ok := v.([]any); v == nil || ok && len(list) == 0 && k.Repeated {
		return k.remove(t)
	}
	one := k.Schema
	if k.Repeated {
		one = schema.List(k.Schema, "")
	}
	if bad := one.Validate(v, k.param()); bad != nil {
		// The first set of data belongs to the problem; the status comes as the
		// one that counts.
		data := bad.Data
		if name := data.Text("param"); name != "" {
			data.Set("param", wire.Text(name))
		}
		bad = fault.BadRequest(bad.Code, bad.Message)
		if data.Len() > 0 {
			bad = bad.WithExtra(data)
		}
		return nil, bad
	}
	clean, bad := one.Sanitize(v, k.param())
	if bad != nil {
		return nil, fault.BadRequest(bad.Code, bad.Message)
	}
	if k.Clean != nil {
		clean = k.Clean(clean)
	}
	if limit := cmp.Or(k.MaxBytes, MaxBytes); len(wire.Encode(clean, nil)) > limit {
		return nil, fault.BadRequest("rest_meta_too_large", "The custom field "+wire.Mark+k.shown()+" may have at most "+strconv.Itoa(limit)+" bytes.").With("key", wire.Symbol(k.shown()))
	}
	values = []any{clean}
	if list, ok := clean.([]any); ok && k.Repeated {
		values = keptFirst(t.Stored[k.Name], list)
	}
	if wire.Equal(anyList(values), anyList(t.Stored[k.Name])) {
		return nil, nil
	}
	if k.Check != nil {
		if bad := k.Check(ctx, t, clean); bad != nil {
			return nil, bad
		}
	}
	if !k.may(t) {
		return nil, fault.Denied("rest_cannot_update", "You aren't allowed to change the custom field "+wire.Mark+k.shown()+".").With("key", wire.Symbol(k.shown()))
	}
	return values, nil
}

// Missing is the first required key without a value, of an object with stored values that
// a write changes; "" for none. Of all asks for those that the write doesn't touch too.
func (s *Set) Missing(stored, changes content.Meta, all bool) string {
	for _, k := range s.Keys {
		values, touched := changes[k.Name]
		if !k.Required || !touched && !all {
			continue
		}
		if !touched {
			values = stored[k.Name]
		}
		if !slices.ContainsFunc(values, func(v any) bool {
			list, many := v.([]any)
			return v != nil && v != "" && (!many || len(list) > 0)
		}) {
			return k.Name
		}
	}
	return ""
}

// keptFirst are the values to store for a list: those that are stored already stay before
// the new ones, each in their order.
func keptFirst(stored, wanted []any) []any {
	left := slices.Clone(wanted)
	var out []any
	for _, v := range stored {
		if i := slices.IndexFunc(left, func(w any) bool { return wire.Equal(v, w) }); i >= 0 {
			out, left = append(out, v), slices.Delete(left, i, i+1)
		}
	}
	return append(out, left...)
}

func (k *Key) remove(t Target) ([]any, *fault.Error) {
	stored := t.Stored[k.Name]
	if !k.Repeated && len(stored) > 0 && k.Schema.Validate(stored[0], "") != nil {
		return nil, fault.New(500, "rest_invalid_stored_value", "The stored value of "+k.shown()+" doesn't fit and can't be set to null.")
	}
	if !k.may(t) {
		return nil, fault.Denied("rest_cannot_delete", "You aren't allowed to remove the custom field "+wire.Mark+k.shown()+".").With("key", wire.Symbol(k.shown()))
	}
	if len(stored) == 0 {
		return nil, nil
	}
	return []any{}, nil
}

func (k *Key) may(t Target) bool { return t.May && (k.Allow == nil || k.Allow(t.Actor)) }

func anyList(v []any) any {
	if v == nil {
		return []any{}
	}
	return v
}
