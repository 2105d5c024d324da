package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Integrity asks the server for what it knows: pages whose checksums were wrong,
// indexes that were left half made and, where the extension amcheck is
// installed and this role may call it, whether the indexes hold together.
func (e *postgresEngine) Integrity(ctx context.Context, ex Executor, most int) ([]string, error) {
	var list []string
	note := func(format string) func(scan func(...any) error) error {
		return func(scan func(...any) error) error {
			var what string
			err := scan(&what)
			if len(list) < most {
				list = append(list, fmt.Sprintf(format, what))
			}
			return err
		}
	}
	err := ScanAll(ctx, ex, "SELECT checksum_failures::text FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0",
		note("%s pages had wrong checksums"))
	if err != nil {
		return list, err
	}
	const own = " c.relnamespace = current_schema()::regnamespace"
	err = ScanAll(ctx, ex, "SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisvalid AND"+own, note("index %s isn't whole"))
	if err != nil {
		return list, err
	}
	var trees []string
	err = ScanAll(ctx, ex, "SELECT c.relname::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'"+
		" WHERE c.relkind = 'i' AND EXISTS (SELECT 1 FROM pg_proc p WHERE p.proname = 'bt_index_check' AND has_function_privilege(p.oid, 'EXECUTE')) AND"+own+" ORDER BY 1", func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		trees = append(trees, name)
		return err
	})
	if err != nil {
		return list, err
	}
	for _, name := range trees {
		if _, err := ex.Exec(ctx, "SELECT bt_index_check(?::regclass)", []any{name}); err != nil {
			if ctx.Err() != nil {
				return list, ctx.Err()
			}
			list = append(list, fmt.Sprintf("index %s: %v", name, err))
		}
	}
	return list, nil
}

func (e *postgresEngine) Clock(ctx context.Context, ex Executor) (at time.Time, err error) {
	err = ScanAll(ctx, ex, "SELECT clock_timestamp()", func(scan func(...any) error) error { return scan(&at) })
	return at, err
}

func (e *postgresEngine) Freeze(ctx context.Context, ex Executor, tables ...string) error {
	if _, err := ex.Exec(ctx, "LOCK TABLE "+strings.Join(tables, ", ")+" IN SHARE ROW EXCLUSIVE MODE", nil); err != nil {
		return err
	}
	// What triggers would do at the commit comes before what is done now.
	_, err := ex.Exec(ctx, "SET CONSTRAINTS ALL IMMEDIATE", nil)
	return err
}

var errScratchDone = errors.New("done with the scratch schema")

// Scratch is a schema of a transaction that is rolled back.
func (e *postgresEngine) Scratch(ctx context.Context, fn func(context.Context, Executor) error) error {
	err := e.attempt(ctx, func(ctx context.Context, ex Executor) error {
		name := "quoin_scratch_" + RandomName()
		for _, text := range []string{"CREATE SCHEMA " + name, "SET LOCAL search_path TO " + name} {
			if _, err := ex.Exec(ctx, text, nil); err != nil {
				return err
			}
		}
		if err := fn(ctx, ex); err != nil {
			return err
		}
		return errScratchDone
	})
	if errors.Is(err, errScratchDone) {
		return nil
	}
	return err
}
