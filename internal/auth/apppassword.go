package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"quoin/internal/site"
	"quoin/internal/user"
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

// Issue makes an application password for an account, stores it and returns
// it with its secret, which can't be had again.
func Issue(ctx context.Context, store user.Store, now time.Time, account int64, name, appID string) (*user.AppPassword, string, error) {
	secret := NewAppPassword()
	id := uuid.NewString()
	p := &user.AppPassword{
		UUID: id, User: account, AppID: appID, Name: name, Created: now.UTC().Format(site.DateForm),
		Hash: hashAppPassword(id, secret),
	}
	if err := store.InsertAppPassword(ctx, p); err != nil {
		return nil, "", fmt.Errorf("issue application password for user %d: %w", account, err)
	}
	return p, secret, nil
}

// hashPrefix starts the hashes of application passwords. A selector follows:
// a few bits of a fast hash. Only a secret with the same selector is worth the
// slow hash, so guessing costs us next to nothing, and of the 142 bits of a
// secret an owner of the table learns 32.
const hashPrefix = "$app1$"

const selectorBytes = 4

func selector(id, secret string) string {
	sum := sha256.Sum256([]byte("application password " + id + " " + secret))
	return hex.EncodeToString(sum[:selectorBytes])
}

func hashAppPassword(id, secret string) string {
	return hashPrefix + selector(id, secret) + hashArgon(secret)
}

// verifyAppPassword tells whether a secret belongs to an application password.
func verifyAppPassword(p *user.AppPassword, secret string) bool {
	rest, ok := strings.CutPrefix(p.Hash, hashPrefix)
	if !ok || len(rest) < 2*selectorBytes {
		return false
	}
	want, hash := rest[:2*selectorBytes], rest[2*selectorBytes:]
	return equal(selector(p.UUID, secret), want) && verifyArgon(secret, hash)
}

// AppPasswordsOn tells whether a site takes application passwords at all: it
// does unless the option application_passwords says no.
func AppPasswordsOn(ctx context.Context, s *site.Site) bool {
	return s.Bool(ctx, "application_passwords", true)
}

// AppPasswordsOnFor tells whether an account may have application passwords:
// it may unless its meta application_passwords says off.
func AppPasswordsOnFor(u *user.User) bool { return u.Meta.Text("application_passwords") != "off" }
