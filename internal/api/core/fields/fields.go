package fields

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// Fields are those of one assembly of the site.
type Fields struct {
	*env.Env
	of map[string][]definition.Field // of entries, that the API shows, by type
}

// New has the fields of a set of definitions.
func New(e *env.Env, set *definition.Set) *Fields {
	f := &Fields{Env: e, of: map[string][]definition.Field{}}
	for _, g := range set.Groups() {
		for _, typ := range g.Of {
			for _, one := range g.Fields {
				if g.Object == definition.OfEntries && one.InREST {
					f.of[typ] = append(f.of[typ], one)
				}
			}
		}
	}
	return f
}

// Entries are the additions to the entries of a type.
func (f *Fields) Entries(t *content.Type) env.EntryAdds {
	var out env.EntryAdds
	var indexed, relations []definition.Field
	for _, one := range f.of[t.Name] {
		if one.Index != nil {
			indexed = append(indexed, one)
		}
		if one.Relation != nil {
			relations = append(relations, one)
		}
	}
	if len(indexed) > 0 {
		out = append(out, (&list{f.Env, t.Name, indexed}).added())
	}
	if len(relations) > 0 {
		out = append(out, f.forth(relations))
	}
	ways := f.backTo(func(rel *definition.Relation) bool { return f.typeOf(rel) == t.Name })
	if len(ways) > 0 {
		out = append(out, env.Added[*content.Entry, content.Query]{
			Links: func(_ *rest.Request, e *content.Entry) []rest.Link { return f.links(ways, e.ID) },
		})
	}
	return out
}

// Key is a field as a registered key of meta.
func (f *Fields) Key(one definition.Field) meta.Key {
	k := meta.Key{Name: one.Key, As: one.Named, Schema: one.Schema, Repeated: one.Repeated, Usual: one.Usual, Required: one.Required}
	if one.Relation != nil {
		k.Check = func(ctx context.Context, t meta.Target, v any) *fault.Error { return f.check(ctx, t, one, v) }
	}
	return k
}

// check refuses relations to what there isn't, or what the caller may not read.
func (f *Fields) check(ctx context.Context, t meta.Target, one definition.Field, v any) *fault.Error {
	before := map[int64]bool{}
	for _, id := range related(one.Key, t.Stored) {
		before[id] = true
	}
	for _, id := range related(one.Key, content.Meta{one.Key: {v}}) {
		if before[id] {
			continue // it was there before
		}
		// A read that fails has the whole write fail.
		if ok, err := f.there(ctx, t, one.Relation, id); err == nil && !ok {
			return fault.BadRequest("rest_invalid_relation", fmt.Sprintf("meta.%s: there is nothing of the kind with the id %d.", one.Key, id)).
				With("key", one.Key).With("related", id)
		}
	}
	return nil
}

func (f *Fields) there(ctx context.Context, t meta.Target, rel *definition.Relation, id int64) (bool, error) {
	switch rel.To {
	case definition.ToUser:
		_, err := f.Store.UserByID(ctx, id)
		return found(err, user.ErrNotFound)
	case definition.ToTaxonomy:
		term, err := f.Store.TermByID(ctx, id)
		ok, err := found(err, taxonomy.ErrNotFound)
		return ok && term.Taxonomy == rel.Name, err
	}
	e, err := f.Store.EntryByID(ctx, id)
	ok, err := found(err, content.ErrNotFound)
	return ok && e.Type == f.typeOf(rel) && f.Env.Entries.CanRead(ctx, t.Actor, e), err
}

func found(err, missing error) (bool, error) {
	if errors.Is(err, missing) {
		return false, nil
	}
	return err == nil, err
}
