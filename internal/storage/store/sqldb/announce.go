package sqldb

import (
	"context"
	"sync"
	"time"
)

// Who hears of a change looks for others for a while (lookFor), ever less often. So a
// process that commits often needn't announce each change, but one in announceApart.
const announceApart = 20 * time.Millisecond

// announcements are those of this process.
type announcements struct {
	mu   sync.Mutex
	last time.Time // when the last one began, that is under way or was made
}

// due tells whether a commit that is over now is to be announced, which begins now then.
func (a *announcements) due(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.last) <= announceApart {
		return false
	}
	a.last = now
	return true
}

// failed notes that an announcement wasn't made: the next commit is announced.
func (a *announcements) failed() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Time{}
}

// announce follows a commit that noted a change. It isn't part of the transaction: the
// server would let those that announce something become durable one after the other.
func (e *postgresEngine) announce(ctx context.Context, node string) {
	if !e.announcements.due(time.Now()) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
	defer cancel()
	if _, err := e.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", changeChannel, node); err != nil {
		e.announcements.failed()
		e.log.WarnContext(ctx, "a change wasn't announced: other nodes know of it later", "error", err)
	}
}
