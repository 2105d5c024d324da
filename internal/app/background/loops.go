package background

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quoin/internal/app/extensions"
	"quoin/internal/ext"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
)

// addJobs adds the jobs of extensions to the handlers, and tells whose they
// are.
func (w *Work) addJobs(handlers map[string]job.Handler) map[string]*extensions.Extension {
	owners := map[string]*extensions.Extension{}
	for _, x := range w.Extensions.List {
		if x.Failed != nil {
			continue
		}
		for kind, run := range x.Parts.Jobs {
			handlers[x.ID+":"+kind], owners[x.ID+":"+kind] = run, x
		}
		for _, p := range x.Parts.Periodic {
			kind := periodicKind(x, p)
			handlers[kind], owners[kind] = w.periodic(kind, p), x
		}
	}
	return owners
}

func periodicKind(x *extensions.Extension, p ext.Periodic) string { return x.ID + ":every:" + p.Name }

// periodicKey makes a periodic job the only one of its kind.
const periodicKey = "next"

// firstPeriodic enqueues what is done from time to time and isn't waiting yet.
func (w *Work) firstPeriodic(ctx context.Context) error {
	for _, x := range w.Extensions.List {
		if x.Failed != nil {
			continue
		}
		for _, p := range x.Parts.Periodic {
			kind := periodicKind(x, p)
			next, err := w.DB.NextJob(ctx, []string{kind})
			if err != nil {
				return err
			}
			if !next.IsZero() && !next.After(w.Clock().Add(p.Every)) {
				continue
			}
			if err := w.DB.Enqueue(ctx, kind, periodicKey, nil, w.Clock().Add(min(p.Every, time.Minute))); err != nil {
				return err
			}
		}
	}
	return nil
}

// retryPeriodic is how soon what failed is done again, at the latest.
const retryPeriodic = 10 * time.Minute

// periodic runs what is done from time to time, and sees to the next time
// whatever comes of this one.
func (w *Work) periodic(kind string, p ext.Periodic) job.Handler {
	return func(ctx context.Context, _ job.Job) error {
		pause, err := p.Every, extensions.Guarded(ctx, p.Run)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			pause = min(pause, retryPeriodic)
			w.Log.ErrorContext(ctx, "periodic work of an extension failed", "work", kind, "error", err)
		}
		return w.DB.Enqueue(ctx, kind, periodicKey, nil, w.Clock().Add(pause))
	}
}

// lastRunTime bounds the last run of a loop when the node stops.
const lastRunTime = 10 * time.Second

// startLoops runs the loops of extensions until ctx ends, and each once more
// then, or when its extension is switched off.
func (w *Work) startLoops(ctx context.Context, running *sync.WaitGroup) {
	for _, x := range w.Extensions.List {
		if x.Failed != nil {
			continue
		}
		for _, l := range x.Parts.Loops {
			running.Go(func() { w.loop(ctx, x, l) })
		}
	}
}

func (w *Work) loop(ctx context.Context, x *extensions.Extension, l ext.Loop) {
	ticker := time.NewTicker(l.Every)
	defer ticker.Stop()
	on := false
	work := l.Run
	if l.OneNode {
		work = func(ctx context.Context) error {
			_, err := w.DB.TryWithLock(ctx, x.ID+":"+l.Name, l.Run)
			return err
		}
	}
	run := func(ctx context.Context) {
		if err := extensions.Guarded(ctx, work); err != nil && ctx.Err() == nil {
			level := slog.LevelError
			if fault.Outage(err) != nil {
				level = slog.LevelWarn // what the site stands on is away, of which its parts tell
			}
			w.Log.Log(ctx, level, "loop of an extension failed", "extension", x.ID, "loop", l.Name, "error", err)
		}
	}
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastRunTime)
			defer cancel()
			if on || w.Active(x) {
				run(last)
			}
			return
		case <-ticker.C:
		}
		before := on
		if on = w.Active(x); on || before {
			run(ctx)
		}
	}
}
