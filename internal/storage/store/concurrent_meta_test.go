package store_test

import (
	"context"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestLockedEntryHasTheMetaOfOthers has a transaction wait for an entry to which
// another one gives its first meta.
func TestLockedEntryHasTheMetaOfOthers(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{URL: server.Database(t)})
	e := &content.Entry{Type: "post", Status: content.Publish, Title: "a", Slug: "a"}
	if err := db.InsertEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	locked, read := make(chan struct{}), make(chan error)
	go func() {
		<-locked
		read <- db.InTx(scope.Concurrent(t.Context(), "second", e.ID), func(ctx context.Context) error {
			now, err := db.EntryByID(ctx, e.ID)
			if err == nil && now.Meta.Text("k") != "v" {
				t.Errorf("the meta of a locked entry is %v", now.Meta)
			}
			return err
		})
	}()
	err := db.InTx(scope.Concurrent(t.Context(), "first", e.ID), func(ctx context.Context) error {
		if _, err := db.EntryByID(ctx, e.ID); err != nil {
			return err
		}
		if err := db.SetEntryMeta(ctx, e.ID, "k", "v"); err != nil {
			return err
		}
		close(locked)
		for waits, deadline := false, time.Now().Add(10*time.Second); !waits; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("nobody waits for the entry")
				return nil
			}
			err := store.Each(db, t.Context(), "SELECT 1 FROM pg_locks l JOIN pg_database d ON d.datname = current_database()"+
				" WHERE NOT l.granted AND l.locktype = 'transactionid' AND l.pid IN (SELECT pid FROM pg_stat_activity WHERE datid = d.oid)", nil,
				func(func(...any) error) error { waits = true; return nil })
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
}
