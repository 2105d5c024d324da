package admission

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"

	"quoin/internal/platform/fault"
)

func byHeader(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("From")) }

// ask makes a request of a client to a handler.
func ask(t *testing.T, h http.Handler, client string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.Header.Set("From", client)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestManyLongTextsAtOnce asks for long texts at once, from many clients: all come to an
// answer, and together they never hold more than there is.
func TestManyLongTextsAtOnce(t *testing.T) {
	t.Parallel()
	const most = 100 << 20
	g := New(most, byHeader)
	h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range 3 { // 24 MB of texts, said in one
			if err := Need(r.Context(), 8<<20); err != nil {
				http.Error(w, err.Error(), http.StatusServiceUnavailable)
				return
			}
		}
		_, _ = w.Write([]byte("made"))
	}))
	var busy atomic.Int32
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			if ask(t, h, fmt.Sprintf("192.0.2.%d", i)).Code != http.StatusOK {
				busy.Add(1)
			}
		})
	}
	all.Wait()
	if g.Peak() > most || g.Peak() == 0 || busy.Load() > 0 || g.used != 0 || len(g.holds)+len(g.waiting)+len(g.queue) > 0 {
		t.Errorf("%d at once, %d busy, afterwards %+v", g.Peak(), busy.Load(), g)
	}
}

// TestShortTextsNeverWait has all room taken.
func TestShortTextsNeverWait(t *testing.T) {
	t.Parallel()
	g := New(20<<20, byHeader)
	short := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := Need(r.Context(), Free); err != nil || !Waits(r.Context(), 1) {
			t.Errorf("a short text: %v", err)
		}
	}))
	long := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !Waits(r.Context(), 20<<20) || Need(r.Context(), 20<<20) != nil || Waits(r.Context(), 1) {
			t.Error("a long one")
		}
		ask(t, short, "192.0.2.2")
		_, _ = w.Write(nil)
		if g.used != 0 {
			t.Errorf("%d are held by who has begun to answer", g.used)
		}
	}))
	ask(t, long, "192.0.2.1")
	if err := Need(context.Background(), 1<<40); err != nil || Waits(context.Background(), 1<<40) {
		t.Errorf("without a gate: %v", err)
	}
}

// TestTurnsAreFair has one client ask for as much as it can. It keeps nobody else out, has
// a bounded number waiting, and gets half of the room.
func TestTurnsAreFair(t *testing.T) {
	t.Parallel()
	const most = 52 << 20
	g := New(most, byHeader)
	var inside, busy atomic.Int32
	var all sync.WaitGroup
	free, greedy := make(chan struct{}), make(chan struct{}, 100)
	h := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := Need(r.Context(), 2<<20); errors.Is(err, fault.ErrBusy) { // 26 MB
			busy.Add(1)
			greedy <- struct{}{}
			return
		}
		inside.Add(1)
		greedy <- struct{}{}
		<-free
	}))
	for range maxWaitingOne + 1 + 5 {
		all.Go(func() { ask(t, h, "192.0.2.1") })
	}
	for range 1 + 5 {
		<-greedy
	}
	if inside.Load() != 1 || busy.Load() != 5 {
		t.Errorf("%d of one client are in, %d are told to come back", inside.Load(), busy.Load())
	}
	other := g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := Need(r.Context(), 2<<20); err != nil {
			t.Errorf("another client: %v", err)
		}
	}))
	ask(t, other, "192.0.2.2")
	close(free)
	all.Wait()
	if g.used != 0 || len(g.holds)+len(g.waiting)+len(g.queue) > 0 {
		t.Errorf("afterwards %+v", g)
	}
}

// TestGrowth: who has something and finds nothing more isn't kept waiting.
func TestGrowth(t *testing.T) {
	t.Parallel()
	g := New(60<<20, byHeader)
	var err error
	g.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if e := Need(r.Context(), 2<<20); e != nil {
			t.Error(e)
		}
		mine := g.Handler(http.HandlerFunc(func(_ http.ResponseWriter, inner *http.Request) {
			if e := Need(inner.Context(), 2<<20); e != nil {
				t.Error(e)
			}
			err = Need(inner.Context(), 2<<20)
			Take(inner.Context(), 2<<20)
			if g.used <= g.most {
				t.Errorf("%d are held by who can't wait", g.used)
			}
		}))
		ask(t, mine, "192.0.2.2")
	})).ServeHTTP(httptest.NewRecorder(), func() *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("From", "192.0.2.1")
		return r
	}())
	if !errors.Is(err, fault.ErrBusy) || g.used != 0 {
		t.Errorf("%v, %d", err, g.used)
	}
}
