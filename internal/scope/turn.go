package scope

import (
	"context"
	"slices"
	"sync"
)

// Turn is the time in which a transaction keeps other writers waiting. Nothing
// slow may be done in it: no rendering, filtering or hashing, no work on images
// and no reading of bodies. What is done all the same is noted, so that it can
// be told.
type Turn struct {
	mu    sync.Mutex
	begun bool
	slow  []string
}

type turnKey struct{}

// WithTurn gives ctx a turn that hasn't begun.
func WithTurn(ctx context.Context) (context.Context, *Turn) {
	t := &Turn{}
	return context.WithValue(ctx, turnKey{}, t), t
}

// Begin notes that others wait from now on.
func (t *Turn) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = true
}

// End ends the turn and tells what slow work was done in it.
func (t *Turn) End() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.begun = false
	return t.slow
}

// Slow notes slow work of a kind. It is called by whatever does such work, and
// says something only while others wait.
func Slow(ctx context.Context, what string) {
	t, _ := ctx.Value(turnKey{}).(*Turn)
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun && !slices.Contains(t.slow, what) {
		t.slow = append(t.slow, what)
	}
}
