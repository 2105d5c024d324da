package app

import (
	"cmp"
	"context"
	"slices"

	"quoin/internal/access"
	"quoin/internal/admin"
	"quoin/internal/render"
	"quoin/internal/rest"
	"quoin/internal/theme"
)

// newAdmin makes the pages on which people write and keep the site. They ask the API at
// the given mount.
func (a *App) newAdmin(api *rest.Mount) *admin.Pages {
	e := a.Env
	return admin.New(admin.Config{
		Site: e.Site, Auth: a.Auth, Types: e.Types, Taxonomies: e.Taxonomies, Entries: e.Entries, Users: a.DB, API: api, Options: a,
		Theme: a.themes.Active,
		Styles: func(ctx context.Context, who access.Actor) *theme.Data {
			return a.View.Source(ctx, who, &render.Request{Front: true}).Styles(ctx)
		},
		Active: func(ctx context.Context, id string) bool {
			i := slices.IndexFunc(a.extensions, func(x *extension) bool { return x.ID == id })
			return i >= 0 && a.active(ctx, a.extensions[i])
		},
		Themes: a.Themes, SwitchTheme: a.SwitchTheme,
		MaxUpload: cmp.Or(a.MaxUpload, DefaultMaxUpload), Log: a.Log,
	})
}
