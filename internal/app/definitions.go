package app

import (
	"context"
	"slices"

	"quoin/internal/core/fields"
	"quoin/internal/core/meta"
	"quoin/internal/definition"
	"quoin/internal/job"
	"quoin/internal/site"
	"quoin/internal/wire"
)

// served are the definitions that this process serves by.
type served struct {
	stored *wire.Object
	set    *definition.Set
}

// declare makes the types and taxonomies that are stored those of the site. What
// can't be read is looked for again with the next request.
func (a *App) declare(ctx context.Context) {
	a.declaring.Lock()
	defer a.declaring.Unlock()
	a.undeclared.Store(false)
	if a.served.Load() == nil {
		a.served.Store(&served{set: &definition.Set{}})
	}
	options, err := a.DB.Options(ctx)
	if err != nil {
		a.undeclared.Store(true)
		a.Log.ErrorContext(ctx, "the definitions of types can't be read; the former ones stay", "error", err)
		return
	}
	value, _ := options.Get(site.Definitions.Name)
	stored, _ := value.(*wire.Object)
	if before := a.served.Load(); before != nil && wire.Equal(stored, before.stored) {
		return
	}
	set, problems := definition.Read(stored)
	for _, p := range problems {
		a.Log.WarnContext(ctx, "a definition is left out", "problem", p)
	}
	a.served.Store(&served{stored, set})
	a.Env.Types.Replace(set.Types()...)
	a.Env.Taxonomies.Replace(set.Taxonomies()...)
}

// indexFields finishes the indexes of fields.
func (a *App) indexFields(ctx context.Context, _ job.Job) error {
	return a.Env.Definitions.BuildIndexes(ctx, nil)
}

// addFields adds the fields that the API shows to the keys of what has them.
func addFields(own *fields.Fields, defined *definition.Set, entries map[string][]meta.Key, terms map[string]*meta.Set, users, comments *meta.Set) {
	for _, g := range defined.Groups() {
		keys := keysOf(own, g.Fields)
		if g.Object == definition.OfUsers {
			users.Keys = append(users.Keys, keys...)
			continue
		}
		if g.Object == definition.OfComments {
			comments.Keys = append(comments.Keys, keys...)
			continue
		}
		for _, name := range g.Of {
			if g.Object == definition.OfEntries {
				entries[name] = append(entries[name], keys...)
				continue
			}
			if terms[name] == nil {
				terms[name] = &meta.Set{}
			}
			terms[name].Keys = append(terms[name].Keys, keys...)
		}
	}
}

func keysOf(own *fields.Fields, fields []definition.Field) []meta.Key {
	var out []meta.Key
	for _, f := range fields {
		if f.InREST {
			out = append(out, own.Key(f))
		}
	}
	return slices.Clip(out)
}
