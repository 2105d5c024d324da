package feeds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"quoin/internal/platform/outbound"
)

// How long a feed is good, one that failed is left alone, and what it said is
// kept at all. Waiting is how soon one that is being fetched is looked at again.
const (
	good    = 12 * time.Hour
	failed  = 15 * time.Minute
	kept    = 30 * 24 * time.Hour
	Waiting = 15 * time.Second
)

// atOnce bounds how many feeds are fetched at the same time.
const atOnce = 4

// Cache keeps for a time what was fetched from elsewhere.
type Cache interface {
	Cached(ctx context.Context, key string, now time.Time) (value string, ok bool, err error)
	SetCached(ctx context.Context, key, value string, now, until time.Time) error
}

// Config is what a Reader is made of.
type Config struct {
	Outbound *outbound.Client
	Cache    Cache
	Clock    func() time.Time
	Log      *slog.Logger
}

// Reader reads feeds. It is safe for concurrent use.
type Reader struct {
	Config
	ctx     context.Context // of fetches, which outlive the requests that begin them
	end     context.CancelFunc
	running sync.WaitGroup
	places  chan struct{}
	mu      sync.Mutex
	fetches map[string]chan struct{} // by address, closed when the fetch is done
}

// New makes a Reader. Its fetches end with Close.
func New(c Config) *Reader {
	r := &Reader{Config: c, places: make(chan struct{}, atOnce), fetches: map[string]chan struct{}{}}
	r.ctx, r.end = context.WithCancel(context.Background())
	return r
}

// Close ends what is under way and waits for that.
func (r *Reader) Close() {
	r.mu.Lock()
	r.end()
	r.mu.Unlock()
	r.running.Wait()
}

// Feed is what a feed said.
type Feed struct {
	Title string `json:"title,omitempty"`
	// Error says why there are no items; Pending that they aren't there yet.
	Error   string `json:"error,omitempty"`
	Pending bool   `json:"-"`
	Items   []Item `json:"items,omitempty"`
	// Due is when it is to be looked at again.
	Due time.Time `json:"due"`
}

// Item is one item of a feed. Title and Summary are HTML as the feed has it.
type Item struct {
	Title   string    `json:"title,omitempty"`
	URL     string    `json:"url,omitempty"`
	Author  string    `json:"author,omitempty"`
	Summary string    `json:"summary,omitempty"`
	Date    time.Time `json:"date,omitzero"`
}

// Feed is the feed at an address. One that isn't kept is waited for as long as
// wait allows.
func (r *Reader) Feed(ctx context.Context, address string, wait time.Duration) (Feed, error) {
	f, found, err := r.stored(ctx, address)
	if err != nil || found && r.Clock().Before(f.Due) {
		return f, err
	}
	done := r.start(address)
	if found {
		f.Due = r.Clock().Add(Waiting) // it is being fetched again
		return f, nil
	}
	pending := Feed{Pending: true, Due: r.Clock().Add(Waiting)}
	if done == nil || wait <= 0 {
		return pending, nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-done:
		f, found, err = r.stored(ctx, address)
		if err != nil || found {
			return f, err
		}
	case <-timer.C:
	case <-ctx.Done():
	}
	return pending, nil
}

// keyOf is where a feed is kept.
func keyOf(address string) string {
	sum := sha256.Sum256([]byte(address))
	return "feed:" + hex.EncodeToString(sum[:])
}

func (r *Reader) stored(ctx context.Context, address string) (f Feed, found bool, err error) {
	text, found, err := r.Cache.Cached(ctx, keyOf(address), r.Clock())
	if err != nil || !found {
		return Feed{}, false, err
	}
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return Feed{}, false, nil // of another version
	}
	return f, true, nil
}

// start begins to fetch a feed, unless that is under way. It returns nil when
// too many are, else what is closed when the fetch is done.
func (r *Reader) start(address string) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if done := r.fetches[address]; done != nil {
		return done
	}
	if r.ctx.Err() != nil {
		return nil
	}
	select {
	case r.places <- struct{}{}:
	default:
		return nil
	}
	done := make(chan struct{})
	r.fetches[address] = done
	r.running.Go(func() {
		defer func() {
			r.mu.Lock()
			delete(r.fetches, address)
			r.mu.Unlock()
			<-r.places
			close(done)
		}()
		r.refresh(r.ctx, address)
	})
	return done
}

// refresh fetches a feed and keeps what it says. One that fails keeps the items
// that it had.
func (r *Reader) refresh(ctx context.Context, address string) {
	f := r.fetch(ctx, address)
	if ctx.Err() != nil {
		return // nothing is known
	}
	now, again := r.Clock(), good
	if f.Error != "" {
		again = failed
		if old, found, err := r.stored(ctx, address); err == nil && found && len(old.Items) > 0 {
			f = old
		}
	}
	f.Due = now.Add(again).Truncate(time.Second)
	text, err := json.Marshal(f)
	if err == nil {
		err = r.Cache.SetCached(ctx, keyOf(address), string(text), now, now.Add(kept))
	}
	if err != nil && ctx.Err() == nil {
		r.Log.Error("a feed isn't kept", "address", address, "error", err)
	}
}
