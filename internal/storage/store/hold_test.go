package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"quoin/internal/platform/fault"
	"quoin/internal/storage/store"
)

// TestHoldWrites holds writes while four write: what is there when the hold begins stays
// until it ends. A hold that is kept lasts until it is opened again.
func TestHoldWrites(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		count := func() (n int64) {
			if _, err := db.Tables("test").QueryRow(t.Context(), "SELECT COUNT(*) FROM audit", nil, &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		add := func(ctx context.Context) error {
			_, err := db.Tables("test").Exec(ctx, "INSERT INTO audit (at, actor_id, login, ip, action, subject, detail) VALUES ('2026-05-01T00:00:00', 1, '', '', 'x', '', '')")
			return err
		}
		stop := make(chan struct{})
		var stored, refused atomic.Int64
		var writers sync.WaitGroup
		for range 4 {
			writers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					switch err := add(t.Context()); {
					case err == nil:
						stored.Add(1)
					case errors.Is(err, fault.ErrReadOnly):
						refused.Add(1)
					default:
						t.Error(err)
						return
					}
				}
			})
		}
		for range 3 {
			err := db.HoldWrites(t.Context(), func(ctx context.Context, _ store.Keeper) error {
				before, was := count(), refused.Load()
				for refused.Load() < was+100 && !t.Failed() {
				}
				if got := count(); got != before {
					t.Errorf("%d rows came while writes were held", got-before)
				}
				if held, err := db.WritesHeld(ctx); err != nil || held == nil || held.Moved != nil {
					t.Errorf("%+v %v", held, err)
				}
				if err := db.Writable(ctx); !errors.Is(err, fault.ErrReadOnly) {
					t.Error(err)
				}
				if err := db.HoldWrites(ctx, func(context.Context, store.Keeper) error { return nil }); !errors.Is(err, store.ErrHolding) {
					t.Errorf("a second hold: %v", err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for was := stored.Load(); stored.Load() < was+5 && !t.Failed(); {
			}
		}
		close(stop)
		writers.Wait()
		if got := count(); got != stored.Load() {
			t.Errorf("%d rows, %d were stored", got, stored.Load())
		}
		if err := db.HoldWrites(t.Context(), func(ctx context.Context, keep store.Keeper) error { return keep(ctx, "o'there") }); err != nil {
			t.Fatal(err)
		}
		if err := add(t.Context()); !errors.Is(err, fault.ErrReadOnly) {
			t.Errorf("after it was moved: %v", err)
		}
		if held, err := db.WritesHeld(t.Context()); err != nil || held == nil || held.Moved == nil || held.Moved.To != "o'there" || !strings.HasSuffix(held.Moved.At, "Z") {
			t.Errorf("%+v %v", held, err)
		}
		if err := db.TidyHold(t.Context()); err != nil {
			t.Fatal(err)
		}
		if held, _ := db.WritesHeld(t.Context()); held == nil {
			t.Error("tidying opened it")
		}
		if err := db.ReopenWrites(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(add(t.Context()), db.Writable(t.Context())); err != nil {
			t.Error(err)
		}
		if held, err := db.WritesHeld(t.Context()); held != nil || err != nil {
			t.Errorf("%+v %v", held, err)
		}
	})
}
