package auth

import (
	"context"
	"net/http"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// Attempt is one try to log in.
type Attempt struct {
	Login     string // as given: a log-in name or an e-mail address
	IP        string
	UserAgent string
	// API tells a request with an application password from a log-in form.
	API bool
	// Known says that whoever tries has shown already whose account it is, so that
	// an answer may tell of the account.
	Known bool
}

// AsWrong is what a Throttle refuses an attempt with that has to look like one with
// wrong credentials: that it is refused would tell of the account.
var AsWrong = fault.Forbidden("as_wrong", "Refused as if it were wrong.")

// Throttle has a say in every attempt to log in, whichever way in it takes. Its
// methods are called outside of transactions and by many requests at once.
type Throttle interface {
	// Refuse is asked before an attempt is looked at, and again when it was right:
	// then with what was found wrong of others meanwhile. A fault refuses it and
	// is the answer, save for AsWrong.
	Refuse(ctx context.Context, a Attempt) *fault.Error
	// Failed tells of wrong credentials. A fault is the answer in place of the
	// usual one, which says only that they are wrong.
	Failed(ctx context.Context, a Attempt) *fault.Error
	// Challenge may ask a person who gave the right password for a second
	// factor; nil asks for none. It isn't called for the API, where nobody
	// could answer.
	Challenge(ctx context.Context, a Attempt, u *user.User) (*Challenge, error)
	// Answered tells whether a request answers a challenge of this Throttle.
	Answered(r *http.Request, c Challenge, u *user.User) (bool, error)
	// Succeeded tells that somebody is logged in. Credentials that are
	// remembered from a request before don't count as an attempt.
	Succeeded(ctx context.Context, a Attempt, u *user.User)
}

// Challenge is a second factor that is asked for.
type Challenge struct {
	// Throttle names whose challenge it is, when there are several.
	Throttle string
	// Location is an address that the browser is sent to; "" lets the log-in
	// page ask for a code, telling Prompt. Elsewhere says that it is of another
	// site, which sends the browser back to action=challenge of the log-in page.
	Location, Prompt string
	Elsewhere        bool
	// MailCode has the log-in page mail a code to the person, and check it: no
	// more is to do for whose challenge it is.
	MailCode bool
	// State is what Answered needs to know of Challenge. The log-in page keeps
	// it, signed, until the answer comes.
	State string
}

// ChallengeError is the answer of LogIn when the password is right and a second
// factor is missing.
type ChallengeError struct {
	User      *user.User
	Challenge Challenge
}

func (e *ChallengeError) Error() string { return "a second factor is asked for" }

// NoSay is a Throttle that leaves everything as it is, to be embedded by those
// that implement a part of the methods.
type NoSay struct{}

// Refuse implements Throttle.
func (NoSay) Refuse(context.Context, Attempt) *fault.Error { return nil }

// Failed implements Throttle.
func (NoSay) Failed(context.Context, Attempt) *fault.Error { return nil }

// Challenge implements Throttle.
func (NoSay) Challenge(context.Context, Attempt, *user.User) (*Challenge, error) { return nil, nil }

// Answered implements Throttle.
func (NoSay) Answered(*http.Request, Challenge, *user.User) (bool, error) { return false, nil }

// Succeeded implements Throttle.
func (NoSay) Succeeded(context.Context, Attempt, *user.User) {}

// NamedThrottle is one of several.
type NamedThrottle struct {
	Name string
	Throttle
}

// Throttles is a Throttle made of those that there are at the moment of a call.
// The first one that objects is heard.
type Throttles func(ctx context.Context) []NamedThrottle

// Refuse implements Throttle.
func (list Throttles) Refuse(ctx context.Context, a Attempt) *fault.Error {
	for _, t := range list(ctx) {
		if refused := t.Refuse(ctx, a); refused != nil {
			return refused
		}
	}
	return nil
}

// Failed implements Throttle. All hear of it.
func (list Throttles) Failed(ctx context.Context, a Attempt) (answer *fault.Error) {
	for _, t := range list(ctx) {
		if f := t.Failed(ctx, a); f != nil && answer == nil {
			answer = f
		}
	}
	return answer
}

// Challenge implements Throttle.
func (list Throttles) Challenge(ctx context.Context, a Attempt, u *user.User) (*Challenge, error) {
	for _, t := range list(ctx) {
		c, err := t.Challenge(ctx, a, u)
		if err != nil {
			return nil, err
		}
		if c != nil {
			asked := *c
			asked.Throttle = t.Name
			return &asked, nil
		}
	}
	return nil, nil
}

// Answered implements Throttle. A challenge of one that is gone by now is
// answered by nothing.
func (list Throttles) Answered(r *http.Request, c Challenge, u *user.User) (bool, error) {
	for _, t := range list(r.Context()) {
		if t.Name == c.Throttle {
			return t.Answered(r, c, u)
		}
	}
	return false, nil
}

// Succeeded implements Throttle.
func (list Throttles) Succeeded(ctx context.Context, a Attempt, u *user.User) {
	for _, t := range list(ctx) {
		t.Succeeded(ctx, a, u)
	}
}
