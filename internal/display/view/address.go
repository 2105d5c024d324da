package view

import (
	"context"

	"quoin/internal/display/render"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Visit is whom a text is shown to, and where. Some blocks lead back to the
// address asked for.
type Visit struct {
	Actor   access.Actor
	Address string // path and query, escaped; "" when there is none
	// Editing shows protected entries that the actor may edit as if their passwords were given.
	Editing bool
}

// address is the whole address that a visit asked for, "" when there is none.
func (v *View) address(ctx context.Context, to Visit) string {
	if to.Address == "" {
		return ""
	}
	return v.Site.Base(ctx) + to.Address
}

// atAddress notes that a text has slots which were filled for the address that
// a visit asked for.
func atAddress(ctx context.Context, to Visit, t render.Template) {
	if to.Address != "" && !t.Fixed() {
		scope.DependsOn(ctx, cache.Address())
	}
}

type countersKey struct{}

// Counters are those of generated ids in the texts of a request.
func (v *View) Counters(ctx context.Context, to Visit) *render.Counters { return counters(ctx, to) }

// counters are those of generated ids. The texts of one request count on, so
// that all can stand on one page; without an address each begins again.
func counters(ctx context.Context, to Visit) *render.Counters {
	if to.Address == "" {
		return render.NewCounters()
	}
	ids, ok := scope.Get[*render.Counters](ctx, countersKey{})
	if !ok {
		ids = render.NewCounters()
		scope.Put(ctx, countersKey{}, ids)
	}
	return ids
}
