package sqldb

import (
	"context"
	"errors"
)

func (e *sqliteEngine) Snapshot(ctx context.Context, fn func(context.Context, Executor) error) (err error) {
	ex, release, err := e.reader(ctx)
	if err != nil {
		return err
	}
	defer release()
	if _, err := ex.Exec(ctx, "BEGIN", nil); err != nil {
		return err
	}
	defer func() {
		_, end := ex.Exec(context.WithoutCancel(ctx), "ROLLBACK", nil)
		err = errors.Join(err, end)
	}()
	return fn(ctx, ex)
}

// CopyFile writes a copy of the database's file as it is at one moment, while
// others write; false on databases that have no file.
func (o *Operations) CopyFile(ctx context.Context, path string) (done bool, err error) {
	e, ok := o.db.Engine.(*sqliteEngine)
	if !ok {
		return false, nil
	}
	// Readers may not even write elsewhere.
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.ExecContext(ctx, "VACUUM INTO ?", path)
	return err == nil, err
}

func (e *sqliteEngine) Catalog() catalog {
	const own = " t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'entry_trigram%'"
	return catalog{
		Columns:    "SELECT t.name, c.name, c.type, c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE" + own,
		References: "SELECT t.name, f.\"table\" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE" + own,
		Counted:    "SELECT t.name FROM sqlite_schema t WHERE t.sql LIKE '%AUTOINCREMENT%' AND" + own,
		Foreign:    "SELECT t.name, f.\"from\", f.\"table\", COALESCE(f.\"to\", 'id') FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE" + own,
		others:     "SELECT t.name FROM sqlite_schema t WHERE t.type = 'table' AND" + own,
		Objects: "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite%'" +
			" UNION ALL SELECT 'column', t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE" + own,
	}
}

// SuspendTriggers drops the triggers and makes them again: SQLite can't switch
// them off.
func (e *sqliteEngine) SuspendTriggers(ctx context.Context, ex Executor, _ []string) (func() error, error) {
	var names, texts []string
	err := ScanAll(ctx, ex, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", func(scan func(...any) error) error {
		var name, text string
		err := scan(&name, &text)
		names, texts = append(names, name), append(texts, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := ex.Exec(ctx, "DROP TRIGGER "+name, nil); err != nil {
			return nil, err
		}
	}
	return func() error {
		for _, text := range texts {
			if _, err := ex.Exec(ctx, text, nil); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func (e *sqliteEngine) SetLastID(ctx context.Context, ex Executor, table string, id int64) error {
	if _, err := ex.Exec(ctx, "DELETE FROM sqlite_sequence WHERE name = ?", []any{table}); err != nil {
		return err
	}
	_, err := ex.Exec(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", []any{table, id})
	return err
}

func (e *sqliteEngine) RebuildIndex(ctx context.Context, ex Executor) error {
	// Not the index's own 'rebuild', which would take in texts that aren't to be indexed.
	return new(textChanges).indexNew(ctx, ex)
}
