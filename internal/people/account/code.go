package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
)

// tokenCode is the kind of a code that was mailed as second factor.
const tokenCode = "code"

// How long a mailed code works, how often one is mailed, how many tries it
// allows, and how many digits it has: who knows the password and tries all day
// has one chance in ten thousand.
const (
	codeTime   = 10 * time.Minute
	codeEvery  = 30 * time.Second
	codeTries  = 5
	codeDigits = 8
)

// mailCode sends a code to a person who gave the right password, unless one was
// sent a moment ago.
func (p *Pages) mailCode(ctx context.Context, u *user.User) error {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
	if err != nil {
		return err
	}
	code := fmt.Sprintf("%0*d", codeDigits, n)
	sum, err := p.links.digest(ctx, u, tokenCode, code)
	if err != nil {
		return err
	}
	return p.Store.InTx(ctx, func(ctx context.Context) error {
		now := p.Site.Clock().UTC()
		last, err := p.Store.TokenOf(ctx, u.ID, tokenCode)
		if err == nil && last.Created > now.Add(-codeEvery).Format(site.DateForm) {
			return nil
		}
		if ignoreMissing(err) != nil {
			return err
		}
		err = p.Store.SetToken(ctx, &user.Token{
			User: u.ID, Kind: tokenCode, Digest: sum, Data: "0", Created: now.Format(site.DateForm), Expires: now.Add(codeTime).Format(site.DateForm),
		})
		if err != nil {
			return err
		}
		return p.mails.tell(ctx, u, "Your code",
			"somebody is logging in to the account %s at %s. If it is you, this is your code:\n\n%s\n\nIt works once, for ten minutes.\n\n"+
				"If it isn't you, change your password now: whoever it is knows it.", u.Login, p.Site.Base(ctx), code)
	})
}

// takeCode tells whether a code is the one that was mailed to the address that the
// account has, and uses it up. A wrong one is counted.
func (p *Pages) takeCode(ctx context.Context, u *user.User, code string) (ok bool, err error) {
	err = p.Store.InTx(ctx, func(ctx context.Context) error {
		ok = false
		u, err := p.Store.UserByID(ctx, u.ID)
		if err != nil {
			return err
		}
		sum, err := p.links.digest(ctx, u, tokenCode, packed(code))
		if err != nil {
			return err
		}
		t, err := p.Store.TokenOf(ctx, u.ID, tokenCode)
		if errors.Is(err, user.ErrNoToken) {
			return nil
		}
		if err != nil {
			return err
		}
		tries, err := strconv.Atoi(t.Data)
		if err != nil || tries >= codeTries || t.Expires <= p.Site.Clock().UTC().Format(site.DateForm) {
			return err
		}
		if hmac.Equal([]byte(sum), []byte(t.Digest)) {
			ok, err = p.Store.TakeToken(ctx, t.ID, t.Digest)
			return err
		}
		t.Data = strconv.Itoa(tries + 1)
		return p.Store.SetToken(ctx, t)
	})
	return ok, err
}

// packed is a code as people write it, without what they put between.
func packed(code string) string {
	return strings.NewReplacer(" ", "", "-", "", "\t", "").Replace(strings.TrimSpace(code))
}

// mailedPrompt says where a code went, to its owner and to nobody else.
func (p *Pages) mailedPrompt(ctx context.Context, u *user.User) string {
	local, domain, _ := strings.Cut(u.Email, "@")
	if local == "" {
		return "A code is on its way to you by mail."
	}
	return p.Site.Say(ctx, "A code is on its way to %s.", string([]rune(local)[:1])+"…@"+domain)
}
