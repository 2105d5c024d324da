package entries

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

var entryRow = rowmap.Of(
	rowmap.Key("id", func(e *content.Entry) any { return &e.ID }),
	rowmap.Field("type", func(e *content.Entry) any { return &e.Type }),
	rowmap.Field("status", func(e *content.Entry) any { return &e.Status }),
	rowmap.Field("author", func(e *content.Entry) any { return &e.Author }),
	rowmap.Field("parent", func(e *content.Entry) any { return &e.Parent }),
	rowmap.Field("date", func(e *content.Entry) any { return &e.Date }),
	rowmap.Field("date_utc", func(e *content.Entry) any { return &e.DateUTC }),
	rowmap.Field("modified", func(e *content.Entry) any { return &e.Modified }),
	rowmap.Field("modified_utc", func(e *content.Entry) any { return &e.ModifiedUTC }),
	rowmap.Field("slug", func(e *content.Entry) any { return &e.Slug }),
	rowmap.Field("password", func(e *content.Entry) any { return &e.Password }),
	rowmap.Field("guid", func(e *content.Entry) any { return &e.GUID }),
	rowmap.Field("mime_type", func(e *content.Entry) any { return &e.MimeType }),
	rowmap.Field("comment_status", func(e *content.Entry) any { return &e.CommentStatus }),
	rowmap.Field("ping_status", func(e *content.Entry) any { return &e.PingStatus }),
	rowmap.Field("menu_order", func(e *content.Entry) any { return &e.MenuOrder }),
	rowmap.Field("sticky", func(e *content.Entry) any { return &e.Sticky }),
	rowmap.Field("title", func(e *content.Entry) any { return &e.Title }),
	rowmap.Derived("title_key", func(e *content.Entry) any { return sqldb.SortKey(e.Title) }),
	rowmap.Field("excerpt", func(e *content.Entry) any { return &e.Excerpt }),
	rowmap.Field("content", func(e *content.Entry) any { return &e.Content }),
	rowmap.Field("comment_count", func(e *content.Entry) any { return &e.CommentCount }),
)

// entryChange are the columns that an update changes: comments are counted meanwhile.
var entryChange = entryRow.Without("comment_count")

// EntryColumns are what scanEntry reads, from a table or alias e.
var EntryColumns = entryRow.Read("e") + ", EXISTS (SELECT 1 FROM entry_meta m WHERE m.entry_id = e.id)"

// ShortColumns are EntryColumns of entries whose content and meta nobody wants.
var ShortColumns = strings.Replace(entryRow.Read("e"), "e.content", "''", 1) + ", TRUE"

// ScanEntry reads an entry. Its Meta is nil when there is some to be loaded.
func ScanEntry(own *address.Codec, scan func(...any) error, more ...any) (*content.Entry, error) {
	var meta bool
	e, err := entryRow.Scan(scan, append([]any{&meta}, more...)...)
	if !meta {
		e.Meta = content.Meta{}
	}
	e.Content, e.Excerpt = own.Decode(e.Content), own.Decode(e.Excerpt)
	guid := own.Decode(e.GUID)
	e.GUID, e.GUIDMoves = guid, guid != e.GUID
	return e, err
}

// storedEntry is an entry as its row holds it: without the address of the site.
func storedEntry(own *address.Codec, e *content.Entry) *content.Entry {
	stored := *e
	stored.GUID, stored.Excerpt, stored.Content = StoredGUID(own, e), own.Encode(e.Excerpt), own.Encode(e.Content)
	return &stored
}

// entryKey is where a request remembers an entry; a nil entry is known to be
// missing.
type entryKey struct{ id int64 }

var EntryKind = sqldb.Kind[content.Entry]{
	Key: func(id int64) any { return entryKey{id} }, Tag: cache.Entry,
	Size: func(e *content.Entry) int {
		return 512 + len(e.Title) + len(e.Excerpt) + len(e.Content) + len(e.GUID) + len(e.Slug) + meta.MetaSize(e.Meta)
	},
}

// EntryByID implements content.Store.
func (db *Store) EntryByID(ctx context.Context, id int64) (*content.Entry, error) {
	return EntryKind.One(ctx, db.DB, db.EntriesByID, id, "entry", content.ErrNotFound)
}

// EntriesByID implements content.Store.
func (db *Store) EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error) {
	found := make(map[int64]*content.Entry, len(ids))
	missing, err := EntryKind.FromCache(ctx, db.DB, ids, found)
	if err != nil || len(missing) == 0 {
		return found, err
	}
	t := db.concurrentEntryTx(ctx)
	if t != nil {
		if missing = t.unknown(missing, found); len(missing) == 0 {
			return found, nil
		}
	}
	list, err := db.entryRows(ctx, missing)
	if err != nil {
		return nil, err
	}
	if err := db.WithMeta(ctx, list); err != nil {
		return nil, err
	}
	for _, e := range list {
		if found[e.ID] = e; t != nil {
			t.keep(e)
		}
	}
	EntryKind.Remember(ctx, db.DB, missing, found)
	return found, nil
}

// entryRows reads entries; withMeta completes them.
func (db *Store) entryRows(ctx context.Context, ids []int64) ([]*content.Entry, error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	columns, end := EntryColumns, ""
	t := db.concurrentEntryTx(ctx)
	if sqldb.TxOf(ctx, db.DB) != nil && (t == nil || slices.ContainsFunc(ids, func(id int64) bool { return t.Plan.Locks[id] })) {
		if t != nil {
			columns = lockedColumns(db.Engine)
		}
		// In one order, so that transactions don't wait for each other.
		end = " ORDER BY e.id" + db.Engine.ForUpdate()
	}
	if t != nil {
		columns += ", " + db.Engine.RowVersion("e")
	}
	var list []*content.Entry
	var version int64
	which, arg := db.OfIDs("e.id", ids)
	err = db.Admit(ctx, len(ids), func(count func(*content.Entry) error) error {
		list = make([]*content.Entry, 0, len(ids))
		return db.Each(sqldb.Quick(ctx), "SELECT "+columns+" FROM entry e WHERE "+which+end, []any{arg}, func(scan func(...any) error) error {
			var more []any
			if t != nil {
				more = []any{&version}
			}
			e, err := ScanEntry(own, scan, more...)
			if err != nil {
				return err
			}
			if list = append(list, e); t != nil {
				t.seen(e.ID, version)
			}
			return count(e)
		})
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
func lockedColumns(e sqldb.Engine) string {
	return EntryColumns + " OR " + e.RowVersion("e") + " <> (SELECT " + e.RowVersion("s") + " FROM entry s WHERE s.id = e.id)"
}

func (db *Store) WithMeta(ctx context.Context, list []*content.Entry) error {
	var ids []int64
	for _, e := range list {
		if e.Meta == nil {
			ids = append(ids, e.ID)
		}
	}
	values, err := db.meta.LoadMeta(ctx, meta.EntryMeta, ids)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.Meta == nil {
			e.Meta = meta.OrNone(values[e.ID])
		}
	}
	return nil
}

// lockedEntry reads an entry that is about to be changed, nil when there is none.
// With check it must still be what the transaction read of it before.
func (db *Store) lockedEntry(ctx context.Context, id int64, check bool) (*content.Entry, error) {
	t := db.concurrentEntryTx(ctx)
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
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	var e *content.Entry
	var version int64
	text := "SELECT " + lockedColumns(db.Engine) + ", " + db.Engine.RowVersion("e") + " FROM entry e WHERE e.id = ?" + db.Engine.ForUpdate()
	err = db.Each(sqldb.Quick(ctx), text, []any{id}, func(scan func(...any) error) error {
		var err error
		e, err = ScanEntry(own, scan, &version)
		return err
	})
	delete(t.looked, id) // this is newer
	if err == nil && e != nil && check {
		err = t.fresh(id, version)
	}
	return e, err
}

// StoredGUID is what is stored of a GUID.
func StoredGUID(own *address.Codec, e *content.Entry) string {
	if e.Type == content.TypeAttachment || e.GUIDMoves {
		return own.Encode(e.GUID)
	}
	return e.GUID
}
