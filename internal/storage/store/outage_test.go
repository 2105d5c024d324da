package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

// keep stores a text of some size in the transaction of ctx.
func keep(ctx context.Context, db *store.DB, key string, size int) error {
	_, err := store.Exec(db, ctx, "INSERT INTO cached (key, value, until) VALUES (?, ?, 0)", key, strings.Repeat("x", size))
	return err
}

// kept are the keys of such texts.
func kept(t *testing.T, db *store.DB) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	err := store.Each(db, t.Context(), "SELECT key FROM cached", nil, func(scan func(...any) error) error {
		var key string
		err := scan(&key)
		keys[key] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

const large = 4 << 20

// pages bounds the file of a SQLite database to so many; 1 lets it not grow.
func pages(t *testing.T, db *store.DB, most int) {
	t.Helper()
	if err := db.InTx(t.Context(), func(ctx context.Context) error {
		_, err := store.Exec(db, ctx, fmt.Sprint("PRAGMA max_page_count = ", most))
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestFullDatabase(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	pages(t, db, 1)
	writeWhenFull(t, db)
	pages(t, db, 1<<30)
	if err := db.InTx(t.Context(), func(ctx context.Context) error { return keep(ctx, db, "later", large) }); err != nil {
		t.Error(err)
	}
}

// writeWhenFull writes to a database that has room for little. A transaction for
// which there is none leaves nothing, even one that goes on all the same; and what
// shares a commit with it is stored if and only if that was acknowledged.
func writeWhenFull(t *testing.T, db *store.DB) {
	t.Helper()
	stubborn := func(key string) error {
		return db.InTx(t.Context(), func(ctx context.Context) error {
			if err := keep(ctx, db, key+" before", 1); err != nil {
				return err
			}
			// A file system may have the commit find out.
			if err := keep(ctx, db, key+" large", large); err != nil && !errors.Is(err, fault.ErrFull) {
				t.Errorf("%s: %v", key, err)
			}
			_ = keep(ctx, db, key+" after", 1)
			return nil
		})
	}
	if err := stubborn("first"); !errors.Is(err, fault.ErrFull) {
		t.Errorf("acknowledged: %v", err)
	}
	if list := kept(t, db); len(list) != 0 {
		t.Errorf("stored by half: %v", list)
	}
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for j := range 25 {
				key := fmt.Sprint(i, " ", j)
				if (i+j)%4 == 0 {
					if err := stubborn(key); !errors.Is(err, fault.ErrFull) {
						t.Errorf("%s: %v", key, err)
					}
					continue
				}
				switch err := db.InTx(t.Context(), func(ctx context.Context) error { return keep(ctx, db, key, 1) }); {
				case err == nil:
					mu.Lock()
					acknowledged[key] = true
					mu.Unlock()
				case !errors.Is(err, fault.ErrFull):
					t.Errorf("%s: %v", key, err)
				}
			}
		})
	}
	writers.Wait()
	list := kept(t, db)
	if len(acknowledged) == 0 {
		t.Error("nothing was acknowledged")
	}
	for key := range list {
		if !acknowledged[key] {
			t.Errorf("%s is stored and was refused", key)
		}
	}
	for key := range acknowledged {
		if !list[key] {
			t.Errorf("%s is lost", key)
		}
	}
}

// TestUncertainCommit kills the server while it commits: neither success nor failure
// is told. One that didn't get as far wrote nothing, which is told.
func TestUncertainCommit(t *testing.T) {
	t.Parallel()
	var own pgtest.Server
	t.Cleanup(own.Stop)
	address := own.Database(t)
	db := open(t, store.Config{URL: address})
	other, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	holdCommits(t, other)
	ended := make(chan error, 1)
	go func() {
		ended <- db.InTx(scope.Concurrent(t.Context(), "uncertain"), func(ctx context.Context) error { return db.SetOption(ctx, "a", 1) })
	}()
	waitingCommit(t, other)
	own.Kill(t)
	if err := <-ended; !errors.Is(err, fault.ErrUncertain) {
		t.Errorf("during the commit: %v", err)
	}
	if err := db.SetOption(t.Context(), "b", 1); !errors.Is(err, fault.ErrUnavailable) || errors.Is(err, fault.ErrUncertain) {
		t.Errorf("after the end: %v", err)
	}
	own.Restart(t)
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err := db.SetOption(t.Context(), "c", 1); err == nil {
			break
		} else if time.Now().After(end) || !errors.Is(err, fault.ErrUnavailable) {
			t.Fatal(err)
		}
	}
}

// TestConnectionEndsAfterCommit has the server end a connection between a commit and
// its answer, as pg_terminate_backend and a restart may: the write is stored, and who
// asked for it must not be told that it failed.
func TestConnectionEndsAfterCommit(t *testing.T) {
	t.Parallel()
	cuts, arm := pgtest.Once("COMMIT")
	db := open(t, store.Config{URL: server.Cut(t, server.Database(t), cuts)})
	arm()
	err := insertAtOnce(t.Context(), db, "cut")
	if !errors.Is(err, fault.ErrUncertain) {
		t.Errorf("after the commit: %v", err)
	}
	if !kept(t, db)["cut"] {
		t.Error("the test cut off nothing that was stored")
	}
}

// insertAtOnce sends all of a transaction in one message.
func insertAtOnce(ctx context.Context, db *store.DB, key string) error {
	return db.InTx(scope.Concurrent(ctx, "cut"), func(ctx context.Context) error {
		return store.Queue(db, ctx, "INSERT INTO cached (key, value, until) VALUES (?, '', 0)", key)
	})
}

// TestConnectionEndsBeforeBegin has the server end connections that nobody uses, as a
// restart does: a transaction that finds out with its first message, which may be its
// last, did nothing, and is told so.
func TestConnectionEndsBeforeBegin(t *testing.T) {
	t.Parallel()
	address := server.Database(t)
	db := open(t, store.Config{URL: address})
	for i := range 5 {
		if err := insertAtOnce(t.Context(), db, fmt.Sprint("before ", i)); err != nil {
			t.Fatal(err)
		}
		pgtest.Exec(t, address, "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		key := fmt.Sprint("after ", i)
		err := insertAtOnce(t.Context(), db, key)
		// A connection that was idle for a second is tried first and replaced.
		if errors.Is(err, fault.ErrUncertain) || err != nil && !errors.Is(err, fault.ErrUnavailable) {
			t.Errorf("%s: %v", key, err)
		}
		for range 5 { // as many as the pool may have kept
			if _, later := db.Options(scope.New(t.Context())); later == nil {
				break
			}
		}
		if kept(t, db)[key] != (err == nil) {
			t.Errorf("%s: told %v, stored: %v", key, err, err != nil)
		}
	}
}

// TestOutageDuringOptions has the server go away before a transaction asks for the version
// of the options, which are remembered: whoever goes on without them can tell why.
func TestOutageDuringOptions(t *testing.T) {
	t.Parallel()
	var own pgtest.Server
	t.Cleanup(own.Stop)
	db := open(t, store.Config{URL: own.Database(t)})
	if _, err := db.Options(scope.New(t.Context())); err != nil {
		t.Fatal(err)
	}
	own.Kill(t)
	defer own.Restart(t)
	ctx := scope.New(t.Context())
	if err := db.InTx(ctx, func(ctx context.Context) error {
		if _, err := db.Options(ctx); !errors.Is(err, fault.ErrUnavailable) {
			t.Errorf("options: %v", err)
		}
		return db.SetOption(ctx, "a", 1)
	}); err == nil {
		t.Error("a write without a server was acknowledged")
	}
	if err := scope.Failure(ctx); !errors.Is(err, fault.ErrUnavailable) {
		t.Errorf("noted: %v", err)
	}
}

// TestTerminatedCommit has an operator end the connection of a commit, as a restart of
// the server does: the server says so, but not whether the commit was done.
func TestTerminatedCommit(t *testing.T) {
	t.Parallel()
	address := server.Database(t)
	db := open(t, store.Config{URL: address})
	other, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	holdCommits(t, other)
	ended := make(chan error, 1)
	go func() {
		ended <- db.InTx(scope.Concurrent(t.Context(), "terminated"), func(ctx context.Context) error { return db.SetOption(ctx, "a", 1) })
	}()
	if _, err := other.ExecContext(t.Context(), "SELECT pg_terminate_backend($1)", waitingCommit(t, other)); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, fault.ErrUncertain) {
		t.Errorf("a commit whose connection was ended: %v", err)
	}
}

// holdCommits lets no transaction that changed something end until the test does.
func holdCommits(t *testing.T, db *sql.DB) {
	t.Helper()
	tx, err := db.BeginTx(context.WithoutCancel(t.Context()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tx.Rollback() })
	if _, err := tx.ExecContext(t.Context(), "LOCK TABLE change IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
}

// waitingCommit waits until a commit in the database waits to note its changes, and
// gives the process of its connection.
func waitingCommit(t *testing.T, db *sql.DB) (pid int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		err := db.QueryRowContext(t.Context(), `SELECT pid FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event = 'relation' AND query LIKE '%INTO change%'`).Scan(&pid)
		if err == nil {
			return pid
		}
		if !errors.Is(err, sql.ErrNoRows) {
			t.Fatal(err)
		}
	}
	t.Fatal("the commit doesn't wait")
	return 0
}

// TestCancelledStatement has the server cancel the statement that a commit waits in, as
// its statement_timeout does: nothing was stored, and the caller may try again.
func TestCancelledStatement(t *testing.T) {
	t.Parallel()
	address := server.Database(t)
	db := open(t, store.Config{URL: address})
	other, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	holdCommits(t, other)
	ended := make(chan error, 1)
	go func() {
		ended <- db.InTx(scope.Concurrent(t.Context(), "cancelled"), func(ctx context.Context) error { return db.SetOption(ctx, "a", 1) })
	}()
	if _, err := other.ExecContext(t.Context(), "SELECT pg_cancel_backend($1)", waitingCommit(t, other)); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, fault.ErrUnavailable) || errors.Is(err, fault.ErrUncertain) {
		t.Errorf("a commit whose statement was cancelled: %v", err)
	}
	options, err := db.Options(scope.New(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	if value, stored := options.Get("a"); stored {
		t.Errorf("it was stored: %v", value)
	}
}
