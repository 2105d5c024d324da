package cache

// flight is one value that is being made.
type flight[V any] struct {
	began Ticket
	done  chan struct{} // made by the first who waits
	value V
	ok    bool // whether others may have it
}

// Load is the value for a key, or the one that make makes, once however many
// ask for it at the same time. make returns the value, the bytes that it takes
// with its key, and what it depends on; with Deps.NoStore the value is for its
// own caller only, and those who waited make their own.
//
// make runs in the goroutine of the call. made tells whether it ran for this
// very call.
func (c *Cache[K, V]) Load(key K, make func() (V, int, Deps)) (value V, made bool) {
	if c == nil {
		value, _, _ = make()
		return value, true
	}
	if value, ok := c.Get(key); ok {
		return value, false
	}
	c.mu.Lock()
	if f := c.flights[key]; f != nil && f.began == c.drops.now && !c.off {
		if f.done == nil {
			f.done = newDone()
		}
		done := f.done
		c.mu.Unlock()
		<-done
		// Nothing was dropped between its start and this call, so its value is
		// as good as one that this call would make.
		if f.ok {
			return f.value, false
		}
		value, _, _ = make()
		return value, true
	}
	f := &flight[V]{began: c.drops.now}
	c.flights[key] = f
	c.mu.Unlock()
	return c.fly(key, f, make), true
}

func newDone() chan struct{} { return make(chan struct{}) }

// fly makes the value of a flight. Those who wait go on even when make panics.
func (c *Cache[K, V]) fly(key K, f *flight[V], make func() (V, int, Deps)) V {
	defer func() {
		c.mu.Lock()
		if c.flights[key] == f {
			delete(c.flights, key)
		}
		done := f.done
		c.mu.Unlock()
		if done != nil {
			close(done)
		}
	}()
	value, size, deps := make()
	if !deps.NoStore {
		if c.admits(key) {
			c.Put(f.began, key, value, size, deps)
		}
		f.value, f.ok = value, true
	}
	return value
}
