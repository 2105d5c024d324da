package content

import (
	"context"
	"fmt"
)

// Hooks are called by Service on every write of an entry, in the order of
// their registration and inside the transaction of the write: an error takes
// back all of it. They are registered before the first write.
//
// Trashing, restoring and publishing on time are updates whose status changes.
// Revisions and autosaves are part of what they belong to and have no hooks of
// their own.
type Hooks struct {
	// Before precedes a create (before is nil) or update. after is the row that
	// is going to be stored; its Meta doesn't have the values of c yet. A hook
	// may refuse the write, change after, and add to the meta and terms of c.
	// The ID of after is 0 on a create.
	Before []func(ctx context.Context, before, after *Entry, c *Change) error
	// Saved follows a create (before is nil) or update when everything that
	// belongs to it is stored: terms, meta, revision. before and after are
	// complete and must not be changed.
	Saved []func(ctx context.Context, before, after *Entry) error
	// Deleting precedes the removal of an entry, when what belongs to it is still
	// there.
	Deleting []func(ctx context.Context, e *Entry) error
	// Deleted follows the removal of an entry, which is passed as it was.
	Deleted []func(ctx context.Context, e *Entry) error
}

func (h *Hooks) before(ctx context.Context, before, after *Entry, c *Change) error {
	for _, hook := range h.Before {
		if err := hook(ctx, before, after, c); err != nil {
			return fmt.Errorf("before saving entry %d: %w", after.ID, err)
		}
	}
	return nil
}

func (h *Hooks) saved(ctx context.Context, before, after *Entry) error {
	for _, hook := range h.Saved {
		if err := hook(ctx, before, after); err != nil {
			return fmt.Errorf("after saving entry %d: %w", after.ID, err)
		}
	}
	return nil
}

func (h *Hooks) deleting(ctx context.Context, e *Entry) error {
	for _, hook := range h.Deleting {
		if err := hook(ctx, e); err != nil {
			return fmt.Errorf("before deleting entry %d: %w", e.ID, err)
		}
	}
	return nil
}

func (h *Hooks) deleted(ctx context.Context, e *Entry) error {
	for _, hook := range h.Deleted {
		if err := hook(ctx, e); err != nil {
			return fmt.Errorf("after deleting entry %d: %w", e.ID, err)
		}
	}
	return nil
}
