package app

import (
	"context"
	"errors"
	"testing"

	"quoin/internal/storage/store"
)

// TestPoolIsFull tells that requests wait for connections when they do so look after look,
// not for a moment.
func TestPoolIsFull(t *testing.T) {
	t.Parallel()
	p := []store.Pool{{Name: "read", Most: 14}, {Name: "write", Most: 24}}
	look := poolLook(func() []store.Pool { return p })
	try := func(used, waits int64) error {
		p[1].Used, p[1].Waits = used, p[1].Waits+waits
		return look(context.Background())
	}
	for range fullFor - 1 {
		if err := try(24, 3); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(try(20, 1), try(24, 2), try(24, 0)); err != nil {
		t.Errorf("after a free one: %v", err)
	}
	var err error
	for range fullFor {
		err = try(24, 1)
	}
	if !errors.Is(err, errPoolFull) {
		t.Errorf("for long: %v", err)
	}
	if err := try(3, 0); err != nil {
		t.Errorf("free again: %v", err)
	}
}
