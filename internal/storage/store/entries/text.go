package entries

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// RevisionType is the one type whose texts have no trigram index: its lists
// are always of one parent, and every save of an entry adds one.
const RevisionType = "revision"

func setText(t *sqldb.SearchText, own *address.Codec, e *content.Entry) {
	SetStoredText(t, &content.Entry{ID: e.ID, Type: e.Type, Title: e.Title, Excerpt: own.Encode(sqldb.Clean(e.Excerpt)), Content: own.Encode(sqldb.Clean(e.Content))})
}

// SetStoredText is setText for an entry with the texts that are stored.
func SetStoredText(t *sqldb.SearchText, e *content.Entry) {
	t.Indexed = e.Type != RevisionType
	t.Title, t.Excerpt = sqldb.FoldColumn(sqldb.Clean(e.Title)), sqldb.FoldColumn(sqldb.Clean(e.Excerpt))
	t.Text = t.Title + sqldb.Separator + t.Excerpt + sqldb.Separator + sqldb.FoldColumn(sqldb.Clean(e.Content))
}

// pendingText is a searched text that the transaction has yet to store. old is
// what is stored, nil for a new entry.
//
// Texts wait for the end of the transaction, so that one that changes several
// times is stored once.
type pendingText struct {
	old *sqldb.SearchText
	now sqldb.SearchText
	// blind says that nobody looked what is stored: the name of the file stays.
	blind bool
}

// texts are the searched texts of entries, and their index.
type texts struct{ *Store }

// save stores the searched text of a new entry; given tells that its id was.
func (db texts) save(ctx context.Context, own *address.Codec, e *content.Entry, file string, given bool) error {
	p := &pendingText{now: sqldb.SearchText{ID: e.ID, Fresh: !given}}
	setText(&p.now, own, e)
	p.now.File = sqldb.FoldColumn(sqldb.Clean(file))
	return db.wait(ctx, p)
}

// ChangeText changes the searched text of an entry.
func (db *Store) ChangeText(ctx context.Context, id int64, change func(*sqldb.SearchText)) error {
	return texts{db}.change(ctx, id, change)
}

func (db texts) change(ctx context.Context, id int64, change func(*sqldb.SearchText)) error {
	t := db.entryTx(ctx)
	p := t.texts[id]
	if p == nil || p.blind {
		old, err := db.stored(ctx, id)
		if err != nil {
			return err
		}
		now := sqldb.SearchText{ID: id}
		if old != nil {
			now = *old
		}
		if p != nil {
			p.now.File = now.File
			now = p.now
		}
		p = &pendingText{old: old, now: now}
	}
	change(&p.now)
	return db.wait(ctx, p)
}

// replace changes the searched text of an entry to that of its row.
func (db texts) replace(ctx context.Context, own *address.Codec, e *content.Entry) error {
	if t := db.entryTx(ctx); t.texts[e.ID] == nil && !db.Engine.AsksOldTexts() {
		p := &pendingText{now: sqldb.SearchText{ID: e.ID}, blind: true}
		setText(&p.now, own, e)
		return db.wait(ctx, p)
	}
	return db.change(ctx, e.ID, func(t *sqldb.SearchText) { setText(t, own, e) })
}

// drop takes an entry that is about to go out of the index.
func (db texts) drop(ctx context.Context, id int64) error {
	t := db.entryTx(ctx)
	var old *sqldb.SearchText
	if p := t.texts[id]; p != nil {
		old = p.old
		delete(t.texts, id)
	} else {
		var err error
		if old, err = db.stored(ctx, id); err != nil {
			return err
		}
	}
	return db.Use(ctx, func(ex sqldb.Executor) error { return db.Engine.IndexText(ctx, ex, sqldb.TextChange{Old: old}) })
}

func (db texts) stored(ctx context.Context, id int64) (*sqldb.SearchText, error) {
	t := sqldb.SearchText{ID: id}
	ok, err := db.One(ctx, "SELECT indexed, title, excerpt, text, file FROM entry_text WHERE entry_id = ?", []any{id},
		&t.Indexed, &t.Title, &t.Excerpt, &t.Text, &t.File)
	if err != nil {
		return nil, fmt.Errorf("read the searched text of entry %d: %w", id, err)
	}
	if !ok {
		return nil, nil
	}
	return &t, nil
}

// bulkTexts is how many bytes of texts wait in a transaction that writes much.
const bulkTexts = 64 << 10

func (db texts) wait(ctx context.Context, p *pendingText) error {
	t := db.entryTx(ctx)
	if t.texts == nil {
		t.texts = map[int64]*pendingText{}
	}
	t.texts[p.now.ID] = p
	t.textBytes += len(p.now.Text)
	if t.textBytes > sqldb.PendingLimit || t.textBytes > bulkTexts && scope.IsBulk(ctx) {
		return db.store(ctx)
	}
	return nil
}

// FindableTexts makes the texts that wait ready for a search in the transaction
// of ctx.
func (db *Store) FindableTexts(ctx context.Context) error {
	if sqldb.TxOf(ctx, db.DB) == nil {
		return nil
	}
	if err := (texts{db}).store(ctx); err != nil {
		return err
	}
	return db.Use(ctx, func(ex sqldb.Executor) error { return db.Engine.FlushIndex(ctx, ex) })
}

// store stores the texts that wait.
func (db texts) store(ctx context.Context) error {
	t := db.entryTx(ctx)
	if t == nil || len(t.texts) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(t.texts))
	for _, id := range ids {
		p := t.texts[id]
		var err error
		if p.blind {
			err = db.Queue(ctx, "INSERT INTO entry_text (entry_id, indexed, title, excerpt, text, file) VALUES (?, ?, ?, ?, ?, '')"+
				" ON CONFLICT (entry_id) DO UPDATE SET indexed = excluded.indexed, title = excluded.title, excerpt = excluded.excerpt, text = excluded.text",
				id, p.now.Indexed, p.now.Title, p.now.Excerpt, p.now.Text)
		} else if p.old == nil {
			err = db.Queue(ctx, "INSERT INTO entry_text (entry_id, indexed, title, excerpt, text, file) VALUES (?, ?, ?, ?, ?, ?)",
				id, p.now.Indexed, p.now.Title, p.now.Excerpt, p.now.Text, p.now.File)
		} else {
			err = db.Queue(ctx, "UPDATE entry_text SET indexed = ?, title = ?, excerpt = ?, text = ?, file = ? WHERE entry_id = ?",
				p.now.Indexed, p.now.Title, p.now.Excerpt, p.now.Text, p.now.File, id)
		}
		if err != nil {
			return fmt.Errorf("store the searched text of entry %d: %w", id, err)
		}
	}
	for _, id := range ids {
		p := t.texts[id]
		if err := db.Use(ctx, func(ex sqldb.Executor) error {
			return db.Engine.IndexText(ctx, ex, sqldb.TextChange{Old: p.old, Now: &p.now})
		}); err != nil {
			return fmt.Errorf("index the text of entry %d: %w", id, err)
		}
	}
	t.texts, t.textBytes = nil, 0
	return nil
}
