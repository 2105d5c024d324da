package job

import (
	"context"
	"time"
)

// Queue takes jobs.
type Queue interface {
	// Enqueue adds a job of a kind that is due at runAt, in the transaction of
	// ctx if it has one. There is one job of a kind for each key: a second one
	// takes the place of the first, also of one that is running, which then
	// runs again. Without a key every job stands for itself. The payload is
	// text, mostly JSON.
	Enqueue(ctx context.Context, kind, key string, payload []byte, runAt time.Time) error
	// Cancel removes the job of a kind with a key, if there is one.
	Cancel(ctx context.Context, kind, key string) error
}

// Store keeps jobs for workers.
type Store interface {
	Queue
	// ClaimJobs leases up to limit jobs of kinds that are due, the one that
	// was due first in front.
	ClaimJobs(ctx context.Context, kinds []string, now time.Time, lease time.Duration, limit int) ([]Job, error)
	// ExtendJob leases a claimed job again. It is false when the lease was
	// lost.
	ExtendJob(ctx context.Context, j Job, until time.Time) (bool, error)
	// CompleteJob ends a claimed job, unless it was enqueued again meanwhile.
	// Without the lease it does nothing.
	CompleteJob(ctx context.Context, j Job) error
	// RetryJob gives a claimed job back, to run again at a later time.
	// Without the lease it does nothing.
	RetryJob(ctx context.Context, j Job, at time.Time, reason string) error
	// NextJob is when the next job of kinds is due or its lease ends; the zero
	// time when there is none.
	NextJob(ctx context.Context, kinds []string) (time.Time, error)
	// JobsAdded receives after jobs were enqueued by this process.
	JobsAdded() <-chan struct{}
}

// Job is one job that a worker has leased.
type Job struct {
	ID      int64
	Kind    string
	Key     string
	Payload []byte
	RunAt   time.Time
	// Attempts is how often it was begun, this time included.
	Attempts int

	// Lease and Generation tell the store whose claim this is, and of what.
	Lease      string
	Generation int64
}

// Handler runs one job. An error makes the job run again later; one that wraps
// ErrGiveUp ends it.
type Handler func(ctx context.Context, j Job) error

// Clock tells the time. The worker waits by it, so that tests need not.
type Clock interface {
	Now() time.Time
	// After receives when a duration has passed.
	After(d time.Duration) <-chan time.Time
}

// SystemClock is the time of day.
type SystemClock struct{}

// Now implements Clock.
func (SystemClock) Now() time.Time { return time.Now() }

// After implements Clock.
func (SystemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }
