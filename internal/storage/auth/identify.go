package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/telemetry"
)

// Store is what the package keeps and reads.
type Store interface {
	site.SecretStore
	user.Store
	user.SessionStore
	site.OptionStore
	content.Transactor
	audit.Store
}

// Authenticator tells who makes a request. Make it with New.
type Authenticator struct {
	Store Store
	Site  *site.Site
	Log   *slog.Logger
	// Throttle may refuse attempts to log in; nil refuses none.
	Throttle Throttle
	// ClientIP tells the address of a caller, for sites behind a proxy; nil
	// takes the peer of the connection.
	ClientIP func(r *http.Request) string
	// Grants are capabilities that roles have for the moment beside those of
	// package access; nil for none.
	Grants func(ctx context.Context) access.Grants

	// TLS tells whether a request came over https, for sites behind a proxy;
	// nil asks the connection.
	TLS func(r *http.Request) bool
	// RequireTLS refuses application passwords that came over plain http,
	// unless from this machine or for a site whose own address is this
	// machine.
	RequireTLS bool

	remembered *remembered
	failures   *failures
	places     places
	derived    derivedKeys
}

// New makes an Authenticator; its optional fields may be set before it is
// used.
func New(store Store, s *site.Site, log *slog.Logger) *Authenticator {
	return &Authenticator{Store: store, Site: s, Log: log, remembered: newRemembered(), failures: newFailures()}
}

// Bounds on what a caller sends.
const (
	maxHeader = 2048 // of Authorization, in bytes
	maxLogin  = 100
	maxSecret = 256
	maxAgent  = 512
)

// Identify tells who makes a request; it is what rest.Config wants. Wrong
// credentials make an anonymous caller. A fault is answered as it is: a wrong nonce, a
// throttled attempt, a store that fails.
func (a *Authenticator) Identify(r *http.Request) (access.Actor, *fault.Error) {
	ctx := r.Context()
	if login, secret, ok := basicAuth(r); ok {
		if !a.Confidential(r) {
			return a.anonymous(r), errPlain
		}
		u, p, refused := a.byAppPassword(ctx, a.attempt(r, login), secret)
		if refused != nil {
			return a.anonymous(r), refused
		}
		if u != nil {
			actor := a.actor(r, u).Within(p.Scope)
			actor.AppPassword = p.UUID
			return actor, nil
		}
	}
	return a.bySession(r)
}

// errUnchecked answers who sent credentials that couldn't be looked up: taken
// for an anonymous caller, a client would hear that it may not do what it may.
var errUnchecked = fault.New(http.StatusInternalServerError, "internal_server_error", "The credentials can't be checked at the moment.")

// tooMany answers who guessed too often.
func tooMany(left time.Duration) *fault.Error {
	return fault.New(http.StatusTooManyRequests, "too_many_failures", "Too many wrong application passwords for this account from this address.").
		With("retry_after", int(left/time.Second)+1)
}

// anonymous caller is the caller of whom nothing is known.
func (a *Authenticator) anonymous(r *http.Request) access.Actor {
	return access.Actor{IP: a.ip(r), UserAgent: cut(r.UserAgent(), maxAgent)}
}

// ActorOf is a user with the rights of the moment, for what is done in their name
// without a request of theirs.
func (a *Authenticator) ActorOf(ctx context.Context, u *user.User) access.Actor {
	actor := u.Actor()
	if a.Grants != nil {
		actor = actor.With(a.Grants(ctx))
	}
	return actor
}

func (a *Authenticator) actor(r *http.Request, u *user.User) access.Actor {
	telemetry.Caller(r.Context(), u.Login)
	actor := a.ActorOf(r.Context(), u)
	s := a.anonymous(r)
	actor.IP, actor.UserAgent = s.IP, s.UserAgent
	return actor
}

// Attempt is a try to log in as somebody by a form.
func (a *Authenticator) Attempt(r *http.Request, login string) Attempt {
	at := a.attempt(r, login)
	at.API = false
	return at
}

// Actor is a user who makes a request.
func (a *Authenticator) Actor(r *http.Request, u *user.User) access.Actor { return a.actor(r, u) }

func (a *Authenticator) attempt(r *http.Request, login string) Attempt {
	s := a.anonymous(r)
	return Attempt{Login: login, IP: s.IP, UserAgent: s.UserAgent, API: true}
}

func (a *Authenticator) ip(r *http.Request) string {
	if a.ClientIP != nil {
		return a.ClientIP(r)
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// basicAuth reads the Authorization header. What is too long to be true isn't
// looked at.
func basicAuth(r *http.Request) (login, secret string, ok bool) {
	if len(r.Header.Get("Authorization")) > maxHeader {
		return "", "", false
	}
	login, secret, ok = credentials(r.Header.Get("Authorization"))
	if login = strings.TrimSpace(login); !ok || login == "" || len(login) > maxLogin || len(secret) > maxSecret || strings.ContainsRune(login, 0) {
		return "", "", false
	}
	secret = plainSecret(secret)
	return login, secret, secret != ""
}

// credentials reads the value of a Basic header, in which any number of blanks
// may stand before the encoded part.
func credentials(header string) (login, secret string, ok bool) {
	scheme, encoded, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Basic") {
		return "", "", false
	}
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(plain), ":")
}

// byAppPassword finds the account that a login and the secret of an
// application password belong to, nil when there is none, and the password.
func (a *Authenticator) byAppPassword(ctx context.Context, at Attempt, secret string) (*user.User, *user.AppPassword, *fault.Error) {
	now := a.Site.Clock()
	id := a.remembered.id(at.Login, secret)
	if c, ok := a.remembered.get(id, now); ok {
		if u, p := a.stillValid(ctx, at.Login, c); u != nil {
			a.recordUse(ctx, u, p, at.IP, now)
			return u, p, nil
		}
		a.remembered.drop(id)
	}
	if refused := a.guessed(ctx, at, now); refused != nil && refused != AsWrong {
		return nil, nil, refused
	}
	u, p, err := a.verify(ctx, at, secret)
	if errors.Is(err, ErrBusy) {
		return nil, nil, ErrBusy
	}
	if err != nil {
		a.Log.Error("application password not checked", "login", at.Login, "error", err)
		if f := fault.Outage(err); f != nil {
			return nil, nil, f
		}
		return nil, nil, errUnchecked
	}
	if u != nil {
		// Of many at once, those that were found wrong meanwhile count.
		if refused := a.guessed(ctx, at, now); refused == AsWrong {
			u = nil
		} else if refused != nil {
			return nil, nil, refused
		}
	}
	if u == nil {
		if left := a.failures.add(at, now); left > 0 {
			return nil, nil, tooMany(left)
		}
		if a.Throttle != nil {
			return nil, nil, a.Throttle.Failed(ctx, at)
		}
		return nil, nil, nil
	}
	a.remembered.put(id, credential{user: u.ID, uuid: p.UUID, hash: p.Hash}, now)
	if a.Throttle != nil {
		a.Throttle.Succeeded(ctx, at, u)
	}
	a.recordUse(ctx, u, p, at.IP, now)
	return u, p, nil
}

// guessed refuses an attempt with an application password after too many wrong
// ones.
func (a *Authenticator) guessed(ctx context.Context, at Attempt, now time.Time) *fault.Error {
	if left := a.failures.refused(at, now); left > 0 {
		return tooMany(left)
	}
	if a.Throttle == nil {
		return nil
	}
	return a.Throttle.Refuse(ctx, at)
}

// verify looks for the application password with a secret, and its account;
// nil when there is none of this login. What is wrong costs the same whether the
// account is known or not: two look-ups, and where some account has application
// passwords that moved in with slow hashes, as many of these as the one with the most.
func (a *Authenticator) verify(ctx context.Context, at Attempt, secret string) (*user.User, *user.AppPassword, error) {
	login := at.Login
	if !AppPasswordsOn(ctx, a.Site) {
		return nil, nil, nil
	}
	key, err := a.key(ctx)
	if err != nil {
		return nil, nil, err
	}
	hash := keyedHash(key, secret)
	list, err := a.Store.AppPasswordsByHash(ctx, hash, oldPrefix, login)
	if err != nil {
		return nil, nil, fmt.Errorf("look for application password: %w", err)
	}
	var found *user.AppPassword
	if i := slices.IndexFunc(list, func(p *user.AppPassword) bool { return p.Hash == hash }); i >= 0 {
		found = list[i]
	} else if found, err = a.verifyOldOnes(ctx, at, list, secret); found == nil || err != nil {
		return nil, nil, err
	}
	u, err := a.account(ctx, login)
	if err != nil || u == nil || u.ID != found.User || !AppPasswordsOnFor(u) || found.Expired(a.now()) {
		return nil, nil, err
	}
	if found.Hash != hash {
		found.Hash = hash
		if err := a.Store.UpdateAppPassword(ctx, found); err != nil {
			a.Log.Error("application password not stored anew", "uuid", found.UUID, "error", err)
		}
	}
	return u, found, nil
}

// verifyOldOnes is the one of some application passwords, stored the old way, that a
// secret belongs to; nil when there is none.
func (a *Authenticator) verifyOldOnes(ctx context.Context, at Attempt, list []*user.AppPassword, secret string) (found *user.AppPassword, err error) {
	most, err := a.Store.MostAppPasswords(ctx, oldPrefix+movedSelector, fastPrefix)
	if err != nil {
		return nil, fmt.Errorf("old application passwords: %w", err)
	}
	check := func(ctx context.Context) error {
		slow := 0
		for _, p := range list {
			right, err := verifyOld(ctx, p, secret)
			if err != nil {
				return fmt.Errorf("application password of user %d: %w", p.User, err)
			}
			if right {
				found = p
				return nil
			}
			if isSlowOld(p) {
				slow++
			}
		}
		for _, p := range most[min(slow, len(most)):] {
			if _, err := verifyOld(ctx, p, secret); err != nil {
				return fmt.Errorf("application password of user %d: %w", p.User, err)
			}
		}
		return nil
	}
	if len(most) == 0 {
		return found, check(ctx)
	}
	err = withSlot(paidByName(ctx, at, at.Login), func(ctx context.Context, _ *slot) error { return check(ctx) })
	return found, err
}

// account finds an account by its log-in name or e-mail address, nil when
// there is none.
func (a *Authenticator) account(ctx context.Context, login string) (*user.User, error) {
	u, err := a.Store.UserByLogin(ctx, login)
	if errors.Is(err, user.ErrNotFound) && strings.Contains(login, "@") {
		u, err = a.Store.UserByEmail(ctx, login)
	}
	switch {
	case errors.Is(err, user.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("account %q: %w", login, err)
	}
	return u, nil
}

// now is the moment, as rows have it.
func (a *Authenticator) now() string { return a.Site.Clock().UTC().Format(site.DateForm) }

// stillValid looks again whether remembered credentials hold: the account and
// the password exist, unchanged, under the same login, and may be used.
func (a *Authenticator) stillValid(ctx context.Context, login string, c credential) (*user.User, *user.AppPassword) {
	p, err := a.Store.AppPassword(ctx, c.user, c.uuid)
	if err != nil || p.Hash != c.hash || p.Expired(a.now()) {
		return nil, nil
	}
	u, err := a.Store.UserByID(ctx, c.user)
	if err != nil || !strings.EqualFold(u.Login, login) && !strings.EqualFold(u.Email, login) {
		return nil, nil
	}
	if !AppPasswordsOn(ctx, a.Site) || !AppPasswordsOnFor(u) {
		return nil, nil
	}
	return u, p
}
