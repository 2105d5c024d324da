package comment

import (
	"context"
	"fmt"
)

// Hooks are called by Service on every write of a comment, in the order of
// their registration and inside the transaction of the write: an error takes
// back all of it. They are registered before the first write. Comments that
// are hidden because their entry goes into the trash, deleted with their entry,
// or move up when what they answer is deleted follow another write and have no
// calls of their own.
type Hooks struct {
	// Before precedes a create (before is nil) or update. after is the comment
	// that is going to be stored; its Meta doesn't have the values of c yet. A
	// hook may refuse the write, change after, and add to the meta of c, which
	// on a create holds nothing else.
	Before []func(ctx context.Context, before, after *Comment, c *Change) error
	// Saved follows a create (before is nil) or update. before and after are
	// complete, with their meta, and must not be changed.
	Saved []func(ctx context.Context, before, after *Comment) error
	// Deleted follows the removal of a comment, which is passed as it was.
	Deleted []func(ctx context.Context, c *Comment) error
}

func (h *Hooks) before(ctx context.Context, before, after *Comment, c *Change) error {
	for _, hook := range h.Before {
		if err := hook(ctx, before, after, c); err != nil {
			return fmt.Errorf("before saving comment %d: %w", after.ID, err)
		}
	}
	return nil
}

func (h *Hooks) saved(ctx context.Context, before, after *Comment) error {
	for _, hook := range h.Saved {
		if err := hook(ctx, before, after); err != nil {
			return fmt.Errorf("after saving comment %d: %w", after.ID, err)
		}
	}
	return nil
}

func (h *Hooks) deleted(ctx context.Context, c *Comment) error {
	for _, hook := range h.Deleted {
		if err := hook(ctx, c); err != nil {
			return fmt.Errorf("after deleting comment %d: %w", c.ID, err)
		}
	}
	return nil
}
