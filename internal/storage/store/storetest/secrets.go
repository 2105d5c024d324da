package storetest

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"

	"quoin/internal/domain/site"
	"quoin/internal/storage/store"
)

// secrets are made once, also when several ask at the same time, and not by
// transactions that are taken back.
func secrets(t *testing.T, db *store.DB) {
	undone := errors.New("undone")
	var lost []byte
	err := db.InTx(background, func(ctx context.Context) error {
		lost = get(db.Secret(ctx, "one"))(t)
		if again := get(db.Secret(ctx, "one"))(t); !bytes.Equal(lost, again) {
			t.Error("one transaction sees two secrets")
		}
		return undone
	})
	wantErr(t, err, undone)
	keys := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			var err error
			if keys[i], err = db.Secret(background, "one"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, k := range keys {
		if len(k) < site.SecretSize || !bytes.Equal(k, keys[0]) || bytes.Equal(k, lost) {
			t.Fatalf("secrets %x, one taken back was %x", keys, lost)
		}
	}
	if other := get(db.Secret(background, "other"))(t); bytes.Equal(other, keys[0]) {
		t.Error("two names have one secret")
	}
	if got := optionsOf(background, t, db); len(got) != 0 {
		t.Errorf("secrets are among the options: %v", got)
	}
}
