package auth

import (
	"context"
	"log/slog"

	"quoin/internal/domain/audit"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// Recorder is a Throttle that refuses nothing: it records who logs in and who
// fails to. Programs, which log in with each request, aren't recorded.
type Recorder struct {
	NoSay
	Record *audit.Log
	Log    *slog.Logger
}

var _ Throttle = Recorder{}

// Failed implements Throttle.
func (r Recorder) Failed(ctx context.Context, a Attempt) *fault.Error {
	r.note(ctx, audit.LogInFailed, a, 0, a.Login)
	return nil
}

// Succeeded implements Throttle.
func (r Recorder) Succeeded(ctx context.Context, a Attempt, u *user.User) {
	r.note(ctx, audit.LogIn, a, u.ID, u.Login)
}

func (r Recorder) note(ctx context.Context, action string, a Attempt, id int64, login string) {
	if a.API {
		return
	}
	if err := r.Record.NoteAttempt(ctx, action, id, login, a.IP); err != nil {
		r.Log.ErrorContext(ctx, "a log-in isn't recorded", "error", err)
	}
}
