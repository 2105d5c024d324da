package store

import (
	"context"
	"fmt"
)

// Aside keeps what a site that moved in had and nothing here knows.
type Aside struct{ db *DB }

// NewAside keeps it in a database.
func NewAside(db *DB) Aside { return Aside{db} }

// KeepAside stores values under a kind and a name, behind those that are there.
func (a Aside) KeepAside(ctx context.Context, kind, name string, values []any) error {
	return a.db.write(ctx, func(ctx context.Context) error {
		var last int64
		if _, err := a.db.one(ctx, "SELECT COALESCE(MAX(n), 0) FROM moved_aside WHERE kind = ? AND name = ?", []any{kind, name}, &last); err != nil {
			return fmt.Errorf("keep %s %s aside: %w", kind, name, err)
		}
		for i, v := range values {
			text, err := encodeValue(v)
			if err == nil {
				_, err = a.db.exec(ctx, "INSERT INTO moved_aside (kind, name, n, value) VALUES (?, ?, ?, ?)", kind, name, last+int64(i)+1, text)
			}
			if err != nil {
				return fmt.Errorf("keep %s %s aside: %w", kind, name, err)
			}
		}
		return nil
	})
}
