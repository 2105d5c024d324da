package account

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/auth"
)

// How often people may be wrong, whether or not an extension counts too: the
// question of one log-in ends after answerTries answers. An account takes
// accountTries in a while: of the codes of an app, which are six digits of which
// three are right, guessing for a day finds one in seven hundred times. Of a
// session, again asks for the password no more often than againTries.
const (
	answerTries  = 5
	accountTries = 20
	accountWhile = time.Hour
	againTries   = 10
	againWhile   = 15 * time.Minute
)

// bound is a count of tries, and what is said when there are too many.
type bound struct {
	user.Tries
	over *fault.Error
	// whole says that one that is right takes back those before it as well.
	whole bool
}

// within counts a try in all of the bounds before it is made, so that of any
// number at once no more are looked at, and gives it back if it was right.
func (p *Pages) within(ctx context.Context, bounds []bound, try func() (bool, error)) (bool, error) {
	now := p.Site.Clock().UTC().Format(site.DateForm)
	for _, b := range bounds {
		if ok, err := p.Store.Try(ctx, b.Tries, now); err != nil {
			return false, err
		} else if !ok {
			return false, b.over
		}
	}
	ok, err := try()
	if err != nil || !ok {
		return false, err
	}
	for _, b := range bounds {
		if err := p.Store.GiveBack(ctx, b.Subject, b.whole); err != nil {
			return false, err
		}
	}
	return true, nil
}

// later is a moment from now, as the store has it.
func (p *Pages) later(d time.Duration) string {
	return p.Site.Clock().UTC().Add(d).Format(site.DateForm)
}

func tooOften(message string, d time.Duration) *fault.Error {
	return fault.New(http.StatusTooManyRequests, "too_many_tries", message).With("retry_after", int(d/time.Second))
}

// answerBounds are those of answers to the question of a log-in.
func (p *Pages) answerBounds(asked *pending) []bound {
	account := strconv.FormatInt(asked.User, 10)
	return []bound{
		{
			Tries: user.Tries{Subject: "answers to " + asked.ID, User: asked.User, Most: answerTries, Until: p.later(challengeTime)},
			over:  fault.New(http.StatusTooManyRequests, "too_many_tries", "That was wrong too often. Log in again."), whole: true,
		},
		{
			Tries: user.Tries{Subject: "answers of " + account, User: asked.User, Most: accountTries, Until: p.later(accountWhile)},
			over:  tooOften("There were too many wrong answers for this account. Try again in an hour, or set a new password by mail.", accountWhile),
		},
	}
}

// againBounds are those of passwords that are asked for again.
func (p *Pages) againBounds(u *user.User) []bound {
	return []bound{{
		Tries: user.Tries{Subject: "password of " + strconv.FormatInt(u.ID, 10), User: u.ID, Most: againTries, Until: p.later(againWhile)},
		over:  tooOften("That was wrong too often. Try again in a quarter of an hour.", againWhile),
	}}
}

// isGuess tells whether an answer could be right: what has the length of no code
// isn't worth a try.
func (v *visit) isGuess(c auth.Challenge) bool {
	if c.Throttle != factorsName || v.r.PostForm.Get("credential") != "" {
		return true
	}
	switch len(packed(v.r.PostForm.Get("code"))) {
	case appDigits, codeDigits, recoveryLength:
		return true
	}
	return false
}
