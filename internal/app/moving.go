package app

import (
	"context"
	"io/fs"
	"slices"

	"quoin/internal/core/env"
	"quoin/internal/importer"
	"quoin/internal/moving"
)

// MoveIn moves a site of the reference in, with its files. The site here must be new,
// or one that a former run has begun. The salt is that of moving.Mover.
func (a *App) MoveIn(ctx context.Context, from *moving.Source, uploads fs.FS, salt string, progress func(importer.Step)) (*importer.Report, error) {
	m := a.mover(ctx)
	m.Uploads, m.Salt, m.Progress = uploads, salt, progress
	return m.Run(ctx, from)
}

func (a *App) mover(ctx context.Context) *moving.Mover {
	e, files := a.Env, a.importer()
	m := &moving.Mover{
		Store: a.DB, Aside: a.DB.Aside(), Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Definitions: e.Definitions,
		Blobs: a.Media.Blobs, Name: files.TypeName, Theme: a.themes.Active(ctx).ID,
		HasTheme: func(folder string) bool {
			t := a.themes.ByID(ctx, folder)
			return t != nil && t.ID == folder
		},
	}
	for _, x := range a.extensions {
		if x.failed == nil {
			m.Extensions = append(m.Extensions, x.parts.MoveIn)
		}
	}
	m.Extensions = append(m.Extensions, moving.Extension{Take: a.switchAsThere})
	return m
}

// switchAsThere switches off what the old site doesn't have, of the extensions that
// the reference has too.
func (a *App) switchAsThere(ctx context.Context, old *moving.Old) (int, error) {
	if old.Again() || old.Option("active_plugins") == nil {
		return 0, nil // somebody may have chosen since, or nobody told
	}
	there := old.Plugins()
	for _, x := range a.extensions {
		named := a.reference.Symbol(x.Info.ID)
		if !x.switchable() || named == x.Info.ID || slices.Contains(there, named) {
			continue
		}
		if err := a.Env.Extensions.SetState(ctx, x.Info.ID, env.ExtensionInactive); err != nil {
			return 0, err
		}
	}
	return 0, nil
}
