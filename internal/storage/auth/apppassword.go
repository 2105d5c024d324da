package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/blake2b"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
)

// appPasswordLength and appPasswordDigits describe the secrets that we make:
// 142 bits of chance.
const (
	appPasswordLength = 24
	appPasswordDigits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// NewAppPassword makes the secret of an application password: 24 letters and
// digits.
func NewAppPassword() string {
	out := make([]byte, 0, appPasswordLength)
	buf := make([]byte, 64)
	for len(out) < appPasswordLength {
		_, _ = rand.Read(buf)
		for _, c := range buf {
			// Six bits a byte; what is beyond the digits is thrown away, so that
			// each digit is as likely as any other.
			if n := int(c & 63); n < len(appPasswordDigits) && len(out) < appPasswordLength {
				out = append(out, appPasswordDigits[n])
			}
		}
	}
	return string(out)
}

// Grouped is a secret as people read it: in groups of four.
func Grouped(secret string) string {
	var b strings.Builder
	for i := 0; i < len(secret); i += 4 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(secret[i:min(i+4, len(secret))])
	}
	return b.String()
}

// plainSecret is what counts of a secret that a caller sent.
func plainSecret(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// MaxAppPasswords is how many application passwords an account may have.
const MaxAppPasswords = 100

// ErrTooMany refuses one more application password.
var ErrTooMany = errors.New("the account has too many application passwords")

// What else is refused about an application password.
var (
	// ErrPast refuses one that would have ended.
	ErrPast = errors.New("the application password would have expired already")
	// ErrBeyond refuses one with more than the application password has by which it is
	// asked for: a wider scope, or a later end.
	ErrBeyond = errors.New("the application password would have more than the one it is asked for with")
	// ErrNoScope refuses a scope that there isn't.
	ErrNoScope = errors.New("there is no such scope of application passwords")
)

// NewPassword is what an application password is to be.
type NewPassword struct {
	Name  string
	AppID string // "" for none
	// Scope is how much of the account's rights it has, "" for all, and Expires when it
	// ends; never for the zero time.
	Scope   access.Scope
	Expires time.Time
}

// IssueStore is what Issue writes to.
type IssueStore interface {
	KeyStore
	content.Transactor
	user.Store
	audit.Store
}

// Issue makes an application password for an account, stores it and returns
// it with its secret, which can't be had again. It refuses with ErrTooMany, ErrPast,
// ErrBeyond and ErrNoScope.
func Issue(ctx context.Context, store IssueStore, now time.Time, account int64, wanted NewPassword) (*user.AppPassword, string, error) {
	secret := NewAppPassword()
	hash, err := hashAppPassword(ctx, store, secret)
	if err != nil {
		return nil, "", err
	}
	id := uuid.NewString()
	p := &user.AppPassword{
		UUID: id, User: account, AppID: wanted.AppID, Name: wanted.Name, Created: now.UTC().Format(site.DateForm),
		Hash: hash, Scope: cmp.Or(wanted.Scope, access.ScopePublish),
	}
	if !wanted.Expires.IsZero() {
		p.Expires = wanted.Expires.UTC().Format(site.DateForm)
	}
	err = store.InTx(ctx, func(ctx context.Context) error {
		if err := fit(ctx, store, now, p); err != nil {
			return err
		}
		list, err := store.AppPasswords(ctx, account)
		if err != nil {
			return err
		}
		if len(list) >= MaxAppPasswords {
			return ErrTooMany
		}
		if err := store.InsertAppPassword(ctx, p); err != nil {
			return err
		}
		return notePassword(ctx, store, now, audit.AppPasswordMade, p)
	})
	if err != nil {
		return nil, "", fmt.Errorf("issue application password for user %d: %w", account, err)
	}
	return p, secret, nil
}

// fit refuses what an application password may not be.
func fit(ctx context.Context, store IssueStore, now time.Time, p *user.AppPassword) error {
	if _, ok := access.ParseScope(string(p.Scope)); !ok {
		return ErrNoScope
	}
	if p.Expired(now.UTC().Format(site.DateForm)) {
		return ErrPast
	}
	actor, _ := access.FromContext(ctx)
	if !actor.Scope().Covers(p.Scope) {
		return ErrBeyond
	}
	if actor.AppPassword == "" {
		return nil
	}
	own, err := store.AppPassword(ctx, actor.ID, actor.AppPassword)
	if err != nil {
		return err
	}
	if own.Expires != "" && (p.Expires == "" || p.Expires > own.Expires) {
		return ErrBeyond
	}
	return nil
}

// Change stores the name, the scope and the end of an application password that was
// changed. It refuses like Issue.
func Change(ctx context.Context, store IssueStore, now time.Time, p *user.AppPassword) error {
	err := store.InTx(ctx, func(ctx context.Context) error {
		before, err := store.AppPassword(ctx, p.User, p.UUID)
		if err != nil {
			return err
		}
		reaches := before.Scope != p.Scope || before.Expires != p.Expires
		if reaches {
			if err := fit(ctx, store, now, p); err != nil {
				return err
			}
		}
		after := *before
		after.Name, after.Scope, after.Expires = p.Name, p.Scope, p.Expires
		if err := store.UpdateAppPassword(ctx, &after); err != nil || !reaches {
			return err
		}
		return notePassword(ctx, store, now, audit.AppPasswordChanged, &after)
	})
	if err != nil {
		return fmt.Errorf("change application password %s: %w", p.UUID, err)
	}
	return nil
}

// reach tells how far an application password goes, "" for all that its account may, for
// good.
func reach(p *user.AppPassword) string {
	text := ""
	if p.Scope != access.ScopePublish {
		text = ", " + string(p.Scope)
	}
	if p.Expires != "" {
		text += ", until " + p.Expires
	}
	return text
}

// notePassword records what was done with an application password.
func notePassword(ctx context.Context, store IssueStore, now time.Time, action string, p *user.AppPassword) error {
	u, err := store.UserByID(ctx, p.User)
	if err != nil {
		return err
	}
	record := audit.NewLog(store, func() time.Time { return now })
	return record.Note(ctx, action, u.Login, strconv.Quote(p.Name)+reach(p))
}

// Revoke takes back one application password of an account, or all of them with uuid
// "", and says how many there were.
func Revoke(ctx context.Context, store IssueStore, now time.Time, account int64, id string) (int, error) {
	n := 0
	err := store.InTx(ctx, func(ctx context.Context) error {
		list, err := store.AppPasswords(ctx, account)
		if err != nil {
			return err
		}
		if n, err = store.DeleteAppPasswords(ctx, account, id); err != nil {
			return err
		}
		for _, p := range list {
			if id != "" && p.UUID != id {
				continue
			}
			if err := notePassword(ctx, store, now, audit.AppPasswordRevoked, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("revoke application passwords of user %d: %w", account, err)
	}
	return n, nil
}

// hashPrefix starts the stored form of application passwords. A digest under
// the site's key follows: a secret of 142 bits of chance needs no slow hash,
// and one look-up finds it, however many there are.
const hashPrefix = "$app2$"

func hashAppPassword(ctx context.Context, store KeyStore, secret string) (string, error) {
	key, err := signingKey(ctx, store)
	if err != nil {
		return "", fmt.Errorf("application password: %w", err)
	}
	return keyedHash(key, secret), nil
}

func keyedHash(key []byte, secret string) string {
	return hashPrefix + sign(key, "application password", secret)
}

// oldPrefix starts the stored form of those that were made before. A selector
// follows: a few bits of a fast hash. Only a secret with the same selector is
// worth the slow hash behind it.
const oldPrefix = "$app1$"

const selectorBytes = 4

// movedSelector stands for the selector where there is none: before the hash that a
// site brought that moved in.
const movedSelector = "--------"

// fastPrefix starts the fast hashes that the reference stores of application
// passwords. Before, it stored them like those of accounts.
const fastPrefix = "$generic$"

// MovedAppPassword is what is stored of an application password that the reference
// stored a hash of.
func MovedAppPassword(hash string) string { return oldPrefix + movedSelector + hash }

// verifyMoved tells whether a secret belongs to such a hash.
func verifyMoved(ctx context.Context, secret, hash string) (bool, error) {
	if !strings.HasPrefix(hash, fastPrefix) {
		return VerifyPassword(ctx, secret, hash)
	}
	return equal(FastHash(secret), hash), nil
}

// FastHash is what the reference stores of an application password, without the spaces
// that it is shown with.
func FastHash(secret string) string {
	sum, err := blake2b.New(30, []byte("wp_fast_hash_6.8+"))
	if err != nil {
		panic(err) // of the size and the key, which are constant
	}
	sum.Write([]byte(secret))
	return fastPrefix + base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}

// isSlowOld tells whether a wrong secret costs a slow hash.
func isSlowOld(p *user.AppPassword) bool {
	hash, ok := strings.CutPrefix(p.Hash, oldPrefix+movedSelector)
	return ok && !strings.HasPrefix(hash, fastPrefix)
}

func selector(id, secret string) string {
	sum := sha256.Sum256([]byte("application password " + id + " " + secret))
	return hex.EncodeToString(sum[:selectorBytes])
}

// verifyOld tells whether a secret belongs to an application password that was
// stored the old way.
func verifyOld(ctx context.Context, p *user.AppPassword, secret string) (bool, error) {
	rest, ok := strings.CutPrefix(p.Hash, oldPrefix)
	if !ok || len(rest) < 2*selectorBytes {
		return false, nil
	}
	want, hash := rest[:2*selectorBytes], rest[2*selectorBytes:]
	if want == movedSelector {
		return verifyMoved(ctx, secret, hash)
	}
	if !equal(selector(p.UUID, secret), want) {
		return false, nil
	}
	return verifyArgon(ctx, secret, hash)
}

// AppPasswordsOn tells whether a site takes application passwords at all: it
// does unless the option application_passwords says no.
func AppPasswordsOn(ctx context.Context, s *site.Site) bool {
	return site.ApplicationPasswords.Of(ctx, s)
}

// AppPasswordsOnFor tells whether an account may have application passwords:
// it may unless its meta application_passwords says off.
func AppPasswordsOnFor(u *user.User) bool { return u.Meta.Text("application_passwords") != "off" }
