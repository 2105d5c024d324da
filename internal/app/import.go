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

// Import brings an export file into the site.
func (a *App) Import(ctx context.Context, file io.ReadSeeker, o importer.Options) (*importer.Report, error) {
	if _, err := a.filesBase(ctx); err != nil {
		return nil, err
	}
	return a.importer().Run(ctx, file, o)
}

func (a *App) importer() *importer.Importer {
	e := a.Env
	names := dialect.Reference()
	files := *a.Media
	// Addresses of files are written like those that are there; see moveFiles.
	files.Base = func(ctx context.Context) string { return e.Site.Text(ctx, optionFiles, e.Site.Base(ctx)) }
	return &importer.Importer{
		Store: a.DB, Site: e.Site, Types: e.Types, Entries: e.Entries, Terms: e.Terms, Users: e.Users, Media: &files,
		TypeName: func(name string) string {
			// Exports of this program have its own names already.
			if own := names.FromSymbol(name); !strings.HasPrefix(own, dialect.Foreign) {
				return own
			}
			return name
		},
	}
}

// optionFiles is the address of the site that the addresses of files in the
// stored content begin with.
const optionFiles = "quoin_files_base"

// filesBase is that address. Where there is none yet it becomes that of the
// site.
func (a *App) filesBase(ctx context.Context) (string, error) {
	base := a.Env.Site.Text(ctx, optionFiles, "")
	if base != "" {
		return base, nil
	}
	base = a.Env.Site.Base(ctx)
	if err := a.DB.SetOption(ctx, optionFiles, base); err != nil {
		return "", fmt.Errorf("note the address of files: %w", err)
	}
	return base, nil
}

// moveFiles makes the addresses of files in the stored content follow the
// address of the site.
func (a *App) moveFiles(ctx context.Context) error {
	from, err := a.filesBase(ctx)
	to := a.Env.Site.Base(ctx)
	if err != nil || from == to {
		return err
	}
	if err := a.importer().Move(ctx, from+media.Path, to+media.Path); err != nil {
		return fmt.Errorf("move the addresses of files from %s to %s: %w", from, to, err)
	}
	if err := a.DB.SetOption(ctx, optionFiles, to); err != nil {
		return fmt.Errorf("note the address of files: %w", err)
	}
	return nil
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
	report, err := a.Import(ctx, file, importer.Options{Uploads: sample.Uploads(), Progress: progress})
	if err != nil {
		return report, fmt.Errorf("sample site: %w", err)
	}
	return report, nil
}
