package entries

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

// InsertEntry implements content.Store.
func (db *Store) InsertEntry(ctx context.Context, e *content.Entry) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		t := db.entryTx(ctx)
		given := e.ID != 0 && e.ID != t.reserved
		if given {
			if err := scope.Exclusive(ctx); err != nil {
				return err // others may be given the id
			}
		}
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		args := entryRow.Values(storedEntry(own, e))
		id := t.reserved
		if given && scope.IsBulk(ctx) {
			id = e.ID
			err = db.QueueInsert(ctx, "entry", entryRow.Written(), id, args...)
		} else if given || id == 0 {
			id, err = db.Insert(ctx, "entry", entryRow.Written(), e.ID, args...)
		} else {
			t.reserved = 0
			err = db.Queue(ctx, "INSERT INTO entry ("+entryRow.Written()+", id) VALUES ("+entryRow.Marks()+", ?)", append(args, id)...)
		}
		if err != nil {
			return fmt.Errorf("insert entry %q: %w", e.Slug, db.Taken(err, content.ErrTaken))
		}
		e.ID = id
		t.hold(id)
		t.own(e)
		t.slugTaken(e.Slug)
		if err := db.meta.AddMeta(ctx, meta.EntryMeta, id, e.Meta); err != nil {
			return err
		}
		if err := db.addFields(ctx, own, e); err != nil {
			return err
		}
		if err := (texts{db}).save(ctx, own, e, e.Meta.Text(content.MetaAttachedFile), given); err != nil {
			return err
		}
		db.EntryChanged(ctx, e)
		if given {
			t.make(&madeEntry{Entry: content.Entry{ID: id, Type: e.Type, Parent: e.Parent, Status: e.Status, Date: sqldb.Clean(e.Date)}})
		} else {
			db.inserted(ctx, e)
		}
		return nil
	})
}

// UpdateEntry implements content.Store.
func (db *Store) UpdateEntry(ctx context.Context, e *content.Entry) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		before, err := db.lockedEntry(ctx, e.ID, true)
		if err != nil {
			return err
		}
		if before == nil {
			return fmt.Errorf("entry %d: %w", e.ID, content.ErrNotFound)
		}
		if before.Parent != e.Parent || before.Type != e.Type {
			if err := scope.Exclusive(ctx); err != nil {
				return err
			}
		}
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		if err := db.Queue(ctx, entryChange.Update("entry")+" WHERE id = ?", append(entryChange.Values(storedEntry(own, e)), e.ID)...); err != nil {
			return fmt.Errorf("update entry %d: %w", e.ID, err)
		}
		if before.Type != e.Type {
			if _, err := db.Exec(ctx, "DELETE FROM entry_field WHERE entry_id = ?", e.ID); err != nil {
				return fmt.Errorf("fields of entry %d: %w", e.ID, err)
			}
			if err := db.RemakeFields(ctx, e.Type, []int64{e.ID}, db.IndexedOf(ctx, e.Type)); err != nil {
				return err
			}
		}
		if before.Title != e.Title || before.Excerpt != e.Excerpt || before.Content != e.Content || before.Type != e.Type {
			if err := (texts{db}).replace(ctx, own, e); err != nil {
				return err
			}
		}
		db.EntryChanged(ctx, before)
		db.EntryChanged(ctx, e)
		db.entryTx(ctx).own(e)
		db.entryTx(ctx).slugTaken(e.Slug)
		db.updated(ctx, before, e)
		if before.Status != e.Status || before.Type != e.Type || before.Date != e.Date {
			return db.terms.TermsOfEntryChanged(ctx, e.ID)
		}
		return nil
	})
}

// CountComments adds to the number of comments of an entry, if there is one.
func (db *Store) CountComments(ctx context.Context, id int64, more int) error {
	if id == 0 {
		return nil
	}
	const text = "UPDATE entry SET comment_count = comment_count + ? WHERE id = ?"
	t := db.entryTx(ctx)
	// Type and parent stay as they were read, and nobody has to wait for them.
	made := t.madeNow(id)
	known := cmp.Or(t.kept[id], t.looked[id])
	if made != nil {
		known = &made.Entry
	}
	if known != nil {
		if err := db.Queue(ctx, text, more, id); err != nil {
			return fmt.Errorf("count comments of entry %d: %w", id, err)
		}
		db.EntryChanged(ctx, known)
		if t.counted == nil {
			t.counted = map[int64]bool{}
		}
		if t.counted[id] = true; made != nil {
			t.make(made)
		}
		return nil
	}
	e := content.Entry{ID: id}
	if _, err := db.One(ctx, text+" RETURNING type, parent", []any{more, id}, &e.Type, &e.Parent); err != nil {
		return fmt.Errorf("count comments of entry %d: %w", id, err)
	}
	db.EntryChanged(ctx, &e)
	return nil
}

// EntryChanged notes the tags of an entry.
func (db *Store) EntryChanged(ctx context.Context, e *content.Entry) {
	db.Changed(ctx, cache.Entry(e.ID), cache.Entries(e.Type))
	if e.Type == RevisionType {
		db.Changed(ctx, cache.Revisions(e.Parent))
	}
}

// EntryTouched notes a change beside the row of an entry: meta, terms. It
// tells the entry's type, or ErrNotFound.
func (db *Store) EntryTouched(ctx context.Context, id int64) (typ string, err error) {
	if t := db.concurrentEntryTx(ctx); t != nil && t.rows[id] != nil {
		db.EntryChanged(ctx, t.rows[id])
		return t.rows[id].Type, nil
	}
	e := content.Entry{ID: id}
	var version int64
	ok, err := db.One(ctx, "SELECT e.type, e.parent, "+db.Engine.RowVersion("e")+" FROM entry e WHERE e.id = ?"+db.Engine.ForUpdate(), []any{id}, &e.Type, &e.Parent, &version)
	if err != nil {
		return "", fmt.Errorf("read entry %d: %w", id, err)
	}
	if !ok {
		return "", fmt.Errorf("entry %d: %w", id, content.ErrNotFound)
	}
	if t := db.concurrentEntryTx(ctx); t != nil && !t.held[id] {
		if err := t.fresh(id, version); err != nil {
			return "", err
		}
		// Others who read it are to find that it isn't what it was.
		if err := db.Queue(ctx, "UPDATE entry SET menu_order = menu_order WHERE id = ?", id); err != nil {
			return "", fmt.Errorf("touch entry %d: %w", id, err)
		}
	}
	db.EntryChanged(ctx, &e)
	db.entryTx(ctx).own(&e)
	return e.Type, nil
}

// DeleteEntry implements content.Store. Removing an entry that doesn't exist
// changes nothing.
func (db *Store) DeleteEntry(ctx context.Context, id int64) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		e, err := db.lockedEntry(ctx, id, false)
		if err != nil || e == nil {
			return err
		}
		if e.Type != RevisionType {
			// Others may refer to it.
			if err := scope.Exclusive(ctx); err != nil {
				return err
			}
		}
		delete(db.entryTx(ctx).rows, id)
		db.EntryChanged(ctx, e)
		if err := db.terms.TermsOfEntryChanged(ctx, id); err != nil {
			return err
		}
		comments, err := db.Ints(ctx, "SELECT id FROM comment WHERE entry_id = ?", id)
		if err != nil {
			return fmt.Errorf("comments of entry %d: %w", id, err)
		}
		if len(comments) > 0 {
			if _, err := db.Exec(ctx, "DELETE FROM comment WHERE entry_id = ?", id); err != nil {
				return fmt.Errorf("delete comments of entry %d: %w", id, err)
			}
			for _, c := range comments {
				db.Changed(ctx, cache.Comment(c))
			}
			db.Changed(ctx, cache.EntryComments(id))
		}
		if err := (texts{db}).drop(ctx, id); err != nil {
			return err
		}
		// Meta, terms and searched text go with the row.
		if _, err := db.Exec(ctx, "DELETE FROM entry WHERE id = ?", id); err != nil {
			return fmt.Errorf("delete entry %d: %w", id, err)
		}
		return nil
	})
}

// SetEntryMeta implements content.Store.
func (db *Store) SetEntryMeta(ctx context.Context, id int64, key string, values ...any) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		typ, err := db.EntryTouched(ctx, id)
		if err != nil {
			return err
		}
		if err := db.meta.SetMeta(ctx, meta.EntryMeta, id, key, values); err != nil {
			return err
		}
		if err := db.setField(ctx, id, typ, key, values); err != nil {
			return err
		}
		if key != content.MetaAttachedFile {
			return nil
		}
		file := ""
		if len(values) > 0 {
			file, _ = values[0].(string)
		}
		return db.ChangeText(ctx, id, func(t *sqldb.SearchText) { t.File = sqldb.FoldColumn(sqldb.Clean(file)) })
	})
}

// DeleteMetaValue implements content.Store.
func (db *Store) DeleteMetaValue(ctx context.Context, key, value string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		compare := sqldb.CompareText(own.Encode(value))
		ids, err := db.Ints(ctx, "SELECT DISTINCT entry_id FROM entry_meta WHERE key = ? AND compare = ?", key, compare)
		if err != nil {
			return fmt.Errorf("entries with %q: %w", key, err)
		}
		types := make([]string, len(ids))
		for i, id := range ids {
			if types[i], err = db.EntryTouched(ctx, id); err != nil {
				return err
			}
		}
		if _, err := db.Exec(ctx, "DELETE FROM entry_meta WHERE key = ? AND compare = ?", key, compare); err != nil {
			return fmt.Errorf("remove values of %q: %w", key, err)
		}
		for i, id := range ids {
			fields := slices.DeleteFunc(slices.Clone(db.IndexedOf(ctx, types[i])), func(f content.IndexedField) bool { return f.Key != key })
			if err := db.RemakeFields(ctx, types[i], []int64{id}, fields); err != nil {
				return err
			}
		}
		return nil
	})
}
