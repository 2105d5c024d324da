package account

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
)

// Recovery codes let an owner in who lost the other factors: ten of 80 bits,
// each of which works once.
const (
	recoveryCodes  = 10
	recoveryLength = 16
)

// newRecovery makes new codes in the place of those that there are, in the
// transaction of ctx. They can't be had again.
func (p *Pages) newRecovery(ctx context.Context, u *user.User) ([]string, error) {
	if err := p.Store.DeleteFactors(ctx, u.ID, user.FactorRecovery); err != nil {
		return nil, err
	}
	var codes []string
	for range recoveryCodes {
		code := rand.Text()[:recoveryLength]
		lookup, err := p.recoveryLookup(ctx, u, code)
		if err != nil {
			return nil, err
		}
		err = p.Store.InsertFactor(ctx, &user.Factor{
			User: u.ID, Kind: user.FactorRecovery, Lookup: lookup, Created: p.Site.Clock().UTC().Format(site.DateForm),
		})
		if err != nil {
			return nil, err
		}
		codes = append(codes, code[:4]+"-"+code[4:8]+"-"+code[8:12]+"-"+code[12:])
	}
	return codes, nil
}

// recoveryLookup is what is stored of a code.
func (p *Pages) recoveryLookup(ctx context.Context, u *user.User, code string) (string, error) {
	return p.secrets.Sign(ctx, "recovery code", strconv.FormatInt(u.ID, 10)+" "+code)
}

// takeRecovery tells whether a code is one of the account's, and uses it up. Its
// owner hears of it.
func (p *Pages) takeRecovery(ctx context.Context, u *user.User, code string) (ok bool, err error) {
	if len(code) != recoveryLength {
		return false, nil
	}
	lookup, err := p.recoveryLookup(ctx, u, strings.ToUpper(code))
	if err != nil {
		return false, err
	}
	err = p.Store.InTx(ctx, func(ctx context.Context) error {
		ok = false
		f, err := p.Store.FactorByLookup(ctx, lookup)
		if errors.Is(err, user.ErrNoFactor) {
			return nil
		}
		if err != nil || f.User != u.ID {
			return err
		}
		if ok, err = p.Store.DeleteFactor(ctx, u.ID, f.ID); err != nil || !ok || u.Email == "" {
			return err
		}
		return p.mails.tell(ctx, u, "A recovery code was used",
			"somebody logged in to the account %s at %s with a recovery code.\n\nIf it wasn't you, change your password and make new codes.", u.Login, p.Site.Base(ctx))
	})
	return ok, err
}
