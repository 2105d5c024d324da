package auth

import (
	"context"
	"errors"
	"net/http"

	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Speak is ctx for a request of the API whose caller wants its own language: a client that
// works for a person in a browser, says _locale=user, and speaks JSON, as in the reference.
func (a *Authenticator) Speak(ctx context.Context, r *http.Request, actor access.Actor) context.Context {
	if actor.Session == "" || r.URL.Query().Get("_locale") != "user" || !wire.SpeaksJSON(r.Header) {
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
