package app

import (
	"slices"

	"quoin/internal/app/background"
	"quoin/internal/app/extensions"
	"quoin/internal/domain/media"
	"quoin/internal/people/account"
	"quoin/internal/people/mail"
	"quoin/internal/platform/job"
)

// newWork makes what the site does when nobody asks.
func (a *App) newWork() *background.Work {
	w := &background.Work{
		Config: &a.Config, DB: a.DB, Entries: a.Env.Entries, Definitions: a.Env.Definitions, Backups: a.Backups, Extensions: a.Ext, Forget: a.caches.Clear,
		Active: func(x *extensions.Extension) bool { return slices.Contains(a.assembler.Now().Active, x) },
		Handlers: map[string]job.Handler{
			media.JobFiles: a.cleaner.Remove, media.JobSweep: a.cleaner.Sweep, account.JobLost: a.Accounts.SendLost,
		},
	}
	if q, ok := a.Mail.(*mail.Queue); ok {
		w.Handlers[mail.JobSend] = q.Deliver
	}
	w.Follow()
	return w
}
