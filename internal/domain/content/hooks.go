package content

import (
	"context"
	"fmt"

	"quoin/internal/domain/hook"
)

// Hooks are called by Service on every write of an entry; see package hook. They may add to
// the meta and the terms of a Change.
//
// Trashing, restoring and publishing on time are updates whose status changes.
// Revisions and autosaves are part of what they belong to and have no hooks of
// their own.
type Hooks struct {
	hook.Set[*Entry, Change]
	// Deleting precedes the removal of an entry, when what belongs to it is still
	// there.
	Deleting []func(ctx context.Context, e *Entry) error
}

// Writes are hooks of entries.
type Writes = hook.Writes[*Entry, Change]

// Ref implements hook.Object.
func (e *Entry) Ref() string { return fmt.Sprint("entry ", e.ID) }

func (h *Hooks) deleting(ctx context.Context, e *Entry) error {
	for _, hook := range h.Deleting {
		if err := hook(ctx, e); err != nil {
			return fmt.Errorf("before deleting entry %d: %w", e.ID, err)
		}
	}
	return nil
}
