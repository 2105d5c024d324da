package sqldb

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// TryWithLock runs fn, unless another node of the site runs one of the same name: then it
// does nothing, and ran is false. A node that stands still keeps the name until its
// connection ends, so fn is work that can wait, or that others do when it is wanted.
func (o *Operations) TryWithLock(ctx context.Context, name string, fn func(context.Context) error) (ran bool, err error) {
	return o.db.Engine.tryWithLock(ctx, name, fn)
}

// alone has no other node to look out for.
func (e *sqliteEngine) tryWithLock(ctx context.Context, _ string, fn func(context.Context) error) (bool, error) {
	return true, fn(ctx)
}

// unlockTimeout bounds how long the end of a lock may take before its connection is
// closed instead.
const unlockTimeout = 5 * time.Second

// alone holds a lock of a connection, and not of a transaction: one that is open for
// long keeps the server from cleaning up.
func (e *postgresEngine) tryWithLock(ctx context.Context, name string, fn func(context.Context) error) (bool, error) {
	conn, release, err := e.own(ctx)
	if err != nil {
		return false, fmt.Errorf("connect: %w", e.outage(err))
	}
	defer release()
	number := lockNumber("alone " + name)
	var held bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", number).Scan(&held); err != nil {
		return false, fmt.Errorf("lock %q: %w", name, e.outage(err))
	}
	if !held {
		return false, nil
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockTimeout)
		defer cancel()
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", number); err != nil {
			_ = conn.Close(ctx) // which ends the lock too
		}
	}()
	return true, fn(ctx)
}

// own is a connection that nobody else uses until it is released.
func (e *postgresEngine) own(ctx context.Context) (conn *pgx.Conn, release func(), err error) {
	if e.pooled {
		if conn, err = e.connect(ctx); err != nil {
			return nil, nil, err
		}
		return conn, func() { _ = conn.Close(context.WithoutCancel(ctx)) }, nil
	}
	shared, err := e.readers.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	return shared.Conn(), shared.Release, nil
}
