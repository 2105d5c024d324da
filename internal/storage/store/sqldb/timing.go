package sqldb

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// statementTimes are the number of statements that ran and the time that they
// took.
type statementTimes struct {
	n, nanoseconds atomic.Int64
	slow           time.Duration
	log            *slog.Logger
}

// add notes a statement that began at a time. Its arguments aren't logged: they
// may be anybody's texts and passwords.
func (s *statementTimes) add(text string, began time.Time) {
	took := time.Since(began)
	s.n.Add(1)
	s.nanoseconds.Add(int64(took))
	if s.slow > 0 && took >= s.slow {
		const maxText = 500
		if len(text) > maxText {
			text = text[:maxText] + "..."
		}
		s.log.Warn("slow statement", "took", took, "statement", text)
	}
}

// Ran tells how many statements ran since the start, and how long they took
// together, their waits for a place to run at included.
func (o *Operations) Ran() (statements int64, took time.Duration) {
	return o.db.ran.n.Load(), time.Duration(o.db.ran.nanoseconds.Load())
}

// Ping tells whether the database answers.
func (o *Operations) Ping(ctx context.Context) error {
	_, err := o.db.One(ctx, "SELECT 1", nil, new(int64))
	return err
}
