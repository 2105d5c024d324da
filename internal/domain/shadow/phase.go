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
	// holdFor is how long writes wait at most. Whoever holds them gives up sooner, so that
	// no write goes to one site while another goes to the other.
	holdFor  = 30 * time.Second
	ownsHold = 20 * time.Second
	// deafFor is how long a node acts by the phase that it knows while it can't look. A
	// node is waited for longer than that.
	deafFor  = 30 * time.Second
	awaitFor = time.Minute
)

// errTooLong ends a switch that isn't done while writes may wait.
var errTooLong = fmt.Errorf("it takes longer than the %.0f seconds that writes may wait: end writing at the old site, bring what changed, and switch without reading it again", ownsHold.Seconds())

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
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	for {
		g.mu.Lock()
		switch at := now(); {
		case !g.looked.IsZero() && at.Sub(g.looked) > deafFor:
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
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timer.C:
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
}

// Round is one of the times that what changed is taken. The first of a switch takes all the
// time that it needs, and the second misses nothing; those that follow are as the one that is
// Held, while writes wait, so that they tell how long it will take.
type Round struct {
	Number int
	Held   bool
}

// Rounds are taken until one is short enough to be repeated while writes wait.
const (
	shortRound = ownsHold / 2
	maxRounds  = 8
)

func (s *Switcher) tell(what string) {
	if s.Tell != nil {
		s.Tell(what)
	}
}

// ErrAlready says that the phase is the one that was asked for.
var ErrAlready = errors.New("that is so already")

// approach takes what changed until that doesn't take long.
func (s *Switcher) approach(ctx context.Context) error {
	last := time.Duration(0)
	for n := 1; ; n++ {
		s.tell(fmt.Sprintf("taking what changed on the old site (round %d)", n))
		start := s.Clock()
		if err := s.Delta(ctx, Round{Number: n}); err != nil {
			return fmt.Errorf("what changed on the old site can't be taken: %w", err)
		}
		took := s.Clock().Sub(start)
		switch {
		case n > 1 && took <= shortRound:
			return nil
		case n == maxRounds || n > 3 && took >= last:
			if took >= ownsHold {
				return fmt.Errorf("all goes on as before: %w", errTooLong)
			}
			return nil
		}
		last = took
	}
}

// Switch has this site take the old one's place: takes what changed, lets writes wait on
// all nodes, takes what changed meanwhile, and lets them go on here. If that doesn't come
// to its end within the time that writes may wait, all goes on as before.
func (s *Switcher) Switch(ctx context.Context) error {
	p, err := s.free(ctx, Old)
	if err != nil {
		return err
	}
	if s.Delta != nil {
		if err := s.approach(ctx); err != nil {
			return err
		}
	}
	return s.pass(ctx, p, Switched, func(ctx context.Context) error {
		if s.Delta == nil {
			return nil
		}
		s.tell("taking what changed meanwhile")
		return s.Delta(ctx, Round{Held: true})
	})
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
	hold := Phase{Holding, from.Turn + 1, stamp(s.Clock())}
	if err := s.Store.SetShadowPhase(ctx, hold); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, ownsHold)
	defer cancel()
	err := s.await(bounded, hold)
	if err == nil {
		err = between(bounded)
	}
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
	if err != nil {
		return fmt.Errorf("all goes on as before: %w", err)
	}
	return s.await(ctx, next)
}

// await waits until all nodes act by a phase, and while it holds writes until none is
// under way.
func (s *Switcher) await(ctx context.Context, p Phase) error {
	ticker := time.NewTicker(lookEvery / 2)
	defer ticker.Stop()
	for {
		nodes, err := s.Store.ShadowNodes(ctx, stamp(s.Clock().Add(-awaitFor)))
		if err != nil {
			return err
		}
		waits := ""
		for _, n := range nodes {
			if n.Turn < p.Turn || p.Name == Holding && n.Writes > 0 {
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
