package user

import (
	"context"
	"errors"
)

// Kinds of factors.
const (
	FactorApp      = "app"      // an authenticator app that shows codes
	FactorMail     = "mail"     // codes by mail
	FactorPasskey  = "passkey"  // beside the password, or instead of it
	FactorRecovery = "recovery" // one code that works once
)

// Factor is something that a person shows beside the password, or instead of
// it.
type Factor struct {
	ID   int64
	User int64
	Kind string
	Name string // as its owner calls it
	// Lookup finds a passkey or a recovery code; no two factors have the same. ""
	// for those that are found by their account.
	Lookup string
	Data   string // what the kind needs to know
	// Counter grows with every use, which tells a second use from the first.
	Counter int64
	Created string // UTC
	Used    string // UTC; "" if never
}

// ErrNoFactor says that there is no such factor.
var ErrNoFactor = errors.New("factor not found")

// FactorStore keeps factors. Every method joins the transaction of its context.
// They end with their account.
type FactorStore interface {
	// Factors are those of an account, the oldest first.
	Factors(ctx context.Context, user int64) ([]*Factor, error)
	FactorByLookup(ctx context.Context, lookup string) (*Factor, error)
	InsertFactor(ctx context.Context, f *Factor) error
	// UseFactor notes a use with what the kind knows now. It is false when the
	// counter doesn't grow: this, or a later use, was noted before.
	UseFactor(ctx context.Context, id, counter int64, data, now string) (bool, error)
	// DeleteFactor removes one of an account, and tells whether there was one.
	DeleteFactor(ctx context.Context, user, id int64) (bool, error)
	// DeleteFactors removes those of some kinds, or all without one.
	DeleteFactors(ctx context.Context, user int64, kinds ...string) error
}
