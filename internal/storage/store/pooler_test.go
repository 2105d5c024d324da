package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestPoolerIsNoticed starts through PgBouncer without an address of the server, also
// where it was told to swallow settings: it is refused, in words that help.
func TestPoolerIsNoticed(t *testing.T) {
	t.Parallel()
	for _, more := range []string{"", "ignore_startup_parameters = jit, idle_in_transaction_session_timeout"} {
		db, err := store.Open(t.Context(), store.Config{URL: server.Pooled(t, server.Database(t), more)})
		if err == nil {
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "QUOIN_DATABASE_LISTEN_URL") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", more, err)
		}
	}
}

// TestThroughPooler has two nodes write through PgBouncer, which gives each transaction
// another connection: nothing is lost, and both hear of each other.
func TestThroughPooler(t *testing.T) {
	t.Parallel()
	address := server.Database(t)
	cfg := store.Config{URL: server.Pooled(t, address), ListenURL: address}
	one, two := open(t, cfg), open(t, cfg)
	follow, stop := context.WithCancel(t.Context())
	heard, ended := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		ended <- two.Follow(follow, store.Follower{Lost: func() {}, Found: func() {}, ChangedSomehow: func() {}, Changed: func([]cache.Tag) {
			select {
			case heard <- struct{}{}:
			default:
			}
		}})
	}()
	var writers sync.WaitGroup
	const each = 20
	for w := range 8 {
		db := []*store.DB{one, two}[w%2]
		writers.Go(func() {
			for i := range each {
				ctx := t.Context()
				if i%4 != 0 {
					ctx = scope.Concurrent(ctx, "pooled")
				}
				key := fmt.Sprint(w, " ", i)
				err := db.InTx(ctx, func(ctx context.Context) error {
					if err := store.Queue(db, ctx, "INSERT INTO cached (key, value, until) VALUES (?, '', 0)", key+" a"); err != nil {
						return err
					}
					return keep(ctx, db, key+" b", 10)
				})
				if err != nil {
					t.Errorf("%s: %v", key, err)
				}
			}
		})
	}
	writers.Wait()
	if n := len(kept(t, two)); n != 2*8*each {
		t.Errorf("%d rows of %d", n, 2*8*each)
	}
	// Its first look only learns where the changes begin.
	for i, hears := 0, false; !hears; i++ {
		if err := one.SetOption(t.Context(), "a", i); err != nil {
			t.Fatal(err)
		}
		select {
		case <-heard:
			hears = true
		case <-time.After(store.FollowEvery):
		}
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// Only one of them does what one node does.
	if ran, err := one.TryWithLock(t.Context(), "work", func(context.Context) error {
		if ran, err := two.TryWithLock(t.Context(), "work", func(context.Context) error { return nil }); ran || err != nil {
			t.Errorf("both do it: %v", err)
		}
		return nil
	}); !ran || err != nil {
		t.Errorf("nobody does it: %v", err)
	}
}
