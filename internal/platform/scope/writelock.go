package scope

import (
	"context"
	"slices"
	"sync"
)

// WriteLock is the time in which a transaction keeps other writers waiting. Nothing
// slow may be done in it: no rendering, filtering or hashing, no work on images
// and no reading of bodies. What is done all the same is noted, so that it can
// be told.
type WriteLock struct {
	mu    sync.Mutex
	begun bool
	slow  []string
}

type writeLockKey struct{}

// WithWriteLock gives ctx a lock that hasn't begun.
func WithWriteLock(ctx context.Context) (context.Context, *WriteLock) {
	t := &WriteLock{}
	return context.WithValue(ctx, writeLockKey{}, t), t
}

// Begin notes that others wait from now on.
func (t *WriteLock) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = true
}

// End ends the lock and tells what slow work was done in it.
func (t *WriteLock) End() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = false
	return t.slow
}

// Slow notes slow work of a kind. It is called by whatever does such work, and
// says something only while others wait.
func Slow(ctx context.Context, what string) {
	t, _ := ctx.Value(writeLockKey{}).(*WriteLock)
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun && !slices.Contains(t.slow, what) {
		t.slow = append(t.slow, what)
	}
}
