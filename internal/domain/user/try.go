package user

import "context"

// Tries is what an account's owner, or who says to be that, may try a few times.
type Tries struct {
	Subject string // what is tried; no two accounts have the same
	User    int64
	Most    int
	Until   string // UTC; when the first of them is forgotten with all others
}

// TryStore counts tries. They end with their account.
type TryStore interface {
	// Try counts one more, in one step and before it is looked at. It is false,
	// and counts nothing, when there were as many as there may be, of which those
	// that have expired now (UTC) aren't.
	Try(ctx context.Context, t Tries, now string) (bool, error)
	// GiveBack takes back one that was right, or with all those before it too.
	GiveBack(ctx context.Context, subject string, all bool) error
	// ForgetTries forgets all of an account.
	ForgetTries(ctx context.Context, user int64) error
}
