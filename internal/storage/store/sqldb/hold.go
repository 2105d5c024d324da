package sqldb

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/platform/datafolder"
	"quoin/internal/platform/fault"
)

// ErrHolding says that another process holds the writes of the database already.
var ErrHolding = datafolder.ErrHolding

// Held tells why nobody writes to a database.
type Held struct {
	// Moved tells where the site is now; nil while it is on its way.
	Moved *datafolder.Moved
}

// refusal is what who writes is told.
func (h *Held) refusal() error {
	if h.Moved == nil {
		return fmt.Errorf("%w: the site is being moved", fault.ErrReadOnly)
	}
	return fmt.Errorf("%w: the site was moved to %s", fault.ErrReadOnly, h.Moved.To)
}

// Keeper has a hold of writes outlast the process.
type Keeper func(ctx context.Context, to string) error

// HoldWrites runs fn while nobody can write to the database, on any node and in any
// process: what is committed when fn begins stays as it is, reads go on, and who writes
// gets fault.ErrReadOnly. It is ErrHolding when another process does so already. When fn has
// called keep, nobody can write afterwards either, until ReopenWrites; else everybody can,
// and also when this process is killed.
func (o *Operations) HoldWrites(ctx context.Context, fn func(ctx context.Context, keep Keeper) error) error {
	return o.db.Engine.hold(ctx, func(ctx context.Context, keep func(ctx context.Context, m datafolder.Moved) error) error {
		return fn(ctx, func(ctx context.Context, to string) error {
			return keep(ctx, datafolder.Moved{To: to, At: o.db.Now().UTC().Format("2006-01-02T15:04:05Z")})
		})
	})
}

// WritesHeld tells why nobody can write; nil when everybody can.
func (o *Operations) WritesHeld(ctx context.Context) (*Held, error) {
	return o.db.Engine.held(ctx, o.db)
}

// ReopenWrites lets everybody write again to a database whose site was moved away. It is
// ErrHolding while that is under way.
func (o *Operations) ReopenWrites(ctx context.Context) error { return o.db.Engine.reopen(ctx) }

// TidyHold removes what a hold left whose process was killed. It changes nothing about
// who can write.
func (o *Operations) TidyHold(ctx context.Context) error {
	held, err := o.WritesHeld(ctx)
	if err != nil || held != nil {
		return err
	}
	if err := o.ReopenWrites(ctx); !errors.Is(err, ErrHolding) {
		return err
	}
	return nil // one that has just begun
}
