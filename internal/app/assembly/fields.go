package assembly

import (
	"slices"

	"quoin/internal/api/core/fields"
	"quoin/internal/api/core/meta"
	"quoin/internal/domain/definition"
)

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
