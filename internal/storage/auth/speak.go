package auth

import (
	"context"
	"errors"
	"net/http"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
	"strings"
)

// Speak is ctx for a request of the API whose caller wants its own language: a client that
// works for a person in a browser, says _locale=user, and speaks JSON, as in the reference.
func (a *Authenticator) Speak(ctx context.Context, r *http.Request, actor access.Actor) context.Context {
	if actor.Session == "" || r.URL.Query().Get("_locale") != "user" || !speaksJSON(r) {
		return ctx
	}
	u, err := a.Store.UserByID(ctx, actor.ID)
	if err != nil {
		if !errors.Is(err, user.ErrNotFound) {
			scope.Failed(ctx, err)
		}
		return ctx
	}
	if own := u.Meta.Text(user.MetaLocale); own != a.Site.Language(ctx) && a.Site.HasLanguage(ctx, own) {
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
