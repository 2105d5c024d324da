package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/lists"
)

// CheckFields holds the rows of indexed fields, by type, against the meta that they are made
// of. Entries that are written meanwhile are looked at again.
func (db *Store) CheckFields(ctx context.Context, indexed map[string][]content.IndexedField) (f Flaws, err error) {
	err = db.wrongFields(ctx, indexed, func(typ string, ids []int64, _ []content.IndexedField) error {
		for _, id := range ids {
			f.add(fmt.Sprintf("%s %d: the index of its fields has other values", typ, id))
		}
		return nil
	})
	return f, err
}

// MendFields makes the rows anew that CheckFields finds to be wrong.
func (db *Store) MendFields(ctx context.Context, indexed map[string][]content.IndexedField) error {
	return db.wrongFields(ctx, indexed, func(typ string, ids []int64, fields []content.IndexedField) error {
		return db.WriteConcurrent(ctx, func(ctx context.Context) error {
			which, arg := db.OfIDs("e.id", ids)
			ids, err := db.Ints(ctx, "SELECT e.id FROM entry e WHERE "+which+" AND e.type = ? ORDER BY e.id"+db.Engine.ForUpdate(), arg, typ)
			if err != nil {
				return err
			}
			db.Changed(ctx, append(lists.ListTags(content.Query{Types: []string{typ}}), site.FieldIndexes.Tag())...)
			return db.entries.RemakeFields(ctx, typ, ids, fields)
		})
	})
}

// wrongFields gives the entries whose rows aren't what their meta says, some at a time.
func (db *Store) wrongFields(ctx context.Context, indexed map[string][]content.IndexedField, give func(typ string, ids []int64, fields []content.IndexedField) error) error {
	for typ, fields := range indexed {
		fields = slices.DeleteFunc(slices.Clone(fields), func(f content.IndexedField) bool { return !f.Ready })
		if len(fields) == 0 {
			continue
		}
		for last := int64(0); ; {
			ids, err := db.Ints(ctx, "SELECT e.id FROM entry e WHERE e.type = ? AND e.id > ? ORDER BY e.id LIMIT ?", typ, last, mendAtOnce)
			if err != nil {
				return err
			}
			if len(ids) == 0 {
				break
			}
			last = ids[len(ids)-1]
			for range 2 { // what was written between two reads is no flaw
				if ids, err = db.wrongAmong(ctx, typ, ids, fields); err != nil || len(ids) == 0 {
					break
				}
			}
			if err == nil && len(ids) > 0 {
				err = give(typ, ids, fields)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (db *Store) wrongAmong(ctx context.Context, typ string, ids []int64, fields []content.IndexedField) ([]int64, error) {
	wanted, err := db.entries.FieldsOf(ctx, typ, ids, fields)
	if err != nil {
		return nil, err
	}
	type place struct {
		id  int64
		key string
	}
	there, wrong := map[place][][]byte{}, map[int64]bool{}
	which, arg := db.OfIDs("f.entry_id", ids)
	err = db.Each(ctx, "SELECT f.entry_id, f.key, f.position, f.value, f.type = e.type AND f.status = e.status FROM entry_field f JOIN entry e ON e.id = f.entry_id WHERE "+
		which+" AND "+db.Engine.TextsIn("f.key")+" ORDER BY f.entry_id, f.key, f.position", []any{arg, db.Engine.TextList(entries.KeysOf(fields))},
		func(scan func(...any) error) error {
			var p place
			var position int
			var value []byte
			var same bool
			err := scan(&p.id, &p.key, &position, &value, &same)
			if !same || position != len(there[p]) {
				wrong[p.id] = true
			}
			there[p] = append(there[p], value)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("read the index of fields: %w", err)
	}
	for _, w := range wanted {
		if !slices.EqualFunc(w.Values, there[place{w.ID, w.Key}], bytes.Equal) {
			wrong[w.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !wrong[id] }), nil
}
