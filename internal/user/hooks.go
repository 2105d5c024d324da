package user

import (
	"fmt"

	"quoin/internal/hook"
)

// Hooks are called by Service on every write of an account; see package hook. They may add to
// the meta of a Change, whose password is hashed, and still there in the clear if it was given.
// Sessions and application passwords are no part of an account.
type Hooks = hook.Set[*User, Change]

// Writes are hooks of accounts.
type Writes = hook.Writes[*User, Change]

// Ref implements hook.Object.
func (u *User) Ref() string { return fmt.Sprintf("user %d (%q)", u.ID, u.Login) }
