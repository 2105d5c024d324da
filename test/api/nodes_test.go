package api

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

// agreeWithin is how long after a write another node may still give the old
// answer: until its next look for changes, which has two seconds.
const agreeWithin = store.FollowEvery + 2*time.Second

// node opens another process' share of the site: same database, same accounts.
func (s *server) node(c app.Config) *server {
	s.t.Helper()
	other := open(s.t, c)
	other.secrets, other.ids = s.secrets, s.ids
	return other
}

// follow lets a node hear what others change, until the test ends.
func (s *server) follow() {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		if err := s.app.Follow(ctx); err != nil && !errors.Is(err, context.Canceled) {
			s.t.Error(err)
		}
	})
	s.t.Cleanup(func() {
		stop()
		done.Wait()
	})
}

// sameAnswer tells whether two servers gave the same.
func sameAnswer(a, b answer) bool {
	if a.status != b.status || !bytes.Equal(a.body, b.body) {
		return false
	}
	for _, h := range []string{"X-WP-Total", "X-WP-TotalPages", "Link", "Allow"} {
		if a.header.Get(h) != b.header.Get(h) {
			return false
		}
	}
	return true
}

// TestNodesAgree writes on either of two nodes over one database and reads on
// the other. In the middle the connections that announce changes are cut.
func TestNodesAgree(t *testing.T) {
	t.Parallel()
	database := postgres.Database(t)
	clock := newClock()
	c := app.Config{DatabaseURL: database, Clock: clock.now}
	first := start(t, c)
	nodes := []*server{first, first.node(c)}
	nodes[0].follow()
	nodes[1].follow()
	w := &walk{Rand: rand.New(rand.NewPCG(3, 4)), high: 1}
	n := engine{"postgres"}.steps(t, 5_000)
	var longest time.Duration
	writes, compared, later := 0, 0, 0
	var changed time.Time
	for step := range n {
		if step == n/2 {
			// The last that a listener asked is the lock that tells of it. Without any
			// this fails.
			pgtest.Exec(t, database, "SELECT 1 / COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_advisory_lock_shared%'")
		}
		writer := w.IntN(2)
		if w.IntN(4) == 0 {
			role, method, path, body := w.change()
			a := nodes[writer].do(role, method, "/api"+path, body)
			if a.status >= 500 {
				t.Fatalf("step %d: %s %s %v: %d %s", step, method, path, body, a.status, a.body)
			}
			if a.status == 201 {
				if id, ok := a.object(t)["id"].(float64); ok {
					w.high = max(w.high, int64(id))
				}
				writes++
			}
			changed = time.Now()
			continue
		}
		// The node that wrote last is right at once: its cached answers are
		// compared with answers made again elsewhere. Here, both must come to
		// give what a node that caches nothing gives.
		role, path := w.readAs()
		path = "/api" + path
		a, b := nodes[writer].do(role, "GET", path, nil), nodes[1-writer].do(role, "GET", path, nil)
		for pause := time.Millisecond; !sameAnswer(a, b); pause = min(2*pause, 50*time.Millisecond) {
			if since := time.Since(changed); since > agreeWithin {
				t.Fatalf("step %d: GET %s, %v after the last write\nnode %d: %d %s\nnode %d: %d %s", step, path, since, writer, a.status, a.body, 1-writer, b.status, b.body)
			}
			later++
			time.Sleep(pause)
			a, b = nodes[writer].do(role, "GET", path, nil), nodes[1-writer].do(role, "GET", path, nil)
			longest = max(longest, time.Since(changed))
		}
		compared++
	}
	t.Logf("%d objects made, %d answers compared, %d asked again, agreed after %v at the latest", writes, compared, later, longest)
	if writes < n/50 {
		t.Errorf("the walk made %d objects: it tests nothing", writes)
	}
	// With nothing written any more both must agree with what is stored.
	time.Sleep(agreeWithin)
	plain := first.node(app.Config{DatabaseURL: database, Clock: clock.now, NoCache: true})
	for range n / 5 {
		role, path := w.readAs()
		path = "/api" + path
		want := plain.do(role, "GET", path, nil)
		for i, s := range nodes {
			if got := s.do(role, "GET", path, nil); !sameAnswer(got, want) {
				t.Fatalf("GET %s\nnode %d: %d %s\nstored: %d %s", path, i, got.status, got.body, want.status, want.body)
			}
		}
	}
}

// TestNodeThatHearsNothingCachesNothing freezes the database: a node that can't
// know what others do must not answer from memory for long.
func TestNodeThatHearsNothingCachesNothing(t *testing.T) {
	t.Parallel()
	// A server of its own, since other tests would stand still with it.
	own := &pgtest.Server{}
	t.Cleanup(own.Stop)
	s := start(t, app.Config{DatabaseURL: own.Database(t)})
	s.fill()
	s.follow()
	const path = "/api/core/v2/posts"
	cached := func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil).WithContext(ctx))
		return w.Code == 200
	}
	want := s.do("", "GET", path, nil)
	if want.status != 200 {
		t.Fatalf("%d %s", want.status, want.body)
	}
	// The first look of a node forgets what was cached before; nothing does after it.
	for try := 0; ; try++ {
		s.do("", "GET", path, nil)
		time.Sleep(store.FollowEvery / 2)
		if n, _ := s.app.Cache.Stats(); n > 0 && try > 2 {
			break
		}
		if try == 20 {
			t.Fatal("nothing is cached")
		}
	}
	thaw := own.Freeze(t)
	if !cached() {
		t.Error("the answer wasn't cached: the test shows nothing")
	}
	// The last good look may have begun just before the freeze.
	deadline := time.Now().Add(agreeWithin + time.Second)
	for cached() {
		if time.Now().After(deadline) {
			t.Fatalf("a node without its database still gives cached answers after %v", agreeWithin+time.Second)
		}
		time.Sleep(20 * time.Millisecond)
	}
	thaw()
	deadline = time.Now().Add(30 * time.Second)
	for {
		if got := s.do("", "GET", path, nil); sameAnswer(got, want) {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("not well again after the database is: %d %s", got.status, got.body)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if a := s.do("author", "POST", path, map[string]any{"title": "After", "status": "publish"}); a.status != 201 {
		t.Fatalf("write: %d %s", a.status, a.body)
	}
	if got := s.do("", "GET", path, nil); sameAnswer(got, want) {
		t.Error("the list is as before the write")
	}
}
