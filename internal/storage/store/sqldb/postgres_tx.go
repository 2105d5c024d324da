package sqldb

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
)

// pgTx is a transaction that writes. Every message to the server and back takes
// time in which others may wait, so it sends together what it can: the beginning
// and the locks with the first statement, statements whose results nobody
// asks for with the next one that somebody does, and the rest with the commit.
type pgTx struct {
	pool       *pgxpool.Pool
	concurrent bool // others may write meanwhile
	pooled     bool // nothing may be left on the connection

	conn    *pgxpool.Conn // nil before the first statement
	begun   bool
	waiting []pgStatement
	// expected are queries that somebody is going to ask, and told the rows of those that
	// were sent.
	expected []pgStatement
	told     []toldRows
	// options is the version of the options when the transaction began. Only
	// transactions that run alone change them.
	options int64
	note    *changeNote
	// positioned asks how far the log is after the commit: position.
	positioned bool
	position   uint64
}

type pgStatement struct {
	text string
	args []any
}

// openers are the statements that begin a transaction: nothing that another one
// must not see is read before the lock. The last tells the version of the options.
func (x *pgTx) openers() []pgStatement {
	lock := pgStatement{"SELECT pg_advisory_xact_lock_shared($1)", []any{int64(writeLock)}}
	list := []pgStatement{{text: "begin"}, lock}
	if !x.concurrent {
		list[1].text = "SELECT pg_advisory_xact_lock($1)"
	}
	if x.pooled {
		list = append(list, pgStatement{text: "SET LOCAL " + idleInTransaction + " = '10s'"})
	}
	return append(list, pgStatement{"SELECT n FROM version WHERE name = $1", []any{cache.AllOptions().String()}})
}

// connect takes a connection, once.
func (x *pgTx) connect(ctx context.Context) error {
	if x.conn != nil {
		return nil
	}
	conn, err := x.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	x.conn = conn
	return nil
}

// send sends what waits and a batch of further statements, and reads the results
// of all but these.
func (x *pgTx) send(ctx context.Context, more ...pgStatement) (pgx.BatchResults, error) {
	if err := x.connect(ctx); err != nil {
		return nil, err
	}
	batch := &pgx.Batch{}
	var openers []pgStatement
	if !x.begun {
		openers = x.openers()
		x.begun = true
	}
	expected := x.expected
	x.expected = nil
	for _, list := range [][]pgStatement{openers, x.waiting, expected, more} {
		for _, s := range list {
			batch.Queue(s.text, s.args...)
		}
	}
	waited := len(x.waiting)
	x.waiting = nil
	results := x.conn.SendBatch(ctx, batch)
	for i := range openers {
		var err error
		if i == len(openers)-1 {
			if err = results.QueryRow().Scan(&x.options); errors.Is(err, pgx.ErrNoRows) {
				err = nil
			}
		} else {
			_, err = results.Exec()
		}
		if err != nil {
			return nil, errors.Join(notBegun(err), ended(results))
		}
	}
	for range waited {
		if _, err := results.Exec(); err != nil {
			return nil, errors.Join(err, ended(results))
		}
	}
	for _, s := range expected {
		r, err := results.Query()
		if err != nil {
			return nil, errors.Join(err, ended(results))
		}
		told, err := x.keep(s, r)
		if err != nil {
			return nil, errors.Join(err, ended(results))
		}
		x.told = append(x.told, told)
	}
	return results, nil
}

// expect sends a query with the next message, whatever that is, and keeps its rows for
// whoever asks the same.
func (x *pgTx) expect(text string, args []any) {
	x.expected = append(x.expected, pgStatement{numbered(text), args})
}

// asked takes the rows of a query that was expected and sent; nil for any other. One that
// wasn't sent yet isn't expected any more.
func (x *pgTx) asked(s pgStatement) rows {
	x.expected = slices.DeleteFunc(x.expected, s.same)
	i := slices.IndexFunc(x.told, func(t toldRows) bool { return t.of.same(s) })
	if i < 0 {
		return nil
	}
	told := x.told[i]
	x.told = slices.Delete(x.told, i, i+1)
	return &told
}

func (s pgStatement) same(as pgStatement) bool {
	return s.text == as.text && reflect.DeepEqual(s.args, as.args)
}

var errRolledBack = errors.New("the transaction was rolled back")

// sound tells whether nothing failed yet, whatever became of the error: the server
// calls the commit of what it has rolled back a success, and what follows a beginning
// that failed would be transactions by themselves.
func (x *pgTx) sound() error {
	if x.begun && x.conn.Conn().PgConn().TxStatus() != 'T' {
		return errRolledBack
	}
	return nil
}

// ended closes results after an error, which it tells again.
func ended(results pgx.BatchResults) error {
	results.Close()
	return nil
}

// alone tells whether the next statement goes by itself.
func (x *pgTx) alone() bool { return x.begun && len(x.waiting) == 0 && len(x.expected) == 0 }

func (x *pgTx) query(ctx context.Context, text string, args []any) (rows, error) {
	text = numbered(text)
	if err := x.sound(); err != nil {
		return nil, err
	}
	if told := x.asked(pgStatement{text, args}); told != nil {
		return told, nil
	}
	if x.alone() {
		r, err := x.conn.Query(ctx, text, args...)
		if err != nil {
			return nil, err
		}
		return &pgRows{Rows: r}, nil
	}
	results, err := x.send(ctx, pgStatement{text, args})
	if err != nil {
		return nil, err
	}
	r, err := results.Query()
	if err != nil {
		return nil, errors.Join(err, ended(results))
	}
	return &pgRows{r, results}, nil
}

func (x *pgTx) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	text = numbered(text)
	if err := x.sound(); err != nil {
		return nil, err
	}
	if x.alone() {
		tag, err := x.conn.Exec(ctx, text, args...)
		return driver.RowsAffected(tag.RowsAffected()), err
	}
	results, err := x.send(ctx, pgStatement{text, args})
	if err != nil {
		return nil, err
	}
	tag, err := results.Exec()
	if err != nil {
		return nil, errors.Join(err, ended(results))
	}
	return driver.RowsAffected(tag.RowsAffected()), results.Close()
}

func (x *pgTx) queue(_ context.Context, text string, args []any) error {
	x.waiting = append(x.waiting, pgStatement{numbered(text), args})
	return nil
}

// optionsVersion is the version of the options that the transaction sees.
func (x *pgTx) optionsVersion(ctx context.Context) (int64, error) {
	if !x.begun {
		results, err := x.send(ctx)
		if err != nil {
			return 0, err
		}
		if err := results.Close(); err != nil {
			return 0, err
		}
	}
	return x.options, nil
}

// commit ends the transaction in one message.
func (x *pgTx) commit(ctx context.Context) error {
	x.expected = nil // nobody asks any more
	if !x.begun && len(x.waiting) == 0 {
		return nil
	}
	if err := errors.Join(ctx.Err(), x.sound()); err != nil {
		return err
	}
	var last []pgStatement
	if x.note != nil {
		tags, err := json.Marshal(x.note.tags)
		if err != nil {
			return fmt.Errorf("note changes: %w", err)
		}
		if slices.Contains(x.note.tags, cache.AllOptions()) {
			if err := x.queue(ctx, "INSERT INTO version (name, n) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = version.n + 1",
				[]any{cache.AllOptions().String()}); err != nil {
				return fmt.Errorf("raise the version of the options: %w", err)
			}
		}
		last = append(last, pgStatement{"INSERT INTO change (node, tags) VALUES ($1, $2) RETURNING xid::text::bigint", []any{x.note.node, string(tags)}})
	}
	if err := x.connect(ctx); err != nil {
		return err
	}
	// Who called may go away, and would not know what became of it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	last = append(last, pgStatement{text: "commit"})
	if x.positioned {
		last = append(last, pgStatement{text: "SELECT " + logPosition})
	}
	results, err := x.send(ctx, last...)
	if err != nil {
		return unheard(err)
	}
	if x.note != nil {
		var xid int64
		if err := results.QueryRow().Scan(&xid); err != nil {
			return errors.Join(fmt.Errorf("note changes: %w", unheard(err)), ended(results))
		}
		x.note.xid = uint64(xid) // #nosec G115 -- the server gives none of 63 bits out in a thousand years
	}
	if _, err := results.Exec(); err != nil {
		return errors.Join(fmt.Errorf("commit: %w", unheard(err)), ended(results))
	}
	if x.positioned {
		var position int64
		if err := results.QueryRow().Scan(&position); err != nil {
			return errors.Join(fmt.Errorf("commit: %w", unheard(err)), ended(results))
		}
		x.position = uint64(position) // #nosec G115 -- a position in a log
	}
	if err := results.Close(); err != nil {
		return fmt.Errorf("commit: %w", unheard(err))
	}
	if data := x.conn.Conn().PgConn().CustomData(); data[unreplicated] != nil {
		delete(data, unreplicated)
		return fmt.Errorf("commit: %w: its wait for a standby was cancelled", fault.ErrUncertain)
	}
	return nil
}

// unreplicated marks a connection whose commit succeeded on the server alone.
const unreplicated = "unreplicated"

// noticeUnreplicated hears the warning of a server whose commit was to wait for a standby and
// was told not to (pg_cancel_backend): it calls the commit a success, and the standby may
// take over without it.
func noticeUnreplicated(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.Routine == "SyncRepWaitForLSN" {
		c.CustomData()[unreplicated] = true
	}
}

// errNotBegun says that the server ended the connection before it began the
// transaction: nothing of it was done, whatever was sent with its beginning.
var errNotBegun = errors.New("the transaction wasn't begun")

// notBegun is the error of what opens a transaction. A server that shuts a connection
// sends its answers so far before it says so; a pooler between may have lost them.
func notBegun(err error) error {
	var said *pgconn.PgError
	if errors.As(err, &said) && strings.HasPrefix(said.Code, "57P") {
		return fmt.Errorf("begin: %w: %w", errNotBegun, err)
	}
	return fmt.Errorf("begin: %w", err)
}

// unheard is the error of a commit that was on its way to the server: unless the
// server itself says that it failed, nobody knows what became of it. A server that ends
// the connection says nothing about the commit: it may have been done before.
func unheard(err error) error {
	var said *pgconn.PgError
	if pgconn.SafeToRetry(err) || errors.Is(err, errNotBegun) || errors.As(err, &said) && !ends(said) {
		return err
	}
	return fmt.Errorf("%w: %w", fault.ErrUncertain, err)
}

// ends tells whether an error of the server is about the connection and not about a
// statement: its severity says so, or its class (08, connections; 57P, interventions of
// an operator, such as a shutdown).
func ends(said *pgconn.PgError) bool {
	return said.SeverityUnlocalized == "FATAL" || said.SeverityUnlocalized == "PANIC" ||
		strings.HasPrefix(said.Code, "08") || strings.HasPrefix(said.Code, "57P")
}

// commitTimeout bounds a commit, with its wait for locks.
const commitTimeout = 30 * time.Second

// rollbackTimeout bounds how long a connection is kept for the end of its
// transaction. One that doesn't end is closed, which ends it too.
const rollbackTimeout = 5 * time.Second

// release gives the connection back, without a transaction.
func (x *pgTx) release(ctx context.Context) {
	if x.conn == nil {
		return
	}
	if c := x.conn.Conn(); !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
		defer cancel()
		if _, err := x.conn.Exec(ctx, "rollback"); err != nil {
			_ = c.Close(ctx) // nothing can be done about a connection that is broken
		}
	}
	x.conn.Release()
	x.conn = nil
}

// pgRows are the rows of a statement, which may be the last of a batch.
type pgRows struct {
	pgx.Rows
	results pgx.BatchResults // nil for a statement by itself
}

// Close implements rows.
func (r *pgRows) Close() error {
	r.Rows.Close()
	err := r.Rows.Err()
	if r.results != nil {
		if closed := r.results.Close(); err == nil {
			err = closed
		}
	}
	return err
}

// toldRows are the rows of a query that was expected, as the server sent them.
type toldRows struct {
	of     pgStatement
	types  *pgtype.Map
	fields []pgconn.FieldDescription
	values [][][]byte
	row    [][]byte
}

// keep reads the rows of an expected query.
func (x *pgTx) keep(of pgStatement, r pgx.Rows) (toldRows, error) {
	defer r.Close()
	told := toldRows{of: of, types: x.conn.Conn().TypeMap(), fields: slices.Clone(r.FieldDescriptions())}
	for r.Next() {
		row := slices.Clone(r.RawValues())
		for i, v := range row {
			row[i] = bytes.Clone(v) // it is the connection's
		}
		told.values = append(told.values, row)
	}
	return told, r.Err()
}

// Next implements rows.
func (t *toldRows) Next() bool {
	if len(t.values) == 0 {
		return false
	}
	t.row, t.values = t.values[0], t.values[1:]
	return true
}

// Scan implements rows.
func (t *toldRows) Scan(dest ...any) error { return pgx.ScanRow(t.types, t.fields, t.row, dest...) }

// Err implements rows.
func (*toldRows) Err() error { return nil }

// Close implements rows.
func (*toldRows) Close() error { return nil }
