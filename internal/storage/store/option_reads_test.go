package store_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// A transaction that stores many things reads the options once, also where nothing is
// cached, and sees what it changes of them.
func TestOptionsAreReadOnceInATransaction(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		reads := 0
		ctx := store.Watch(t.Context(), func(text string, _ []any) error {
			if strings.Contains(text, "FROM site_option") {
				reads++
			}
			return nil
		})
		err := db.InTx(ctx, func(ctx context.Context) error {
			for range 20 {
				e := &content.Entry{Type: content.TypePost, Status: content.Publish, Title: "One", Date: "2026-01-02T03:04:05", DateUTC: "2026-01-02T03:04:05",
					Modified: "2026-01-02T03:04:05", ModifiedUTC: "2026-01-02T03:04:05", Meta: content.Meta{"mood": {"wry"}}}
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
				if _, err := db.Options(ctx); err != nil {
					return err
				}
			}
			if reads != 1 {
				t.Errorf("the options were read %d times", reads)
			}
			for n := range int64(2) {
				if err := db.SetOption(ctx, "counted", n); err != nil {
					return err
				}
				all, err := db.Options(ctx)
				if err != nil {
					return err
				}
				if store.Stored(all, "counted") != n {
					t.Errorf("the transaction sees %v, not %d", store.Stored(all, "counted"), n)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
