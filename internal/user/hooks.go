package user

import (
	"context"
	"fmt"
)

// Hooks are called by Service on every write of an account, in the order of
// their registration and inside the transaction of the write: an error takes
// back all of it. They are registered before the first write. Sessions and
// application passwords are no part of an account.
type Hooks struct {
	// Before precedes a create (before is nil) or update. after is the account
	// that is going to be stored; its Meta doesn't have all values of c yet. A
	// hook may refuse the write, change after, and add to the meta of c. The
	// password of c is hashed, and still there in the clear if it was given.
	Before []func(ctx context.Context, before, after *User, c *Change) error
	// Saved follows a create (before is nil) or update. before and after are
	// complete, with their meta, and must not be changed.
	Saved []func(ctx context.Context, before, after *User) error
	// Deleted follows the removal of an account, which is passed as it was.
	Deleted []func(ctx context.Context, u *User) error
}

func (h *Hooks) before(ctx context.Context, before, after *User, c *Change) error {
	for _, hook := range h.Before {
		if err := hook(ctx, before, after, c); err != nil {
			return fmt.Errorf("before saving user %q: %w", after.Login, err)
		}
	}
	return nil
}

func (h *Hooks) saved(ctx context.Context, before, after *User) error {
	for _, hook := range h.Saved {
		if err := hook(ctx, before, after); err != nil {
			return fmt.Errorf("after saving user %d: %w", after.ID, err)
		}
	}
	return nil
}

func (h *Hooks) deleted(ctx context.Context, u *User) error {
	for _, hook := range h.Deleted {
		if err := hook(ctx, u); err != nil {
			return fmt.Errorf("after deleting user %d: %w", u.ID, err)
		}
	}
	return nil
}
