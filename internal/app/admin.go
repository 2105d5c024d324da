package app

import (
	"context"

	"quoin/internal/api/rest"
	"quoin/internal/app/examination"
	"quoin/internal/app/screens"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/admin"
)

// newAdmin makes the pages on which people write and keep the site. They ask the API at
// the given mount.
func (a *App) newAdmin(api *rest.Mount) *admin.Pages {
	return screens.New(screens.Config{
		Config: &a.Config, DB: a.DB, Env: a.Env, Auth: a.Auth, View: a.View, Themes: a.Themes, Options: a.Options, Exchange: a.Exchange,
		Backups: a.Backups, Personal: a.Personal, Assembler: a.assembler, Accounts: a.Accounts,
		Examine: func(ctx context.Context, tell func(doctor.Finding)) error {
			return Examine(ctx, a.Config, examination.Examination{Tell: tell})
		},
	}, api)
}
