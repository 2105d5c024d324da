package store_test

import (
	"context"
	"errors"
	"testing"

	"quoin/internal/storage/store"
)

// TestAlone has two nodes do the same work: the second passes it over while the first
// is at it, whatever else both do, and does it afterwards.
func TestAlone(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	here, other := open(t, config), open(t, config)
	broken := errors.New("broken")
	nothing := func(context.Context) error { return nil }
	for _, end := range []error{nil, broken} {
		ran, err := here.TryWithLock(t.Context(), "sweep", func(ctx context.Context) error {
			if ran, err := other.TryWithLock(ctx, "sweep", func(context.Context) error { return broken }); ran || err != nil {
				t.Errorf("at the same time: %v %v", ran, err)
			}
			if ran, err := other.TryWithLock(ctx, "dust", nothing); !ran || err != nil {
				t.Errorf("other work: %v %v", ran, err)
			}
			if err := other.SetOption(ctx, "a", 1); err != nil {
				t.Error(err)
			}
			return end
		})
		if !ran || !errors.Is(err, end) {
			t.Errorf("%v %v, want %v", ran, err, end)
		}
		if ran, err := other.TryWithLock(t.Context(), "sweep", nothing); !ran || err != nil {
			t.Errorf("afterwards: %v %v", ran, err)
		}
	}

	// A caller that goes away ends the lock too.
	ctx, cancel := context.WithCancel(t.Context())
	if ran, err := here.TryWithLock(ctx, "sweep", func(ctx context.Context) error { cancel(); return ctx.Err() }); !ran || !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", ran, err)
	}
	if ran, err := other.TryWithLock(t.Context(), "sweep", nothing); !ran || err != nil {
		t.Errorf("after one that was cancelled: %v %v", ran, err)
	}
}

func TestAloneOnOneNode(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	broken := errors.New("broken")
	if ran, err := db.TryWithLock(t.Context(), "sweep", func(context.Context) error { return broken }); !ran || !errors.Is(err, broken) {
		t.Errorf("%v %v", ran, err)
	}
}
