package store_test

import (
	"context"
	"testing"
	"time"

	"quoin/internal/storage/store"
)

// TestListeningIsTold ends the connection that listens: whoever follows hears that it is
// gone, and that it is back.
func TestListeningIsTold(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{URL: server.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	told := make(chan error, 10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go db.Follow(ctx, store.Follower{
		ChangedSomehow: func() {}, Lost: func() {}, Found: func() {}, Listening: func(err error) { told <- err }, Awake: store.NewAwake(),
	})
	next := func(when string, works bool) {
		t.Helper()
		select {
		case err := <-told:
			if (err == nil) != works {
				t.Errorf("%s: %v", when, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: nothing is told", when)
		}
	}
	next("at first", true)
	var n int64
	if _, err := db.Tables("test").QueryRow(ctx, "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_advisory_lock_shared%'", nil, &n); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	next("ended", false)
	next("again", true)
	if pools := db.Pools(); len(pools) != 2 || pools[0].Most == 0 || pools[1].Most == 0 {
		t.Errorf("%+v", pools)
	}
}
