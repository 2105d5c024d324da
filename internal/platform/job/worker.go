package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// ErrGiveUp marks the failure of a job that would never succeed.
var ErrGiveUp = errors.New("job given up")

const (
	// LeaseTime is how long a job belongs to a worker that says nothing more, such as
	// one that was killed: as long as nobody does it. A running worker extends it every
	// leaseBeat, and may miss a few.
	LeaseTime = 10 * time.Second
	leaseBeat = 2 * time.Second
	// pollTime is how soon jobs that another node enqueued are seen.
	pollTime = 15 * time.Second
	// atOnce is how many jobs one worker runs beside each other.
	atOnce = 4
	// maxAttempts is after how many failures a job is given up.
	maxAttempts = 12
	// endTime bounds what is written after a job when the worker stops.
	endTime = 10 * time.Second
)

// LongestBackoff is how long a job waits after a failure at most.
const LongestBackoff = 6 * time.Hour

// backoff is how long a job waits after its n-th failure: from 10 seconds,
// doubled each time.
func backoff(n int) time.Duration {
	d := 10 * time.Second
	for ; n > 1 && d < LongestBackoff; n-- {
		d *= 2
	}
	return min(d, LongestBackoff)
}

// Run works on jobs of the kinds that handlers knows until ctx ends, then
// waits for those under way, whose context ends too. It returns ctx's error. What
// fails goes to log.
// Jobs of a kind that active says no to stay where they are until it says yes;
// nil says yes to all.
func Run(ctx context.Context, store Store, handlers map[string]Handler, clock Clock, log *slog.Logger, active func(ctx context.Context, kind string) bool) error {
	w := worker{store: store, handlers: handlers, clock: clock, log: log, active: active, done: make(chan error), leases: map[int64]string{}}
	for kind := range handlers {
		w.kinds = append(w.kinds, kind)
	}
	slices.Sort(w.kinds)
	for {
		n, err := w.begin(ctx)
		w.report(ctx, err)
		switch {
		case ctx.Err() != nil:
		case n > 0 && w.running < atOnce:
			continue // there may be more
		default:
			w.wait(ctx)
		}
		if ctx.Err() != nil {
			for ; w.running > 0; w.running-- {
				w.report(ctx, <-w.done)
			}
			return ctx.Err()
		}
	}
}

type worker struct {
	store    Store
	handlers map[string]Handler
	kinds    []string
	clock    Clock
	log      *slog.Logger
	active   func(ctx context.Context, kind string) bool
	running  int
	done     chan error // a job ended

	mu     sync.Mutex
	leases map[int64]string // of the jobs that run here, the newest of each
}

// adopt tells whether a job that was claimed runs here already, which then goes on under
// the new lease: when the clock is set forward its own seems to be over.
func (w *worker) adopt(j Job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, runs := w.leases[j.ID]
	w.leases[j.ID] = j.Lease
	return runs
}

// leased is a job with its newest lease.
func (w *worker) leased(j Job) Job {
	w.mu.Lock()
	defer w.mu.Unlock()
	j.Lease = w.leases[j.ID]
	return j
}

// ended is a job with its newest lease, which doesn't run here any more: who claims it from
// now on begins it.
func (w *worker) ended(j Job) Job {
	w.mu.Lock()
	defer w.mu.Unlock()
	j.Lease = w.leases[j.ID]
	delete(w.leases, j.ID)
	return j
}

// begin claims what is due, as far as there is room, and starts it. It tells
// how many jobs it started.
func (w *worker) begin(ctx context.Context) (int, error) {
	room := atOnce - w.running
	if room == 0 {
		return 0, nil
	}
	now := w.clock.Now()
	jobs, err := w.store.ClaimJobs(ctx, w.activeKinds(ctx), now, LeaseTime, room)
	if err != nil {
		return 0, fmt.Errorf("claim jobs: %w", err)
	}
	n := 0
	for _, j := range jobs {
		if w.adopt(j) {
			continue
		}
		n++
		w.running++
		go func() { w.done <- w.work(ctx, j, now.Add(LeaseTime)) }()
	}
	return n, nil
}

// activeKinds are the kinds that the worker may begin now.
func (w *worker) activeKinds(ctx context.Context) []string {
	if w.active == nil {
		return w.kinds
	}
	return slices.DeleteFunc(slices.Clone(w.kinds), func(kind string) bool { return !w.active(ctx, kind) })
}

// wait returns when there may be something to begin.
func (w *worker) wait(ctx context.Context) {
	var added <-chan struct{}
	var due <-chan time.Time
	if w.running < atOnce {
		added, due = w.store.JobsAdded(), w.clock.After(w.pause(ctx))
	}
	select {
	case <-ctx.Done():
	case err := <-w.done:
		w.running--
		w.report(ctx, err)
	case <-added:
	case <-due:
	}
}

func (w *worker) report(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		w.log.ErrorContext(ctx, "jobs", "error", err)
	}
}

// pause is how long nothing is due.
func (w *worker) pause(ctx context.Context) time.Duration {
	next, err := w.store.NextJob(ctx, w.activeKinds(ctx))
	if err != nil || next.IsZero() {
		return pollTime
	}
	return min(max(next.Sub(w.clock.Now()), 10*time.Millisecond), pollTime)
}

// errLeaseLost is why the context of a job ended whose lease another worker may have.
var errLeaseLost = errors.New("the lease of the job is lost")

// work runs one job, which is leased until a time, and writes down how it ended.
func (w *worker) work(ctx context.Context, j Job, until time.Time) error {
	running, stop := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { w.holdLease(running, stop, j, until) })
	err := w.handle(running, j)
	lost := errors.Is(context.Cause(running), errLeaseLost)
	stop(nil)
	wg.Wait()
	j = w.ended(j) // before it is given back: it may be claimed at once

	// What happened is written down even when the worker is about to stop.
	stopped := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	switch {
	case err == nil:
		return w.store.CompleteJob(ctx, j)
	case stopped, lost:
		// No failure of the job. Where no other worker has taken it, it is due at once.
		return w.store.RetryJob(ctx, j, w.clock.Now(), "")
	case errors.Is(err, ErrGiveUp), j.Attempts >= maxAttempts:
		w.log.ErrorContext(ctx, "job given up", "kind", j.Kind, "key", j.Key, "attempts", j.Attempts, "error", err)
		return w.store.CompleteJob(ctx, j)
	}
	w.log.WarnContext(ctx, "job failed", "kind", j.Kind, "key", j.Key, "attempts", j.Attempts, "error", err)
	return w.store.RetryJob(ctx, j, w.clock.Now().Add(backoff(j.Attempts)), err.Error())
}

// handle runs the handler. A panic is a failure of the job, not of the server.
func (w *worker) handle(ctx context.Context, j Job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			w.log.ErrorContext(ctx, "job panicked", "kind", j.Kind, "key", j.Key, "panic", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return w.handlers[j.Kind](ctx, j)
}

// holdLease extends the lease while the job runs, and stops the job when the
// lease is lost: another worker has it, or may have it, since for the whole time of a
// lease this one couldn't say that it lives.
func (w *worker) holdLease(ctx context.Context, stop context.CancelCauseFunc, j Job, until time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.clock.After(leaseBeat):
		}
		now := w.clock.Now()
		// A worker that stood still may find its lease over, and takes it again if nobody has.
		saying, cancel := context.WithTimeout(ctx, max(until.Sub(now), leaseBeat))
		held := w.leased(j)
		ok, err := w.store.ExtendJob(saying, held, now.Add(LeaseTime))
		cancel()
		switch {
		case err == nil && ok, held.Lease != w.leased(j).Lease:
			until = now.Add(LeaseTime)
		case err == nil, !w.clock.Now().Before(until):
			stop(errLeaseLost)
			return
		}
	}
}
