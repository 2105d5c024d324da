package site

import (
	"context"
	"fmt"

	"quoin/internal/platform/language"
)

// Languages are those that a site is shown in, for whoever runs it.
type Languages struct {
	Site *Site
	// Transact runs what it is given in one transaction.
	Transact func(ctx context.Context, do func(ctx context.Context) error) error
}

// Install stores language packs by the names of their files.
func (l Languages) Install(ctx context.Context, packs map[string]*language.Pack) error {
	return l.Transact(ctx, func(ctx context.Context) error { return l.Site.InstallLanguage(ctx, packs) })
}

// List are the locales that the site can be shown in, English first, and the one
// that it is shown in.
func (l Languages) List(ctx context.Context) (locales []string, used string) {
	return append([]string{language.English}, l.Site.Languages(ctx)...), l.Site.Language(ctx)
}

// Use shows the site in a language that is installed.
func (l Languages) Use(ctx context.Context, locale string) error {
	return l.Transact(ctx, func(ctx context.Context) error {
		if !l.Site.HasLanguage(ctx, locale) {
			return fmt.Errorf("no pack of the language %s is installed (see quoin language list)", locale)
		}
		if locale == language.English {
			locale = ""
		}
		return Locale.Set(ctx, l.Site, locale)
	})
}
