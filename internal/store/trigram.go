package store

import (
	"context"
	"fmt"
)

// textChange is what an entry's text was, and what it is; either may be nil.
type textChange struct{ old, now *searchText }

// textChanges are what the trigram index of SQLite has yet to hear of. They
// wait for the commit: the index writes out what it has gathered at each
// savepoint and at almost every statement that comes between, as a segment
// that has to be merged later. Only the holder of the writer's turn may use
// them.
type textChanges struct {
	list  []textChange
	bytes int
}

func (w *textChanges) add(ctx context.Context, ex executor, c textChange) error {
	w.list = append(w.list, c)
	for _, t := range []*searchText{c.old, c.now} {
		if t != nil {
			w.bytes += len(t.text) + len(t.file)
		}
	}
	if w.bytes > pendingLimit {
		return w.flush(ctx, ex)
	}
	return nil
}

// held sees that the turn is taken before the changes are looked at.
func held(ex executor) error {
	if l, ok := ex.(*lease); ok {
		return l.take()
	}
	return nil
}

// flush brings the index up to date.
func (w *textChanges) flush(ctx context.Context, ex executor) error {
	list := w.list
	*w = textChanges{}
	for _, c := range list {
		if old := c.old; old != nil && old.indexed {
			// The index has no copy of the text: it must be told what goes.
			_, err := ex.exec(ctx, "INSERT INTO entry_trigram (entry_trigram, rowid, text, file) VALUES ('delete', ?, ?, ?)",
				[]any{old.id, old.text, old.file})
			if err != nil {
				return fmt.Errorf("take the text of entry %d off the index: %w", old.id, err)
			}
		}
		if now := c.now; now != nil && now.indexed {
			_, err := ex.exec(ctx, "INSERT INTO entry_trigram (rowid, text, file) VALUES (?, ?, ?)", []any{now.id, now.text, now.file})
			if err != nil {
				return fmt.Errorf("index the text of entry %d: %w", now.id, err)
			}
		}
	}
	return nil
}
