package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/address"
	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/scope"
	"quoin/internal/wire"
)

// entryFields are the columns of an entry that are stored as they are, in the
// order of scanEntry and entryArgs.
const entryFields = "type, status, author, parent, date, date_utc, modified, modified_utc, slug, password, guid, " +
	"mime_type, comment_status, ping_status, menu_order, sticky, title, excerpt, content"

// insertedFields are all that a new entry is stored with.
const insertedFields = entryFields + ", title_key, comment_count"

// entryColumns are what scanEntry reads, from a table or alias e.
const entryColumns = "e.id, e.type, e.status, e.author, e.parent, e.date, e.date_utc, e.modified, e.modified_utc, e.slug, e.password, e.guid, " +
	"e.mime_type, e.comment_status, e.ping_status, e.menu_order, e.sticky, e.title, e.excerpt, e.content, e.comment_count, " +
	"EXISTS (SELECT 1 FROM entry_meta m WHERE m.entry_id = e.id)"

// scanEntry reads an entry. Its Meta is nil when there is some to be loaded.
func scanEntry(own *address.Codec, scan func(...any) error, more ...any) (*content.Entry, error) {
	e := new(content.Entry)
	var meta bool
	err := scan(append([]any{&e.ID, &e.Type, &e.Status, &e.Author, &e.Parent, &e.Date, &e.DateUTC, &e.Modified, &e.ModifiedUTC,
		&e.Slug, &e.Password, &e.GUID, &e.MimeType, &e.CommentStatus, &e.PingStatus, &e.MenuOrder, &e.Sticky,
		&e.Title, &e.Excerpt, &e.Content, &e.CommentCount, &meta}, more...)...)
	if !meta {
		e.Meta = content.Meta{}
	}
	e.Content, e.Excerpt = own.Decode(e.Content), own.Decode(e.Excerpt)
	if e.Type == content.TypeAttachment {
		e.GUID = own.Decode(e.GUID)
	}
	return e, err
}

func entryArgs(own *address.Codec, e *content.Entry) []any {
	return []any{e.Type, string(e.Status), e.Author, e.Parent, e.Date, e.DateUTC, e.Modified, e.ModifiedUTC,
		e.Slug, e.Password, storedGUID(own, e), e.MimeType, e.CommentStatus, e.PingStatus, e.MenuOrder, e.Sticky,
		e.Title, own.Encode(e.Excerpt), own.Encode(e.Content)}
}

// entryKey is where a request remembers an entry; a nil entry is known to be
// missing.
type entryKey struct{ id int64 }

var entryKind = kind[content.Entry]{
	key: func(id int64) any { return entryKey{id} }, tag: cache.Entry,
	size: func(e *content.Entry) int {
		return 512 + len(e.Title) + len(e.Excerpt) + len(e.Content) + len(e.GUID) + len(e.Slug) + metaSize(e.Meta)
	},
}

// metaSize is about what meta takes in memory.
func metaSize(m content.Meta) int {
	n := 64
	for key, values := range m {
		n += 64 + len(key)
		for _, v := range values {
			n += valueSize(v, 8)
		}
	}
	return n
}

func valueSize(v any, depth int) int {
	switch v := v.(type) {
	case string:
		return 32 + len(v)
	case []any:
		n := 48
		for i := 0; i < len(v) && depth > 0; i++ {
			n += valueSize(v[i], depth-1)
		}
		return n
	case *wire.Object:
		n := 96
		for _, m := range v.Members() {
			if depth > 0 {
				n += 48 + len(m.Key) + valueSize(m.Value, depth-1)
			}
		}
		return n
	}
	return 24
}

// EntryByID implements content.Store.
func (db *DB) EntryByID(ctx context.Context, id int64) (*content.Entry, error) {
	found, err := db.EntriesByID(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	if e := found[id]; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("entry %d: %w", id, content.ErrNotFound)
}

// EntriesByID implements content.Store.
func (db *DB) EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error) {
	found := make(map[int64]*content.Entry, len(ids))
	missing, err := entryKind.known(ctx, db, ids, found)
	if err != nil || len(missing) == 0 {
		return found, err
	}
	t := db.concurrentTx(ctx)
	if t != nil {
		if missing = t.unknown(missing, found); len(missing) == 0 {
			return found, nil
		}
	}
	list, err := db.entryRows(ctx, missing)
	if err != nil {
		return nil, err
	}
	if err := db.withMeta(ctx, list); err != nil {
		return nil, err
	}
	for _, e := range list {
		if found[e.ID] = e; t != nil {
			t.keep(e)
		}
	}
	entryKind.remember(ctx, db, missing, found)
	return found, nil
}

// entryRows reads entries; withMeta completes them.
func (db *DB) entryRows(ctx context.Context, ids []int64) ([]*content.Entry, error) {
	own, err := db.address(ctx)
	if err != nil {
		return nil, err
	}
	columns, end := entryColumns, ""
	t := db.concurrentTx(ctx)
	if txOf(ctx, db) != nil && (t == nil || slices.ContainsFunc(ids, func(id int64) bool { return t.lane.locks[id] })) {
		if t != nil {
			columns = db.lockedColumns()
		}
		// In one order, so that transactions don't wait for each other.
		end = " ORDER BY e.id" + db.engine.forUpdate()
	}
	if t != nil {
		columns += ", " + db.engine.rowVersion("e")
	}
	list := make([]*content.Entry, 0, len(ids))
	var version int64
	which, arg := db.ofIDs("e.id", ids)
	err = db.each(quick(ctx), "SELECT "+columns+" FROM entry e WHERE "+which+end, []any{arg}, func(scan func(...any) error) error {
		var more []any
		if t != nil {
			more = []any{&version}
		}
		e, err := scanEntry(own, scan, more...)
		if list = append(list, e); t != nil && err == nil {
			t.seen(e.ID, version)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read entries %v: %w", ids, err)
	}
	return list, nil
}

// lockedColumns are entryColumns for statements that lock the rows. One that waited
// for others reads the row as they left it, but everything else as it was before:
// whether there is meta too. Where the row is another version than it was when the
// statement began, there may be some.
func (db *DB) lockedColumns() string {
	return entryColumns + " OR " + db.engine.rowVersion("e") + " <> (SELECT " + db.engine.rowVersion("s") + " FROM entry s WHERE s.id = e.id)"
}

func (db *DB) withMeta(ctx context.Context, list []*content.Entry) error {
	var ids []int64
	for _, e := range list {
		if e.Meta == nil {
			ids = append(ids, e.ID)
		}
	}
	meta, err := db.loadMeta(ctx, entryMeta, ids)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.Meta == nil {
			e.Meta = orNone(meta[e.ID])
		}
	}
	return nil
}

// orNone is meta that callers may always write to.
func orNone(m content.Meta) content.Meta {
	if m == nil {
		return content.Meta{}
	}
	return m
}

// lockedEntry reads an entry that is about to be changed, nil when there is none.
// With check it must still be what the transaction read of it before.
func (db *DB) lockedEntry(ctx context.Context, id int64, check bool) (*content.Entry, error) {
	t := db.concurrentTx(ctx)
	if t == nil {
		rows, err := db.entryRows(ctx, []int64{id})
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		return rows[0], nil
	}
	if e := t.kept[id]; e != nil {
		t.hold(id)
		return e, nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return nil, err
	}
	var e *content.Entry
	var version int64
	text := "SELECT " + db.lockedColumns() + ", " + db.engine.rowVersion("e") + " FROM entry e WHERE e.id = ?" + db.engine.forUpdate()
	err = db.each(quick(ctx), text, []any{id}, func(scan func(...any) error) error {
		var err error
		e, err = scanEntry(own, scan, &version)
		return err
	})
	if err == nil && e != nil && check {
		err = t.fresh(id, version)
	}
	return e, err
}

// InsertEntry implements content.Store.
func (db *DB) InsertEntry(ctx context.Context, e *content.Entry) error {
	return db.writeConcurrent(ctx, func(ctx context.Context) error {
		t := txOf(ctx, db)
		given := e.ID != 0 && e.ID != t.reserved
		if given {
			if err := scope.Exclusive(ctx); err != nil {
				return err // others may be given the id
			}
		}
		own, err := db.address(ctx)
		if err != nil {
			return err
		}
		args := append(entryArgs(own, e), sortKey(e.Title), e.CommentCount)
		id := t.reserved
		if given || id == 0 {
			id, err = db.insert(ctx, "entry", insertedFields, e.ID, args...)
		} else {
			t.reserved = 0
			err = db.queue(ctx, "INSERT INTO entry (id, "+insertedFields+") VALUES (?"+strings.Repeat(", ?", len(args))+")", append([]any{id}, args...)...)
		}
		if err != nil {
			return fmt.Errorf("insert entry %q: %w", e.Slug, db.taken(err, content.ErrTaken))
		}
		e.ID = id
		t.hold(id)
		t.own(e)
		t.counted(e, 1)
		if err := db.addMeta(ctx, entryMeta, id, e.Meta); err != nil {
			return err
		}
		if err := db.saveText(ctx, own, e, e.Meta.Text(content.MetaAttachedFile)); err != nil {
			return err
		}
		db.entryChanged(ctx, e)
		if !given {
			db.inserted(ctx, e)
		}
		return nil
	})
}

// UpdateEntry implements content.Store.
func (db *DB) UpdateEntry(ctx context.Context, e *content.Entry) error {
	return db.writeConcurrent(ctx, func(ctx context.Context) error {
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
		own, err := db.address(ctx)
		if err != nil {
			return err
		}
		args := append(entryArgs(own, e), sortKey(e.Title), e.ID)
		t := txOf(ctx, db)
		t.counted(before, -1)
		t.counted(e, 1)
		if err := db.queue(ctx, "UPDATE entry SET ("+entryFields+", title_key) = "+
			"(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?", args...); err != nil {
			return fmt.Errorf("update entry %d: %w", e.ID, err)
		}
		if before.Title != e.Title || before.Excerpt != e.Excerpt || before.Content != e.Content || before.Type != e.Type {
			if err := db.replaceText(ctx, own, e); err != nil {
				return err
			}
		}
		db.entryChanged(ctx, before)
		db.entryChanged(ctx, e)
		t.own(e)
		db.updated(ctx, before, e)
		if before.Status != e.Status || before.Type != e.Type || before.Date != e.Date {
			return db.termsOfEntryChanged(ctx, e.ID)
		}
		return nil
	})
}

// entryChanged notes the tags of an entry.
func (db *DB) entryChanged(ctx context.Context, e *content.Entry) {
	db.changed(ctx, cache.Entry(e.ID), cache.Entries(e.Type))
	if e.Type == revisionType {
		db.changed(ctx, cache.Revisions(e.Parent))
	}
}

// entryTouched notes a change beside the row of an entry: meta, terms. It
// tells the entry's type, or ErrNotFound.
func (db *DB) entryTouched(ctx context.Context, id int64) error {
	if t := db.concurrentTx(ctx); t != nil && t.rows[id] != nil {
		db.entryChanged(ctx, t.rows[id])
		return nil
	}
	e := content.Entry{ID: id}
	var version int64
	ok, err := db.one(ctx, "SELECT e.type, e.parent, "+db.engine.rowVersion("e")+" FROM entry e WHERE e.id = ?"+db.engine.forUpdate(), []any{id}, &e.Type, &e.Parent, &version)
	if err != nil {
		return fmt.Errorf("read entry %d: %w", id, err)
	}
	if !ok {
		return fmt.Errorf("entry %d: %w", id, content.ErrNotFound)
	}
	if t := db.concurrentTx(ctx); t != nil && !t.held[id] {
		if err := t.fresh(id, version); err != nil {
			return err
		}
		// Others who read it are to find that it isn't what it was.
		if err := db.queue(ctx, "UPDATE entry SET menu_order = menu_order WHERE id = ?", id); err != nil {
			return fmt.Errorf("touch entry %d: %w", id, err)
		}
	}
	db.entryChanged(ctx, &e)
	txOf(ctx, db).own(&e)
	return nil
}

// DeleteEntry implements content.Store. Removing an entry that doesn't exist
// changes nothing.
func (db *DB) DeleteEntry(ctx context.Context, id int64) error {
	return db.writeConcurrent(ctx, func(ctx context.Context) error {
		e, err := db.lockedEntry(ctx, id, false)
		if err != nil || e == nil {
			return err
		}
		if e.Type != revisionType {
			// Others may refer to it.
			if err := scope.Exclusive(ctx); err != nil {
				return err
			}
		}
		t := txOf(ctx, db)
		t.counted(e, -1)
		delete(t.rows, id)
		db.entryChanged(ctx, e)
		if err := db.termsOfEntryChanged(ctx, id); err != nil {
			return err
		}
		comments, err := db.ints(ctx, "SELECT id FROM comment WHERE entry_id = ?", id)
		if err != nil {
			return fmt.Errorf("comments of entry %d: %w", id, err)
		}
		if len(comments) > 0 {
			if _, err := db.exec(ctx, "DELETE FROM comment WHERE entry_id = ?", id); err != nil {
				return fmt.Errorf("delete comments of entry %d: %w", id, err)
			}
			for _, c := range comments {
				db.changed(ctx, cache.Comment(c))
			}
			db.changed(ctx, cache.EntryComments(id))
		}
		if err := db.dropText(ctx, id); err != nil {
			return err
		}
		// Meta, terms and searched text go with the row.
		if _, err := db.exec(ctx, "DELETE FROM entry WHERE id = ?", id); err != nil {
			return fmt.Errorf("delete entry %d: %w", id, err)
		}
		return nil
	})
}

// SetEntryMeta implements content.Store.
func (db *DB) SetEntryMeta(ctx context.Context, id int64, key string, values ...any) error {
	return db.writeConcurrent(ctx, func(ctx context.Context) error {
		if err := db.entryTouched(ctx, id); err != nil {
			return err
		}
		if err := db.setMeta(ctx, entryMeta, id, key, values); err != nil {
			return err
		}
		if key != content.MetaAttachedFile {
			return nil
		}
		file := ""
		if len(values) > 0 {
			file, _ = values[0].(string)
		}
		return db.changeText(ctx, id, func(t *searchText) { t.file = foldColumn(clean(file)) })
	})
}

// DeleteMetaValue implements content.Store.
func (db *DB) DeleteMetaValue(ctx context.Context, key, value string) error {
	return db.write(ctx, func(ctx context.Context) error {
		own, err := db.address(ctx)
		if err != nil {
			return err
		}
		compare := compareText(own.Encode(value))
		ids, err := db.ints(ctx, "SELECT DISTINCT entry_id FROM entry_meta WHERE key = ? AND compare = ?", key, compare)
		if err != nil {
			return fmt.Errorf("entries with %q: %w", key, err)
		}
		for _, id := range ids {
			if err := db.entryTouched(ctx, id); err != nil {
				return err
			}
		}
		if _, err := db.exec(ctx, "DELETE FROM entry_meta WHERE key = ? AND compare = ?", key, compare); err != nil {
			return fmt.Errorf("remove values of %q: %w", key, err)
		}
		return nil
	})
}
