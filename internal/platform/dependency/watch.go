package dependency

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Probe looks whether a part works.
type Probe struct {
	*Part
	Every, Within time.Duration
	Look          func(ctx context.Context) error
}

// Watch looks at parts from time to time.
type Watch struct {
	Probes []Probe

	running atomic.Bool
}

// Running tells whether somebody looks: what a request has seen fail will be seen to
// work again.
func (w *Watch) Running() bool { return w.running.Load() }

// Run looks at each part until ctx ends, beside each other: one that says nothing doesn't
// keep the others from being looked at.
func (w *Watch) Run(ctx context.Context) error {
	w.running.Store(true)
	defer w.running.Store(false)
	var all sync.WaitGroup
	for _, p := range w.Probes {
		all.Go(func() { p.run(ctx) })
	}
	all.Wait()
	return ctx.Err()
}

func (p Probe) run(ctx context.Context) {
	ticker := time.NewTicker(p.Every)
	defer ticker.Stop()
	for {
		bounded, cancel := context.WithTimeout(ctx, p.Within)
		err := p.Look(bounded)
		cancel()
		if ctx.Err() != nil {
			return
		}
		p.Saw(err)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
