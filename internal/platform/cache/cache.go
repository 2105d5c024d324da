package cache

import (
	"sync"
	"time"
)

// Cache holds values by key, up to a number of bytes; what was unused for
// longest goes first. It is safe for concurrent use. A nil Cache holds nothing.
// See the comment of the package for what it promises.
type Cache[K comparable, V any] struct {
	max int64
	now func() time.Time

	mu      sync.Mutex
	size    int64
	byKey   map[K]*item[K, V]
	byTag   map[Tag][]use[K, V]
	ring    item[K, V] // next is the last used item, prev the one unused for longest
	flights map[K]*flight[V]
	door    *door[K] // nil to keep whatever fits
	drops   history
	off     bool
	counts  Counts
}

// Counts are what a cache did since it was made, and what it holds now.
type Counts struct {
	Hits, Misses uint64 // of Get and Load
	Dropped      uint64 // values that changes removed
	Values       int
	Bytes        int64
}

// item is a value in the ring.
type item[K comparable, V any] struct {
	key        K
	value      V
	deps       Deps
	size       int64
	places     []int // by tag: the index among the uses of the tag
	prev, next *item[K, V]
}

// use is one item that has a tag; n is the index among the tags of the item.
type use[K comparable, V any] struct {
	it *item[K, V]
	n  int
}

// An item costs about this much beside its key and value.
const (
	itemCost = 320
	tagCost  = 96
)

// maxShare is the part of a cache that one value may take: one in so many.
const maxShare = 8

// New makes a cache of at most max bytes, nil when max isn't above zero. now
// tells the time for values that expire; nil takes time.Now.
func New[K comparable, V any](max int64, now func() time.Time) *Cache[K, V] {
	if max <= 0 {
		return nil
	}
	if now == nil {
		now = time.Now
	}
	c := &Cache[K, V]{max: max, now: now, flights: map[K]*flight[V]{}}
	c.reset()
	return c
}

// reset makes the cache one without items.
func (c *Cache[K, V]) reset() {
	c.byKey, c.byTag, c.size = map[K]*item[K, V]{}, map[Tag][]use[K, V]{}, 0
	c.ring.prev, c.ring.next = &c.ring, &c.ring
}

// Begin is called before anything is read for a value; see Put.
func (c *Cache[K, V]) Begin() Ticket {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops.now
}

// Changed tells whether one of tags was dropped since a ticket, or may have been: what was
// read of them since then may be old.
func (c *Cache[K, V]) Changed(t Ticket, tags []Tag) bool {
	if c == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.off || c.drops.since(t, tags)
}

// Get is the value for a key, and whether there is one.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	if c == nil {
		return value, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	it := c.byKey[key]
	if it == nil {
		c.counts.Misses++
		return value, false
	}
	if !it.deps.Expires.IsZero() && !c.now().Before(it.deps.Expires) {
		c.remove(it)
		c.counts.Misses++
		return value, false
	}
	c.counts.Hits++
	if c.ring.next != it {
		it.unlink()
		c.link(it)
	}
	return it.value, true
}

// Put stores a value that was made since a ticket, in place of the one that the
// key has. size is what key and value take in bytes. It tells whether the value
// was stored: one is refused that was made of something that has changed since
// the ticket, or may have, one with Deps.NoStore, and one that would take too
// much of the cache.
func (c *Cache[K, V]) Put(t Ticket, key K, value V, size int, deps Deps) bool {
	if c == nil || deps.NoStore {
		return false
	}
	bytes := int64(size) + itemCost + int64(tagCost*len(deps.Tags))
	if bytes > c.max/maxShare {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || c.drops.since(t, deps.Tags) {
		return false
	}
	if old := c.byKey[key]; old != nil {
		c.remove(old)
	}
	it := &item[K, V]{key: key, value: value, deps: deps, size: bytes, places: make([]int, len(deps.Tags))}
	c.byKey[key] = it
	for n, tag := range deps.Tags {
		uses := c.byTag[tag]
		it.places[n] = len(uses)
		c.byTag[tag] = append(uses, use[K, V]{it, n})
	}
	c.link(it)
	c.size += bytes
	c.shrink()
	return true
}

// Grow tells that the value of a key takes so many bytes more than it did, if
// is finds that it is still the one that grew.
func (c *Cache[K, V]) Grow(key K, bytes int, is func(V) bool) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if it := c.byKey[key]; it != nil && is(it.value) {
		it.size += int64(bytes)
		c.size += int64(bytes)
		c.shrink()
	}
}

// Drop removes every value that was made of one of the tags, and has those
// refused that are under way.
func (c *Cache[K, V]) Drop(tags []Tag) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops.add(tags)
	for _, tag := range tags {
		for uses := c.byTag[tag]; len(uses) > 0; uses = c.byTag[tag] {
			c.remove(uses[len(uses)-1].it)
			c.counts.Dropped++
		}
	}
}

// Clear removes every value, and has all refused that are under way.
func (c *Cache[K, V]) Clear() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

func (c *Cache[K, V]) clear() {
	c.drops.forget()
	c.reset()
}

// Suspend removes every value and stores none until Resume: changes of others
// can't be heard of.
func (c *Cache[K, V]) Suspend() { c.setSuspended(true) }

// Resume ends Suspend.
func (c *Cache[K, V]) Resume() { c.setSuspended(false) }

func (c *Cache[K, V]) setSuspended(off bool) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off != off {
		c.off = off
		c.clear()
	}
}

// Stats tells how many values there are, and about how many bytes they take.
func (c *Cache[K, V]) Stats() (values int, bytes int64) {
	n := c.Counts()
	return n.Values, n.Bytes
}

// Counts tells what the cache did since it was made, and what it holds.
func (c *Cache[K, V]) Counts() Counts {
	if c == nil {
		return Counts{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.counts
	n.Values, n.Bytes = len(c.byKey), c.size
	return n
}

// shrink removes what was unused for longest until the rest fits.
func (c *Cache[K, V]) shrink() {
	for c.size > c.max {
		c.remove(c.ring.prev)
	}
}

func (c *Cache[K, V]) remove(it *item[K, V]) {
	delete(c.byKey, it.key)
	it.unlink()
	c.size -= it.size
	for n, tag := range it.deps.Tags {
		uses := c.byTag[tag]
		last := len(uses) - 1
		if last == 0 {
			delete(c.byTag, tag)
			continue
		}
		// The last one takes the place.
		moved := uses[last]
		uses[it.places[n]] = moved
		moved.it.places[moved.n] = it.places[n]
		uses[last] = use[K, V]{}
		c.byTag[tag] = uses[:last]
	}
}

// link makes an item the last used one.
func (c *Cache[K, V]) link(it *item[K, V]) {
	it.prev, it.next = &c.ring, c.ring.next
	it.prev.next, it.next.prev = it, it
}

func (it *item[K, V]) unlink() {
	it.prev.next, it.next.prev = it.next, it.prev
}
