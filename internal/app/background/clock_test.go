package background_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/background"
	"quoin/internal/app/backups"
	"quoin/internal/domain/content"
	"quoin/internal/platform/job"
)

// setClock is a clock that can be set.
type setClock struct{ ahead atomic.Int64 }

func (c *setClock) now() time.Time      { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *setClock) set(d time.Duration) { c.ahead.Store(int64(d)) }

// TestClockIsSet sets the clock forward by a year and back, and back by a day: what is done
// from time to time is due as it should be, nothing is deleted because it seems old, leases
// and tries that lie far ahead end.
func TestClockIsSet(t *testing.T) {
	t.Parallel()
	var c setClock
	ctx := t.Context()
	a, err := app.New(ctx, app.Config{Data: t.TempDir(), BackupTo: t.TempDir(), BackupKeep: 2, Clock: c.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := background.FirstJobs(a.Work, ctx); err != nil {
		t.Fatal(err)
	}
	due := func(kind string) time.Duration {
		t.Helper()
		next, err := a.DB.NextJob(ctx, []string{kind})
		if err != nil || next.IsZero() {
			t.Fatalf("%s: %v %v", kind, next, err)
		}
		return next.Sub(c.now())
	}
	periodic := func(when string) {
		t.Helper()
		for _, kind := range []string{background.JobTrash, background.JobAudit, backups.Job} {
			if d := due(kind); d > 25*time.Hour {
				t.Errorf("%s: %s is due in %v", when, kind, d)
			}
		}
	}
	trashed := &content.Entry{Type: content.TypePost, Status: content.Trash, Title: "kept", Slug: "kept"}
	if err := a.DB.InsertEntry(ctx, trashed); err != nil {
		t.Fatal(err)
	}
	const year = 365 * 24 * time.Hour
	set := func(to time.Duration) {
		t.Helper()
		jump := to - time.Duration(c.ahead.Load())
		c.set(to)
		if err := background.ClockSet(a.Work, ctx, jump); err != nil {
			t.Fatal(err)
		}
	}
	set(year)
	periodic("a year ahead")
	run := func(of func(*background.Work, context.Context, job.Job) error) {
		t.Helper()
		if err := of(a.Work, ctx, job.Job{}); err != nil {
			t.Fatal(err)
		}
	}
	run(background.EmptyTrash)
	run(background.PruneAudit)
	if background.OldByClock(a.Work) {
		t.Error("a clock that is a year ahead decides what is old")
	}
	if _, err := a.DB.EntryByID(ctx, trashed.ID); err != nil {
		t.Errorf("the trash was emptied: %v", err)
	}
	// Begun and failed under the wrong clock.
	for i, kind := range []string{"held", "tried"} {
		if err := a.DB.Enqueue(ctx, kind, "", nil, c.now().Add(-time.Second)); err != nil {
			t.Fatal(err)
		}
		jobs, err := a.DB.ClaimJobs(ctx, []string{kind}, c.now(), job.LeaseTime, 1)
		if err != nil || len(jobs) != 1 {
			t.Fatal(jobs, err)
		}
		if i == 1 {
			if err := a.DB.RetryJob(ctx, jobs[0], c.now().Add(time.Hour), "x"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := a.Backups.Now(ctx, false); err != nil {
		t.Fatal(err)
	}
	set(0)
	periodic("set right again")
	if !background.OldByClock(a.Work) {
		t.Error("a clock that was set right isn't trusted")
	}
	for _, kind := range []string{"held", "tried"} {
		if jobs, err := a.DB.ClaimJobs(ctx, []string{kind}, c.now().Add(time.Second), job.LeaseTime, 1); err != nil || len(jobs) != 1 {
			t.Errorf("%s: %v %v", kind, jobs, err)
		}
	}
	// The backups of the right clock stay, whatever one of the other is called.
	for i := range 3 {
		c.set(time.Duration(i) * time.Second)
		from := c.now().UTC().Format(backups.NameForm)
		if err := a.Backups.Now(ctx, false); err != nil {
			t.Fatal(err)
		}
		to := c.now().UTC().Format(backups.NameForm) // making it takes a second on a busy machine
		there, err := filepath.Glob(filepath.Join(a.BackupTo, "*.zip"))
		if err != nil || !slices.ContainsFunc(there, func(path string) bool { return filepath.Base(path) >= from && filepath.Base(path) <= to }) {
			t.Errorf("backup %d, made from %s to %s, is gone: %v, %v", i, from, to, there, err)
		}
	}
	set(-24 * time.Hour)
	periodic("a day back")
}

// TestClockIsWatched has the clock jump while the jobs run: it is seen, and told once.
func TestClockIsWatched(t *testing.T) {
	t.Parallel()
	var c setClock
	told := make(chan struct{}, 10)
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), Clock: c.now, Log: slog.New(onlyClock{slog.DiscardHandler, told})})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Work.Run(ctx) }()
	time.Sleep(100 * time.Millisecond) // it has read the clock, or reads it set: then nothing is told, and it is set again
	for wait := time.After(time.Minute); ; {
		c.set(time.Duration(c.ahead.Load()) - 25*time.Hour)
		select {
		case <-told:
		case <-time.After(2 * background.ClockEvery):
			continue
		case <-wait:
			t.Error("nobody saw it")
		}
		break
	}
	cancel()
	<-ended
}

// onlyClock tells a channel that the clock was set.
type onlyClock struct {
	slog.Handler
	told chan struct{}
}

func (h onlyClock) Enabled(context.Context, slog.Level) bool { return true }

func (h onlyClock) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "the clock was set" {
		h.told <- struct{}{}
	}
	return nil
}
