package shadow

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/site"
)

// How long what takes.
const (
	// lookEvery is how often a node looks which phase it is.
	lookEvery = 200 * time.Millisecond
	// noteEvery is how often it says that it is there when it has nothing new to say.
	noteEvery = 5 * time.Second
	// holdFor is how long a node lets writes wait after it last heard that they are held. Whoever
	// holds them says so again and again, and gives up sooner if not every node hears it, so
	// that no write goes to one site while another goes to the other.
	holdFor    = 30 * time.Second
	ownsHold   = 20 * time.Second
	renewEvery = 5 * time.Second
	// deafFor is how long a node acts by the phase that it knows while it can't look. A
	// node is waited for longer than that.
	deafFor  = 30 * time.Second
	awaitFor = time.Minute
)

// How long writes may wait while this site takes the old one's place: as long as proxies and
// browsers wait for an answer without giving up, or as long as the owner says.
const (
	UsualHold = 20 * time.Second
	MinHold   = time.Second
	MaxHold   = 5 * time.Minute
)

// errTooLong ends a switch that isn't done while writes may wait.
var errTooLong = errors.New("it takes longer than writes may wait: let them wait longer, or end writing at the old site, bring what changed, and switch without reading it again")

// errUnheard ends a switch of which a node doesn't hear that writes are still held.
var errUnheard = errors.New("not every server says that it holds writes still")

// gate lets writes through to one of two sites.
type gate struct {
	mu      sync.Mutex
	phase   Phase
	looked  time.Time
	holds   time.Time     // since when, zero while it doesn't
	changed chan struct{} // closed with the next change
	writes  int64
}

func newGate() *gate {
	return &gate{phase: Phase{Name: Old}, changed: make(chan struct{})}
}

// look takes over what the phase is.
func (g *gate) look(p Phase, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.looked = now
	if p.Turn == g.phase.Turn && p.Name == g.phase.Name {
		return
	}
	g.phase, g.holds = p, time.Time{}
	if p.Name == Holding {
		g.holds = now
	}
	close(g.changed)
	g.changed = make(chan struct{})
}

// current is the phase for reads.
func (g *gate) current() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.phase.Name
}

// errHeld says that a write waited for as long as it may.
var errHeld = errors.New("which site takes writes isn't known")

// enter waits until a write may go to a site, and tells to which. leave follows it.
func (g *gate) enter(ctx context.Context, now func() time.Time) (phase string, err error) {
	heard := int64(-1)
	patience := time.NewTimer(holdFor)
	defer patience.Stop()
	most := time.NewTimer(MaxHold + holdFor)
	defer most.Stop()
	for {
		g.mu.Lock()
		switch at := now(); {
		case g.looked.IsZero(), at.Sub(g.looked) > deafFor: // which site it is isn't known
		case g.phase.Name != Holding, at.Sub(g.holds) > holdFor:
			// Whoever held them is gone, and has switched nothing.
			g.writes++
			phase := g.phase.Name
			g.mu.Unlock()
			if phase == Holding {
				phase = Old
			}
			return phase, nil
		}
		changed, turn := g.changed, g.phase.Turn
		g.mu.Unlock()
		if turn != heard { // somebody is at it
			heard = turn
			patience.Reset(holdFor)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-patience.C:
			return "", errHeld
		case <-most.C:
			return "", errHeld
		case <-changed:
		case <-time.After(lookEvery):
		}
	}
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.writes--
}

// node is what this node says of itself.
func (g *gate) node(id string) Node {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Node{ID: id, Turn: g.phase.Turn, Writes: g.writes}
}

// isWrite tells whether a request may change something.
func isWrite(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return overridden(r)
	}
	return true
}

// overridden tells of a read that may mean another method, whose word both sites take. The
// old one spells names in queries in many ways.
func overridden(r *http.Request) bool {
	query, err := url.QueryUnescape(r.URL.RawQuery)
	if err != nil {
		query = r.URL.RawQuery
	}
	return r.Header.Get("X-Http-Method-Override") != "" || strings.Contains(query, "method")
}

// stamp is a time as it is stored.
func stamp(t time.Time) string { return t.UTC().Format(site.DateForm) }

// follow keeps the gate at the phase, and tells others of this node, until ctx ends.
func (s *Shadow) follow(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var told Node
	var at time.Time
	for {
		p, err := s.Store.ShadowPhase(ctx)
		if err == nil {
			s.gate.look(p, s.Clock())
			now, n := s.Clock(), s.gate.node(s.id)
			// Writes are waited for while they are held; otherwise they come and go.
			news := n.Turn != told.Turn || p.Name == Holding && n.Writes != told.Writes
			if news || now.Sub(at) >= noteEvery || now.Before(at) {
				n.Seen = stamp(now)
				if err = s.Store.NoteShadowNode(ctx, n, stamp(now.Add(-awaitFor))); err == nil {
					told, at = n, now
				}
			}
		}
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "which site takes writes can't be read", "error", err)
		}
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteEvery)
			defer cancel()
			return s.Store.ForgetShadowNode(last, s.id)
		case <-ticker.C:
		}
	}
}

// Switcher changes which site takes writes.
type Switcher struct {
	Store Store
	Clock func() time.Time
	// Delta takes what changed on the old site since it was last taken; nil takes
	// nothing.
	Delta func(ctx context.Context, r Round) error
	// Tell is told what is done next; nil tells nobody.
	Tell func(what string)
	// Hold is how long writes may wait at most; 0 is UsualHold.
	Hold time.Duration
	// Unserved switches although no server stands before the old site, as while all of them
	// start anew.
	Unserved bool
}

// Round is one of the times that what changed is taken. The first of a switch takes all the
// time that it needs, and the second misses nothing; those that follow are as the one that is
// Held, while writes wait, so that they tell how long it will take.
type Round struct {
	Number int
	Held   bool
	// Hold is how long writes may wait.
	Hold time.Duration
}

// Rounds are taken until one is short enough to be repeated while writes wait: half as long
// as these may. On a machine with much else to do they take longer and shorter by turns.
const maxRounds = 10

// maxHolds is how often writes are let wait, where what changed takes longer than the round
// before told.
const maxHolds = 3

func (s *Switcher) hold() time.Duration {
	if s.Hold == 0 {
		return UsualHold
	}
	return min(max(s.Hold, MinHold), MaxHold)
}

func (s *Switcher) tell(what string) {
	if s.Tell != nil {
		s.Tell(what)
	}
}

// ErrAlready says that the phase is the one that was asked for.
var ErrAlready = errors.New("that is so already")

// ErrUnserved refuses a switch that nobody would see, and that a server would find made when it
// is put before the old site later.
var ErrUnserved = errors.New("no server stands before the old site")

// served tells whether a server does, unless nobody asks for one.
func (s *Switcher) served(ctx context.Context) error {
	if s.Unserved {
		return nil
	}
	nodes, err := s.Store.ShadowNodes(ctx, stamp(s.Clock().Add(-awaitFor)))
	if err == nil && len(nodes) == 0 {
		err = ErrUnserved
	}
	return err
}

// approach takes what changed until that doesn't take long, from a round on. It returns the
// next round.
func (s *Switcher) approach(ctx context.Context, n int) (next int, err error) {
	last := time.Duration(0)
	for ; ; n++ {
		s.tell(fmt.Sprintf("taking what changed on the old site (round %d)", n))
		start := s.Clock()
		if err := s.Delta(ctx, Round{Number: n, Hold: s.hold()}); err != nil {
			return n, fmt.Errorf("what changed on the old site can't be taken: %w", err)
		}
		took := s.Clock().Sub(start)
		s.tell(fmt.Sprintf("it took %.1f seconds", took.Seconds()))
		switch {
		case n > 1 && took <= s.hold()/2:
			return n + 1, nil
		case took < s.hold() && (n >= maxRounds || n > 3 && took >= last):
			return n + 1, nil
		case n >= maxRounds:
			return n, fmt.Errorf("all goes on as before: %w", errTooLong)
		}
		last = took
	}
}

// Switch has this site take the old one's place: takes what changed, lets writes wait on
// all nodes, takes what changed meanwhile, and lets them go on here. If that doesn't come
// to its end within the time that writes may wait, all goes on as before. Without a server
// before the old site it is ErrUnserved.
func (s *Switcher) Switch(ctx context.Context) error {
	p, err := s.free(ctx, Old)
	if err == nil {
		err = s.served(ctx)
	}
	if err != nil {
		return err
	}
	if s.Delta == nil {
		return s.pass(ctx, p, Switched, func(context.Context) error { return nil })
	}
	for n, holds := 1, 1; ; holds++ {
		if n, err = s.approach(ctx, n); err != nil {
			return err
		}
		err = s.pass(ctx, p, Switched, func(ctx context.Context) error {
			s.tell("taking what changed meanwhile")
			return s.Delta(ctx, Round{Number: n, Held: true, Hold: s.hold()})
		})
		if !errors.Is(err, errTooLong) || holds == maxHolds || n > maxRounds {
			return err
		}
		s.tell("it took longer than writes may wait, so they went on at the old site; once more")
		if p, err = s.free(ctx, Old); err != nil {
			return err
		}
	}
}

// Back has the old site take its place again. What was written here since stays here.
func (s *Switcher) Back(ctx context.Context) error {
	p, err := s.free(ctx, Switched)
	if err != nil {
		return err
	}
	return s.pass(ctx, p, Old, func(context.Context) error { return nil })
}

// free is the phase if it is the wanted one. One that holds writes and was left goes back
// first.
func (s *Switcher) free(ctx context.Context, want string) (Phase, error) {
	p, err := s.Store.ShadowPhase(ctx)
	if err != nil {
		return p, err
	}
	if p.Name == Holding {
		changed, err := time.Parse(site.DateForm, p.Changed)
		if err == nil && s.Clock().Sub(changed) < holdFor {
			return p, errors.New("another switch is under way")
		}
		p = Phase{Old, p.Turn + 1, stamp(s.Clock())}
		if err := s.Store.SetShadowPhase(ctx, p); err != nil {
			return p, err
		}
	}
	if p.Name != want {
		return p, ErrAlready
	}
	return p, nil
}

// pass goes from a phase to another while writes wait, and does what must be done while
// none is under way.
func (s *Switcher) pass(ctx context.Context, from Phase, to string, between func(ctx context.Context) error) error {
	s.tell("letting writes wait")
	start := s.Clock()
	hold := Phase{Holding, from.Turn + 1, stamp(start)}
	if err := s.Store.SetShadowPhase(ctx, hold); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, s.hold())
	defer cancel()
	hold, err := s.holding(bounded, hold, start, func(ctx context.Context) error {
		if err := s.await(ctx, hold, true); err != nil {
			return err
		}
		return between(ctx)
	})
	if err == nil {
		err = bounded.Err()
	}
	if errors.Is(bounded.Err(), context.DeadlineExceeded) {
		err = errors.Join(errTooLong, err)
	}
	next := Phase{to, hold.Turn + 1, stamp(s.Clock())}
	if err != nil {
		next.Name = from.Name
	}
	undo, cancelUndo := context.WithTimeout(context.WithoutCancel(ctx), ownsHold/4)
	defer cancelUndo()
	if set := s.Store.SetShadowPhase(undo, next); set != nil {
		return errors.Join(err, set)
	}
	s.tell(fmt.Sprintf("writes waited for %.1f seconds", s.Clock().Sub(start).Seconds()))
	if err != nil {
		return fmt.Errorf("all goes on as before: %w", err)
	}
	return s.await(ctx, next, false)
}

// holding does something while writes are held, and says again and again that they are, as one
// node after the other would let them go. It returns the phase as it was said last. said is when
// all nodes were told before.
func (s *Switcher) holding(ctx context.Context, p Phase, said time.Time, do func(ctx context.Context) error) (Phase, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	var renewing sync.WaitGroup
	renewing.Go(func() {
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			at := s.Clock()
			next := Phase{Holding, p.Turn + 1, stamp(at)}
			// What is written is to be known, whoever gives up meanwhile.
			surely, stop := context.WithTimeout(context.WithoutCancel(ctx), ownsHold-at.Sub(said))
			err := s.Store.SetShadowPhase(surely, next)
			stop()
			if err == nil {
				p = next
				left, stop := context.WithTimeout(ctx, ownsHold-at.Sub(said))
				err = s.await(left, next, false)
				stop()
			}
			if err != nil {
				if ctx.Err() == nil {
					cancel(errors.Join(errUnheard, err))
				}
				return
			}
			said = at
		}
	})
	err := do(ctx)
	close(done)
	renewing.Wait()
	if err == nil && s.Clock().Sub(said) >= ownsHold { // it stood still meanwhile
		err = errUnheard
	}
	if unheard := context.Cause(ctx); errors.Is(unheard, errUnheard) {
		err = errors.Join(unheard, err)
	}
	return p, err
}

// await waits until all nodes act by a phase, or one after it, and where they are to be idle until
// no write is under way.
func (s *Switcher) await(ctx context.Context, p Phase, idle bool) error {
	ticker := time.NewTicker(lookEvery / 2)
	defer ticker.Stop()
	for {
		nodes, err := s.Store.ShadowNodes(ctx, stamp(s.Clock().Add(-awaitFor)))
		if err != nil {
			return err
		}
		waits := ""
		for _, n := range nodes {
			if n.Turn < p.Turn || idle && n.Writes > 0 {
				waits = fmt.Sprintf("node %s has %d writes under way", n.ID, n.Writes)
				if n.Turn < p.Turn {
					waits = fmt.Sprintf("node %s was last seen at %s and doesn't answer", n.ID, n.Seen)
				}
			}
		}
		if waits == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(errors.New(waits), ctx.Err())
		case <-ticker.C:
		}
	}
}

// newID names a node.
func newID() string { return rand.Text()[:12] }
