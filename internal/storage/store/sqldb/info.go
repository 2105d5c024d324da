package sqldb

import (
	"context"
	"fmt"

	"quoin/internal/platform/fault"
)

// ServerInfo names the database and its version.
func (o *Operations) ServerInfo(ctx context.Context) (string, error) {
	text, name := "SELECT sqlite_version()", "SQLite "
	if o.db.Engine.Name() == "postgres" {
		text, name = "SHOW server_version", "PostgreSQL "
	}
	var version string
	if _, err := o.db.One(ctx, text, nil, &version); err != nil {
		return "", fmt.Errorf("version of the database: %w", err)
	}
	return name + version, nil
}

// Writable is fault.ErrReadOnly for a database that takes no writes.
func (o *Operations) Writable(ctx context.Context) error {
	held, err := o.WritesHeld(ctx)
	if err != nil {
		return err
	}
	if held != nil {
		return held.refusal()
	}
	if o.db.Engine.Name() != "postgres" {
		return nil
	}
	var only string
	if _, err := o.db.One(ctx, "SELECT current_setting('transaction_read_only')", nil, &only); err != nil {
		return fmt.Errorf("ask whether the database takes writes: %w", err)
	}
	if only == "on" {
		return fault.ErrReadOnly
	}
	return nil
}

// Size is how many bytes the database takes.
func (o *Operations) Size(ctx context.Context) (int64, error) {
	text := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if o.db.Engine.Name() == "postgres" {
		text = "SELECT pg_database_size(current_database())"
	}
	var n int64
	if _, err := o.db.One(ctx, text, nil, &n); err != nil {
		return 0, fmt.Errorf("size of the database: %w", err)
	}
	return n, nil
}
