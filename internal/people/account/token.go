package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
)

// Kinds of links that are mailed, and how long they can be used.
const (
	tokenPassword = "password"
	tokenAddress  = "address"
	tokenSite     = "site-address"

	resetTime  = 24 * time.Hour
	inviteTime = 7 * 24 * time.Hour

	// ofInvitation is the data of a link that came with a new account: it
	// doesn't count as one that was asked for.
	ofInvitation = "invitation"
)

// links are the secrets of what was mailed to the owners of accounts. They are safe for
// concurrent use.
type links struct {
	store     Store
	site      *site.Site
	deriveKey func(ctx context.Context, purpose string) ([]byte, error)
}

// issue stores a link of a kind and returns its secret. One that was mailed
// before stops working.
func (l *links) issue(ctx context.Context, u *user.User, kind, data string, lasts time.Duration) (*user.Token, string, error) {
	secret, now := rand.Text(), l.site.Clock().UTC()
	sum, err := l.digest(ctx, u, kind, secret)
	if err != nil {
		return nil, "", err
	}
	t := &user.Token{
		User: u.ID, Kind: kind, Digest: sum, Data: data,
		Created: now.Format(site.DateForm), Expires: now.Add(lasts).Format(site.DateForm),
	}
	if err := l.store.SetToken(ctx, t); err != nil {
		return nil, "", err
	}
	return t, secret, nil
}

// digest is what is stored of a secret that was given to the owner of an account.
// It is one of the account as it is: with another password or another address
// the secret fits no more, however that was changed.
func (l *links) digest(ctx context.Context, u *user.User, kind, secret string) (string, error) {
	return l.digestText(ctx, kind+" "+mark(u)+" "+secret)
}

// digestText is what is stored in place of a text with the secret of a mailed link.
func (l *links) digestText(ctx context.Context, text string) (string, error) {
	key, err := l.deriveKey(ctx, "mailed link")
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// mark is another one when an account has another password or address. What is
// under way for somebody carries it, and ends with either.
func mark(u *user.User) string {
	sum := sha256.Sum256([]byte(strconv.FormatInt(u.ID, 10) + " " + u.Email + " " + u.PasswordHash))
	return hex.EncodeToString(sum[:])
}

// Reasons why a link doesn't work.
var (
	errInvalid = errors.New("invalidkey")
	errExpired = errors.New("expiredkey")
)

// check is the account of a stored link that has a secret and hasn't expired.
func (l *links) check(ctx context.Context, t *user.Token, secret string) (*user.User, error) {
	u, err := l.store.UserByID(ctx, t.User)
	if err != nil {
		return nil, err
	}
	sum, err := l.digest(ctx, u, t.Kind, secret)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal([]byte(sum), []byte(t.Digest)) {
		return nil, errInvalid
	}
	if t.Expires <= l.site.Clock().UTC().Format(site.DateForm) {
		return nil, errExpired
	}
	return u, nil
}

// take uses a link up, in the transaction of what it is good for, and returns its
// account. It looks again at what was checked before.
func (l *links) take(ctx context.Context, t *user.Token, secret string) (*user.User, error) {
	u, err := l.check(ctx, t, secret)
	if err != nil {
		return nil, err
	}
	ok, err := l.store.TakeToken(ctx, t.ID, t.Digest)
	if err != nil {
		return nil, fmt.Errorf("use link of user %d: %w", t.User, err)
	}
	if !ok {
		return nil, errInvalid
	}
	return u, nil
}
