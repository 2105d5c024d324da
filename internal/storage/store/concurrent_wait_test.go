package store_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestWaitForOneOfTwoEntries has a transaction wait for an entry while another one
// stores a second entry that it names too: what it has of that is either under its
// lock or not there yet, so that no update by others in between gets lost.
func TestWaitForOneOfTwoEntries(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	db, other := open(t, config), open(t, config)
	first, second := &content.Entry{Type: "post", Slug: "first"}, &content.Entry{Type: "post", Slug: "second"}
	if err := db.InsertEntry(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	add := func(ctx context.Context, db *store.DB, e *content.Entry, text string) error {
		e = e.Clone()
		e.Title += text
		return db.UpdateEntry(ctx, e)
	}
	stored := make(chan struct{})
	third := make(chan error, 1)
	waiter := make(chan error, 1)
	go func() {
		<-stored
		waiter <- other.InTx(scope.Concurrent(t.Context(), "waiter", first.ID, second.ID), func(ctx context.Context) error {
			found, err := other.EntriesByID(ctx, []int64{first.ID, second.ID})
			if err != nil {
				return err
			}
			go func() {
				third <- db.InTx(scope.Concurrent(t.Context(), "third", second.ID), func(ctx context.Context) error {
					e, err := db.EntryByID(ctx, second.ID)
					if err != nil {
						return err
					}
					return add(ctx, db, e, "<third>")
				})
			}()
			if err := lockAwaited(t.Context(), db, third); err != nil {
				return err
			}
			e := found[second.ID]
			if e == nil {
				if e, err = other.EntryByID(ctx, second.ID); err != nil {
					return err
				}
			}
			return add(ctx, other, e, "<waiter>")
		})
	}()
	err := db.InTx(scope.Concurrent(t.Context(), "first", first.ID), func(ctx context.Context) error {
		if _, err := db.EntryByID(ctx, first.ID); err != nil {
			return err
		}
		if err := db.InsertEntry(ctx, second); err != nil {
			return err
		}
		close(stored)
		return lockAwaited(t.Context(), db, waiter)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(<-waiter, <-third); err != nil {
		t.Fatal(err)
	}
	e, err := db.EntryByID(t.Context(), second.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains([]string{"<third><waiter>", "<waiter><third>"}, e.Title) {
		t.Errorf("of two updates %q is left", e.Title)
	}
}

// lockAwaited returns once a transaction in the database waits for a row, or one
// is over.
func lockAwaited(ctx context.Context, db *store.DB, over chan error) error {
	for n := 0; n == 0 && len(over) == 0; time.Sleep(time.Millisecond) {
		err := store.Each(db, ctx, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"+
			" AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')", nil,
			func(scan func(...any) error) error { return scan(&n) })
		if err != nil {
			return err
		}
	}
	return nil
}
