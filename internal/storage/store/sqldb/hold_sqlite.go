package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"quoin/internal/platform/datafolder"
)

// holdWait is how long a hold waits for the transactions that have begun.
const holdWait = time.Minute

// hold tells all processes by a file, which refuse at once then, and has the write lock
// of the database, which none could get around.
func (e *sqliteEngine) hold(ctx context.Context, fn func(context.Context, func(context.Context, datafolder.Moved) error) error) (err error) {
	h, err := datafolder.HoldWrites(e.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Release()) }()
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	for until := time.Now().Add(holdWait); ; {
		if _, err = conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err == nil {
			break
		}
		if !busy(err) || time.Now().After(until) {
			return fmt.Errorf("wait for who writes: %w", err)
		}
	}
	defer func() {
		_, end := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, end)
	}()
	return fn(ctx, func(_ context.Context, m datafolder.Moved) error { return h.Keep(m) })
}

// busy tells whether another process has the write lock for longer than one waits.
func busy(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) && se.Code()&0xff == sqlitelib.SQLITE_BUSY
}

func (e *sqliteEngine) held(context.Context, *DB) (*Held, error) { return heldIn(e.dir) }

func heldIn(dir string) (*Held, error) {
	held, moved, err := datafolder.Held(dir)
	if err != nil || !held {
		return nil, err
	}
	return &Held{moved}, nil
}

func (e *sqliteEngine) reopen(context.Context) error { return datafolder.Reopen(e.dir) }
