package cache

import "hash/maphash"

// rememberedKeys is how many keys that were asked for once are remembered.
const rememberedKeys = 1 << 14

// door remembers keys that were asked for, each until another takes its place: traces of
// them, so that it takes little and bounded memory. Seldom it takes one key for another.
type door[K comparable] struct {
	seed   maphash.Seed
	traces [rememberedKeys]uint32
}

// knows tells whether a key was asked for before, and remembers it.
func (d *door[K]) knows(key K) bool {
	h := maphash.Comparable(d.seed, key)
	at, trace := &d.traces[h%rememberedKeys], uint32(h>>32)|1
	known := *at == trace
	*at = trace
	return known
}

// KeepAskedAgain has Load keep, once the cache is half full, only values whose keys were
// asked for before: those of keys that nobody asks for twice would drive out others, and
// keeping them would cost most of what it costs to have a cache. Call it before the first use.
func (c *Cache[K, V]) KeepAskedAgain() *Cache[K, V] {
	if c != nil {
		c.door = &door[K]{seed: maphash.MakeSeed()}
	}
	return c
}

// admits tells whether a value that Load made is to be kept.
func (c *Cache[K, V]) admits(key K) bool {
	if c.door == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.door.knows(key) || c.size < c.max/2
}
