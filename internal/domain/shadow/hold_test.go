package shadow

import (
	"context"
	"errors"
	"strconv"
	"strings"
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
		s := &Switcher{Store: store, Clock: time.Now, Delta: func(ctx context.Context, r Round) error {
			if !r.Held {
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

// What changed is taken as often as it takes until that is short, before writes wait. They
// don't where it never is.
func TestSwitchTakesRounds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes []time.Duration // of the rounds; the last goes on
		want  string
		fails bool
	}{
		"short at once":         {[]time.Duration{time.Hour, time.Second}, "1 2 held", false},
		"shorter and shorter":   {[]time.Duration{time.Hour, 5 * time.Minute, time.Minute, 15 * time.Second, 5 * time.Second}, "1 2 3 4 5 held", false},
		"middling":              {[]time.Duration{time.Hour, time.Minute, 15 * time.Second}, "1 2 3 4 held", false},
		"longer than may waits": {[]time.Duration{time.Hour, time.Minute, 25 * time.Second}, "1 2 3 4", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := &memory{phase: Phase{Name: Old}}
				var rounds []string
				err := (&Switcher{Store: store, Clock: time.Now, Delta: func(_ context.Context, r Round) error {
					p, err := store.ShadowPhase(t.Context())
					if (p.Name == Holding) != r.Held {
						t.Errorf("%+v in phase %s", r, p.Name)
					}
					time.Sleep(c.takes[min(len(rounds), len(c.takes)-1)])
					rounds = append(rounds, strconv.Itoa(r.Number))
					if r.Held {
						rounds[len(rounds)-1] = "held"
					}
					return err
				}}).Switch(t.Context())
				if got := strings.Join(rounds, " "); got != c.want || (err != nil) != c.fails || c.fails && !errors.Is(err, errTooLong) {
					t.Errorf("%s: %v", got, err)
				}
			})
		})
	}
}
