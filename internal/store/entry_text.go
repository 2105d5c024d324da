package store

import (
	"context"
	"fmt"

	"quoin/internal/content"
)

// revisionType is the one type whose texts have no trigram index: its lists
// are always of one parent, and every save of an entry adds one.
const revisionType = "revision"

// textColumns are the searched texts of an entry: title and excerpt by
// themselves, and all three in one column. The content alone is the rest of
// text behind title and excerpt.
func textColumns(e *content.Entry) (title, excerpt, text string) {
	title, excerpt = foldColumn(clean(e.Title)), foldColumn(clean(e.Excerpt))
	return title, excerpt, title + separator + excerpt + separator + foldColumn(clean(e.Content))
}

func (db *DB) saveText(ctx context.Context, e *content.Entry, file string) error {
	title, excerpt, text := textColumns(e)
	_, err := db.exec(ctx, "INSERT INTO entry_text (entry_id, indexed, title, excerpt, file, text) VALUES (?, ?, ?, ?, ?, ?)",
		e.ID, e.Type != revisionType, title, excerpt, foldColumn(file), text)
	if err != nil {
		return fmt.Errorf("store the searched text of entry %d: %w", e.ID, err)
	}
	return nil
}

func (db *DB) updateText(ctx context.Context, e *content.Entry) error {
	title, excerpt, text := textColumns(e)
	_, err := db.exec(ctx, "UPDATE entry_text SET indexed = ?, title = ?, excerpt = ?, text = ? WHERE entry_id = ?",
		e.Type != revisionType, title, excerpt, text, e.ID)
	if err != nil {
		return fmt.Errorf("store the searched text of entry %d: %w", e.ID, err)
	}
	return nil
}
