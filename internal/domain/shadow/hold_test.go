package shadow

import (
	"context"
	"errors"
	"log/slog"
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
		s := &Switcher{Store: store, Clock: time.Now, Unserved: true, Delta: func(ctx context.Context, r Round) error {
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

// A switch that no server would hear of is refused and changes nothing, unless it is wanted so.
func TestSwitchThatNobodyHears(t *testing.T) {
	t.Parallel()
	store := &memory{phase: Phase{Name: Old}}
	s := &Switcher{Store: store, Clock: time.Now, Delta: func(context.Context, Round) error {
		t.Error("the old site was read")
		return nil
	}}
	if err := s.Switch(t.Context()); !errors.Is(err, ErrUnserved) {
		t.Error(err)
	}
	if p, err := store.ShadowPhase(t.Context()); err != nil || p.Name != Old || p.Turn != 0 {
		t.Errorf("%+v %v", p, err)
	}
	s.Unserved, s.Delta = true, nil
	if err := s.Switch(t.Context()); err != nil {
		t.Error(err)
	}
	s.Unserved = false // the way back is open, and to where the site is already
	if err := s.Switch(t.Context()); !errors.Is(err, ErrAlready) {
		t.Error(err)
	}
	if err := s.Back(t.Context()); err != nil {
		t.Error(err)
	}
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
		"longer than may wait":  {[]time.Duration{time.Hour, time.Minute, 25 * time.Second}, "1 2 3 4 5 6 7 8 9 10", true},
		"longer by turns":       {[]time.Duration{time.Hour, time.Minute, 25 * time.Second, 27 * time.Second, 18 * time.Second, 15 * time.Second}, "1 2 3 4 5 6 7 held", false},
		"longer when it counts": {[]time.Duration{time.Hour, 8 * time.Second, 22 * time.Second, 8 * time.Second}, "1 2 held 3 held", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := &memory{phase: Phase{Name: Old}}
				var rounds []string
				err := (&Switcher{Store: store, Clock: time.Now, Unserved: true, Delta: func(ctx context.Context, r Round) error {
					p, err := store.ShadowPhase(t.Context())
					if (p.Name == Holding) != r.Held {
						t.Errorf("%+v in phase %s", r, p.Name)
					}
					select {
					case <-time.After(c.takes[min(len(rounds), len(c.takes)-1)]):
					case <-ctx.Done():
						err = ctx.Err()
					}
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

// Where the owner lets writes wait for longer, the nodes hear again and again that they do: a
// write that waits for two minutes goes to the site whose turn it is then, and the rounds before
// may take as much longer.
func TestWritesWaitAsLongAsTheOwnerSays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &memory{phase: Phase{Name: Old}}
		node := &Shadow{Config: Config{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler)}, id: "one", gate: newGate(), tally: newTally()}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() { _ = node.follow(ctx) }()
		synctest.Wait()
		held := make(chan string, 1)
		s := &Switcher{Store: store, Clock: time.Now, Hold: 3 * time.Minute, Delta: func(bounded context.Context, r Round) error {
			if !r.Held {
				time.Sleep(80 * time.Second)
				return nil
			}
			go func() {
				phase, err := node.gate.enter(ctx, time.Now)
				if err != nil {
					phase = err.Error()
				}
				held <- phase
			}()
			select {
			case <-time.After(2 * time.Minute):
			case phase := <-held:
				t.Errorf("a write went on at %s", phase)
			case <-bounded.Done():
			}
			return bounded.Err()
		}}
		if err := s.Switch(ctx); err != nil {
			t.Error(err)
		}
		if phase := <-held; phase != Switched {
			t.Errorf("the write went to %s", phase)
		}
	})
}

// A node that doesn't hear that writes are held still lets them go on after a while: the switch
// gives up before.
func TestSwitchThatANodeDoesNotHear(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &memory{phase: Phase{Name: Old}}
		start := time.Now()
		hear := func() {
			p, err := store.ShadowPhase(t.Context())
			if err == nil {
				err = store.NoteShadowNode(t.Context(), Node{ID: "one", Turn: p.Turn, Seen: stamp(time.Now())}, "")
			}
			if err != nil {
				t.Error(err)
			}
		}
		hear()
		s := &Switcher{Store: store, Clock: time.Now, Hold: MaxHold, Delta: func(ctx context.Context, r Round) error {
			if r.Held {
				<-ctx.Done()
			}
			return ctx.Err()
		}}
		go func() { time.Sleep(time.Second); hear() }()
		if err := s.Switch(t.Context()); !errors.Is(err, errUnheard) || errors.Is(err, errTooLong) {
			t.Error(err)
		}
		if took := time.Since(start); took >= holdFor {
			t.Errorf("it gave up after %v, when the node may let writes go on", took)
		}
		if p, err := store.ShadowPhase(t.Context()); err != nil || p.Name != Old {
			t.Errorf("%+v %v", p, err)
		}
	})
}

// A server that was just started doesn't know yet whose turn it is, so writes wait.
func TestWritesWaitForTheFirstLook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		went := make(chan string, 1)
		go func() { phase, _ := g.enter(t.Context(), time.Now); went <- phase }()
		synctest.Wait()
		select {
		case phase := <-went:
			t.Errorf("a write went to %q", phase)
		default:
		}
		g.look(Phase{Name: Switched, Turn: 2}, time.Now())
		if phase := <-went; phase != Switched {
			t.Errorf("the write went to %s", phase)
		}
	})
}
