package store

import (
	"context"
	"fmt"

	"quoin/internal/fault"
)

// ServerInfo names the database and its version.
func (db *DB) ServerInfo(ctx context.Context) (string, error) {
	text, name := "SELECT sqlite_version()", "SQLite "
	if db.engine.name() == "postgres" {
		text, name = "SHOW server_version", "PostgreSQL "
	}
	var version string
	if _, err := db.one(ctx, text, nil, &version); err != nil {
		return "", fmt.Errorf("version of the database: %w", err)
	}
	return name + version, nil
}

// Writable is fault.ErrReadOnly for a database that takes no writes.
func Writable(ctx context.Context, db *DB) error {
	held, err := db.WritesHeld(ctx)
	if err != nil {
		return err
	}
	if held != nil {
		return held.refusal()
	}
	if db.engine.name() != "postgres" {
		return nil
	}
	var only string
	if _, err := db.one(ctx, "SELECT current_setting('transaction_read_only')", nil, &only); err != nil {
		return fmt.Errorf("ask whether the database takes writes: %w", err)
	}
	if only == "on" {
		return fault.ErrReadOnly
	}
	return nil
}

// Size is how many bytes the database takes.
func (db *DB) Size(ctx context.Context) (int64, error) {
	text := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if db.engine.name() == "postgres" {
		text = "SELECT pg_database_size(current_database())"
	}
	var n int64
	if _, err := db.one(ctx, text, nil, &n); err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	return n, nil
}
