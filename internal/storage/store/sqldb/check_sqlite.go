package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

func (e *sqliteEngine) Integrity(ctx context.Context, ex Executor, most int) ([]string, error) {
	var list []string
	// It reads the whole file, and the search index by its own rules.
	err := ScanAll(ctx, ex, fmt.Sprintf("PRAGMA integrity_check(%d)", most), func(scan func(...any) error) error {
		var line string
		err := scan(&line)
		if line != "ok" {
			list = append(list, line)
		}
		return err
	})
	return list, err
}

func (e *sqliteEngine) Clock(context.Context, Executor) (time.Time, error) { return time.Time{}, nil }

// Freeze does nothing: one transaction writes at a time.
func (e *sqliteEngine) Freeze(context.Context, Executor, ...string) error { return nil }

// Scratch is a database in a folder of its own.
func (e *sqliteEngine) Scratch(ctx context.Context, fn func(context.Context, Executor) error) (err error) {
	dir, err := os.MkdirTemp("", "quoin-scratch-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	other, err := openSQLite(ctx, Config{Dir: dir, Readers: 1, Unmapped: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, other.close()) }()
	return other.Migrate(ctx, fn)
}
