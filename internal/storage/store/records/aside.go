package records

import (
	"context"
	"fmt"

	"quoin/internal/storage/store/sqldb"
)

// Aside keeps what a site that moved in had and nothing here knows.
type Aside struct{ db *Store }

// Aside is what was put aside in a database.
func (db *Store) Aside() Aside { return Aside{db} }

// ReplaceAside stores a value in the place of what is there under a kind and a name.
func (a Aside) ReplaceAside(ctx context.Context, kind, name string, value any) error {
	return a.db.Write(ctx, func(ctx context.Context) error {
		if _, err := a.db.Exec(ctx, "DELETE FROM moved_aside WHERE kind = ? AND name = ?", kind, name); err != nil {
			return fmt.Errorf("replace %s %s that is aside: %w", kind, name, err)
		}
		return a.KeepAside(ctx, kind, name, []any{value})
	})
}

// KeepAside stores values under a kind and a name, behind those that are there.
func (a Aside) KeepAside(ctx context.Context, kind, name string, values []any) error {
	return a.db.Write(ctx, func(ctx context.Context) error {
		var last int64
		if _, err := a.db.One(ctx, "SELECT COALESCE(MAX(n), 0) FROM moved_aside WHERE kind = ? AND name = ?", []any{kind, name}, &last); err != nil {
			return fmt.Errorf("keep %s %s aside: %w", kind, name, err)
		}
		for i, v := range values {
			text, err := sqldb.EncodeValue(v)
			if err == nil {
				_, err = a.db.Exec(ctx, "INSERT INTO moved_aside (kind, name, n, value) VALUES (?, ?, ?, ?)", kind, name, last+int64(i)+1, text)
			}
			if err != nil {
				return fmt.Errorf("keep %s %s aside: %w", kind, name, err)
			}
		}
		return nil
	})
}
