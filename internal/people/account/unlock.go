package account

import (
	"net/http"
	"net/url"
	"time"

	"quoin/internal/storage/auth"
)

// unlockTime is how long a browser keeps the password of an entry.
const unlockTime = 10 * 24 * time.Hour

// unlock takes the password of an entry. The browser keeps a digest of it, and
// the page says whether it was right.
func (v *visit) unlock() error {
	back := v.safe(v.value("redirect_to"), "")
	if back == "" && v.value("redirect_to") == "" {
		if from, err := url.Parse(v.r.Referer()); err == nil && from.Path != auth.LoginPath {
			back = v.safe(v.r.Referer(), "")
		}
	}
	if !v.posted() || !v.r.PostForm.Has("post_password") {
		// Compat (api.TestPasswordOfNothing): nobody said what to open, nor where to go.
		if back == "" {
			v.nothing()
			return nil
		}
		v.redirect(back)
		return nil
	}
	value, err := v.Auth.UnlockKey(v.ctx, v.r.PostForm.Get("post_password"))
	if err != nil {
		return err
	}
	cookie := v.Auth.Cookie(v.r, v.Auth.CookieName(v.ctx, auth.CookieUnlock), "/") // #nosec G124 -- Authenticator.Cookie sets the attributes
	cookie.Value, cookie.Expires = value, v.Site.Clock().Add(unlockTime)
	http.SetCookie(v.w, cookie)
	if back == "" {
		if v.value("redirect_to") != "" {
			v.redirect(v.base + "/")
			return nil
		}
		v.nothing()
		return nil
	}
	v.redirect(back)
	return nil
}

// nothing answers where nobody said where to go: the browser stays, with nothing to show.
func (v *visit) nothing() {
	v.w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	v.w.WriteHeader(http.StatusOK)
}
