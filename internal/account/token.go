package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"quoin/internal/site"
	"quoin/internal/user"
)

// Kinds of links that are mailed, and how long they can be used.
const (
	tokenPassword = "password"
	tokenAddress  = "address"

	resetTime  = 24 * time.Hour
	inviteTime = 7 * 24 * time.Hour

	// ofInvitation is the data of a link that came with a new account: it
	// doesn't count as one that was asked for.
	ofInvitation = "invitation"
)

// issue stores a link of a kind and returns its secret. One that was mailed
// before stops working.
func (p *Pages) issue(ctx context.Context, u *user.User, kind, data string, lasts time.Duration) (*user.Token, string, error) {
	secret, now := rand.Text(), p.Site.Clock().UTC()
	sum, err := p.digest(ctx, kind, secret)
	if err != nil {
		return nil, "", err
	}
	t := &user.Token{
		User: u.ID, Kind: kind, Digest: sum, Data: data,
		Created: now.Format(site.DateForm), Expires: now.Add(lasts).Format(site.DateForm),
	}
	if err := p.Store.SetToken(ctx, t); err != nil {
		return nil, "", err
	}
	return t, secret, nil
}

// digest is what is stored of a secret.
func (p *Pages) digest(ctx context.Context, kind, secret string) (string, error) {
	key, err := p.Auth.DeriveKey(ctx, "mailed link")
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(kind + " " + secret))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// Reasons why a link doesn't work.
var (
	errInvalid = errors.New("invalidkey")
	errExpired = errors.New("expiredkey")
)

// check tells whether a secret belongs to a stored link that hasn't expired.
func (p *Pages) check(ctx context.Context, t *user.Token, secret string) error {
	sum, err := p.digest(ctx, t.Kind, secret)
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(sum), []byte(t.Digest)) {
		return errInvalid
	}
	if t.Expires <= p.Site.Clock().UTC().Format(site.DateForm) {
		return errExpired
	}
	return nil
}

// take uses a link up, in the transaction of what it is good for.
func (p *Pages) take(ctx context.Context, t *user.Token) error {
	ok, err := p.Store.TakeToken(ctx, t.ID, t.Digest)
	if err != nil {
		return fmt.Errorf("use link of user %d: %w", t.User, err)
	}
	if !ok {
		return errInvalid
	}
	return nil
}
