// Package background does what a site does when nobody asks: it publishes what is due, empties
// the trash, makes backups, and runs the jobs and loops of extensions.
package background

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/app/backups"
	"quoin/internal/app/config"
	"quoin/internal/app/extensions"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/site"
	"quoin/internal/platform/job"
	"quoin/internal/storage/store"
)

// Kinds of the server's own jobs.
const (
	jobPublish = "publish-due"
	jobTrash   = "empty-trash"
	jobAudit   = "prune-audit"
	jobIndex   = "index-fields"
)

// Work is that of one site.
type Work struct {
	*config.Config
	DB          *store.DB
	Entries     *content.Service
	Definitions *definition.Service
	Backups     *backups.Backups
	Extensions  *extensions.Set
	// Active tells whether an extension is switched on, as far as this process knows.
	Active func(*extensions.Extension) bool
	// Handlers do the jobs of the parts of the site, by kind.
	Handlers map[string]job.Handler
	// Forget drops what is cached until a time.
	Forget func()

	distrusted atomic.Pointer[time.Time] // until when the clock isn't taken at its word
}

// Follow has the work follow the writes of entries and definitions.
func (w *Work) Follow() {
	w.Definitions.Later = func(ctx context.Context) error { return w.DB.Enqueue(ctx, jobIndex, "", nil, w.Clock()) }
	w.Entries.Hooks.Add(content.Writes{Saved: w.schedule})
}

// schedule makes sure that a scheduled entry is published at its time: in
// the transaction that stored it, so that neither can be without the other.
func (w *Work) schedule(ctx context.Context, _, e *content.Entry) error {
	if e.Status != content.Future {
		return nil
	}
	at, err := content.NextDue(e.DateUTC)
	if err != nil {
		return err
	}
	return w.DB.Enqueue(ctx, jobPublish, e.DateUTC, nil, at)
}

// Run works on the site's jobs until ctx ends. Several nodes may run it on
// one database; each job is done once.
func (w *Work) Run(ctx context.Context) error {
	for {
		err := w.firstJobs(ctx)
		if err == nil {
			break
		}
		// A database that can't be written, on a full disk say, can be read: the
		// server goes on, and so do its jobs when there is room again.
		if ctx.Err() == nil {
			w.Log.ErrorContext(ctx, "jobs can't be noted, for now nothing is published on time", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(firstJobsAgain):
		}
	}
	handlers := maps.Clone(w.Handlers)
	maps.Copy(handlers, map[string]job.Handler{
		jobPublish: w.publishDue, jobTrash: w.emptyTrash, jobAudit: w.pruneAudit, backups.Job: w.Backups.Nightly,
		jobIndex: func(ctx context.Context, _ job.Job) error { return w.Definitions.BuildIndexes(ctx, nil) },
	})
	owners := w.addJobs(handlers)
	active := func(_ context.Context, kind string) bool {
		x := owners[kind]
		return x == nil || w.Active(x)
	}
	var loops sync.WaitGroup
	defer loops.Wait()
	w.startLoops(ctx, &loops)
	var clock sync.WaitGroup
	defer clock.Wait()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	clock.Go(func() { w.watchClock(watching) })
	clock.Go(func() { w.keepSearches(watching) })
	return job.Run(ctx, w.DB, handlers, job.SystemClock{}, w.Log, active)
}

// firstJobsAgain is how soon a start of the jobs that failed is tried again.
const firstJobsAgain = 15 * time.Second

// firstJobs notes what is to be done after a start.
func (w *Work) firstJobs(ctx context.Context) error {
	if _, err := w.DB.MendJobTimes(ctx, w.Clock(), job.LeaseTime, job.LongestBackoff); err != nil {
		return err
	}
	// What came due while no server ran, or was imported, has no job yet.
	if err := w.DB.Enqueue(ctx, jobPublish, "start", nil, w.Clock()); err != nil {
		return err
	}
	if err := w.DB.Enqueue(ctx, jobTrash, "", nil, w.Clock().Add(time.Minute)); err != nil {
		return err
	}
	if w.BackupTo != "" {
		if err := w.DB.Enqueue(ctx, backups.Job, backups.JobKey, nil, w.Backups.NextNight(ctx)); err != nil {
			return err
		}
	}
	if err := w.DB.Enqueue(ctx, jobAudit, "", nil, w.Clock().Add(time.Minute)); err != nil {
		return err
	}
	return w.firstPeriodic(ctx)
}

func (w *Work) publishDue(ctx context.Context, _ job.Job) error {
	next, err := w.Entries.PublishDue(ctx)
	if err != nil || next == "" {
		return err
	}
	at, err := content.NextDue(next)
	if err != nil {
		return err
	}
	return w.DB.Enqueue(ctx, jobPublish, next, nil, at)
}

func (w *Work) emptyTrash(ctx context.Context, _ job.Job) error {
	if !w.oldByClock() {
		return w.DB.Enqueue(ctx, jobTrash, "", nil, w.Clock().Add(time.Hour))
	}
	n, err := w.Entries.EmptyTrash(ctx)
	if n > 0 {
		w.Log.Info("emptied the trash", "entries", n)
	}
	if err != nil {
		return err
	}
	return w.DB.Enqueue(ctx, jobTrash, "", nil, w.Clock().Add(24*time.Hour))
}

// maxAudit is how many lines of the audit log are kept.
const maxAudit = 1_000_000

func (w *Work) pruneAudit(ctx context.Context, _ job.Job) error {
	if !w.oldByClock() {
		return w.DB.Enqueue(ctx, jobAudit, "", nil, w.Clock().Add(time.Hour))
	}
	if err := w.DB.PruneAudit(ctx, w.Clock().Add(-w.AuditFor).UTC().Format(site.DateForm), maxAudit); err != nil {
		return err
	}
	return w.DB.Enqueue(ctx, jobAudit, "", nil, w.Clock().Add(24*time.Hour))
}
