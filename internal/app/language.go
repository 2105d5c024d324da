package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"quoin/internal/access"
	"quoin/internal/language"
	"quoin/internal/scope"
	"quoin/internal/site"
	"quoin/internal/user"
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

// speak is ctx for a request of the API whose caller wants its own language: a client that
// works for a person in a browser, says _locale=user, and speaks JSON, as in the reference.
func (a *App) speak(ctx context.Context, r *http.Request, actor access.Actor) context.Context {
	if actor.Session == "" || r.URL.Query().Get("_locale") != "user" || !speaksJSON(r) {
		return ctx
	}
	u, err := a.DB.UserByID(ctx, actor.ID)
	if err != nil {
		if !errors.Is(err, user.ErrNotFound) {
			scope.Failed(ctx, err)
		}
		return ctx
	}
	if own := u.Meta.Text(user.MetaLocale); own != a.Env.Site.Language(ctx) && a.Env.Site.HasLanguage(ctx, own) {
		return language.Speak(ctx, own)
	}
	return ctx
}

// speaksJSON tells whether a request is in JSON, or asks for it.
func speaksJSON(r *http.Request) bool {
	for _, name := range []string{"Accept", "Content-Type"} {
		for _, kind := range strings.Split(r.Header.Get(name), ",") {
			kind, _, _ = strings.Cut(strings.TrimSpace(kind), ";")
			if kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json") {
				return true
			}
		}
	}
	return false
}
