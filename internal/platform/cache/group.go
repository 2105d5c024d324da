package cache

// Invalidator is told of changes: a Cache, or what holds one.
type Invalidator interface {
	Drop(tags []Tag)
	Clear()
	Suspend()
	Resume()
}

// Group is told of changes as one. A value of one member may be made of values
// of the members before it, never of those behind it.
type Group []Invalidator

// Drop implements Invalidator.
func (g Group) Drop(tags []Tag) {
	for _, c := range g {
		c.Drop(tags)
	}
}

// Clear implements Invalidator.
func (g Group) Clear() {
	for _, c := range g {
		c.Clear()
	}
}

// Suspend implements Invalidator.
func (g Group) Suspend() {
	for _, c := range g {
		c.Suspend()
	}
}

// Resume implements Invalidator.
func (g Group) Resume() {
	for _, c := range g {
		c.Resume()
	}
}

// Tickets calls fn with each cache in the group that values are made for, and a ticket of
// it.
func (g Group) Tickets(fn func(of any, t Ticket)) {
	for _, c := range g {
		switch c := c.(type) {
		case Group:
			c.Tickets(fn)
		case interface{ Begin() Ticket }:
			fn(c, c.Begin())
		}
	}
}
