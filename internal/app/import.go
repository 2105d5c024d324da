package app

import (
	"context"
	"fmt"
	"io"
	"strings"

	"quoin/internal/api/rest/dialect"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/sample"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
)

// Import brings an export file into the site.
func (a *App) Import(ctx context.Context, file io.ReadSeeker, o importer.Options) (*importer.Report, error) {
	return a.importer().Run(ctx, file, o)
}

func (a *App) importer() *importer.Importer {
	e := a.Env
	names := a.reference
	return &importer.Importer{
		Store: a.DB, Site: e.Site, Types: e.Types, Entries: e.Entries, Terms: e.Terms, Users: e.Users, Media: a.Media, Definitions: e.Definitions,
		TypeName: func(name string) string {
			// Exports of this program have its own names already.
			if own := names.FromSymbol(name); !strings.HasPrefix(own, dialect.Foreign) {
				return own
			}
			return name
		},
	}
}

// Prepare does what a site needs before it is served: it has the entry of the
// theme's global styles.
func (a *App) Prepare(ctx context.Context) error { return a.Themes.Prepare(ctx) }

// ImportSample brings the sample site in. On a site that has it already this
// changes nothing.
func (a *App) ImportSample(ctx context.Context, progress func(importer.Step)) (*importer.Report, error) {
	file, ok := sample.Export().(io.ReadSeeker)
	if !ok {
		return nil, fmt.Errorf("sample site: the file can't be read twice")
	}
	report, err := a.Import(ctx, file, importer.Options{Uploads: sample.Uploads(), Trusted: true, Progress: progress})
	if err != nil {
		return report, fmt.Errorf("sample site: %w", err)
	}
	return report, a.introduceSample(ctx)
}

// introduceSample gives a site that has no tagline that of the sample, and its authors what
// export files don't hold: what they say of themselves.
func (a *App) introduceSample(ctx context.Context) error {
	s := a.Env.Site
	if site.Tagline.Of(ctx, s) != "" {
		return nil
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		if err := s.SetOption(ctx, site.Tagline.Name, sample.Tagline); err != nil {
			return fmt.Errorf("tagline of the sample: %w", err)
		}
		for _, person := range sample.People {
			u, err := a.DB.UserByLogin(ctx, person.Login)
			if err != nil || u == nil {
				continue // whom the site had under another name
			}
			if _, err := a.Env.Users.Update(ctx, u, user.Change{Description: &person.About, URL: &person.Website}); err != nil {
				return fmt.Errorf("what %s says in the sample: %w", person.Login, err)
			}
		}
		return nil
	})
}
