package job_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/job"
	"quoin/internal/storage/store"
)

// clock stands still until a test moves it.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []timer
	set    chan struct{} // a timer was set
}

type timer struct {
	at time.Time
	c  chan time.Time
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), set: make(chan struct{}, 100)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := timer{c.now.Add(d), make(chan time.Time, 1)}
	c.timers = append(c.timers, t)
	select {
	case c.set <- struct{}{}:
	default:
	}
	return t.c
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	rest := c.timers[:0]
	for _, t := range c.timers {
		if t.at.After(c.now) {
			rest = append(rest, t)
		} else {
			t.c <- c.now
		}
	}
	c.timers = rest
}

// await receives what a worker does that waits by the clock. A worker that has
// looked at the time, and sets its timer when a test has moved it, waits for as long
// again: so the clock goes on while nothing comes.
func (c *clock) await(from <-chan int) int {
	for {
		select {
		case n := <-from:
			return n
		case <-time.After(100 * time.Millisecond):
			c.move(5 * time.Second)
		}
	}
}

func open(t *testing.T, dir string) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// start runs a worker until the test ends and returns a way to end it before.
func start(t *testing.T, s job.Store, handlers map[string]job.Handler, c job.Clock) (stop func()) {
	return startLogged(t, s, handlers, c, slog.New(slog.DiscardHandler))
}

func startLogged(t *testing.T, s job.Store, handlers map[string]job.Handler, c job.Clock, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- job.Run(ctx, s, handlers, c, log, nil) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("Run: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

func TestRunsWhatIsDue(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	ran := make(chan string, 10)
	start(t, db, map[string]job.Handler{"greet": func(_ context.Context, j job.Job) error {
		ran <- string(j.Payload)
		return nil
	}}, c)
	ctx := context.Background()
	must(t, db.Enqueue(ctx, "greet", "late", []byte("late"), c.Now().Add(5*time.Second)))
	must(t, db.Enqueue(ctx, "greet", "", []byte("now"), c.Now()))
	must(t, db.Enqueue(ctx, "other", "", []byte("not mine"), c.Now()))
	if got := <-ran; got != "now" {
		t.Fatalf("ran %q first", got)
	}
	// Its lease would end if the clock moved before it is written down as done.
	for left := 2; left > 1; time.Sleep(time.Millisecond) {
		left = 0
		must(t, db.EachPayload(ctx, "greet", func(string, string) error { left++; return nil }))
	}
	// The worker waits by the clock for the one that is late.
	for len(ran) == 0 {
		<-c.set
		c.move(5 * time.Second)
	}
	if got := <-ran; got != "late" {
		t.Fatalf("ran %q then", got)
	}
}

func TestFailedJobsRunAgain(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	attempts, back := make(chan int, 10), make(chan struct{}, 10)
	var log bytes.Buffer
	stop := startLogged(t, givesBack{db, back}, map[string]job.Handler{"flaky": func(_ context.Context, j job.Job) error {
		attempts <- j.Attempts
		switch j.Attempts {
		case 1:
			return errors.New("not today")
		case 2:
			panic("worse")
		}
		return nil
	}}, c, slog.New(slog.NewTextHandler(&log, nil)))
	must(t, db.Enqueue(context.Background(), "flaky", "k", nil, c.Now()))
	for want := 1; want <= 3; want++ {
		if got := c.await(attempts); got != want {
			t.Fatalf("attempt %d, want %d", got, want)
		}
		if want < 3 {
			// The clock may only move once the job was given back: until then its
			// lease would end.
			<-back
			c.move(25 * time.Second)
		}
	}
	waitEmpty(t, db, "flaky")
	stop()
	for _, told := range []string{"not today", "worse", "worker_test.go:"} {
		if !strings.Contains(log.String(), told) {
			t.Errorf("the log says nothing of %s:\n%s", told, log.String())
		}
	}
}

// givesBack tells when a job that failed was given back.
type givesBack struct {
	job.Store
	back chan<- struct{}
}

func (s givesBack) RetryJob(ctx context.Context, j job.Job, at time.Time, reason string) error {
	defer func() { s.back <- struct{}{} }()
	return s.Store.RetryJob(ctx, j, at, reason)
}

func TestGivenUp(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	start(t, db, map[string]job.Handler{"hopeless": func(context.Context, job.Job) error { return job.ErrGiveUp }}, c)
	must(t, db.Enqueue(context.Background(), "hopeless", "k", nil, c.Now()))
	waitEmpty(t, db, "hopeless")
}

func TestSurvivesRestart(t *testing.T) {
	t.Parallel()
	dir, c := t.TempDir(), newClock()
	db := open(t, dir)
	must(t, db.Enqueue(context.Background(), "greet", "", []byte("kept"), c.Now()))
	must(t, db.Close())
	db = open(t, dir)
	ran := make(chan string, 1)
	start(t, db, map[string]job.Handler{"greet": func(_ context.Context, j job.Job) error {
		ran <- string(j.Payload)
		return nil
	}}, c)
	if got := <-ran; got != "kept" {
		t.Fatal(got)
	}
}

func TestStopReturnsTheJob(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	began := make(chan struct{})
	stop := start(t, db, map[string]job.Handler{"slow": func(ctx context.Context, _ job.Job) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	}}, c)
	must(t, db.Enqueue(context.Background(), "slow", "k", nil, c.Now()))
	<-began
	stop()
	if found, err := db.CheckJobs(context.Background(), c.Now(), c.Now().Add(time.Hour)); err != nil || found.Failing.Count > 0 {
		t.Errorf("a job that its worker gave back is told as failed: %+v %v", found, err)
	}
	jobs, err := db.ClaimJobs(context.Background(), []string{"slow"}, c.Now(), time.Minute, 5)
	if err != nil || len(jobs) != 1 || jobs[0].Attempts != 2 {
		t.Fatalf("%v %v", jobs, err)
	}
}

// TestKilledWorkerIsSucceededSoon looks at the lease of a job under way: when its worker
// is killed, another one may begin it within seconds. One that lives keeps it.
func TestKilledWorkerIsSucceededSoon(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	began, end := make(chan struct{}), make(chan struct{})
	start(t, db, map[string]job.Handler{"long": func(context.Context, job.Job) error {
		close(began)
		<-end
		return nil
	}}, c)
	defer close(end)
	must(t, db.Enqueue(context.Background(), "long", "k", nil, c.Now()))
	<-began
	until := func() time.Time {
		next, err := db.NextJob(context.Background(), []string{"long"})
		must(t, err)
		return next
	}
	first := until()
	if wait := first.Sub(c.Now()); wait <= 0 || wait > 10*time.Second {
		t.Errorf("after a kill the job stands still for %v", wait)
	}
	for !until().After(first) {
		if !c.Now().Before(first) {
			t.Fatal("the lease of a worker that lives ran out")
		}
		<-c.set // it waits for the time of its next sign of life
		c.move(2 * time.Second)
		for range 500 { // and gives it, unless this timer was another one's
			if until().After(first) {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// deafStore hears no sign of life. It gives jobs out once where it is slow.
type deafStore struct {
	*store.DB
	slow  bool
	given atomic.Bool
}

func (d *deafStore) ClaimJobs(ctx context.Context, kinds []string, now time.Time, lease time.Duration, n int) ([]job.Job, error) {
	if d.slow && d.given.Load() {
		return nil, nil // another worker is faster
	}
	jobs, err := d.DB.ClaimJobs(ctx, kinds, now, lease, n)
	d.given.Store(d.given.Load() || len(jobs) > 0)
	return jobs, err
}

func (*deafStore) ExtendJob(context.Context, job.Job, time.Time) (bool, error) {
	return false, errors.New("the database is away")
}

// TestWorkerWithoutLeaseStops cuts a worker off while it runs a job: it stops when others may
// have begun the job, and doesn't write down an end of it. What nobody took it begins again.
func TestWorkerWithoutLeaseStops(t *testing.T) {
	t.Parallel()
	for _, taken := range []bool{true, false} {
		db, c := open(t, t.TempDir()), newClock()
		runs, ended := make(chan int, 10), make(chan struct{})
		stop := start(t, &deafStore{DB: db, slow: taken}, map[string]job.Handler{"long": func(ctx context.Context, j job.Job) error {
			runs <- j.Attempts
			if j.Attempts > 1 {
				return nil
			}
			<-ctx.Done()
			if taken { // by another, at the moment at which it may be
				jobs, err := db.ClaimJobs(context.Background(), []string{"long"}, c.Now(), time.Hour, 1)
				if err != nil || len(jobs) != 1 {
					t.Errorf("nobody may take the job of a worker that stopped: %v %v", jobs, err)
				}
				close(ended)
			}
			return ctx.Err()
		}}, c)
		must(t, db.Enqueue(context.Background(), "long", "k", nil, c.Now()))
		if n := <-runs; n != 1 {
			t.Fatalf("attempt %d", n)
		}
		began := c.Now()
		for c.Now().Before(began.Add(10 * time.Second)) {
			<-c.set
			c.move(2 * time.Second)
		}
		if taken {
			<-ended
			stop()
			next, err := db.NextJob(context.Background(), []string{"long"})
			if must(t, err); next.Before(c.Now().Add(30 * time.Minute)) {
				t.Errorf("the job that another worker has is due at %v", next)
			}
			continue
		}
		if n := <-runs; n != 2 {
			t.Errorf("begun again as attempt %d", n)
		}
		waitEmpty(t, db, "long")
	}
}

func TestTwoWorkersRunEachJobOnce(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	const n = 40
	ran := make(chan string, 2*n)
	handlers := map[string]job.Handler{"one": func(_ context.Context, j job.Job) error {
		ran <- string(j.Payload)
		return nil
	}}
	for i := range n {
		must(t, db.Enqueue(context.Background(), "one", "", []byte(strconv.Itoa(i)), c.Now()))
	}
	start(t, db, handlers, c)
	start(t, db, handlers, c)
	seen := map[string]int{}
	for range n {
		seen[<-ran]++
	}
	waitEmpty(t, db, "one")
	if len(seen) != n || len(ran) != 0 {
		t.Fatalf("%d jobs ran, %d more than once", len(seen), n-len(seen)+len(ran))
	}
}

func waitEmpty(t *testing.T, db *store.DB, kind string) {
	t.Helper()
	for {
		next, err := db.NextJob(context.Background(), []string{kind})
		must(t, err)
		if next.IsZero() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestClockIsSetForward sets the clock forward by a year while a job runs, whose lease then
// seems to be over: it isn't begun a second time, and ends.
func TestClockIsSetForward(t *testing.T) {
	t.Parallel()
	db, c := open(t, t.TempDir()), newClock()
	ctx := context.Background()
	if err := db.Enqueue(ctx, "long", "only", nil, c.Now()); err != nil {
		t.Fatal(err)
	}
	begun, end, other := make(chan int, 10), make(chan struct{}), make(chan int, 10)
	stop := start(t, db, map[string]job.Handler{
		"long":  func(context.Context, job.Job) error { begun <- 1; <-end; return nil },
		"other": func(context.Context, job.Job) error { other <- 1; return nil },
	}, c)
	<-begun
	for range 3 {
		c.move(365 * 24 * time.Hour)
		if err := db.Enqueue(ctx, "other", "", nil, c.Now()); err != nil {
			t.Fatal(err)
		}
		c.await(other) // it has looked for what is due
	}
	if len(begun) > 0 {
		t.Error("the job was begun again while it ran")
	}
	close(end)
	for range 1000 {
		if n, err := db.CountJobs(ctx); err != nil {
			t.Fatal(err)
		} else if n == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n, err := db.CountJobs(ctx); n != 0 || err != nil {
		t.Errorf("%d jobs are left: %v", n, err)
	}
	stop()
}
