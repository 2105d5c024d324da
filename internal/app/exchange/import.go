// Package exchange brings content in and out of a site: export files, databases and running
// sites that move in, the sample, plain files, and the comparison with the old site.
package exchange

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/app/config"
	"quoin/internal/app/extensions"
	"quoin/internal/app/themes"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/media"
	"quoin/internal/domain/sample"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

// Exchange is that of one site.
type Exchange struct {
	*config.Config
	DB         *store.DB
	Env        *env.Env
	Media      *media.Service
	Themes     *themes.Themes
	Extensions *extensions.Set
	// Active are the extensions that are switched on.
	Active func(ctx context.Context) []*extensions.Extension
	Names  *dialect.Dialect
	// Handler serves the site to clients, Answers to whoever is trusted.
	Handler, Answers func() http.Handler
}

// Import brings an export file into the site.
func (x *Exchange) Import(ctx context.Context, file io.ReadSeeker, o importer.Options) (report *importer.Report, err error) {
	err = x.alone(ctx, func(ctx context.Context) (err error) {
		report, err = x.importer().Run(ctx, file, o)
		return err
	})
	return report, err
}

func (x *Exchange) importer() *importer.Importer {
	e := x.Env
	names := x.Names
	return &importer.Importer{
		Store: x.DB, Site: e.Site, Types: e.Types, Entries: e.Entries, Terms: e.Terms, Users: e.Users, Media: x.Media, Definitions: e.Definitions,
		TypeName: func(name string) string {
			// Exports of this program have its own names already.
			if own := names.FromSymbol(name); !strings.HasPrefix(own, dialect.Foreign) {
				return own
			}
			return name
		},
	}
}

// ImportSample brings the sample site in. On a site that has it already this
// changes nothing.
func (x *Exchange) ImportSample(ctx context.Context, progress func(importer.Step)) (*importer.Report, error) {
	file, ok := sample.Export().(io.ReadSeeker)
	if !ok {
		return nil, fmt.Errorf("sample site: the file can't be read twice")
	}
	report, err := x.Import(ctx, file, importer.Options{Uploads: sample.Uploads(), Trusted: true, Progress: progress})
	if err != nil {
		return report, fmt.Errorf("sample site: %w", err)
	}
	return report, x.introduceSample(ctx)
}

// introduceSample gives a site that has no tagline that of the sample, and its authors what
// export files don't hold: what they say of themselves.
func (x *Exchange) introduceSample(ctx context.Context) error {
	s := x.Env.Site
	if site.Tagline.Of(ctx, s) != "" {
		return nil
	}
	return x.DB.InTx(ctx, func(ctx context.Context) error {
		if err := s.SetOption(ctx, site.Tagline.Name, sample.Tagline); err != nil {
			return fmt.Errorf("tagline of the sample: %w", err)
		}
		for _, person := range sample.People {
			u, err := x.DB.UserByLogin(ctx, person.Login)
			if err != nil || u == nil {
				continue // whom the site had under another name
			}
			if _, err := x.Env.Users.Update(ctx, u, user.Change{Description: &person.About, URL: &person.Website}); err != nil {
				return fmt.Errorf("what %s says in the sample: %w", person.Login, err)
			}
		}
		return nil
	})
}
