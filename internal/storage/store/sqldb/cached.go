package sqldb

import (
	"context"
	"fmt"
	"time"
)

// maxCached bounds how many fetched things are stored; those that end first go
// first.
const maxCached = 5000

// Cached is a text that was stored under a key and hasn't ended yet.
func (o *Operations) Cached(ctx context.Context, key string, now time.Time) (value string, ok bool, err error) {
	ok, err = o.db.One(ctx, "SELECT value FROM cached WHERE key = ? AND until > ?", []any{key, now.Unix()}, &value)
	if err != nil {
		return "", false, fmt.Errorf("cached %q: %w", key, err)
	}
	return value, ok, nil
}

// SetCached stores a text under a key until it ends, and drops what has ended.
func (db *DB) SetCached(ctx context.Context, key, value string, now, until time.Time) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "DELETE FROM cached WHERE until <= ?", now.Unix()); err != nil {
			return fmt.Errorf("drop what was cached: %w", err)
		}
		_, err := db.Exec(ctx, "INSERT INTO cached (key, value, until) VALUES (?, ?, ?)"+
			" ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until", key, value, until.Unix())
		if err != nil {
			return fmt.Errorf("cache %q: %w", key, err)
		}
		var n int64
		if _, err := db.One(ctx, "SELECT COUNT(*) FROM cached", nil, &n); err != nil {
			return fmt.Errorf("count what is cached: %w", err)
		}
		if n <= maxCached {
			return nil
		}
		_, err = db.Exec(ctx, "DELETE FROM cached WHERE key IN (SELECT key FROM cached ORDER BY until, key LIMIT ?)", n-maxCached)
		if err != nil {
			return fmt.Errorf("drop what was cached: %w", err)
		}
		return nil
	})
}
