package app

import (
	"context"
	"html"
	"io"

	"quoin/internal/api/core/index"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
)

// addAccounts makes the pages on which people log in, and lets them follow the
// writes of accounts.
func (a *App) addAccounts() {
	e := a.Env
	a.Accounts = account.New(account.Config{
		Store: a.DB, Site: e.Site, Auth: a.Auth, Users: e.Users, Mail: a.Mail, Queue: a.DB, Record: a.Record, Log: a.Log,
		Icon:         func(ctx context.Context) string { return index.New(e).IconURL(ctx, site.Icon.Of(ctx, e.Site)) },
		Policy:       a.policy,
		PersonalFile: func(ctx context.Context, email string, w io.Writer) error { return a.Personal.WriteFile(ctx, email, w) },
	})
	a.People = &account.Manager{
		Store: a.DB, Users: e.Users, Types: e.Types, Pages: a.Accounts,
		Grants: func(ctx context.Context) access.Grants { return a.assembler.Of(ctx).Grants },
	}
	e.Users.Notify = a.Accounts
	e.Site.Hooks.Saved = append(e.Site.Hooks.Saved, a.Accounts.OptionChanged)
	e.Users.Hooks.Add(user.Writes{Saved: a.Accounts.Changed}, user.Writes{Saved: a.Record.UserSaved, Deleted: a.Record.UserDeleted})
	e.Site.Hooks.Saved = append(e.Site.Hooks.Saved, a.Record.OptionSaved)
}

// policy is the page about privacy that everybody may read: its title and address, "" for none.
func (a *App) policy(ctx context.Context) (title, address string) {
	id := site.PrivacyPage.Of(ctx, a.Env.Site)
	if id == 0 {
		return "", ""
	}
	found, err := a.DB.EntriesByID(ctx, []int64{id})
	if e := found[id]; err == nil && e != nil && a.Env.Entries.CanRead(ctx, access.Actor{}, e) {
		return html.UnescapeString(e.Title), a.Env.Links.Link(ctx, e)
	}
	return "", ""
}
