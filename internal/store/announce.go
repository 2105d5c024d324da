package store

import (
	"context"
	"sync"
	"time"
)

// Who hears of a change looks for others for a while (lookFor). So a process that
// commits often needn't announce each change: one announceApart after the last
// does, and one that was over later than announceCovers after the beginning of
// the last that was announced is announced by itself.
const (
	announceApart  = 20 * time.Millisecond
	announceCovers = lookFor - 50*time.Millisecond
)

// announcements are those of this process.
type announcements struct {
	mu    sync.Mutex
	begun time.Time // when the last commit began that was to be announced
	made  time.Time // when the last one began that was
}

// due tells whether a commit that begins is to be announced.
func (a *announcements) due(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	due := now.Sub(a.begun) > announceApart
	if due {
		a.begun = now
	}
	return due
}

// ended notes that a commit is over that began at some time, and told others or
// didn't. It says whether they have to be told now.
func (a *announcements) ended(began, now time.Time, announced bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if announced {
		if a.made.Before(began) {
			a.made = began
		}
		return false
	}
	return now.Sub(a.made) > announceCovers
}

// announced follows a commit that noted a change and began at some time; told says
// whether it was announced.
func (e *postgresEngine) announced(ctx context.Context, node string, began time.Time, announced bool) {
	if !e.announcements.ended(began, time.Now(), announced) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
	defer cancel()
	began = time.Now()
	if _, err := e.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", changeChannel, node); err != nil {
		e.log.WarnContext(ctx, "a change wasn't announced: other nodes know of it later", "error", err)
		return
	}
	e.announcements.ended(began, time.Now(), true)
}
