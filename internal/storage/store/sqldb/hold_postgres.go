package sqldb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"quoin/internal/platform/datafolder"
)

// Writes are held by triggers on all tables, which call one function: it refuses while a
// connection has a lock, so that nothing is held any more when who had it is killed. When
// the site was moved away, it refuses always, and its comment says where the site is.
const (
	holdFunction = "quoin_writes_held"
	holdTrigger  = "quoin_writes_held"

	holdBody = "CREATE OR REPLACE FUNCTION " + holdFunction + "() RETURNS trigger LANGUAGE plpgsql AS $hold$ BEGIN" +
		" IF NOT pg_try_advisory_xact_lock_shared(%d) THEN RAISE EXCEPTION 'the site is being moved' USING ERRCODE = 'read_only_sql_transaction'; END IF;" +
		" RETURN NULL; END $hold$"
	keptBody = "CREATE OR REPLACE FUNCTION " + holdFunction + "() RETURNS trigger LANGUAGE plpgsql AS $hold$ BEGIN" +
		" RAISE EXCEPTION 'the site was moved away' USING ERRCODE = 'read_only_sql_transaction';" +
		" RETURN NULL; END $hold$"
)

// written are the tables that tell of other tables, or of passing things: these are
// written while writes are held.
var writtenAlways = []string{"migration", "extension_migration", "change", "change_history", "cached"}

// holdBeat is how often the connection that holds is used, so that nobody between takes
// it for one that is forgotten, and that its end is found.
const holdBeat = 5 * time.Second

func (e *postgresEngine) hold(ctx context.Context, fn func(context.Context, func(context.Context, datafolder.Moved) error) error) (err error) {
	conn, release, err := e.own(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer release()
	var held bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(holdLock)).Scan(&held); err != nil {
		return fmt.Errorf("hold writes: %w", err)
	}
	if !held {
		return ErrHolding
	}
	kept := false
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockTimeout)
		defer cancel()
		if !kept {
			err = errors.Join(err, dropHold(ctx, conn))
		}
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", int64(holdLock)); err != nil {
			_ = conn.Close(ctx) // which ends the lock too
		}
	}()
	if err := makeHold(ctx, conn); err != nil {
		return fmt.Errorf("hold writes: %w", err)
	}
	// One statement at a time, of the beat and of who keeps the hold.
	var mu sync.Mutex
	inner, lost := context.WithCancelCause(ctx)
	beating, stop := context.WithCancel(inner)
	var beats sync.WaitGroup
	beats.Go(func() {
		ticker := time.NewTicker(holdBeat)
		defer ticker.Stop()
		for {
			select {
			case <-beating.Done():
				return
			case <-ticker.C:
			}
			mu.Lock()
			err := conn.Ping(context.WithoutCancel(ctx))
			mu.Unlock()
			if err != nil {
				lost(fmt.Errorf("writes aren't held any more: %w", err))
				return
			}
		}
	})
	err = fn(inner, func(ctx context.Context, m datafolder.Moved) error {
		mu.Lock()
		defer mu.Unlock()
		// With an error nobody knows whether it is kept, so it isn't taken away.
		kept = true
		return keepHold(ctx, conn, m)
	})
	if cause := context.Cause(inner); cause != nil && ctx.Err() == nil {
		err = errors.Join(err, cause)
	}
	stop()
	beats.Wait()
	lost(nil)
	return err
}

// makeHold waits for all transactions that write, and has those that come refused.
func makeHold(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(t pgx.Tx) error {
		for _, lock := range []int64{migrateLock, writeLock} {
			if _, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lock); err != nil {
				return err
			}
		}
		if _, err := t.Exec(ctx, fmt.Sprintf(holdBody, int64(holdLock))); err != nil {
			return err
		}
		tables, err := heldTables(ctx, t)
		if err != nil {
			return err
		}
		var text strings.Builder
		for _, name := range tables {
			name = pgx.Identifier{name}.Sanitize()
			fmt.Fprintf(&text, "DROP TRIGGER IF EXISTS %s ON %s; CREATE TRIGGER %[1]s BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %[2]s FOR EACH STATEMENT EXECUTE FUNCTION %[3]s();\n",
				holdTrigger, name, holdFunction)
		}
		_, err = t.Exec(ctx, text.String())
		return err
	})
}

// heldTables are the tables that nobody writes to while writes are held.
func heldTables(ctx context.Context, t pgx.Tx) ([]string, error) {
	rows, err := t.Query(ctx, "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"+
		" AND relname <> ALL($1) ORDER BY relname", writtenAlways)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func keepHold(ctx context.Context, conn *pgx.Conn, m datafolder.Moved) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(t pgx.Tx) error {
		if _, err := t.Exec(ctx, keptBody); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "COMMENT ON FUNCTION "+holdFunction+"() IS '"+strings.ReplaceAll(string(text), "'", "''")+"'")
		return err
	})
}

// dropHoldWait bounds the wait for readers of a table whose trigger goes. A trigger that
// stays lets everybody write once the lock is gone.
const dropHoldWait = "2s"

// dropHold lets everybody write again.
func dropHold(ctx context.Context, conn *pgx.Conn) error {
	// What lets everybody write must not wait for the tidying.
	err := pgx.BeginFunc(ctx, conn, func(t pgx.Tx) error {
		_, err := t.Exec(ctx, "DO $do$ BEGIN IF to_regprocedure('"+holdFunction+"()') IS NOT NULL THEN EXECUTE $make$"+
			fmt.Sprintf(holdBody, int64(holdLock))+"$make$; COMMENT ON FUNCTION "+holdFunction+"() IS NULL; END IF; END $do$")
		return err
	})
	if err != nil {
		return fmt.Errorf("let everybody write: %w", err)
	}
	err = pgx.BeginFunc(ctx, conn, func(t pgx.Tx) error {
		if _, err := t.Exec(ctx, "SET LOCAL lock_timeout = '"+dropHoldWait+"'"); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "DROP FUNCTION IF EXISTS "+holdFunction+"() CASCADE")
		return err
	})
	var pe *pgconn.PgError
	if errors.As(err, &pe) && (pe.Code == "55P03" || pe.Code == "40P01") {
		return nil
	}
	return err
}

func (e *postgresEngine) held(ctx context.Context, db *DB) (*Held, error) {
	var comment string
	var locked bool
	made, err := db.One(ctx, "SELECT COALESCE(obj_description(p.oid, 'pg_proc'), ''), EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory'"+
		" AND l.classid = ? AND l.objid = ? AND l.objsubid = 1 AND l.mode = 'ExclusiveLock' AND l.granted"+
		" AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))"+
		" FROM pg_proc p WHERE p.proname = '"+holdFunction+"' AND p.pronamespace = current_schema()::regnamespace",
		[]any{int64(holdLock) >> 32, int64(holdLock) & 0xffffffff}, &comment, &locked)
	switch {
	case err != nil:
		return nil, fmt.Errorf("ask whether writes are held: %w", err)
	case !made || comment == "" && !locked:
		return nil, nil
	case comment == "":
		return &Held{}, nil
	}
	m := new(datafolder.Moved)
	if json.Unmarshal([]byte(comment), m) != nil {
		m.To = "another place"
	}
	return &Held{m}, nil
}

func (e *postgresEngine) reopen(ctx context.Context) error {
	var there bool
	if err := e.db.QueryRowContext(ctx, "SELECT to_regprocedure('"+holdFunction+"()') IS NOT NULL").Scan(&there); err != nil || !there {
		return err
	}
	conn, release, err := e.own(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer release()
	var mine bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(holdLock)).Scan(&mine); err != nil {
		return err
	}
	if !mine {
		return ErrHolding
	}
	err = dropHold(ctx, conn)
	_, end := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", int64(holdLock))
	return errors.Join(err, end)
}
