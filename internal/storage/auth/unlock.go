package auth

import (
	"context"
	"net/http"
)

// UnlockKey is what a browser keeps of the password of an entry that somebody
// gave it: a digest under the site's key, so that a cookie tells nothing of the
// password.
func (a *Authenticator) UnlockKey(ctx context.Context, password string) (string, error) {
	key, err := a.key(ctx)
	if err != nil {
		return "", err
	}
	return sign(key, "password of an entry", password), nil
}

// Unlocks tells which passwords of entries a request brings along, nil for
// none.
func (a *Authenticator) Unlocks(r *http.Request) func(password string) bool {
	if len(r.Header["Cookie"]) == 0 {
		return nil
	}
	ctx := r.Context()
	c, err := r.Cookie(a.CookieName(ctx, CookieUnlock))
	if err != nil || c.Value == "" || len(c.Value) > maxCookie {
		return nil
	}
	given := c.Value
	return func(password string) bool {
		want, err := a.UnlockKey(ctx, password)
		if err != nil {
			a.Log.Error("password of an entry not checked", "error", err)
			return false
		}
		return password != "" && equal(want, given)
	}
}
