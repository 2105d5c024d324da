package app

import (
	"context"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/job"
)

// maxAudit is how many lines of the audit log are kept.
const maxAudit = 1_000_000

func (a *App) pruneAudit(ctx context.Context, _ job.Job) error {
	if !a.oldByClock() {
		return a.DB.Enqueue(ctx, jobAudit, "", nil, a.Clock().Add(time.Hour))
	}
	if err := a.DB.PruneAudit(ctx, a.Clock().Add(-a.AuditFor).UTC().Format(site.DateForm), maxAudit); err != nil {
		return err
	}
	return a.DB.Enqueue(ctx, jobAudit, "", nil, a.Clock().Add(24*time.Hour))
}

// AsOperator is a context in which whoever runs the site works on it from the
// command line, for the audit log.
func AsOperator(ctx context.Context) context.Context {
	return access.NewContext(ctx, access.Actor{System: true, Login: "(command line)"})
}
