package app

import (
	"context"
	"fmt"

	"quoin/internal/language"
	"quoin/internal/site"
)

// InstallLanguages stores language packs by the names of their files.
func (a *App) InstallLanguages(ctx context.Context, packs map[string]*language.Pack) error {
	return a.DB.InTx(ctx, func(ctx context.Context) error { return a.Env.Site.InstallLanguage(ctx, packs) })
}

// Languages are the locales that the site can be shown in, English first, and the one
// that it is shown in.
func (a *App) Languages(ctx context.Context) (locales []string, used string) {
	return append([]string{language.English}, a.Env.Site.Languages(ctx)...), a.Env.Site.Language(ctx)
}

// UseLanguage shows the site in a language that is installed.
func (a *App) UseLanguage(ctx context.Context, locale string) error {
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		if !a.Env.Site.HasLanguage(ctx, locale) {
			return fmt.Errorf("no pack of the language %s is installed (see quoin language list)", locale)
		}
		if locale == language.English {
			locale = ""
		}
		return site.Locale.Set(ctx, a.Env.Site, locale)
	})
}
