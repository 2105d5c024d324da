package shadow

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Proof is how many comparisons of a route in a row must have been equal before this site
// may answer it.
const Proof = 30

// Bounds of what is counted.
const (
	// maxRoutes is how many routes are told apart; what is beyond is one, which never
	// proves equal.
	maxRoutes  = 1000
	otherRoute = "(other)"
	flushEvery = 2 * time.Second
	// maxDifference bounds what is kept of a difference, in runes.
	maxDifference = 160
)

// Counts are the numbers of a node, for metrics.
type Counts struct {
	FromOld, FromHere, Refused, OldFailed atomic.Int64
	Compared, Equal                       atomic.Int64
	// Skipped are plain GET requests whose answers weren't compared, by the reason.
	Skipped [len(skips)]atomic.Int64
}

// skip is why answers weren't compared.
type skip int

const (
	skipBusy skip = iota
	skipAgain
	skipLarge
	skipOld
	skipHere
	skipNotPlain
)

// skips names the reasons.
var skips = [...]string{"busy", "again", "large", "old_failed", "own_failed", "not_plain"}

// SkipNames are the reasons by which Counts.Skipped counts.
func SkipNames() []string { return skips[:] }

// tally collects counts until they are stored.
type tally struct {
	mu     sync.Mutex
	routes map[string]*Route
	ever   map[string]*Route // counts since the start, of all routes that were seen here
	proved atomic.Pointer[map[string]bool]
}

func newTally() *tally {
	t := &tally{routes: map[string]*Route{}, ever: map[string]*Route{}}
	t.proved.Store(&map[string]bool{})
	return t
}

// route is what is collected of a route; the caller holds the lock.
func (t *tally) route(name string) *Route {
	if t.ever[name] == nil {
		if len(t.ever) >= maxRoutes {
			name = otherRoute
		}
		if t.ever[name] == nil {
			t.ever[name] = &Route{Route: name}
		}
	}
	r := t.routes[name]
	if r == nil {
		r = &Route{Route: name}
		t.routes[name] = r
	}
	return r
}

func (t *tally) asked(route string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.route(route).Asked++
}

// compared notes a comparison; difference is "" for equal ones.
func (t *tally) compared(route, path, difference string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.route(route)
	r.Compared++
	t.ever[r.Route].Compared++
	if difference == "" {
		t.ever[r.Route].Equal++
		r.Equal++
		r.InRow++
		return
	}
	r.InRow, r.Path, r.Difference = 0, path, cut(difference)
	// It isn't answered here from now on, whatever the database says.
	if proved := *t.proved.Load(); proved[route] {
		fewer := map[string]bool{}
		for name := range proved {
			fewer[name] = name != route
		}
		t.proved.Store(&fewer)
	}
}

func cut(text string) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "?")
	if runes := []rune(text); len(runes) > maxDifference {
		return string(runes[:maxDifference]) + "..."
	}
	return text
}

// Each tells a number of each route, since the start of this node.
func (s *Shadow) Each(number func(Route) int64) func(tell func(route string, n float64)) {
	return func(tell func(route string, n float64)) {
		s.tally.mu.Lock()
		defer s.tally.mu.Unlock()
		for name, r := range s.tally.ever {
			tell(name, float64(number(*r)))
		}
	}
}

// Phase is the phase that this node acts by.
func (s *Shadow) Phase() string { return s.gate.current() }

// take gives away what was collected.
func (t *tally) take() []Route {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Route, 0, len(t.routes))
	for _, r := range t.routes {
		list = append(list, *r)
	}
	t.routes = map[string]*Route{}
	// Nodes store in one order, so that they don't wait for each other in circles.
	slices.SortFunc(list, func(a, b Route) int { return strings.Compare(a.Route, b.Route) })
	return list
}

// giveBack collects again what couldn't be stored.
func (t *tally) giveBack(list []Route) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, was := range list {
		now := t.route(was.Route)
		now.Asked += was.Asked
		now.Compared += was.Compared
		now.Equal += was.Equal
		if now.Difference == "" {
			now.InRow += was.InRow
			now.Path, now.Difference = was.Path, was.Difference
		}
	}
}

// Proved tells whether this site may answer a route.
func (r Route) Proved() bool { return r.InRow >= Proof && r.Route != otherRoute }

// count stores what was collected, and learns what has proved equal, until ctx ends.
func (s *Shadow) count(ctx context.Context) error {
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushEvery)
			defer cancel()
			return s.flush(last)
		case <-ticker.C:
		}
		if err := s.flush(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "counts of comparisons wait", "error", err)
		}
	}
}

func (s *Shadow) flush(ctx context.Context) error {
	list := s.tally.take()
	if len(list) > 0 {
		if err := s.Store.AddShadowRoutes(ctx, list); err != nil {
			s.tally.giveBack(list)
			return err
		}
	}
	if len(s.Serve) == 0 {
		return nil
	}
	routes, err := s.Store.ShadowRoutes(ctx)
	if err != nil {
		return err
	}
	proved := map[string]bool{}
	for _, r := range routes {
		proved[r.Route] = r.Proved()
	}
	s.tally.mu.Lock()
	defer s.tally.mu.Unlock()
	for name, r := range s.tally.routes {
		if r.Difference != "" {
			proved[name] = false
		}
	}
	s.tally.proved.Store(&proved)
	return nil
}
