package keep

// flight is one answer that is being made.
type flight struct {
	began  uint64
	done   chan struct{}
	answer *Answer // nil when it can't be shared
}

// Do gives the kept answer for a key or has it made, once however many ask
// for it at the same time. make gets the ticket that it has to put its answer
// with, and returns nil for an answer that others must not get; Do then
// returns nil to those who waited, and they make their own.
//
// own is true when this call's make made the answer.
func (c *Cache) Do(key string, make func(Ticket) *Answer) (a *Answer, own bool) {
	c.mu.Lock()
	f := c.flights[key]
	if f == nil || f.began != c.seq || c.off {
		f = &flight{began: c.seq, done: newDone()}
		c.flights[key] = f
		c.mu.Unlock()
		return c.fly(key, f, make), true
	}
	c.mu.Unlock()
	<-f.done
	// Nothing was dropped between its start and this call, so the answer is as
	// good as one that this call would make.
	return f.answer, false
}

func newDone() chan struct{} { return make(chan struct{}) }

func (c *Cache) fly(key string, f *flight, make func(Ticket) *Answer) *Answer {
	defer func() {
		c.mu.Lock()
		if c.flights[key] == f {
			delete(c.flights, key)
		}
		c.mu.Unlock()
		close(f.done)
	}()
	f.answer = make(Ticket(f.began))
	return f.answer
}
