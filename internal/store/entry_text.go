package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"quoin/internal/address"
	"quoin/internal/content"
)

// revisionType is the one type whose texts have no trigram index: its lists
// are always of one parent, and every save of an entry adds one.
const revisionType = "revision"

func setText(t *searchText, own *address.Codec, e *content.Entry) {
	setStoredText(t, &content.Entry{ID: e.ID, Type: e.Type, Title: e.Title, Excerpt: own.Encode(clean(e.Excerpt)), Content: own.Encode(clean(e.Content))})
}

// setStoredText is setText for an entry with the texts that are stored.
func setStoredText(t *searchText, e *content.Entry) {
	t.indexed = e.Type != revisionType
	t.title, t.excerpt = foldColumn(clean(e.Title)), foldColumn(clean(e.Excerpt))
	t.text = t.title + separator + t.excerpt + separator + foldColumn(clean(e.Content))
}

// pendingText is a searched text that the transaction has yet to store. old is
// what is stored, nil for a new entry.
//
// Texts wait for the end of the transaction, so that one that changes several
// times is stored once.
type pendingText struct {
	old *searchText
	now searchText
	// blind says that nobody looked what is stored: the name of the file stays.
	blind bool
}

// saveText stores the searched text of a new entry.
func (db *DB) saveText(ctx context.Context, own *address.Codec, e *content.Entry, file string) error {
	p := &pendingText{now: searchText{id: e.ID}}
	setText(&p.now, own, e)
	p.now.file = foldColumn(clean(file))
	return db.textWaits(ctx, p)
}

// changeText changes the searched text of an entry.
func (db *DB) changeText(ctx context.Context, id int64, change func(*searchText)) error {
	t := db.entryTx(ctx)
	p := t.texts[id]
	if p == nil || p.blind {
		old, err := db.storedText(ctx, id)
		if err != nil {
			return err
		}
		now := searchText{id: id}
		if old != nil {
			now = *old
		}
		if p != nil {
			p.now.file = now.file
			now = p.now
		}
		p = &pendingText{old: old, now: now}
	}
	change(&p.now)
	return db.textWaits(ctx, p)
}

// replaceText changes the searched text of an entry to that of its row.
func (db *DB) replaceText(ctx context.Context, own *address.Codec, e *content.Entry) error {
	if t := db.entryTx(ctx); t.texts[e.ID] == nil && !db.engine.asksOldTexts() {
		p := &pendingText{now: searchText{id: e.ID}, blind: true}
		setText(&p.now, own, e)
		return db.textWaits(ctx, p)
	}
	return db.changeText(ctx, e.ID, func(t *searchText) { setText(t, own, e) })
}

// dropText takes an entry that is about to go out of the index.
func (db *DB) dropText(ctx context.Context, id int64) error {
	t := db.entryTx(ctx)
	var old *searchText
	if p := t.texts[id]; p != nil {
		old = p.old
		delete(t.texts, id)
	} else {
		var err error
		if old, err = db.storedText(ctx, id); err != nil {
			return err
		}
	}
	return db.use(ctx, func(ex executor) error { return db.engine.indexText(ctx, ex, textChange{old: old}) })
}

func (db *DB) storedText(ctx context.Context, id int64) (*searchText, error) {
	t := searchText{id: id}
	ok, err := db.one(ctx, "SELECT indexed, title, excerpt, text, file FROM entry_text WHERE entry_id = ?", []any{id},
		&t.indexed, &t.title, &t.excerpt, &t.text, &t.file)
	if err != nil {
		return nil, fmt.Errorf("read the searched text of entry %d: %w", id, err)
	}
	if !ok {
		return nil, nil
	}
	return &t, nil
}

func (db *DB) textWaits(ctx context.Context, p *pendingText) error {
	t := db.entryTx(ctx)
	if t.texts == nil {
		t.texts = map[int64]*pendingText{}
	}
	t.texts[p.now.id] = p
	t.textBytes += len(p.now.text)
	if t.textBytes > pendingLimit {
		return db.storeTexts(ctx)
	}
	return nil
}

// findableTexts makes the texts that wait ready for a search in the transaction
// of ctx.
func (db *DB) findableTexts(ctx context.Context) error {
	if txOf(ctx, db) == nil {
		return nil
	}
	if err := db.storeTexts(ctx); err != nil {
		return err
	}
	return db.use(ctx, func(ex executor) error { return db.engine.flushIndex(ctx, ex) })
}

// storeTexts stores the texts that wait.
func (db *DB) storeTexts(ctx context.Context) error {
	t := db.entryTx(ctx)
	if t == nil || len(t.texts) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(t.texts))
	for _, id := range ids {
		p := t.texts[id]
		var err error
		if p.blind {
			err = db.queue(ctx, "INSERT INTO entry_text (entry_id, indexed, title, excerpt, text, file) VALUES (?, ?, ?, ?, ?, '')"+
				" ON CONFLICT (entry_id) DO UPDATE SET indexed = excluded.indexed, title = excluded.title, excerpt = excluded.excerpt, text = excluded.text",
				id, p.now.indexed, p.now.title, p.now.excerpt, p.now.text)
		} else if p.old == nil {
			err = db.queue(ctx, "INSERT INTO entry_text (entry_id, indexed, title, excerpt, text, file) VALUES (?, ?, ?, ?, ?, ?)",
				id, p.now.indexed, p.now.title, p.now.excerpt, p.now.text, p.now.file)
		} else {
			err = db.queue(ctx, "UPDATE entry_text SET indexed = ?, title = ?, excerpt = ?, text = ?, file = ? WHERE entry_id = ?",
				p.now.indexed, p.now.title, p.now.excerpt, p.now.text, p.now.file, id)
		}
		if err != nil {
			return fmt.Errorf("store the searched text of entry %d: %w", id, err)
		}
	}
	for _, id := range ids {
		p := t.texts[id]
		if err := db.use(ctx, func(ex executor) error { return db.engine.indexText(ctx, ex, textChange{p.old, &p.now}) }); err != nil {
			return fmt.Errorf("index the text of entry %d: %w", id, err)
		}
	}
	t.texts, t.textBytes = nil, 0
	return nil
}
