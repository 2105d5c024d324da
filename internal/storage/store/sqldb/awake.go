package sqldb

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// deafAfter is how long ago the last look for changes of others may be: longer, and this
// process stood still, or was so busy that it doesn't know what it missed.
const deafAfter = FollowEvery + lookTimeout

// Awake knows when changes of others were looked for, by a clock that goes on while the
// process is stopped and by one that goes on while the machine sleeps.
type Awake struct {
	last    atomic.Pointer[time.Time] // of when what is known is; nil while nobody looks
	mu      sync.Mutex
	waiting []chan struct{}
	asked   chan struct{}
}

// NewAwake is for one Follower, see Follower.Awake.
func NewAwake() *Awake { return &Awake{asked: make(chan struct{}, 1)} }

// stale tells whether the last look was so long ago that changes may be unknown.
func (a *Awake) stale(now time.Time) bool {
	last := a.last.Load()
	if last == nil {
		return false
	}
	return longSince(now, *last) > deafAfter
}

// looks tells that a look begins, and whether somebody waits for it: then an earlier
// one won't do. Who is waiting by then is told when it is over, which is called with the
// time when the look began whose findings are known: who stands still in the middle of a
// look, or before one that is found to be needless, knows what was true before.
func (a *Awake) looks() (awaited bool, over func(knows time.Time)) {
	a.mu.Lock()
	waiters := a.waiting
	a.waiting = nil
	a.mu.Unlock()
	return len(waiters) > 0, func(knows time.Time) {
		a.last.Store(&knows)
		for _, c := range waiters {
			close(c)
		}
	}
}

// ends tells that nobody looks any more.
func (a *Awake) ends() {
	_, over := a.looks()
	over(time.Now())
	a.last.Store(nil)
}

// Wait returns when what this process knows of changes of others is as new as it
// promises: at once, unless it stood still, as when it was stopped or the machine slept.
// Then it waits for a look. Whoever answers from memory asks first.
func (a *Awake) Wait(ctx context.Context) {
	if !a.stale(time.Now()) {
		return
	}
	done := make(chan struct{})
	a.mu.Lock()
	a.waiting = append(a.waiting, done)
	a.mu.Unlock()
	select {
	case a.asked <- struct{}{}:
	default:
	}
	bounded, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	select {
	case <-done:
	case <-bounded.Done():
	}
}
