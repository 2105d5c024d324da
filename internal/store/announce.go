package store

import (
	"context"
	"sync"
	"time"
)

// Who hears of a change looks for others for a while (lookFor). So a process that
// commits often needn't announce each change: one at least announceApart after the
// last does, and one whose commit took so long that nobody may look any more is
// announced afterwards.
const (
	announceApart = 20 * time.Millisecond
	commitQuick   = lookFor - announceApart - 20*time.Millisecond
)

// announcements are those of this process.
type announcements struct {
	mu   sync.Mutex
	last time.Time // when a commit was over that was announced
}

// due tells whether a commit that begins is to be announced.
func (a *announcements) due(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return now.Sub(a.last) > announceApart
}

// made notes that a commit is over that was announced.
func (a *announcements) made(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = now
}

// announced follows a commit that noted a change and began at some time; told says
// whether it was announced.
func (e *postgresEngine) announced(ctx context.Context, node string, began time.Time, told bool) {
	now := time.Now()
	switch {
	case told:
		e.announcements.made(now)
	case now.Sub(began) > commitQuick:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
		defer cancel()
		if _, err := e.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", changeChannel, node); err != nil {
			e.log.WarnContext(ctx, "a change wasn't announced: other nodes know of it later", "error", err)
		}
	}
}
