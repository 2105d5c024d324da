package exchange

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/app/config"
	"quoin/internal/app/extensions"
	"quoin/internal/app/themes"
	"quoin/internal/domain/importer"
	"quoin/internal/transfer/moving"
	"quoin/internal/transfer/moving/live"
)

// OldFiles are what there is of an old site beside its database.
type OldFiles struct {
	// Uploads has the uploaded files, nil leaves them out.
	Uploads fs.FS
	// Content is its folder wp-content, whose code is read and whose theme comes along; ""
	// where it isn't known.
	Content string
	// Salt is that of moving.Mover.
	Salt string
}

// MoveIn moves a site of the reference in, with its files. The site here must be new,
// or one that a former run has begun.
func (x *Exchange) MoveIn(ctx context.Context, from *moving.Source, files OldFiles, progress func(importer.Step)) (report *importer.Report, err error) {
	err = x.alone(ctx, func(ctx context.Context) (err error) {
		report, err = x.moveIn(ctx, from, files, progress)
		return err
	})
	return report, err
}

func (x *Exchange) moveIn(ctx context.Context, from *moving.Source, files OldFiles, progress func(importer.Step)) (*importer.Report, error) {
	if err := x.importable(ctx); err != nil {
		return nil, err
	}
	var notes []string
	var content fs.FS
	if files.Content != "" {
		root, err := os.OpenRoot(files.Content)
		if err != nil {
			return nil, fmt.Errorf("open the folder of the old site: %w", err)
		}
		defer root.Close()
		content = root.FS()
		if notes, err = x.bringThemes(ctx, from, files.Content, content); err != nil {
			return nil, err
		}
		said, err := x.bringLanguages(ctx, content)
		if err != nil {
			return nil, err
		}
		notes = append(notes, said...)
	}
	m := x.mover(ctx)
	m.Uploads, m.Content, m.Salt, m.Progress = files.Uploads, content, files.Salt, progress
	report, err := m.Run(ctx, from)
	for _, note := range notes {
		report.Warn("%s", note)
	}
	return report, err
}

// ErrAdopted refuses a site that quoin adopt moved in.
var ErrAdopted = errors.New("the site here was moved in by quoin adopt: run that again for what changed, or name another folder with --data")

// importable tells whether tables can move in: not where the API brought the site.
func (x *Exchange) importable(ctx context.Context) error {
	folder := filepath.Join(x.Data, config.MirrorFolder)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was read by the API
	} else if err != nil {
		return err
	}
	mirror, err := live.OpenMirror(ctx, folder)
	if err != nil {
		return err
	}
	state, again, err := mirror.State(ctx)
	if err := errors.Join(err, mirror.Close()); err != nil {
		return err
	}
	isNew, err := x.mover(ctx).IsNew(ctx)
	if err == nil && !isNew && (again || state != live.Reading) {
		err = ErrAdopted
	}
	return err
}

// bringThemes puts the themes that the old site shows into the data folder, where they are
// of the kind that can be shown here, and tells of those that aren't.
func (x *Exchange) bringThemes(ctx context.Context, from *moving.Source, folder string, content fs.FS) (notes []string, err error) {
	themes, err := from.Themes(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range themes {
		if t := x.Themes.ByID(ctx, name); t != nil && t.ID == name || !filepath.IsLocal(name) {
			continue
		}
		if _, err := fs.Stat(content, path.Join("themes", name)); err != nil {
			continue
		}
		if _, err := x.Themes.Bring(ctx, filepath.Join(folder, "themes", name)); err != nil {
			notes = append(notes, fmt.Sprintf("the theme %q of the old site can't be shown here: %v", name, err))
		}
	}
	return notes, nil
}

func (x *Exchange) mover(ctx context.Context) *moving.Mover {
	e, files := x.Env, x.importer()
	m := &moving.Mover{
		Store: x.DB, Aside: x.DB.Aside(), Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Definitions: e.Definitions,
		Blobs: x.Media.Blobs, Name: files.TypeName, Theme: x.Themes.Active(ctx).ID, Covered: x.standsFor, ByItself: themes.Untouched,
		HasTheme: func(folder string) bool {
			t := x.Themes.ByID(ctx, folder)
			return t != nil && t.ID == folder
		},
	}
	for _, one := range x.Extensions.List {
		if one.Failed == nil {
			m.Extensions = append(m.Extensions, one.Parts.MoveIn)
		}
	}
	m.Extensions = append(m.Extensions, moving.Extension{Take: x.switchAsThere})
	return m
}

// standsFor tells whether an extension here stands for a plug-in of the reference.
func (x *Exchange) standsFor(plugin string) bool {
	return slices.ContainsFunc(x.Extensions.List, func(one *extensions.Extension) bool { return x.inReference(one) == plugin && plugin != "" })
}

// inReference is how the reference names an extension, "" for one that it doesn't have.
func (x *Exchange) inReference(one *extensions.Extension) string {
	if named := x.Names.Symbol(one.Info.ID); named != one.Info.ID || one.Info.SameID {
		return named
	}
	return ""
}

// switchAsThere switches off what the old site doesn't have, of the extensions that
// the reference has too.
func (x *Exchange) switchAsThere(ctx context.Context, old *moving.Old) (int, error) {
	if old.Again() || old.Option("active_plugins") == nil {
		return 0, nil // somebody may have chosen since, or nobody told
	}
	there := old.Plugins()
	for _, one := range x.Extensions.List {
		named := x.inReference(one)
		if !one.Switchable() || named == "" || slices.Contains(there, named) {
			continue
		}
		if err := x.Env.Extensions.SetState(ctx, one.Info.ID, env.ExtensionInactive); err != nil {
			return 0, err
		}
	}
	return 0, nil
}
