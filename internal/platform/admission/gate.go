package admission

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"quoin/internal/platform/fault"
)

// Free is how many bytes of texts a request goes over without waiting. Usual pages and
// lists have less.
const Free = 1 << 20

// Bounds on who waits: in all and of one client, and for how long.
const (
	maxWaiting    = 256
	maxWaitingOne = 16
	patience      = 10 * time.Second
)

// Gate is what all requests share. It is safe for concurrent use.
type Gate struct {
	most   int64
	client func(*http.Request) netip.Addr

	mu      sync.Mutex
	used    int64
	peak    int64
	queue   []*waiter
	holds   map[netip.Addr]int64
	waiting map[netip.Addr]int

	taking taking
}

// waiter is a request that waits for its turn.
type waiter struct {
	client netip.Addr
	need   int64
	ready  chan struct{}
}

// New makes a gate of so many bytes for what is made, and as many for what was made and
// isn't taken yet. client tells who sent a request.
func New(most int64, client func(*http.Request) netip.Addr) *Gate {
	return &Gate{most: most, client: client, holds: map[netip.Addr]int64{}, waiting: map[netip.Addr]int{}, taking: taking{most: most}}
}

// Peak is the most that requests held together so far, while they were made.
func (g *Gate) Peak() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.peak
}

type requestKey struct{}

// request is what one request holds.
type request struct {
	gate   *Gate
	client netip.Addr

	mu    sync.Mutex
	texts int64 // that it has told of
	held  int64 // of the gate
	done  bool  // it holds nothing any more, whatever it needs
	busy  bool  // it was refused, and isn't kept waiting again
}

// Handler counts what the requests of a handler hold, until they begin to answer.
func (g *Gate) Handler(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &answer{ResponseWriter: w, request: request{gate: g, client: g.client(r)}}
		defer out.request.end()
		h.ServeHTTP(out, r.WithContext(context.WithValue(r.Context(), requestKey{}, &out.request)))
	})
}

// costOf is about how much memory a request takes that goes over so many bytes of texts:
// themselves, and the forms in which they stand while they become an answer, of which an
// answer has a bounded number (scope.MaxShown).
func costOf(texts int64) int64 { return texts + min(12*texts, 64<<20) }

// Need tells that the request of ctx goes over more bytes of texts than it said so far.
// It waits until there is room, or fails with fault.ErrBusy. A request of no Gate has all
// the room there is.
func Need(ctx context.Context, texts int) error { return need(ctx, texts, true) }

// Take is Need for who can't wait: there is room, however much others have.
func Take(ctx context.Context, texts int) { _ = need(ctx, texts, false) }

// Waits tells whether a request that needs more would have to wait before it goes on.
func Waits(ctx context.Context, texts int) bool {
	r, _ := ctx.Value(requestKey{}).(*request)
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.done && r.held == 0 && r.texts+int64(texts) > Free
}

func need(ctx context.Context, texts int, waits bool) error {
	r, _ := ctx.Value(requestKey{}).(*request)
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texts += int64(texts)
	if r.done || r.held == 0 && r.texts <= Free {
		return nil
	}
	cost := min(costOf(r.texts), r.gate.most)
	more := cost - r.held
	if more <= 0 {
		return nil
	}
	if r.busy && waits {
		return fault.ErrBusy
	}
	if r.held > 0 || !waits {
		if !r.gate.grow(r.client, more, r.held, !waits) {
			r.busy = true
			return fault.ErrBusy
		}
	} else if err := r.gate.enter(ctx, r.client, more); err != nil {
		r.busy = true
		return err
	}
	r.held = cost
	return nil
}

// end gives back what the request holds.
func (r *request) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done = true; r.held > 0 {
		r.gate.leave(r.client, r.held)
		r.held = 0
	}
}

// grow gives more to who has some: it can't wait while others wait for what it has.
func (g *Gate) grow(client netip.Addr, more, held int64, always bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !always && g.used+more > g.most && g.used > held {
		return false
	}
	g.take(client, more)
	return true
}

func (g *Gate) take(client netip.Addr, n int64) {
	g.used += n
	g.holds[client] += n
	g.peak = max(g.peak, g.used)
}

// enter waits for room.
func (g *Gate) enter(ctx context.Context, client netip.Addr, need int64) error {
	w := &waiter{client, need, make(chan struct{})}
	g.mu.Lock()
	if len(g.queue) >= maxWaiting || g.waiting[client] >= maxWaitingOne {
		g.mu.Unlock()
		return fault.ErrBusy
	}
	g.queue = append(g.queue, w)
	g.waiting[client]++
	g.grant()
	g.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	err := fault.ErrBusy
	select {
	case <-w.ready:
		return nil
	case <-late.C:
	case <-ctx.Done():
		err = ctx.Err()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.queue, w); i >= 0 {
		g.dequeue(i)
		g.grant() // those behind may need less
		return err
	}
	return nil // it was let in meanwhile
}

func (g *Gate) leave(client netip.Addr, n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used -= n
	if g.holds[client] -= n; g.holds[client] <= 0 {
		delete(g.holds, client)
	}
	g.grant()
}

// grant lets those in whose turn it is. A client that has something passes its turn on
// while it would have more than half; who comes next and finds no room keeps others from
// being let in, so that it gets its turn.
func (g *Gate) grant() {
	for i := 0; i < len(g.queue); {
		w := g.queue[i]
		if has := g.holds[w.client]; has > 0 && has+w.need > g.most/2 {
			i++
			continue
		}
		if g.used > 0 && g.used+w.need > g.most {
			return
		}
		g.dequeue(i)
		g.take(w.client, w.need)
		close(w.ready)
	}
}

func (g *Gate) dequeue(i int) {
	client := g.queue[i].client
	if g.waiting[client]--; g.waiting[client] <= 0 {
		delete(g.waiting, client)
	}
	g.queue = slices.Delete(g.queue, i, i+1)
}
