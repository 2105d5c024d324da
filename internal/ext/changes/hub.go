package changes

import (
	"context"
	"slices"
	"sync"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// hub is woken by every commit that this node hears of, its own and those of
// others. It then numbers what is new, reads it once for all streams of the
// node, and has the webhooks work on it. With neither streams nor webhooks it
// does nothing: whoever asks for the feed has it numbered.
type hub struct {
	*base
	recorder *recorder
	history  *history
	webhooks *webhooks

	mu      sync.Mutex
	serving bool // this process is a server, not a command
	waiting bool // there may be something new
	working bool
	noHooks bool // no webhook is active, as far as is known
	asked   int  // how often that was put in doubt
	streams map[*stream]bool
	clients map[string]int // streams by address
	recent  []*change      // the last ones, without a gap
	from    int64          // the number after which recent begins
	news    chan struct{}  // closed when recent changes
}

func newHub(b *base, r *recorder, read *history, hooks *webhooks) *hub {
	return &hub{base: b, recorder: r, history: read, webhooks: hooks, streams: map[*stream]bool{}, clients: map[string]int{}, news: make(chan struct{})}
}

const (
	// gather is how long the hub waits for further commits.
	gather = 20 * time.Millisecond
	// lookEvery is how often a server looks for what no commit told of.
	lookEvery = 2 * time.Second
	// keepRecent is how far a stream may be behind the others without asking
	// the database.
	keepRecent = 2000
	// workTime bounds one look.
	workTime = 30 * time.Second
)

// Drop implements cache.Invalidator: something was committed.
func (h *hub) Drop(tags []cache.Tag) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if slices.Contains(tags, hooksTag()) {
		h.doubt()
	}
	for st := range h.streams {
		// Rights may have been taken. The client comes back, and says again who
		// it is.
		switch {
		case st.actor.ID == 0:
		case slices.Contains(tags, cache.User(st.actor.ID)):
			st.end()
		case slices.Contains(tags, cache.Sessions(st.actor.ID)):
			st.doubt()
		}
	}
	h.wake()
}

// Clear implements cache.Invalidator: anything may have been committed.
func (h *hub) Clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.doubt()
	for st := range h.streams {
		if st.actor.ID != 0 {
			st.end()
		}
	}
	h.wake()
}

// Suspend implements cache.Invalidator. What was read stays true.
func (h *hub) Suspend() {}

// Resume implements cache.Invalidator.
func (h *hub) Resume() { h.Clear() }

// look is the loop: it finds what a commit failed to tell, and lets webhooks go
// on that waited.
func (h *hub) look(ctx context.Context) error {
	h.mu.Lock()
	h.serving = true
	h.doubt()
	h.mu.Unlock()
	return h.work(scope.New(ctx))
}

// doubt forgets what is known of webhooks; h.mu is held.
func (h *hub) doubt() {
	h.noHooks = false
	h.asked++
}

// wake starts the work unless it is under way; h.mu is held.
func (h *hub) wake() {
	if !h.serving && len(h.streams) == 0 || len(h.streams) == 0 && h.noHooks {
		return
	}
	h.waiting = true
	if h.working {
		return
	}
	h.working = true
	go h.run()
}

func (h *hub) run() {
	for {
		time.Sleep(gather)
		h.mu.Lock()
		if !h.waiting {
			h.working = false
			h.mu.Unlock()
			return
		}
		h.waiting = false
		h.mu.Unlock()
		ctx, cancel := context.WithTimeout(scope.New(context.Background()), workTime)
		if err := h.guarded(ctx); err != nil {
			h.Log.WarnContext(ctx, "new changes couldn't be told yet", "error", err)
		}
		cancel()
	}
}

// work does what there is to do.
func (h *hub) work(ctx context.Context) error {
	h.mu.Lock()
	asked, hooks := h.asked, !h.noHooks
	h.mu.Unlock()
	if hooks {
		any, err := h.webhooks.anyHook(ctx)
		if err != nil {
			return err
		}
		h.mu.Lock()
		h.noHooks = !any && h.asked == asked
		h.mu.Unlock()
		hooks = any
	}
	due, err := h.recorder.unnumbered(ctx)
	if err == nil && !due && hooks {
		var behind []int64
		behind, err = h.webhooks.behind(ctx)
		due = len(behind) > 0
	}
	if err != nil {
		return err
	}
	if due {
		start := h.webhooks.startHooks
		if !hooks {
			start = nil
		}
		if err := h.recorder.number(ctx, start); err != nil {
			return err
		}
	}
	return h.read(ctx)
}

// read takes what is new for the streams of this node.
func (h *hub) read(ctx context.Context) error {
	for {
		h.mu.Lock()
		last, idle := h.last(), len(h.streams) == 0
		h.mu.Unlock()
		if idle {
			return nil
		}
		rows, err := h.history.after(ctx, last, false, scanStep)
		if err != nil || len(rows) == 0 {
			return err
		}
		h.mu.Lock()
		if h.last() == last {
			h.recent = append(h.recent, rows...)
			if more := len(h.recent) - keepRecent; more > 0 {
				h.from = h.recent[more-1].seq
				h.recent = slices.Clone(h.recent[more:])
			}
			close(h.news)
			h.news = make(chan struct{})
		}
		h.mu.Unlock()
	}
}

// last is the number up to which the hub has read; h.mu is held.
func (h *hub) last() int64 {
	if n := len(h.recent); n > 0 {
		return h.recent[n-1].seq
	}
	return h.from
}

// since is what is known to follow a number, and what is closed when there is
// more. ok is false when some of it, up to the number from, isn't known here.
func (h *hub) since(seq int64) (list []*change, news <-chan struct{}, from int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if seq < h.from {
		return nil, h.news, h.from, false
	}
	i, _ := slices.BinarySearchFunc(h.recent, seq+1, func(c *change, seq int64) int { return int(c.seq - seq) })
	return h.recent[i:len(h.recent):len(h.recent)], h.news, h.from, true
}

// join counts a stream; false if there are too many.
func (h *hub) join(st *stream, newest int64, most, mostOfClient int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams) >= most || h.clients[st.client] >= mostOfClient {
		return false
	}
	if len(h.streams) == 0 {
		h.recent, h.from = nil, newest
	}
	h.streams[st] = true
	h.clients[st.client]++
	h.wake() // what was committed just before it came woke nobody
	return true
}

// leave ends the count of a stream.
func (h *hub) leave(st *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, st)
	if h.clients[st.client]--; h.clients[st.client] <= 0 {
		delete(h.clients, st.client)
	}
	if len(h.streams) == 0 {
		h.recent = nil
	}
}
