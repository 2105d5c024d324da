package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

func (e *sqliteEngine) integrity(ctx context.Context, ex executor, most int) ([]string, error) {
	var list []string
	// It reads the whole file, and the search index by its own rules.
	err := scanAll(ctx, ex, fmt.Sprintf("PRAGMA integrity_check(%d)", most), func(scan func(...any) error) error {
		var line string
		err := scan(&line)
		if line != "ok" {
			list = append(list, line)
		}
		return err
	})
	return list, err
}

func (e *sqliteEngine) clock(context.Context, executor) (time.Time, error) { return time.Time{}, nil }

// freeze does nothing: one transaction writes at a time.
func (e *sqliteEngine) freeze(context.Context, executor, ...string) error { return nil }

// scratch is a database in a folder of its own.
func (e *sqliteEngine) scratch(ctx context.Context, fn func(context.Context, executor) error) (err error) {
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
	return other.migrate(ctx, fn)
}
