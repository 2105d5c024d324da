package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"quoin/internal/platform/fault"
)

// postgresEngine keeps a site in a PostgreSQL database that several nodes may
// share. pgx keeps statements prepared on each connection.
type postgresEngine struct {
	readers *pgxpool.Pool
	db      *sql.DB // on the connections of readers
	log     *slog.Logger
	// direct makes connections to the server itself, which no pooler shares; pooled tells
	// that those of the pools go through one.
	direct *pgx.ConnConfig
	pooled bool
	// writers are the connections of transactions that write, apart from those
	// of readers, so that neither have to wait for the others.
	writers *pgxpool.Pool
	asks    asks
	near    *replica // nil without one
	silence *silence
	stop    context.CancelFunc // ends what watches the servers

	announcements announcements
	noted         atomic.Int64 // changes of this process
}

func openPostgres(ctx context.Context, cfg Config) (Engine, error) {
	pool, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		// The error repeats the address without its password.
		return nil, fmt.Errorf("the address of the database is wrong (QUOIN_DATABASE_URL): %w", err)
	}
	conf := pool.ConnConfig
	if conf.RuntimeParams["application_name"] == "" {
		conf.RuntimeParams["application_name"] = "quoin"
	}
	conf.RuntimeParams["timezone"] = "UTC"
	// All queries are short: compiling one takes longer than running it.
	conf.RuntimeParams["jit"] = "off"
	conf.OnNotice = noticeUnreplicated
	quiet := newSilence(cfg.Log)
	quiet.watch(&conf.Config)
	direct, err := directly(conf, cfg.ListenURL)
	if err != nil {
		return nil, err
	}
	if direct != conf {
		quiet.watch(&direct.Config)
	}
	pool.BeforeConnect = quiet.order
	pooled := cfg.ListenURL != ""
	if pooled {
		throughPooler(conf)
	}
	pool.MinConns, pool.MaxConnLifetime, pool.MaxConnIdleTime = 0, 24*time.Hour, 5*time.Minute
	most, mostWriters := shares(cfg)
	pool.MaxConns = most
	readers, err := pgxpool.NewWithConfig(ctx, pool)
	if err != nil {
		return nil, unreached(conf, err)
	}
	if err := reached(ctx, readers, pooled); err != nil {
		readers.Close()
		return nil, unreached(conf, err)
	}
	pool = pool.Copy()
	pool.MaxConns = mostWriters
	// A node that stands still in a transaction, as a machine that is paused or cut
	// off does, must not keep the others from writing for long.
	if !pooled && pool.ConnConfig.RuntimeParams[idleInTransaction] == "" {
		pool.ConnConfig.RuntimeParams[idleInTransaction] = "10s"
	}
	writers, err := pgxpool.NewWithConfig(ctx, pool)
	if err != nil {
		readers.Close()
		return nil, unreached(conf, err)
	}
	var near *replica
	if cfg.ReadURL != "" {
		like := pool.Copy()
		like.MaxConns = most
		if near, err = openReplica(ctx, cfg.ReadURL, cfg.Node, pooled, like, quiet); err != nil {
			readers.Close()
			writers.Close()
			return nil, err
		}
	}
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	go quiet.run(watching)
	return &postgresEngine{
		near: near, silence: quiet, stop: stop,
		readers: readers, db: stdlib.OpenDBFromPool(readers), log: cfg.Log, writers: writers,
		direct: direct, pooled: pooled,
	}, nil
}

// idleInTransaction is the setting for how long the server waits for the next
// message of a transaction before it takes it back.
const idleInTransaction = "idle_in_transaction_session_timeout"

// pgReader runs statements on any of the connections of readers.
type pgReader struct{ pool *pgxpool.Pool }

func (x pgReader) query(ctx context.Context, text string, args []any) (rows, error) {
	r, err := x.pool.Query(ctx, numbered(text), args...)
	if err != nil {
		return nil, err
	}
	return &pgRows{Rows: r}, nil
}

func (x pgReader) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	tag, err := x.pool.Exec(ctx, numbered(text), args...)
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (x pgReader) queue(ctx context.Context, text string, args []any) error {
	_, err := x.Exec(ctx, text, args)
	return err
}

// pgRunner is what *sql.DB and *sql.Tx share.
type pgRunner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type pgExecutor struct{ run pgRunner }

func (x pgExecutor) query(ctx context.Context, text string, args []any) (rows, error) {
	r, err := x.run.QueryContext(ctx, numbered(text), args...)
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (x pgExecutor) queue(ctx context.Context, text string, args []any) error {
	_, err := x.Exec(ctx, text, args)
	return err
}

func (x pgExecutor) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	return x.run.ExecContext(ctx, numbered(text), args...)
}

func (e *postgresEngine) Name() string { return "postgres" }

func (e *postgresEngine) changeStamp() *changeStamp { return nil }

func (e *postgresEngine) reader(context.Context) (Executor, func(), error) {
	if e.near != nil {
		return replicaReader{pgReader{e.readers}, e.near}, func() {}, nil
	}
	return pgReader{e.readers}, func() {}, nil
}

func (e *postgresEngine) replica() *replica { return e.near }

// conflictRetries is how often a transaction that lost against another one is
// run again.
const conflictRetries = 6

// transact lets transactions that may run beside others hold the one lock in
// common, all others hold it alone, here and on all nodes. Those that wait for a
// connection don't take any from readers.
func (e *postgresEngine) transact(ctx context.Context, concurrent bool, fn func(context.Context, Executor) error, committed func()) error {
	for try := 1; ; try++ {
		err := e.write(ctx, concurrent, fn, committed)
		var pe *pgconn.PgError
		conflict := errors.As(err, &pe) && (pe.Code == "40001" || pe.Code == "40P01")
		if !conflict || try == conflictRetries {
			return err
		}
		// Apart by chance, so that the same two don't meet again.
		pause := time.Duration(1+rand.IntN(5<<try)) * time.Millisecond // #nosec G404 -- spreads retries, no secret
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (e *postgresEngine) write(ctx context.Context, concurrent bool, fn func(context.Context, Executor) error, committed func()) error {
	x := &pgTx{pool: e.writers, concurrent: concurrent, pooled: e.pooled, positioned: e.near != nil}
	defer x.release(ctx)
	if err := fn(ctx, x); err != nil {
		return err
	}
	if err := x.commit(ctx); err != nil {
		return err
	}
	e.near.committed(x.position)
	committed()
	// The others don't wait for these.
	x.release(ctx)
	if x.note != nil {
		e.announce(ctx, x.note.node)
		if e.noted.Add(1)%changesForgotten == 0 {
			e.forgetChanges(ctx)
		}
	}
	return nil
}

func (e *postgresEngine) sideBySide() bool { return true }

func (e *postgresEngine) attempt(ctx context.Context, fn func(context.Context, Executor) error) error {
	t, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback() // does nothing after the commit
	if err := fn(ctx, pgExecutor{t}); err != nil {
		return err
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", unheard(err))
	}
	return nil
}

// Numbers of the advisory locks that this program takes.
const (
	migrateLock = 0x71756f696e01 + iota
	sequenceLock
	writeLock
	followLock // held in common by all who follow
	holdLock   // of who holds writes back, see hold_postgres.go
)

func (e *postgresEngine) Migrate(ctx context.Context, fn func(context.Context, Executor) error) error {
	return e.attempt(ctx, func(ctx context.Context, ex Executor) error {
		if _, err := ex.Exec(ctx, "SELECT pg_advisory_xact_lock(?)", []any{int64(migrateLock)}); err != nil {
			return fmt.Errorf("wait for the migration lock: %w", err)
		}
		return fn(ctx, ex)
	})
}

// prepare makes the trigram indexes, if the server has them to offer.
func (e *postgresEngine) prepare(ctx context.Context) error {
	err := e.Migrate(ctx, func(ctx context.Context, ex Executor) error {
		for _, text := range []string{
			"CREATE EXTENSION IF NOT EXISTS pg_trgm",
			"CREATE INDEX IF NOT EXISTS entry_text_trigram ON entry_text USING gin (text gin_trgm_ops) WHERE indexed",
			"CREATE INDEX IF NOT EXISTS entry_text_file_trigram ON entry_text USING gin (file gin_trgm_ops) WHERE indexed",
		} {
			if _, err := ex.Exec(ctx, text, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		e.log.WarnContext(ctx, "searches read all texts: the database has no trigram index", "error", err)
	}
	return nil
}

// closeTimeout is how long Close waits for transactions under way.
const closeTimeout = 5 * time.Second

func (e *postgresEngine) close() error {
	defer e.stop()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		e.writers.Close()
		e.readers.Close()
		e.near.close()
	}()
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
	return e.db.Close()
}

// IndexText does nothing: the server keeps its indexes itself.
func (e *postgresEngine) IndexText(context.Context, Executor, TextChange) error { return nil }

// CountsOver implements Engine.
func (e *postgresEngine) CountsOver() bool { return true }

func (e *postgresEngine) AsksOldTexts() bool { return false }

func (e *postgresEngine) FlushIndex(context.Context, Executor) error { return nil }

// changeRetention is how long other nodes can look up what changed, by the server's
// clock. Old changes are forgotten each time that a process has made so many, at most
// twice as many at a time.
const (
	changeRetention  = time.Hour
	changesForgotten = 256
)

func (e *postgresEngine) takeNote(ex Executor, c *changeNote) bool {
	ex.(*pgTx).note = c
	return true
}

// forgetChanges deletes what nobody looks up any more, the oldest transactions first, and
// notes how far that went. What is left over is deleted the next time.
func (e *postgresEngine) forgetChanges(ctx context.Context) {
	_, err := e.db.ExecContext(ctx, "WITH old AS (SELECT xid FROM change ORDER BY xid LIMIT $1),"+
		" gone AS (DELETE FROM change c USING old WHERE c.xid = old.xid AND c.at < clock_timestamp() - $2 * interval '1 second' RETURNING c.xid)"+
		" UPDATE change_history SET forgotten = GREATEST(forgotten, last.xid) FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) last",
		2*changesForgotten, changeRetention.Seconds())
	if err != nil {
		e.log.WarnContext(ctx, "old changes aren't forgotten", "error", err)
	}
}

func (e *postgresEngine) OptionsVersion(ctx context.Context, ex Executor) (n int64, known bool, err error) {
	n, err = ex.(*pgTx).optionsVersion(ctx)
	return n, true, err
}

// outage takes for one of the server whatever ends a connection, or keeps one from
// being made.
func (e *postgresEngine) outage(err error) error {
	var pe *pgconn.PgError
	var connect *pgconn.ConnectError
	var network net.Error
	gone := false
	switch {
	case errors.As(err, &connect):
		gone = true
	case errors.As(err, &pe) && pe.Code == "53100": // disk_full
		return fmt.Errorf("%w: %w", fault.ErrFull, err)
	case pe != nil:
		// Connections that end, too many of them, and one that
		// takes longer than whoever runs it lets a statement, or the wait for a lock, take.
		if pe.Code == "25006" {
			return fmt.Errorf("%w: %w", fault.ErrReadOnly, err)
		}
		gone = ends(pe) || pe.Code == "53300" || pe.Code == "57014" || pe.Code == "55P03"
	default:
		gone = errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
	}
	if gone {
		return fmt.Errorf("%w: %w", fault.ErrUnavailable, err)
	}
	return err
}

func (e *postgresEngine) Unique(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "23505"
}
