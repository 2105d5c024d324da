package extensions

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"quoin/internal/platform/fault"
)

// TestWhenAvailable tries again what failed since the database was away, and nothing else.
func TestWhenAvailable(t *testing.T) {
	away, defect := fmt.Errorf("a: %w", fault.ErrUnavailable), errors.New("a defect")
	for name, c := range map[string]struct {
		fails int // so many tries, -1 all
		err   error
		tries int
		want  error
	}{
		"there":       {0, nil, 1, nil},
		"soon there":  {3, away, 4, nil},
		"never there": {-1, away, 12, fault.ErrUnavailable},
		"a defect":    {-1, defect, 1, defect},
		"only read":   {-1, fault.ErrReadOnly, 1, fault.ErrReadOnly},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				err := whenAvailable(t.Context(), 10*time.Second+time.Millisecond, func() error {
					if tries++; tries <= c.fails || c.fails < 0 {
						return c.err
					}
					return nil
				})
				if !errors.Is(err, c.want) || tries != c.tries {
					t.Errorf("%v after %d tries", err, tries)
				}
			})
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := whenAvailable(ctx, time.Hour, func() error { return away }); !errors.Is(err, fault.ErrUnavailable) {
		t.Error(err)
	}
}
