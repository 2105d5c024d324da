package scope

import (
	"context"

	"quoin/internal/platform/cache"
)

// ticket is one that was taken of a cache.
type ticket struct {
	of any
	at cache.Ticket
}

// Beginner gives out tickets: a cache.Cache.
type Beginner interface{ Begin() cache.Ticket }

// Begin takes tickets of caches for a scope in which nothing was read yet. Objects are
// remembered in a scope, so that a value which is made in it may be of what was read at
// its very beginning, however late it is begun.
func Begin(ctx context.Context, caches cache.Group) {
	s := From(ctx).memory()
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tickets == nil {
		s.tickets = make([]ticket, 0, 4)
	}
	caches.Tickets(s.begin)
}

// begin notes a ticket of a cache, unless there is an earlier one; mu is held.
func (s *Scope) begin(of any, at cache.Ticket) {
	if _, begun := s.ticket(of); !begun {
		s.tickets = append(s.tickets, ticket{of, at})
	}
}

func (s *Scope) ticket(of any) (cache.Ticket, bool) {
	for i := range s.tickets {
		if s.tickets[i].of == of {
			return s.tickets[i].at, true
		}
	}
	return 0, false
}

// Ticket is the one that a value made with ctx is put into a cache with: from before
// anything was read that the scope remembers, if Begin was called for it, or from now on.
func Ticket(ctx context.Context, c Beginner) cache.Ticket {
	s := From(ctx).memory()
	if s == nil {
		return c.Begin()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t, begun := s.ticket(c)
	if !begun {
		t = c.Begin()
		s.begin(c, t)
	}
	return t
}
