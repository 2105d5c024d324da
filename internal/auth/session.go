package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/fault"
	"quoin/internal/user"
)

// CookieName is the name of the cookie that carries a session.
const CookieName = "quoin_session"

// How long a session lasts: two days, or two weeks when the user wants to be
// remembered.
const (
	SessionShort = 48 * time.Hour
	SessionLong  = 14 * 24 * time.Hour
)

const maxCookie = 256

// Session is a user who logged in with the password of the account. The zero
// Session belongs to strangers.
type Session struct {
	User    int64
	ID      string // random; what nonces are bound to
	Expires time.Time
}

// secretOption is the option that holds the site's signing key. It is no
// setting: nothing shows it or takes it from outside.
const secretOption = "auth_secret"

// key is the site's signing key, made at the first use. It is shared by all
// processes of a site.
func (a *Authenticator) key(ctx context.Context) ([]byte, error) {
	a.secretMu.Lock()
	defer a.secretMu.Unlock()
	if a.secret != nil {
		return a.secret, nil
	}
	var secret []byte
	err := a.Store.InTx(ctx, func(ctx context.Context) error {
		options, err := a.Store.Options(ctx)
		if err != nil {
			return err
		}
		text, _ := options[secretOption].(string)
		if secret, err = hex.DecodeString(text); err == nil && len(secret) >= 32 {
			return nil
		}
		secret = make([]byte, 32)
		_, _ = rand.Read(secret)
		return a.Store.SetOption(ctx, secretOption, hex.EncodeToString(secret))
	})
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	a.secret = secret
	return secret, nil
}

func sign(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// passwordMark changes whenever the password does, which ends all sessions.
func passwordMark(u *user.User) string {
	sum := sha256.Sum256([]byte("session of " + u.PasswordHash))
	return hex.EncodeToString(sum[:8])
}

// cookieValue is the printed form of a session: user, end, id and signature.
func cookieValue(key []byte, s Session, u *user.User) string {
	account, until := strconv.FormatInt(s.User, 10), strconv.FormatInt(s.Expires.Unix(), 10)
	return strings.Join([]string{account, until, s.ID, sign(key, "session", account, until, s.ID, passwordMark(u))}, ".")
}

// StartSession logs a user in: it sets the cookie and returns the session.
// The cookie is marked secure when the request came over https.
func (a *Authenticator) StartSession(w http.ResponseWriter, r *http.Request, u *user.User, long bool) (Session, error) {
	key, err := a.key(r.Context())
	if err != nil {
		return Session{}, fmt.Errorf("start session of user %d: %w", u.ID, err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	lasts := SessionShort
	if long {
		lasts = SessionLong
	}
	s := Session{User: u.ID, ID: hex.EncodeToString(id), Expires: a.Site.Clock().Add(lasts).Truncate(time.Second)}
	cookie := a.cookie(r)
	cookie.Value = cookieValue(key, s, u)
	if long {
		cookie.Expires = s.Expires
	}
	http.SetCookie(w, cookie)
	return s, nil
}

// EndSession takes the cookie away.
func (a *Authenticator) EndSession(w http.ResponseWriter, r *http.Request) {
	cookie := a.cookie(r)
	cookie.MaxAge = -1
	http.SetCookie(w, cookie)
}

func (a *Authenticator) cookie(r *http.Request) *http.Cookie {
	secure := r.TLS != nil || strings.HasPrefix(a.Site.Base(r.Context()), "https://")
	return &http.Cookie{Name: CookieName, Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode}
}

// SessionOf is the session that a request's cookie carries, with its user; a
// zero Session and nil without a valid one.
func (a *Authenticator) SessionOf(r *http.Request) (Session, *user.User) {
	c, err := r.Cookie(CookieName)
	if err != nil || len(c.Value) > maxCookie {
		return Session{}, nil
	}
	parts := strings.Split(c.Value, ".")
	if len(parts) != 4 {
		return Session{}, nil
	}
	account, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return Session{}, nil
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !a.Site.Clock().Before(time.Unix(until, 0)) {
		return Session{}, nil
	}
	key, err := a.key(r.Context())
	if err != nil {
		a.Log.Error("session not checked", "error", err)
		return Session{}, nil
	}
	u, err := a.Store.UserByID(r.Context(), account)
	if err != nil {
		return Session{}, nil
	}
	s := Session{User: account, ID: parts[2], Expires: time.Unix(until, 0)}
	if !equal(cookieValue(key, s, u), c.Value) {
		return Session{}, nil
	}
	return s, u
}

// LogIn checks the password of an account, as a log-in form does. It returns
// nil for wrong credentials; a fault means that the attempt was refused. A
// hash of an imported site is replaced by one of ours.
func (a *Authenticator) LogIn(r *http.Request, login, password string) (*user.User, error) {
	ctx := r.Context()
	at := a.attempt(r, login)
	at.API = false
	if a.Throttle != nil {
		if refused := a.Throttle.Refuse(ctx, at); refused != nil {
			return nil, refused
		}
	}
	var u *user.User
	if login != "" && len(login) <= maxLogin {
		var err error
		if u, err = a.account(ctx, login); err != nil {
			return nil, fmt.Errorf("log in: %w", err)
		}
	}
	// An unknown account costs as much time as a wrong password.
	hash := dummyHash
	if u != nil {
		hash = u.PasswordHash
	}
	if !VerifyPassword(password, hash) || u == nil {
		if a.Throttle != nil {
			a.Throttle.Failed(ctx, at)
		}
		return nil, nil
	}
	if NeedsRehash(u.PasswordHash) {
		if err := a.rehash(ctx, u, password); err != nil {
			a.Log.Error("password hash not renewed", "user", u.ID, "error", err)
		}
	}
	if a.Throttle != nil {
		a.Throttle.Succeeded(ctx, at, u)
	}
	return u, nil
}

// dummyHash has our costs and fits no password.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

func (a *Authenticator) rehash(ctx context.Context, u *user.User, password string) error {
	hash, err := HashPassword(password)
	if err != nil {
		return err
	}
	old := u.PasswordHash
	return a.Store.InTx(ctx, func(ctx context.Context) error {
		now, err := a.Store.UserByID(ctx, u.ID)
		if err != nil || now.PasswordHash != old {
			return err
		}
		c := *now
		c.PasswordHash = hash
		u.PasswordHash = hash
		return a.Store.UpdateUser(ctx, &c)
	})
}

// errNonce answers a nonce that isn't the caller's.
var errNonce = fault.Forbidden("rest_cookie_invalid_nonce", "The nonce doesn't belong to this session.")

// bySession identifies a caller by cookie. A cookie alone proves nothing,
// since other sites can make a browser send it: the nonce must come along.
func (a *Authenticator) bySession(r *http.Request) (access.Actor, *fault.Error) {
	nonce, ok := sentNonce(r)
	if !ok {
		return a.stranger(r), nil
	}
	s, u := a.SessionOf(r)
	if !a.VerifyNonce(r.Context(), s, NonceREST, nonce) {
		return a.stranger(r), errNonce
	}
	if u == nil {
		return a.stranger(r), nil
	}
	return a.actor(r, u), nil
}

// Greet adds to the answer what a caller who was identified by session gets: a
// fresh nonce.
func (a *Authenticator) Greet(h http.Header, r *http.Request, actor access.Actor) {
	if actor.AppPassword != "" {
		return
	}
	if _, ok := sentNonce(r); !ok {
		return
	}
	s, _ := a.SessionOf(r)
	if nonce := a.Nonce(r.Context(), s, NonceREST); nonce != "" {
		h.Set("X-WP-Nonce", nonce)
	}
}

// stamp is a session's user and id as nonces are bound to them.
func (s Session) stamp() string { return strconv.FormatInt(s.User, 10) + "." + s.ID }
