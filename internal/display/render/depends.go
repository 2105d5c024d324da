package render

import (
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Viewer is who is logged in, nil for visitors. Blocks ask here rather than
// the Request, so that it is known whose rendering this is.
func (c *Context) Viewer() *User {
	scope.DependsOn(c, cache.Viewer())
	return c.Request.Viewer
}

// Address is the address asked for, "" when there is none. Blocks ask here
// rather than the Request, so that it is known for which one this is.
func (c *Context) Address() string {
	scope.DependsOn(c, cache.Address())
	return c.Request.URL
}

// ExpiresAt notes when what is rendered stops being true by itself: a date
// told in relation to now, the day that is marked as today.
func (c *Context) ExpiresAt(t time.Time) { scope.ExpiresAt(c, t) }

// ChanceLasts is how long what was made by chance may be shown again: so short
// that nobody takes it for settled, and long enough that many readers cost one
// rendering.
const ChanceLasts = time.Second

// ByChance notes that the rendering is in a random order.
func (c *Context) ByChance() { scope.ExpiresAt(c, c.Site.Now.Add(ChanceLasts)) }

// EndOfDay is the first moment of the day after a moment, in its zone.
func EndOfDay(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, t.Location())
}
