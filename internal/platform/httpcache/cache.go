package httpcache

import (
	"net/http"
	"time"

	"quoin/internal/platform/cache"
)

// Cache holds answers by what was asked for. A nil Cache holds nothing.
type Cache struct {
	answers *cache.Cache[Key, *Answer]
}

// New makes a cache of at most max bytes. now tells the time; nil takes time.Now. When it
// is half full, an answer is kept from the second time on that it is asked for: an
// address that is asked for once, such as one with a number of its own, drives out nothing.
func New(max int64, now func() time.Time) *Cache {
	return &Cache{answers: cache.New[Key, *Answer](max, now).KeepAskedAgain()}
}

// Answer is the cached answer for a key, or the one that make makes. make also
// tells what its answer depends on; with NoStore it is neither stored nor
// shared. It may return nil when what it made can't be sent from here, and then
// Answer returns nil.
//
// make runs in the calling goroutine, and whenever the result is nil it ran for
// this very call.
func (c *Cache) Answer(key Key, make func() (*Answer, cache.Deps)) *Answer {
	if c == nil {
		a, _ := make()
		return a
	}
	a, _ := c.answers.Load(key, func() (*Answer, int, cache.Deps) {
		a, deps := make()
		if a == nil {
			return nil, 0, cache.Deps{NoStore: true}
		}
		return a, key.size() + a.size(), deps
	})
	return a
}

// Deliver sends an answer that Answer gave for a key.
func (c *Cache) Deliver(w http.ResponseWriter, req *http.Request, key Key, a *Answer) {
	if grown := a.Write(w, req); grown > 0 && c != nil {
		c.answers.Grow(key, grown, func(now *Answer) bool { return now == a })
	}
}

// Stats tells how many answers there are, and about how many bytes they take.
func (c *Cache) Stats() (answers int, bytes int64) { return c.invalidated().Stats() }

// Counts tells what the cache did since the start, and what it holds.
func (c *Cache) Counts() cache.Counts { return c.invalidated().Counts() }

// Drop, Clear, Suspend and Resume implement cache.Invalidator.
func (c *Cache) Drop(tags []cache.Tag) { c.invalidated().Drop(tags) }
func (c *Cache) Clear()                { c.invalidated().Clear() }
func (c *Cache) Suspend()              { c.invalidated().Suspend() }
func (c *Cache) Resume()               { c.invalidated().Resume() }

func (c *Cache) invalidated() *cache.Cache[Key, *Answer] {
	if c == nil {
		return nil
	}
	return c.answers
}
