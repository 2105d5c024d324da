package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/app/extensions"
	"quoin/internal/display/render"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/theme"
	"quoin/internal/people/admin"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// newAdmin makes the pages on which people write and keep the site. They ask the API at
// the given mount.
func (a *App) newAdmin(api *rest.Mount) *admin.Pages {
	e := a.Env
	return admin.New(admin.Config{
		Site: e.Site, Auth: a.Auth, Types: e.Types, Taxonomies: e.Taxonomies, Entries: e.Entries, Users: a.DB, API: api, Options: a.Options, Exchange: exchanged{a.Exchange}, Keeping: newKeeping(a),
		Theme: a.Themes.Active,
		Styles: func(ctx context.Context, who access.Actor) *theme.Data {
			return a.View.Source(ctx, who, &render.Request{Front: true}).Styles(ctx)
		},
		Fields: a.fieldsOf, Defines: a.Preset == config.Full,
		Active: func(ctx context.Context, id string) bool {
			i := slices.IndexFunc(a.Ext.List, func(x *extensions.Extension) bool { return x.ID == id })
			return i >= 0 && a.Ext.Active(ctx, a.Ext.List[i])
		},
		Themes: a.Themes.All, SwitchTheme: a.Themes.Switch,
		MaxUpload: cmp.Or(a.MaxUpload, config.DefaultMaxUpload), Log: a.Log,
	})
}

// fieldsOf are the declared fields of a type that the API shows.
func (a *App) fieldsOf(typ string) []admin.FieldGroup {
	var all []admin.FieldGroup
	for _, g := range a.assembler.Defined.Set().Groups() {
		if g.Object != definition.OfEntries || !slices.Contains(g.Of, typ) {
			continue
		}
		group := admin.FieldGroup{Label: g.Label}
		for _, f := range g.Fields {
			if f.InREST {
				group.Fields = append(group.Fields, admin.Field{Key: f.Key, Schema: wire.Encode(f.Schema.Public(a.reference, true), nil), Repeated: f.Repeated})
			}
		}
		if len(group.Fields) > 0 {
			all = append(all, group)
		}
	}
	return all
}

// exchange is how screens move contents.
type exchanged struct{ *exchange.Exchange }

func (x exchanged) WriteExport(ctx context.Context, file io.Writer) error {
	_, err := x.Export(ctx, file)
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
