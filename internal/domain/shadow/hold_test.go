package shadow

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A switch that takes longer than writes may wait ends, leaves all as it was, and says what
// to do instead.
func TestSwitchThatTakesTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &memory{phase: Phase{Name: Old}}
		deltas := 0
		s := &Switcher{Store: store, Clock: time.Now, Delta: func(ctx context.Context) error {
			if deltas++; deltas == 1 {
				return nil // nobody waits yet
			}
			<-ctx.Done()
			return ctx.Err()
		}}
		if err := s.Switch(t.Context()); !errors.Is(err, errTooLong) {
			t.Error(err)
		}
		if p, err := store.ShadowPhase(t.Context()); err != nil || p.Name != Old {
			t.Errorf("%+v %v", p, err)
		}
	})
}
