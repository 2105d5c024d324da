package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"quoin/internal/scope"
	"quoin/internal/store"
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
			err := db.InTx(scope.Beside(t.Context(), "failed"), func(ctx context.Context) error {
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
