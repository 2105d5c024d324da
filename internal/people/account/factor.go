package account

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/pquerna/otp/hotp"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// factorsName is whose challenges are those of this package.
const factorsName = "account"

// The states of challenges: a code by mail that somebody else asks for, and the
// factors that the account has.
const (
	factorMail = "mail"
	factorOwn  = "own"
)

// Factors is the say of second factors in log-ins.
type Factors struct {
	*Pages
	auth.NoSay
}

var _ auth.Throttle = Factors{}

// Throttle is the say that accounts have in their log-ins: it asks for their
// second factors.
func (p *Pages) Throttle() auth.NamedThrottle {
	return auth.NamedThrottle{Name: factorsName, Throttle: Factors{Pages: p}}
}

// Challenge implements auth.Throttle. Recovery codes alone ask for nothing.
func (f Factors) Challenge(ctx context.Context, _ auth.Attempt, u *user.User) (*auth.Challenge, error) {
	list, err := f.Store.Factors(ctx, u.ID)
	if err != nil || !slices.ContainsFunc(list, func(f *user.Factor) bool { return f.Kind != user.FactorRecovery }) {
		return nil, err
	}
	return &auth.Challenge{State: factorOwn}, nil
}

// Answered implements auth.Throttle: one of the factors is enough. Codes tell
// by their length what they are.
func (f Factors) Answered(r *http.Request, c auth.Challenge, u *user.User) (bool, error) {
	ctx, code := r.Context(), packed(r.PostForm.Get("code"))
	if c.State == factorMail {
		return f.takeCode(ctx, u, code)
	}
	list, err := f.Store.Factors(ctx, u.ID)
	if err != nil || c.State != factorOwn {
		return false, err
	}
	if given := r.PostForm.Get("credential"); given != "" {
		found, err := f.passkeys.provenBy(ctx, r.PostForm.Get("passkey_state"), given, u)
		return found != nil, err
	}
	switch len(code) {
	case appDigits:
		return f.takeAppCode(ctx, list, code)
	case codeDigits:
		return f.takeCode(ctx, u, code)
	}
	return f.takeRecovery(ctx, u, code)
}

// What authenticator apps show: six digits, new every half minute, those of the
// half minute before and after as well, since clocks differ.
const (
	appDigits = 6
	appStep   = 30 * time.Second
	appSkew   = 1
)

// takeAppCode tells whether an authenticator app of the account shows a code. It
// works once, as do those before it.
func (p *Pages) takeAppCode(ctx context.Context, list []*user.Factor, code string) (bool, error) {
	now := p.Site.Clock()
	for _, factor := range list {
		if factor.Kind != user.FactorApp {
			continue
		}
		secret, err := p.secrets.Open(ctx, "authenticator", factor.Data)
		if err != nil {
			return false, fmt.Errorf("factor %d: %w", factor.ID, err)
		}
		step, err := appStepOf(secret, code, now)
		if err != nil {
			return false, fmt.Errorf("factor %d: %w", factor.ID, err)
		}
		if step > factor.Counter {
			return p.Store.UseFactor(ctx, factor.ID, step, factor.Data, now.UTC().Format(site.DateForm))
		}
	}
	return false, nil
}

// appStepOf is the half minute whose code is given, 0 when it is none of now.
func appStepOf(secret, code string, now time.Time) (int64, error) {
	at := now.Unix() / int64(appStep/time.Second)
	found := int64(0)
	for step := at - appSkew; step <= at+appSkew; step++ {
		want, err := hotp.GenerateCode(secret, uint64(step)) // the time isn't before 1970
		if err != nil {
			return 0, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			found = step
		}
	}
	return found, nil
}

// RemoveFactors takes all factors from an account, whose owner hears of it.
func (p *Pages) RemoveFactors(ctx context.Context, u *user.User) error {
	return p.Store.InTx(ctx, func(ctx context.Context) error {
		if err := p.Store.DeleteFactors(ctx, u.ID); err != nil {
			return err
		}
		return p.tellFactors(ctx, u, "Your second factors were removed", "all second factors and passkeys were removed by whoever runs the site")
	})
}
