package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestFailedStatementFailsTheTransaction has transactions go on after a statement
// that failed, the first one or a later one: nothing of them is committed, and
// they are told so.
func TestFailedStatementFailsTheTransaction(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{URL: server.Database(t)})
	write := func(ctx context.Context, key string) error {
		_, err := store.Exec(db, ctx, "INSERT INTO cached (key, value, until) VALUES (?, '', 0)", key)
		return err
	}
	for before := range 2 {
		for after := range 2 {
			err := db.InTx(scope.Concurrent(t.Context(), "failed"), func(ctx context.Context) error {
				for n := range before {
					if err := write(ctx, fmt.Sprint("before ", n)); err != nil {
						t.Error(err)
					}
				}
				if _, err := store.Exec(db, ctx, "INSERT INTO cached (nothing) VALUES (1)"); err == nil {
					t.Error("the statement didn't fail")
				}
				var err error
				for n := range after {
					err = errors.Join(err, write(ctx, fmt.Sprint("after ", n)))
				}
				if after > 0 && err == nil {
					t.Error("a statement after one that failed was run")
				}
				return nil
			})
			if err == nil {
				t.Errorf("%d statements, one that failed, %d statements: acknowledged", before, after)
			}
		}
	}
	err := store.Each(db, t.Context(), "SELECT key FROM cached", nil, func(scan func(...any) error) error {
		var key string
		err := scan(&key)
		t.Errorf("%s the statement that failed is committed", key)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestFrozenNodeLetsOthersWrite has one node stand still in a transaction in which
// nobody else may write: the server takes it back, and others go on.
func TestFrozenNodeLetsOthersWrite(t *testing.T) {
	t.Parallel()
	address := server.Database(t)
	address += map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + "idle_in_transaction_session_timeout=300"
	frozen, other := open(t, store.Config{URL: address}), open(t, store.Config{URL: address})
	stands, wakes, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- frozen.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := store.Exec(frozen, ctx, "INSERT INTO cached (key, value, until) VALUES ('frozen', '', 0)"); err != nil {
				t.Error(err)
			}
			close(stands)
			<-wakes
			return nil
		})
	}()
	<-stands
	if err := other.SetOption(t.Context(), "other", true); err != nil {
		t.Errorf("a write beside a node that stands still: %v", err)
	}
	close(wakes)
	if err := <-ended; err == nil {
		t.Error("what the server took back was acknowledged")
	}
	if err := frozen.SetOption(t.Context(), "frozen", true); err != nil {
		t.Errorf("a write of the node that stood still: %v", err)
	}
}

// commitAwaited returns once a transaction in the database waits for the lock of another.
func commitAwaited(ctx context.Context, db *store.DB) error {
	for n := 0; n == 0; time.Sleep(time.Millisecond) {
		err := store.Each(db, ctx, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'", nil,
			func(scan func(...any) error) error { return scan(&n) })
		if err != nil {
			return err
		}
	}
	return nil
}

// TestCommitOutlivesItsCaller has the caller go away while the commit waits for
// others: it is told what became of it.
func TestCommitOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{URL: server.Database(t)})
	holds, lets := make(chan struct{}), make(chan struct{})
	first := make(chan error, 1)
	go func() {
		first <- db.InTx(t.Context(), func(ctx context.Context) error {
			err := db.SetOption(ctx, "first", true)
			close(holds)
			<-lets
			return err
		})
	}()
	<-holds
	// All of it is sent with the commit, which waits for the lock of the first.
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error, 1)
	go func() {
		waits <- commitAwaited(t.Context(), db)
		cancel()
		time.AfterFunc(100*time.Millisecond, func() { close(lets) })
	}()
	err := db.InTx(scope.Concurrent(ctx, "gone"), func(ctx context.Context) error {
		return store.Queue(db, ctx, "INSERT INTO cached (key, value, until) VALUES ('gone', '', 0)")
	})
	if err := errors.Join(<-waits, <-first); err != nil {
		t.Error(err)
	}
	value, found, readErr := db.Cached(t.Context(), "gone", time.Unix(-1, 0))
	if readErr != nil || found != (err == nil) {
		t.Errorf("told %v, but it is stored: %v %q %v", err, found, value, readErr)
	}
	if err != nil {
		t.Errorf("a commit that had begun: %v", err)
	}
}
