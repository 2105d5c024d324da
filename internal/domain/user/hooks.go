package user

import (
	"context"
	"fmt"

	"quoin/internal/domain/hook"
)

// Hooks are called by Service on every write of an account; see package hook. They may add to
// the meta of a Change, whose password is hashed, and still there in the clear if it was given.
// Sessions and application passwords are no part of an account.
type Hooks struct {
	hook.Set[*User, Change]
	// Deleting precedes the removal of an account, when its entries are still its
	// own.
	Deleting []func(ctx context.Context, u *User) error
}

// Writes are hooks of accounts.
type Writes = hook.Writes[*User, Change]

// Ref implements hook.Object.
func (u *User) Ref() string { return fmt.Sprintf("user %d (%q)", u.ID, u.Login) }

func (h *Hooks) deleting(ctx context.Context, u *User) error {
	for _, hook := range h.Deleting {
		if err := hook(ctx, u); err != nil {
			return fmt.Errorf("before deleting user %d: %w", u.ID, err)
		}
	}
	return nil
}
