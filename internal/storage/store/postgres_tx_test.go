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

// TestExpectedQueries expects queries in a transaction: they are told the same as without that,
// once, in one message with what comes before them; what nobody asks for is without effect, and
// one that can't run fails the transaction.
func TestExpectedQueries(t *testing.T) {
	t.Parallel()
	address, messages := server.Far(t, server.Database(t), 0)
	db := open(t, store.Config{URL: address})
	const text = "SELECT key, value, until FROM cached WHERE until > ? ORDER BY key"
	ask := func(ctx context.Context, least int64) (told []string) {
		err := store.Each(db, ctx, text, []any{least}, func(scan func(...any) error) error {
			var key, value string
			var until int64
			err := scan(&key, &value, &until)
			told = append(told, fmt.Sprint(key, value, until))
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return told
	}
	insert := func(ctx context.Context, key string, until int64) {
		if _, err := store.Exec(db, ctx, "INSERT INTO cached (key, value, until) VALUES (?, 'v', ?)", key, until); err != nil {
			t.Error(err)
		}
	}
	for round := range 2 {
		err := db.InTx(scope.Concurrent(t.Context(), "expected"), func(ctx context.Context) error {
			if _, err := store.Exec(db, ctx, "DELETE FROM cached"); err != nil {
				return err
			}
			insert(ctx, "a", 1)
			insert(ctx, "b", 2)
			from := messages()
			store.Expect(db, ctx, text, int64(0))
			store.Expect(db, ctx, text, int64(1))
			store.Expect(db, ctx, text, int64(7)) // never asked
			insert(ctx, "c", 3)
			if got := fmt.Sprint(ask(ctx, 0), ask(ctx, 1)); got != "[av1 bv2] [bv2]" {
				t.Errorf("%s is told", got)
			}
			if n := messages() - from; n != 1 && round > 0 { // the first time statements are prepared
				t.Errorf("%d messages", n)
			}
			if got := fmt.Sprint(ask(ctx, 1)); got != "[bv2 cv3]" {
				t.Errorf("%s is told the second time", got)
			}
			store.Expect(db, ctx, text, int64(2))
			if got := fmt.Sprint(ask(ctx, 2)); got != "[cv3]" {
				t.Errorf("%s is told of what is asked at once", got)
			}
			store.Expect(db, ctx, "SELECT nothing FROM nowhere") // not sent either
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	err := db.InTx(scope.Concurrent(t.Context(), "failing"), func(ctx context.Context) error {
		store.Expect(db, ctx, "SELECT nothing FROM nowhere")
		_, _ = store.Exec(db, ctx, "INSERT INTO cached (key, value, until) VALUES ('d', 'v', 4)")
		return nil
	})
	if err == nil {
		t.Error("a transaction is acknowledged whose expected query failed")
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
