package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"quoin/internal/cache"
)

// postgresEngine keeps a site in a PostgreSQL database that several nodes may
// share. pgx keeps statements prepared on each connection.
type postgresEngine struct {
	db   *sql.DB
	log  *slog.Logger
	conf *pgx.ConnConfig
	turn chan struct{} // of the one writer of this process
	asks asks
}

func openPostgres(ctx context.Context, cfg Config) (engine, error) {
	conf, err := pgx.ParseConfig(cfg.URL)
	if err != nil {
		// The error repeats the address without its password.
		return nil, fmt.Errorf("the address of the database is wrong (QUOIN_DATABASE_URL): %w", err)
	}
	if conf.RuntimeParams["application_name"] == "" {
		conf.RuntimeParams["application_name"] = "quoin"
	}
	conf.RuntimeParams["timezone"] = "UTC"
	// All queries are short: compiling one takes longer than running it.
	conf.RuntimeParams["jit"] = "off"
	db := stdlib.OpenDB(*conf)
	db.SetMaxOpenConns(cfg.Readers + 14)
	db.SetMaxIdleConns(cfg.Readers + 4)
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, unreached(conf, err)
	}
	return &postgresEngine{db: db, log: cfg.Log, conf: conf, turn: make(chan struct{}, 1)}, nil
}

// pgRunner is what *sql.DB and *sql.Tx share.
type pgRunner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type pgExecutor struct{ run pgRunner }

func (x pgExecutor) query(ctx context.Context, text string, args []any) (*sql.Rows, error) {
	return x.run.QueryContext(ctx, numbered(text), args...)
}

func (x pgExecutor) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	return x.run.ExecContext(ctx, numbered(text), args...)
}

// numbered writes $1, $2, ... for each ?.
func numbered(text string) string {
	if strings.IndexByte(text, '?') < 0 {
		return text
	}
	b := make([]byte, 0, len(text)+32)
	n := int64(0)
	for i := 0; i < len(text); i++ {
		if text[i] != '?' {
			b = append(b, text[i])
			continue
		}
		n++
		b = strconv.AppendInt(append(b, '$'), n, 10)
	}
	return string(b)
}

func (e *postgresEngine) name() string { return "postgres" }

func (e *postgresEngine) changeStamp() *changeStamp { return nil }

func (e *postgresEngine) reader(context.Context) (executor, func(), error) {
	return pgExecutor{e.db}, func() {}, nil
}

// conflictRetries is how often a transaction that lost against another one is
// run again.
const conflictRetries = 6

// transact lets one transaction write at a time, here and on all nodes. Two that
// write entries would wait for each other anyway, since both change the same
// counters until their commit; in different orders they would even deadlock,
// which costs the server a second to find out. Those that wait here don't take
// connections from readers.
func (e *postgresEngine) transact(ctx context.Context, fn func(context.Context, executor) error, committed func()) error {
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-e.turn }()
	for try := 1; ; try++ {
		err := e.attempt(ctx, func(ctx context.Context, ex executor) error {
			if _, err := ex.exec(ctx, "SELECT pg_advisory_xact_lock(?)", []any{int64(writeLock)}); err != nil {
				return fmt.Errorf("wait for other writers: %w", err)
			}
			return fn(ctx, ex)
		})
		var pe *pgconn.PgError
		conflict := errors.As(err, &pe) && (pe.Code == "40001" || pe.Code == "40P01")
		if err == nil {
			committed()
		}
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

func (e *postgresEngine) attempt(ctx context.Context, fn func(context.Context, executor) error) error {
	t, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback() // does nothing after the commit
	if err := fn(ctx, pgExecutor{t}); err != nil {
		return err
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Numbers of the advisory locks that this program takes.
const (
	migrateLock = 0x71756f696e01 + iota
	sequenceLock
	writeLock
	followLock // held in common by all who follow
)

func (e *postgresEngine) migrate(ctx context.Context, fn func(context.Context, executor) error) error {
	return e.attempt(ctx, func(ctx context.Context, ex executor) error {
		if _, err := ex.exec(ctx, "SELECT pg_advisory_xact_lock(?)", []any{int64(migrateLock)}); err != nil {
			return fmt.Errorf("wait for the migration lock: %w", err)
		}
		return fn(ctx, ex)
	})
}

// prepare makes the trigram indexes, if the server has them to offer.
func (e *postgresEngine) prepare(ctx context.Context) error {
	err := e.migrate(ctx, func(ctx context.Context, ex executor) error {
		for _, text := range []string{
			"CREATE EXTENSION IF NOT EXISTS pg_trgm",
			"CREATE INDEX IF NOT EXISTS entry_text_trigram ON entry_text USING gin (text gin_trgm_ops) WHERE indexed",
			"CREATE INDEX IF NOT EXISTS entry_text_file_trigram ON entry_text USING gin (file gin_trgm_ops) WHERE indexed",
		} {
			if _, err := ex.exec(ctx, text, nil); err != nil {
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

func (e *postgresEngine) close() error { return e.db.Close() }

func (e *postgresEngine) intsIn(expr string) string { return expr + " = ANY(?::bigint[])" }

func (e *postgresEngine) intList(ids []int64) any {
	if ids == nil {
		return []int64{}
	}
	return ids
}

func (e *postgresEngine) textsIn(expr string) string { return expr + " = ANY(?::text[])" }

func (e *postgresEngine) textList(texts []string) any {
	list := make([]string, len(texts))
	for i, s := range texts {
		list[i] = clean(s)
	}
	return list
}

func (e *postgresEngine) intTable() string {
	return "(SELECT value, place FROM unnest(?::bigint[]) WITH ORDINALITY AS list (value, place))"
}

func (e *postgresEngine) contains(expr string) string { return "strpos(" + expr + ", ?) > 0" }

func (e *postgresEngine) candidates(column string, patterns int) string {
	return "SELECT entry_id FROM entry_text WHERE indexed" + strings.Repeat(" AND "+column+" LIKE ?", patterns)
}

func (e *postgresEngine) pattern(term string) any {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(term) + "%"
}

// indexText does nothing: the server keeps its indexes itself.
func (e *postgresEngine) indexText(context.Context, executor, textChange) error { return nil }

func (e *postgresEngine) flushIndex(context.Context, executor) error { return nil }

func (e *postgresEngine) keep(expr string) string { return expr }

// branch ends each branch by itself: the planner would read and sort them all.
func (e *postgresEngine) branch(query, orderBy string) (string, bool) {
	return "SELECT * FROM (" + query + orderBy + " LIMIT ?) branch", true
}

func (e *postgresEngine) forUpdate() string { return " FOR UPDATE" }

func (e *postgresEngine) skipLocked() string { return " FOR UPDATE SKIP LOCKED" }

// changeRetention is how long other nodes can look up what changed.
const changeRetention = time.Hour

func (e *postgresEngine) notify(ctx context.Context, ex executor, node string, tags []cache.Tag) error {
	list, err := json.Marshal(tags)
	if err != nil {
		return fmt.Errorf("note changes: %w", err)
	}
	now := time.Now()
	rows, err := ex.query(ctx, "INSERT INTO change (at, node, tags) VALUES (?, ?, ?) RETURNING seq", []any{now.Unix(), node, string(list)})
	if err != nil {
		return fmt.Errorf("note changes: %w", err)
	}
	var seq int64
	for rows.Next() {
		err = rows.Scan(&seq)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("note changes: %w", err)
	}
	if _, err := ex.exec(ctx, "SELECT pg_notify('quoin_change', ?)", []any{node}); err != nil {
		return fmt.Errorf("announce changes: %w", err)
	}
	if seq%256 == 0 {
		if _, err := ex.exec(ctx, "DELETE FROM change WHERE at < ?", []any{now.Add(-changeRetention).Unix()}); err != nil {
			return fmt.Errorf("forget old changes: %w", err)
		}
	}
	return nil
}

// usedID keeps the sequence ahead of a given id.
func (e *postgresEngine) usedID(ctx context.Context, ex executor, table string, id int64) error {
	if _, err := ex.exec(ctx, "SELECT pg_advisory_xact_lock(?)", []any{int64(sequenceLock)}); err != nil {
		return fmt.Errorf("lock the ids of %s: %w", table, err)
	}
	sequence := table + "_id_seq"
	_, err := ex.exec(ctx, "SELECT setval('"+sequence+"', ?) FROM "+sequence+" WHERE last_value < ?", []any{id, id})
	if err != nil {
		return fmt.Errorf("raise the ids of %s to %d: %w", table, id, err)
	}
	return nil
}

func (e *postgresEngine) lastID(table string) string {
	return "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + table + "_id_seq"
}

func (e *postgresEngine) unique(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "23505"
}
