package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// maxCookie bounds the value of a cookie that is looked at, in bytes.
const maxCookie = 256

// CookieName is the whole name of a cookie of the site: sites on one host that
// differ in their path or port don't take each other's.
func (a *Authenticator) CookieName(ctx context.Context, kind string) string {
	sum := sha256.Sum256([]byte(a.Site.Base(ctx)))
	return kind + hex.EncodeToString(sum[:16])
}

// Kinds of cookies. Compat (TestCookieNames): caches in front of sites pass requests on that
// carry cookies of these names.
const (
	cookieSession = "wordpress_logged_in_"
	cookieAdmin   = "wordpress_"
	// CookieReset and CookieUnlock carry the key of a mailed link and the
	// passwords of entries.
	CookieReset  = "wp-resetpass-"
	CookieUnlock = "wp-postpass_"
)

// Addresses of the pages of accounts, which are those that clients of the field know.
const (
	// AdminPath is the folder of the pages that belong to an account.
	AdminPath = "/wp-admin"
	// LoginPath is the page on which people log in, log out and unlock entries.
	LoginPath = "/wp-login.php"
	// AccountPath is the page of an account: its sessions and second factors.
	AccountPath = "/account"
)

// cookies are those of a session, without values. Both carry the same; where
// one is sent, either will do.
func (a *Authenticator) cookies(r *http.Request) []*http.Cookie {
	ctx := r.Context()
	return []*http.Cookie{
		a.Cookie(r, a.CookieName(ctx, cookieSession), "/"),
		a.Cookie(r, a.CookieName(ctx, cookieAdmin), AdminPath),
	}
}

// Cookie is an empty cookie that scripts don't see and other sites' forms
// don't send; secure when the site is served over https.
func (a *Authenticator) Cookie(r *http.Request, name, path string) *http.Cookie {
	secure := a.tls(r) || strings.HasPrefix(a.Site.Base(r.Context()), "https://")
	return &http.Cookie{Name: name, Path: path, HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode} // #nosec G124 -- Secure where the site is at https
}

// sentCookie is the value of a request's session cookie, "" without one.
func (a *Authenticator) sentCookie(r *http.Request) string {
	if len(r.Header["Cookie"]) == 0 {
		return ""
	}
	c, err := r.Cookie(a.CookieName(r.Context(), cookieSession))
	if err != nil || len(c.Value) > maxCookie {
		return ""
	}
	return c.Value
}

// HasSession tells whether a request carries a cookie of a session, valid or
// not: its answer isn't for others.
func (a *Authenticator) HasSession(r *http.Request) bool { return a.sentCookie(r) != "" }
