package app

import (
	"context"
	"fmt"
	"io"
	"strings"

	"quoin/internal/importer"
	"quoin/internal/media"
	"quoin/internal/rest/dialect"
	"quoin/internal/sample"
)

// Importer brings export files into the site. It writes addresses of files as
// those that are there are written, see moveFiles.
func (a *App) Importer() *importer.Importer {
	e := a.Env
	files := *a.Media
	files.Base = a.filesBase
	names := dialect.Reference()
	return &importer.Importer{
		Store: a.DB, Site: e.Site, Types: e.Types, Entries: e.Entries, Terms: e.Terms, Users: e.Users, Media: &files,
		TypeName: func(name string) string {
			// Exports of this program have its own names already.
			if _, own := strings.CutPrefix(name, "core_"); own {
				return name
			}
			return names.FromSymbol(name)
		},
	}
}

// optionFiles is the address of the site that the addresses of files in the
// stored content begin with.
const optionFiles = "quoin_files_base"

func (a *App) filesBase(ctx context.Context) string {
	return a.Env.Site.Text(ctx, optionFiles, a.Env.Site.Text(ctx, "siteurl", ""))
}

// moveFiles makes the addresses of files in the stored content follow the
// address of the site.
func (a *App) moveFiles(ctx context.Context) error {
	from, to := a.filesBase(ctx), a.Env.Site.Base(ctx)
	if from == to {
		return nil
	}
	if err := a.Importer().Move(ctx, from+media.Path, to+media.Path); err != nil {
		return fmt.Errorf("move the addresses of files from %s to %s: %w", from, to, err)
	}
	return a.DB.SetOption(ctx, optionFiles, to)
}

// Prepare does what a site needs before it is served: it follows a change of
// its address and has the entry of the theme's global styles.
func (a *App) Prepare(ctx context.Context) error {
	if err := a.moveFiles(ctx); err != nil {
		return err
	}
	return a.ensureStyles(ctx)
}

// ImportSample brings the sample site in. On a site that has it already this
// changes nothing.
func (a *App) ImportSample(ctx context.Context, progress func(importer.Step)) (*importer.Report, error) {
	file, ok := sample.Export().(io.ReadSeeker)
	if !ok {
		return nil, fmt.Errorf("sample site: the file can't be read twice")
	}
	report, err := a.Importer().Run(ctx, file, importer.Options{Uploads: sample.Uploads(), Progress: progress})
	if err != nil {
		return report, fmt.Errorf("sample site: %w", err)
	}
	return report, nil
}
