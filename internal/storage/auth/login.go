package auth

import (
	"context"
	"strings"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

// refusalTime is when wrong credentials are answered. No hash that is stored
// in practice takes longer, so that the time tells nothing of the account.
const refusalTime = 500 * time.Millisecond

// dummyHash has our costs and fits no password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// checkPassword finds the account that a login and a password belong to, nil
// when there is none. Each try waits once, by the name as it is typed, and costs
// one hash that is slow: an account that is unknown, has no password or a hash
// that is fast, and a password that nobody can have, cost one that fits nothing.
func (a *Authenticator) checkPassword(ctx context.Context, at Attempt, login, password string) (*user.User, error) {
	var u *user.User
	if login != "" && len(login) <= maxLogin && !strings.ContainsRune(login, 0) {
		var err error
		if u, err = a.account(ctx, login); err != nil {
			return nil, err
		}
	}
	right := false
	err := withSlot(paidByName(ctx, at, login), func(ctx context.Context, t *slot) (err error) {
		if u != nil {
			if right, err = VerifyPassword(ctx, password, u.PasswordHash); err != nil {
				return err
			}
		}
		if !right && (u == nil || !isSlow(u.PasswordHash) || t.hashes == 0) {
			_, err = VerifyPassword(ctx, "-", dummyHash)
		}
		return err
	})
	if err != nil || !right {
		return nil, err
	}
	return u, nil
}

// CheckPassword tells whether a password is that of an account, for changes
// that ask for it again. Tries count as attempts to log in.
func (a *Authenticator) CheckPassword(ctx context.Context, at Attempt, u *user.User, password string) (bool, error) {
	at.Login, at.Known = u.Login, true
	if refused := a.refused(ctx, at); refused != nil {
		return false, refused
	}
	right, err := VerifyPassword(PaidBy(ctx, access.Actor{ID: u.ID, IP: at.IP}), password, u.PasswordHash)
	if err != nil {
		return false, err
	}
	if !right {
		return false, a.failed(ctx, at)
	}
	if refused := a.refused(ctx, at); refused != nil {
		return false, refused
	}
	return true, nil
}

// refused asks the throttle about an attempt. It is asked before the attempt is
// looked at, and once more when that was right: of many that are made at once,
// what was found wrong meanwhile counts for those that come after it.
func (a *Authenticator) refused(ctx context.Context, at Attempt) error {
	if a.Throttle == nil {
		return nil
	}
	return orNil(a.Throttle.Refuse(ctx, at))
}

// failed tells the throttle of an attempt that was wrong.
func (a *Authenticator) failed(ctx context.Context, at Attempt) error {
	if a.Throttle == nil {
		return nil
	}
	return orNil(a.Throttle.Failed(ctx, at))
}

// orNil is a fault as an error, nil when there is none.
func orNil(f *fault.Error) error {
	if f == nil {
		return nil
	}
	return f
}

// isSlow tells whether checking a password against a hash takes about as long
// as against one of ours.
func isSlow(hash string) bool {
	hash = strings.TrimPrefix(hash, "$wp")
	return strings.HasPrefix(hash, "$argon2id$") || strings.HasPrefix(hash, "$2")
}

// wait returns at a moment, or when ctx ends.
func wait(ctx context.Context, until time.Time) {
	t := time.NewTimer(time.Until(until))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
