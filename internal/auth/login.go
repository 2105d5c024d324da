package auth

import (
	"context"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/user"
)

// refusalTime is when wrong credentials are answered. No hash that is stored
// in practice takes longer, so that the time tells nothing of the account.
const refusalTime = 500 * time.Millisecond

// dummyHash has our costs and fits no password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// checkPassword finds the account that a login and a password belong to, nil
// when there is none. Each try costs one hash that is slow: an account that is
// unknown, has no password or a hash that is fast costs one that fits nothing.
func (a *Authenticator) checkPassword(ctx context.Context, at Attempt, login, password string) (*user.User, error) {
	var u *user.User
	if login != "" && len(login) <= maxLogin && !strings.ContainsRune(login, 0) {
		var err error
		if u, err = a.account(ctx, login); err != nil {
			return nil, err
		}
	}
	right, payer := false, access.Actor{IP: at.IP}
	if u != nil {
		payer.ID = u.ID
		var err error
		if right, err = VerifyPassword(PaidBy(ctx, payer), password, u.PasswordHash); err != nil {
			return nil, err
		}
	}
	if !right && (u == nil || !isSlow(u.PasswordHash)) {
		if _, err := VerifyPassword(PaidBy(ctx, payer), "-"+password, dummyHash); err != nil {
			return nil, err
		}
	}
	if !right {
		return nil, nil
	}
	return u, nil
}

// CheckPassword tells whether a password is that of an account, for changes
// that ask for it again. Tries count as attempts to log in.
func (a *Authenticator) CheckPassword(ctx context.Context, at Attempt, u *user.User, password string) (bool, error) {
	at.Login = u.Login
	if a.Throttle != nil {
		if refused := a.Throttle.Refuse(ctx, at); refused != nil {
			return false, refused
		}
	}
	right, err := VerifyPassword(PaidBy(ctx, access.Actor{ID: u.ID, IP: at.IP}), password, u.PasswordHash)
	if right || err != nil {
		return right, err
	}
	if a.Throttle != nil {
		if answer := a.Throttle.Failed(ctx, at); answer != nil {
			return false, answer
		}
	}
	return false, nil
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
