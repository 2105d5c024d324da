package scope

import (
	"context"

	"quoin/internal/platform/cache"
)

type ticketKey struct{ of any }

// Beginner gives out tickets: a cache.Cache.
type Beginner interface{ Begin() cache.Ticket }

// Begin takes tickets of caches for a scope in which nothing was read yet. Objects are
// remembered in a scope, so that a value which is made in it may be of what was read at
// its very beginning, however late it is begun.
func Begin(ctx context.Context, caches cache.Group) {
	caches.Tickets(func(of any, t cache.Ticket) {
		if _, begun := Get[cache.Ticket](ctx, ticketKey{of}); !begun {
			Put(ctx, ticketKey{of}, t)
		}
	})
}

// Ticket is the one that a value made with ctx is put into a cache with: from before
// anything was read that the scope remembers, if Begin was called for it, or from now on.
func Ticket(ctx context.Context, c Beginner) cache.Ticket {
	if t, ok := Get[cache.Ticket](ctx, ticketKey{c}); ok {
		return t
	}
	t := c.Begin()
	Put(ctx, ticketKey{c}, t)
	return t
}
