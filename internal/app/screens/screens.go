// Package screens makes the pages on which people write and keep a site of what it has.
package screens

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/app/assembly"
	"quoin/internal/app/backups"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/app/extensions"
	"quoin/internal/app/options"
	"quoin/internal/app/personal"
	"quoin/internal/app/themes"
	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/operation/doctor"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store"
)

// Config is what the screens show and change.
type Config struct {
	*config.Config
	DB        *store.DB
	Env       *env.Env
	Auth      *auth.Authenticator
	View      *view.View
	Themes    *themes.Themes
	Options   *options.Options
	Exchange  *exchange.Exchange
	Backups   *backups.Backups
	Personal  *personal.Data
	Assembler *assembly.Assembler
	Accounts  *account.Pages
	// Examine looks at the site.
	Examine func(ctx context.Context, tell func(doctor.Finding)) error
}

// New makes the pages. They ask the API at the given mount.
func New(c Config, api *rest.Mount) *admin.Pages {
	e, set := c.Env, c.Assembler.Extensions
	return admin.New(admin.Config{
		Site: e.Site, Auth: c.Auth, Types: e.Types, Taxonomies: e.Taxonomies, Terms: c.DB, Entries: e.Entries, Users: c.DB, Counts: c.DB, Accounts: accounts{c.Accounts, e.Users}, API: api, Options: optioned{c.Options}, Exchange: exchanged{c.Exchange}, Keeping: newKeeping(c), Requests: asked{&personal.Requests{Data: c.Personal, Letters: c.Accounts}},
		Theme: c.Themes.Active,
		Styles: func(ctx context.Context, who access.Actor) *theme.Data {
			return c.View.Source(ctx, who, &render.Request{Front: true}).Styles(ctx)
		},
		Fields: c.fieldsOf, Declares: c.declares, Defines: c.Assembler.Defines,
		Active: func(ctx context.Context, id string) bool {
			i := slices.IndexFunc(set.List, func(x *extensions.Extension) bool { return x.ID == id })
			return i >= 0 && set.Active(ctx, set.List[i])
		},
		Themes: c.Themes.All, SwitchTheme: c.Themes.Switch, PreviewTheme: c.Themes.Preview, ThemeFolder: c.Themes, ThemeFixed: c.Themes.Fixed(),
		MaxUpload: cmp.Or(c.MaxUpload, config.DefaultMaxUpload), Log: c.Log, Version: cmp.Or(c.Version, "development"),
	})
}

// accounts are the pages of accounts, and what writes these.
type accounts struct {
	*account.Pages
	users *user.Service
}

func (a accounts) Update(ctx context.Context, before *user.User, c user.Change) (*user.User, error) {
	return a.users.Update(ctx, before, c)
}

// fieldsOf are the declared fields of a type that the API shows.
func (c *Config) fieldsOf(typ string) []admin.FieldGroup {
	var all []admin.FieldGroup
	for _, g := range c.Assembler.Defined.Set().Groups() {
		if g.Object != definition.OfEntries || !slices.Contains(g.Of, typ) {
			continue
		}
		group := admin.FieldGroup{Label: g.Label}
		for _, f := range g.Fields {
			if f.InREST {
				group.Fields = append(group.Fields, admin.Field{Key: f.Shown(), Schema: wire.Encode(f.Schema.Public(c.Exchange.Names, true), nil), Repeated: f.Repeated})
			}
		}
		if len(group.Fields) > 0 {
			all = append(all, group)
		}
	}
	return all
}

// declares tells whether a field of a type is declared under a key.
func (c *Config) declares(typ, key string) bool {
	return slices.ContainsFunc(c.Assembler.Defined.Set().Groups(), func(g definition.Group) bool {
		return g.Object == definition.OfEntries && slices.Contains(g.Of, typ) &&
			slices.ContainsFunc(g.Fields, func(f definition.Field) bool { return f.Key == key })
	})
}

// optioned is how screens show and change options.
type optioned struct{ *options.Options }

func (o optioned) Shown(ctx context.Context) ([]admin.Option, error) {
	shown, err := o.Options.Shown(ctx)
	all := make([]admin.Option, len(shown))
	for i, one := range shown {
		all[i] = admin.Option(one)
	}
	return all, err
}

// exchanged is how screens move contents.
type exchanged struct{ *exchange.Exchange }

func (x exchanged) WriteExport(ctx context.Context, file io.Writer, only content.Query) error {
	_, err := x.ExportOnly(ctx, file, only)
	return err
}

func (x exchanged) ReadExport(ctx context.Context, file io.ReadSeeker, step func(part string, done, total int64)) ([]string, error) {
	report, err := x.Import(ctx, file, importer.Options{Progress: func(s importer.Step) { step(string(s.Part), s.Done, s.Total) }})
	if report == nil {
		return nil, err
	}
	var said []string
	for _, row := range report.Rows {
		line := fmt.Sprintf("%s: %d of %d came in", row.Kind, row.Imported, row.InFile)
		if why := row.Reasons(); row.Skipped > 0 && why != "" {
			line += fmt.Sprintf("; %d didn't (%s)", row.Skipped, why)
		}
		said = append(said, line)
	}
	return append(said, report.Warnings...), err
}
