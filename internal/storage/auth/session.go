package auth

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

// How long a session lasts: two days, or two weeks when the user wants to be
// remembered.
const (
	SessionShort = 48 * time.Hour
	SessionLong  = 14 * 24 * time.Hour
)

// maxSessions is how many browsers may be logged in to an account; one more
// ends the oldest session.
const maxSessions = 50

// seenEvery is how often the use of a session is recorded.
const seenEvery = time.Hour

// Session is a user who logged in with the password of the account. The zero
// Session belongs to anonymous callers.
type Session struct {
	User    int64
	ID      string // random; what nonces are bound to
	Expires time.Time
}

// KeyStore is where the signing key is kept.
type KeyStore = site.SecretStore

// signingKey is the site's signing key. It is shared by all nodes of a site.
func signingKey(ctx context.Context, store KeyStore) ([]byte, error) {
	return store.Secret(ctx, "auth")
}

func (a *Authenticator) key(ctx context.Context) ([]byte, error) { return signingKey(ctx, a.Store) }

func sign(key []byte, parts ...string) string {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// passwordStamp changes whenever the password does, which ends all sessions.
func passwordStamp(u *user.User) string {
	sum := sha256.Sum256([]byte("session of " + u.PasswordHash))
	return hex.EncodeToString(sum[:8])
}

// cookieValue is the printed form of a session: user, end, id and signature.
func cookieValue(key []byte, s Session, u *user.User) string {
	account, until := strconv.FormatInt(s.User, 10), strconv.FormatInt(s.Expires.Unix(), 10)
	return strings.Join([]string{account, until, s.ID, sign(key, "session", account, until, s.ID, passwordStamp(u))}, ".")
}

// StartSession logs a user in: it stores a session, sets the cookies and
// returns the session. The cookies are marked secure when the request came
// over https.
func (a *Authenticator) StartSession(w http.ResponseWriter, r *http.Request, u *user.User, long bool) (Session, error) {
	ctx := r.Context()
	key, err := a.key(ctx)
	if err != nil {
		return Session{}, fmt.Errorf("start session of user %d: %w", u.ID, err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	lasts := SessionShort
	if long {
		lasts = SessionLong
	}
	now := a.Site.Clock()
	s := Session{User: u.ID, ID: hex.EncodeToString(id), Expires: now.Add(lasts).Truncate(time.Second)}
	who, at := a.anonymous(r), now.UTC().Format(site.DateForm)
	err = a.Store.InsertSession(ctx, &user.Session{
		ID: s.StoredID(), User: u.ID, Created: at, Seen: at, Expires: s.Expires.UTC().Format(site.DateForm), IP: who.IP, Agent: who.UserAgent,
	}, maxSessions)
	if err != nil {
		return Session{}, fmt.Errorf("start session of user %d: %w", u.ID, err)
	}
	for _, cookie := range a.cookies(r) {
		cookie.Value = cookieValue(key, s, u)
		if long {
			cookie.Expires = s.Expires
		}
		http.SetCookie(w, cookie)
	}
	return s, nil
}

// EndSession ends the session of a request and takes the cookies away.
func (a *Authenticator) EndSession(w http.ResponseWriter, r *http.Request) error {
	s, u := a.SessionOf(r)
	if u != nil {
		if err := a.Store.DeleteSession(r.Context(), u.ID, s.StoredID()); err != nil {
			return fmt.Errorf("end session of user %d: %w", u.ID, err)
		}
	}
	for _, cookie := range a.cookies(r) {
		cookie.MaxAge = -1
		http.SetCookie(w, cookie)
	}
	return nil
}

// StoredID is how the store knows a session. Who reads the store can't make a
// cookie of it.
func (s Session) StoredID() string {
	sum := sha256.Sum256([]byte("session " + s.ID))
	return hex.EncodeToString(sum[:])
}

// SessionOf is the session that a request's cookie carries, with its user; a
// zero Session and nil without a valid one.
func (a *Authenticator) SessionOf(r *http.Request) (Session, *user.User) {
	ctx := r.Context()
	value := a.sentCookie(r)
	parts := strings.Split(value, ".")
	if len(parts) != 4 {
		return Session{}, nil
	}
	account, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return Session{}, nil
	}
	now := a.Site.Clock()
	until, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !now.Before(time.Unix(until, 0)) {
		return Session{}, nil
	}
	key, err := a.key(ctx)
	if err != nil {
		a.Log.Error("session not checked", "error", err)
		return Session{}, nil
	}
	u, err := a.Store.UserByID(ctx, account)
	if err != nil {
		return Session{}, nil
	}
	s := Session{User: account, ID: parts[2], Expires: time.Unix(until, 0)}
	if !equal(cookieValue(key, s, u), value) || !a.alive(ctx, s, now) {
		return Session{}, nil
	}
	return s, u
}

// alive tells whether a session wasn't ended, and notes its use now and then.
func (a *Authenticator) alive(ctx context.Context, s Session, now time.Time) bool {
	stored, err := a.Store.Session(ctx, s.StoredID())
	if err != nil {
		if !errors.Is(err, user.ErrNoSession) {
			a.Log.Error("session not checked", "error", err)
		}
		return false
	}
	if stored.User != s.User {
		return false
	}
	if seen, err := time.Parse(site.DateForm, stored.Seen); err == nil && now.Sub(seen) >= seenEvery {
		if err := a.Store.SeeSession(ctx, stored.ID, now.UTC().Format(site.DateForm)); err != nil {
			a.Log.Error("use of a session not recorded", "user", s.User, "error", err)
		}
	}
	return true
}

// LogIn checks the password of an account, as a log-in form does. It returns
// nil for wrong credentials; a fault means that the attempt was refused, a
// ChallengeError that a second factor is missing (see Answer). A hash of an
// imported site is replaced by one of ours.
//
// Wrong credentials take as long whatever is wrong with them.
func (a *Authenticator) LogIn(r *http.Request, login, password string) (*user.User, error) {
	ctx := r.Context()
	at := a.attempt(r, login)
	at.API = false
	if refused := a.refused(ctx, at); refused != nil && !errors.Is(refused, AsWrong) {
		return nil, refused
	}
	began := time.Now()
	u, err := a.checkPassword(ctx, at, login, password)
	if err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	if u != nil {
		if err = a.refused(ctx, at); errors.Is(err, AsWrong) {
			u, err = nil, nil
		}
	}
	if u == nil {
		err = a.failed(ctx, at) // before the wait, in which others are looked at
	}
	if u == nil || err != nil {
		wait(ctx, began.Add(refusalTime))
		return nil, err
	}
	if NeedsRehash(u.PasswordHash) {
		if err := a.rehash(ctx, u, password); err != nil {
			a.Log.Error("password hash not renewed", "user", u.ID, "error", err)
		}
	}
	if a.Throttle == nil {
		return u, nil
	}
	asked, err := a.Throttle.Challenge(ctx, at, u)
	if err != nil {
		return nil, fmt.Errorf("second factor of user %d: %w", u.ID, err)
	}
	if asked != nil {
		return nil, &ChallengeError{User: u, Challenge: *asked}
	}
	a.Throttle.Succeeded(ctx, at, u)
	return u, nil
}

// Answer ends an attempt that LogIn answered with a ChallengeError: it tells
// whether a request gives the second factor that was asked for, in which case
// the person is logged in. Its attempt counts like one of LogIn. How many
// answers one challenge and one account take is its caller's to bound.
func (a *Authenticator) Answer(r *http.Request, u *user.User, c Challenge) (bool, error) {
	if a.Throttle == nil {
		return false, nil
	}
	ctx, at := r.Context(), a.attempt(r, u.Login)
	at.API, at.Known = false, true
	if refused := a.refused(ctx, at); refused != nil {
		return false, refused
	}
	ok, err := a.Throttle.Answered(r, c, u)
	switch {
	case err != nil:
		return false, fmt.Errorf("second factor of user %d: %w", u.ID, err)
	case !ok:
		return false, a.failed(ctx, at)
	}
	if refused := a.refused(ctx, at); refused != nil {
		return false, refused
	}
	a.Throttle.Succeeded(ctx, at, u)
	return true, nil
}

// Admit lets a person in who has shown something that needs no password. A
// fault means that the attempt was refused.
func (a *Authenticator) Admit(r *http.Request, u *user.User) error {
	if a.Throttle == nil {
		return nil
	}
	ctx, at := r.Context(), a.attempt(r, u.Login)
	at.API, at.Known = false, true
	if refused := a.refused(ctx, at); refused != nil {
		return refused
	}
	a.Throttle.Succeeded(ctx, at, u)
	return nil
}

// Refused is the fault with which an address may not do now what is bounded as log-ins are,
// under a name of which nothing is told; nil when it may.
func (a *Authenticator) Refused(r *http.Request, login string) error {
	if err := a.refused(r.Context(), a.Attempt(r, login)); !errors.Is(err, AsWrong) {
		return err
	}
	return nil
}

func (a *Authenticator) rehash(ctx context.Context, u *user.User, password string) error {
	hash, err := HashPassword(ctx, password)
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
		return a.anonymous(r), nil
	}
	s, u := a.SessionOf(r)
	if !a.VerifyNonce(r.Context(), s, NonceREST, nonce) {
		return a.anonymous(r), errNonce
	}
	if u == nil {
		return a.anonymous(r), nil
	}
	actor := a.actor(r, u)
	actor.Session = s.StoredID()
	return actor, nil
}

// Current tells whether a caller who was let in with a request would still be:
// the account is there, and the session or the application password hasn't ended.
// It is for answers that go on for long.
func (a *Authenticator) Current(ctx context.Context, actor access.Actor) (bool, error) {
	if actor.ID == 0 {
		return true, nil
	}
	u, err := a.Store.UserByID(ctx, actor.ID)
	switch {
	case errors.Is(err, user.ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	now := a.Site.Clock().UTC().Format(site.DateForm)
	if actor.Session != "" {
		s, err := a.Store.Session(ctx, actor.Session)
		if errors.Is(err, user.ErrNoSession) {
			return false, nil
		}
		return err == nil && s.User == u.ID && s.Expires > now, err
	}
	if actor.AppPassword == "" {
		return false, nil
	}
	p, err := a.Store.AppPassword(ctx, u.ID, actor.AppPassword)
	if errors.Is(err, user.ErrNoPassword) {
		return false, nil
	}
	return err == nil && !p.Expired(now) && p.Scope == actor.Scope() && AppPasswordsOn(ctx, a.Site) && AppPasswordsOnFor(u), err
}

// AddNonce adds to the answer what a caller who was identified by session gets: a
// fresh nonce.
func (a *Authenticator) AddNonce(h http.Header, r *http.Request, actor access.Actor) {
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

// DeriveKey is a key for one purpose, derived from the site's signing key and
// the same in all processes of a site. Nothing can be told from it about other
// keys.
func (a *Authenticator) DeriveKey(ctx context.Context, purpose string) ([]byte, error) {
	key, err := a.key(ctx)
	if err != nil {
		return nil, err
	}
	return a.derived.of(key, purpose)
}

// derivedKeys are the last keys that were derived, by purpose: some are asked for with every
// answer. The zero value has none.
type derivedKeys struct {
	mu   sync.Mutex
	from [sha256.Size]byte // of the signing key
	list map[string][]byte
}

// maxDerived bounds the purposes; those of the program are few.
const maxDerived = 64

// of is the key for a purpose, a copy.
func (d *derivedKeys) of(signing []byte, purpose string) ([]byte, error) {
	from := sha256.Sum256(signing)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.list == nil || d.from != from || len(d.list) >= maxDerived {
		d.from, d.list = from, map[string][]byte{}
	}
	if key := d.list[purpose]; key != nil {
		return slices.Clone(key), nil
	}
	key, err := hkdf.Key(sha256.New, signing, nil, "quoin "+purpose, 32)
	if err != nil {
		return nil, fmt.Errorf("key for %s: %w", purpose, err)
	}
	d.list[purpose] = key
	return slices.Clone(key), nil
}
