package user

import (
	"context"
	"errors"
)

// Session is a browser that is logged in to an account.
type Session struct {
	ID      string // a digest of what the browser holds
	User    int64
	Created string // UTC
	Seen    string // UTC; not to the minute
	Expires string // UTC
	IP      string // of the log-in
	Agent   string // the name that the browser gave itself then
}

// Token is a link that was mailed to the owner of an account. It can be used
// once. An account has at most one of a kind.
type Token struct {
	ID      int64
	User    int64
	Kind    string
	Digest  string // of the secret in the link
	Data    string // what the kind needs to know
	Created string // UTC
	Expires string // UTC
}

// Errors of the SessionStore.
var (
	ErrNoSession = errors.New("session not found")
	ErrNoToken   = errors.New("token not found")
)

// SessionStore keeps sessions and tokens. Every method joins the transaction of
// its context. They end with their account.
type SessionStore interface {
	Session(ctx context.Context, id string) (*Session, error)
	// Sessions of a user that haven't expired at a moment (UTC), the newest
	// first.
	Sessions(ctx context.Context, user int64, now string) ([]*Session, error)
	// InsertSession stores a session, drops those of the user that have expired
	// at its beginning, and the oldest when there are more than keep.
	InsertSession(ctx context.Context, s *Session, keep int) error
	// SeeSession notes when a session was last used.
	SeeSession(ctx context.Context, id, now string) error
	// DeleteSession ends one session of a user.
	DeleteSession(ctx context.Context, user int64, id string) error
	// DeleteOtherSessions ends all of a user but one, or all with keep "".
	DeleteOtherSessions(ctx context.Context, user int64, keep string) error

	// SetToken stores a token in the place of the one of its kind, and sets its
	// ID.
	SetToken(ctx context.Context, t *Token) error
	Token(ctx context.Context, id int64) (*Token, error)
	TokenOf(ctx context.Context, user int64, kind string) (*Token, error)
	// TakeToken removes a token. It is false when somebody else was faster.
	TakeToken(ctx context.Context, id int64, digest string) (bool, error)
	// DeleteTokens removes all of a user.
	DeleteTokens(ctx context.Context, user int64) error
}
