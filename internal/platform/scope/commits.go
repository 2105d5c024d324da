package scope

import (
	"context"
	"errors"
	"sync"
)

// Commits are those of one request that readers see and the disk may not have
// yet. Whoever reports what was written waits for them first; until then there
// is other work to do, such as making the answer.
type Commits struct {
	mu    sync.Mutex
	waits []func() error
}

type commitsKey struct{}

// WithCommits has the transactions that are opened with ctx end as soon as others
// see what they wrote, and collects what is to be waited for.
func WithCommits(ctx context.Context) (context.Context, *Commits) {
	c := new(Commits)
	return context.WithValue(ctx, commitsKey{}, c), c
}

// CommitsOf are those that ctx collects, nil when each transaction is to wait
// for its own.
func CommitsOf(ctx context.Context) *Commits {
	c, _ := ctx.Value(commitsKey{}).(*Commits)
	return c
}

// Add adds what waits for a commit and returns an error when it may be lost.
func (c *Commits) Add(wait func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, wait)
}

// Wait returns when the disk has all of them, or an error when some may be lost
// with the machine.
func (c *Commits) Wait() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	waits := c.waits
	c.waits = nil
	c.mu.Unlock()
	var errs []error
	for _, wait := range waits {
		errs = append(errs, wait())
	}
	return errors.Join(errs...)
}
