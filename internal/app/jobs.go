package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"quoin/internal/app/backups"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/people/account"
	"quoin/internal/people/mail"
	"quoin/internal/platform/job"
)

// Kinds of the server's own jobs.
const (
	jobPublish = "publish-due"
	jobTrash   = "empty-trash"
	jobAudit   = "prune-audit"
	jobIndex   = "index-fields"
)

// scheduleHook makes sure that a scheduled entry is published at its time: in
// the transaction that stored it, so that neither can be without the other.
func (a *App) scheduleHook(ctx context.Context, _, e *content.Entry) error {
	if e.Status != content.Future {
		return nil
	}
	at, err := content.NextDue(e.DateUTC)
	if err != nil {
		return err
	}
	return a.DB.Enqueue(ctx, jobPublish, e.DateUTC, nil, at)
}

// RunJobs works on the site's jobs until ctx ends. Several nodes may run it on
// one database; each job is done once.
func (a *App) RunJobs(ctx context.Context) error {
	for {
		err := a.firstJobs(ctx)
		if err == nil {
			break
		}
		// A database that can't be written, on a full disk say, can be read: the
		// server goes on, and so do its jobs when there is room again.
		if ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "jobs can't be noted, for now nothing is published on time", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(firstJobsAgain):
		}
	}
	handlers := map[string]job.Handler{
		jobPublish: a.publishDue, jobTrash: a.emptyTrash, jobAudit: a.pruneAudit, jobIndex: func(ctx context.Context, _ job.Job) error { return a.Env.Definitions.BuildIndexes(ctx, nil) }, media.JobFiles: a.cleaner.Remove, media.JobSweep: a.cleaner.Sweep,
		account.JobLost: a.Accounts.SendLost, backups.Job: a.Backups.Nightly,
	}
	if q, ok := a.Mail.(*mail.Queue); ok {
		handlers[mail.JobSend] = q.Deliver
	}
	owners := a.addJobs(handlers)
	active := func(_ context.Context, kind string) bool {
		x := owners[kind]
		return x == nil || slices.Contains(a.now().active, x)
	}
	var loops sync.WaitGroup
	defer loops.Wait()
	a.startLoops(ctx, &loops)
	var clock sync.WaitGroup
	defer clock.Wait()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	clock.Go(func() { a.watchClock(watching) })
	return job.Run(ctx, a.DB, handlers, job.SystemClock{}, a.Log, active)
}

// firstJobsAgain is how soon a start of the jobs that failed is tried again.
const firstJobsAgain = 15 * time.Second

// firstJobs notes what is to be done after a start.
func (a *App) firstJobs(ctx context.Context) error {
	if _, err := a.DB.MendJobTimes(ctx, a.Clock(), job.LeaseTime, job.LongestBackoff); err != nil {
		return err
	}
	// What came due while no server ran, or was imported, has no job yet.
	if err := a.DB.Enqueue(ctx, jobPublish, "start", nil, a.Clock()); err != nil {
		return err
	}
	if err := a.DB.Enqueue(ctx, jobTrash, "", nil, a.Clock().Add(time.Minute)); err != nil {
		return err
	}
	if a.BackupTo != "" {
		if err := a.DB.Enqueue(ctx, backups.Job, backups.JobKey, nil, a.Backups.NextNight(ctx)); err != nil {
			return err
		}
	}
	if err := a.DB.Enqueue(ctx, jobAudit, "", nil, a.Clock().Add(time.Minute)); err != nil {
		return err
	}
	return a.firstPeriodic(ctx)
}

func (a *App) publishDue(ctx context.Context, _ job.Job) error {
	next, err := a.Env.Entries.PublishDue(ctx)
	if err != nil || next == "" {
		return err
	}
	at, err := content.NextDue(next)
	if err != nil {
		return err
	}
	return a.DB.Enqueue(ctx, jobPublish, next, nil, at)
}

func (a *App) emptyTrash(ctx context.Context, _ job.Job) error {
	if !a.oldByClock() {
		return a.DB.Enqueue(ctx, jobTrash, "", nil, a.Clock().Add(time.Hour))
	}
	n, err := a.Env.Entries.EmptyTrash(ctx)
	if n > 0 {
		a.Log.Info("emptied the trash", "entries", n)
	}
	if err != nil {
		return err
	}
	return a.DB.Enqueue(ctx, jobTrash, "", nil, a.Clock().Add(24*time.Hour))
}
