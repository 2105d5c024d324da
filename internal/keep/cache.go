package keep

import (
	"container/list"
	"sync"
	"time"
)

// Cache keeps answers. It is safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	max     int64
	size    int64
	byKey   map[string]*item
	byTag   map[string][]use
	order   *list.List // of *item, the most recently used first
	flights map[string]*flight

	seq     uint64            // number of drops so far
	dropped map[string]uint64 // when a tag was last dropped
	oldest  uint64            // drops before this number are forgotten: tickets of then are void
	recent  []drop
	off     bool
	now     func() time.Time
}

type item struct {
	key     string
	answer  *Answer
	tags    []string
	until   time.Time
	size    int64
	element *list.Element
	places  []int // by tag: where among the uses of the tag this one is
}

// use is one item that has a tag, and which of its tags that is.
type use struct {
	it *item
	n  int
}

type drop struct {
	seq  uint64
	tags []string
}

// remembered is how many drops are remembered for tickets under way.
const remembered = 4096

// New makes a cache of at most max bytes.
func New(max int64) *Cache {
	return &Cache{
		max: max, byKey: map[string]*item{}, byTag: map[string][]use{}, order: list.New(),
		flights: map[string]*flight{}, dropped: map[string]uint64{}, now: time.Now,
	}
}

// Ticket tells when making an answer began.
type Ticket uint64

// Begin is taken before anything is read for an answer.
func (c *Cache) Begin() Ticket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Ticket(c.seq)
}

// Get is the kept answer for a key, nil when there is none.
func (c *Cache) Get(key string) *Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	it := c.byKey[key]
	if it == nil || c.off {
		return nil
	}
	if !it.until.IsZero() && !c.now().Before(it.until) {
		c.remove(it)
		return nil
	}
	c.order.MoveToFront(it.element)
	return it.answer
}

// Put keeps an answer that was made since the ticket out of what the tags
// name, up to a moment (the zero time: without end). It says whether it was
// kept.
func (c *Cache) Put(t Ticket, key string, a *Answer, tags []string, until time.Time) bool {
	size := a.size() + int64(len(key)) + int64(64*len(tags)) + 512
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || size > c.max/8 || uint64(t) < c.oldest {
		return false
	}
	for _, tag := range tags {
		if c.dropped[tag] > uint64(t) {
			return false
		}
	}
	if old := c.byKey[key]; old != nil {
		c.remove(old)
	}
	it := &item{key: key, answer: a, tags: tags, until: until, size: size}
	it.element = c.order.PushFront(it)
	c.byKey[key] = it
	it.places = make([]int, len(tags))
	for n, tag := range tags {
		uses := c.byTag[tag]
		it.places[n] = len(uses)
		c.byTag[tag] = append(uses, use{it, n})
	}
	c.size += size
	for c.size > c.max {
		c.remove(c.order.Back().Value.(*item))
	}
	return true
}

// Grown tells that a kept answer takes more bytes than when it was put, since
// a compressed form was added to it.
func (c *Cache) Grown(key string, a *Answer, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if it := c.byKey[key]; it != nil && it.answer == a {
		it.size += int64(bytes)
		c.size += int64(bytes)
		for c.size > c.max {
			c.remove(c.order.Back().Value.(*item))
		}
	}
}

func (c *Cache) remove(it *item) {
	delete(c.byKey, it.key)
	c.order.Remove(it.element)
	c.size -= it.size
	for n, tag := range it.tags {
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
		uses[last] = use{}
		c.byTag[tag] = uses[:last]
	}
}

// Drop removes every answer that was made of one of the tags, and voids the
// tickets under way for them.
func (c *Cache) Drop(tags []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	c.recent = append(c.recent, drop{c.seq, tags})
	for _, tag := range tags {
		c.dropped[tag] = c.seq
		for uses := c.byTag[tag]; len(uses) > 0; uses = c.byTag[tag] {
			c.remove(uses[len(uses)-1].it)
		}
	}
	if len(c.recent) > remembered {
		c.forget(len(c.recent) / 2)
	}
}

// forget drops the memory of the n oldest drops.
func (c *Cache) forget(n int) {
	for _, d := range c.recent[:n] {
		c.oldest = d.seq
		for _, tag := range d.tags {
			if c.dropped[tag] == d.seq {
				delete(c.dropped, tag)
			}
		}
	}
	c.recent = append([]drop(nil), c.recent[n:]...)
}

// Clear removes everything and voids all tickets.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

func (c *Cache) clear() {
	c.seq++
	c.oldest = c.seq
	c.byKey, c.byTag, c.order = map[string]*item{}, map[string][]use{}, list.New()
	c.dropped, c.recent, c.size = map[string]uint64{}, nil, 0
}

// Suspend stops keeping, as long as a node can't hear of the changes of
// others; Resume starts anew with nothing.
func (c *Cache) Suspend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.off {
		c.off = true
		c.clear()
	}
}

// Resume ends Suspend.
func (c *Cache) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off {
		c.off = false
		c.clear()
	}
}

// Stats tells how many answers are kept, in how many bytes.
func (c *Cache) Stats() (answers int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.size
}
