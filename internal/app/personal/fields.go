package personal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// fieldsOfEntry are the values of declared fields that an entry has, by key.
func (d *Data) fieldsOfEntry(ctx context.Context, e *content.Entry) map[string]any {
	out := map[string]any{}
	for _, g := range d.Definitions.Stored(ctx).Groups() {
		if g.Object != definition.OfEntries || !slices.Contains(g.Of, e.Type) {
			continue
		}
		for _, f := range g.Fields {
			if values := e.Meta[f.Key]; len(values) > 0 {
				out[f.Key] = values
			}
		}
	}
	return out
}

// fieldsOfComments are the keys of declared fields of comments.
func (d *Data) fieldsOfComments(ctx context.Context) []string {
	var keys []string
	for _, g := range d.Definitions.Stored(ctx).Groups() {
		if g.Object != definition.OfComments {
			continue
		}
		for _, f := range g.Fields {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// leading is an entry of which fields lead to an account.
type leading struct {
	entry *content.Entry
	keys  []string
}

// leadingTo are the entries of which declared fields lead to an account, in the order of
// their ids. The indexes of fields are finished.
func (d *Data) leadingTo(ctx context.Context, user int64) ([]leading, error) {
	keys := map[int64][]string{}
	for _, g := range d.Definitions.Stored(ctx).Groups() {
		for _, f := range g.Fields {
			if f.Relation == nil || f.Relation.To != definition.ToUser {
				continue
			}
			for _, typ := range g.Of {
				page, err := d.Store.ListEntries(ctx, content.Query{
					Types: []string{typ}, Fields: []content.FieldFilter{{Field: *f.Index, Op: content.FieldIs, Values: []any{user}}},
					SkipTotal: true, SkipMeta: true, OnlyIDs: true, Order: []content.Order{{By: content.ByID}},
				})
				if err != nil {
					return nil, fmt.Errorf("field %q of %s: %w", f.Key, typ, err)
				}
				for _, e := range page.Entries {
					keys[e.ID] = append(keys[e.ID], f.Key)
				}
			}
		}
	}
	var ids []int64
	for id := range keys {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var out []leading
	for chunk := range slices.Chunk(ids, commentStep) {
		found, err := d.Store.EntriesByID(ctx, chunk)
		if err != nil {
			return nil, err
		}
		for _, id := range chunk {
			if e := found[id]; e != nil {
				out = append(out, leading{e, keys[id]})
			}
		}
	}
	return out, nil
}

// forgetIn takes an account out of the fields that lead to it.
func (d *Data) forgetIn(ctx context.Context, user int64) (fields int, err error) {
	list, err := d.leadingTo(ctx, user)
	if err != nil {
		return 0, err
	}
	for _, l := range list {
		var c content.Change
		for _, key := range l.keys {
			c.SetMeta(key, without(l.entry.Meta[key], user)...)
			fields++
		}
		if _, err := d.Entries.Update(ctx, access.System(), l.entry, c); err != nil && !errors.Is(err, content.ErrNotFound) {
			return fields, fmt.Errorf("entry %d: %w", l.entry.ID, err)
		}
	}
	return fields, nil
}

// without are values that aren't an id, lists of them gone through; none where nothing is
// left.
func without(values []any, id int64) []any {
	out := []any{}
	for _, v := range values {
		list, many := v.([]any)
		if !many {
			if schema.ToText(v) != fmt.Sprint(id) {
				out = append(out, v)
			}
			continue
		}
		if left := without(list, id); len(left) > 0 {
			out = append(out, any(left))
		}
	}
	return out
}
