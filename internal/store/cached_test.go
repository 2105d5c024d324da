package store

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"
)

func TestCached(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	now := time.Unix(1_000_000, 0)
	get := func(key string, at time.Time) string {
		t.Helper()
		v, ok, err := db.Cached(t.Context(), key, at)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return "-"
		}
		return v
	}
	for _, v := range []string{"one", "two"} {
		if err := db.SetCached(t.Context(), "a", v, now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if got := get("a", now) + get("a", now.Add(time.Hour)) + get("b", now); got != "two--" {
		t.Errorf("cached %q", got)
	}
	err = db.InTx(t.Context(), func(ctx context.Context) error {
		for i := range maxCached + 5 {
			if err := db.SetCached(ctx, fmt.Sprint(i), "x", now, now.Add(2*time.Hour+time.Duration(i)*time.Second)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := get("a", now) + get("3", now) + get("7", now); got != "--x" {
		t.Errorf("the first to end go first: %q", got)
	}
}
