package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// lease is the executor of one function, which takes the write lock when it is first
// used.
type lease struct {
	w      *groupWriter
	ctx    context.Context
	held   bool
	failed error  // why it couldn't be taken, or can't go on
	relay  *relay // nil where statements run at once
	ahead  bool   // the relay was given the texts that transactions before left
}

// take waits for the write lock, once.
func (l *lease) take() error {
	if l.held || l.failed != nil {
		return l.failed // nil while all is well
	}
	if l.failed = l.w.take(l.ctx, l.relay != nil); l.failed != nil {
		return l.failed
	}
	if l.failed = l.w.begin(l.relay != nil); l.failed != nil {
		return l.failed
	}
	l.held = true
	return nil
}

// settled is take, and returns when what was queued has run.
func (l *lease) settled() error {
	if err := l.take(); !l.held {
		return err
	}
	if l.relay != nil {
		if err := l.note(l.relay.catchUp()); l.failed == nil {
			l.failed = err // nobody else may hear of it
		}
	}
	return l.failed
}

func (l *lease) query(ctx context.Context, text string, args []any) (rows, error) {
	if err := l.settled(); err != nil {
		return nil, err
	}
	r, err := steady{l.w.s}.query(ctx, text, args)
	if err != nil {
		return nil, l.note(err)
	}
	return leasedRows{r, l}, nil
}

func (l *lease) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	if err := l.settled(); err != nil {
		return nil, err
	}
	result, err := steady{l.w.s}.Exec(ctx, text, args)
	return result, l.note(err)
}

// note keeps an error after which SQLite may have ended the transaction by itself,
// whatever becomes of it: further statements would each be committed at once.
func (l *lease) note(err error) error {
	var se *sqlite.Error
	if l.failed == nil && errors.As(err, &se) {
		switch se.Code() & 0xff {
		case sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_NOMEM, sqlitelib.SQLITE_INTERRUPT:
			l.failed = fmt.Errorf("%w: %w", errRolledBack, err)
			l.w.group.broken = l.failed
		}
	}
	return err
}

// leasedRows are the rows of a statement of a lease.
type leasedRows struct {
	rows
	l *lease
}

// Err implements rows.
func (r leasedRows) Err() error { return r.l.note(r.rows.Err()) }

func (l *lease) queue(ctx context.Context, text string, args []any) error {
	if l.relay != nil {
		if err := l.take(); err != nil {
			return err
		}
		if !l.ahead {
			l.ahead = true
			l.w.texts.ahead(l.relay)
		}
		l.relay.add(text, args)
		return nil
	}
	_, err := l.Exec(ctx, text, args)
	return err
}

// steady runs statements to their end even when the caller goes away: an
// interrupted write makes SQLite roll back the whole group.
type steady struct{ *session }

func (s steady) query(ctx context.Context, text string, args []any) (rows, error) {
	return s.session.query(context.WithoutCancel(ctx), text, args)
}

func (s steady) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	return s.session.Exec(context.WithoutCancel(ctx), text, args)
}
