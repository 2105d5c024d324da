package app

import (
	"context"
	"net/http"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/rest"
	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/domain/user"
	"quoin/internal/people/reply"
	"quoin/internal/storage/auth"
)

// newFront makes the public site. Its pages name the API at the given mount.
func (a *App) newFront(api *rest.Mount) *front.Front {
	e := a.Env
	return front.New(front.Config{
		Store: a.DB, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links, TermLinks: e.TermLinks,
		View: a.View, Theme: a.Themes.Active, ThemeByID: a.Themes.ByID, Log: a.Log,
		Templates: func(ctx context.Context) *template.Catalog {
			return &template.Catalog{Store: e.Store, Theme: a.Themes.Active(ctx), Types: e.Types, Taxonomies: e.Taxonomies}
		},
		Ref:       api.Ref,
		Search:    func(text string) *content.Search { return entry.ParseSearch(text, false) },
		Additions: func(ctx context.Context) *front.Additions { return a.assembler.Of(ctx).Front },
		Held:      a.held,
		Visitor:   a.visitor,
		Cache:     a.Cache, Caches: a.caches, CachePolicy: a.cachePolicy(),
	})
}

// visitor is who asks for a page, if that makes a difference.
func (a *App) visitor(r *http.Request) *front.Visitor {
	s, u := a.Auth.SessionOf(r)
	v := &front.Visitor{Unlocks: a.Auth.Unlocks(r), From: r.Referer()}
	if u == nil {
		known := reply.RememberedBy(a.Auth, r)
		v.Name, v.Email, v.Website = known.Name, known.Email, known.URL
		if known.Held > 0 && a.held(r.Context(), known.Held, known.Key) {
			v.Held = known.Held
		}
	}
	opens := a.Env.Previews.OpenedBy(r)
	switch {
	case u != nil:
		v.Actor, v.LogoutNonce, v.NoToolbar = a.Auth.Actor(r, u), a.Auth.Nonce(r.Context(), s, auth.NonceLogout), !user.ShowsToolbar(u)
	case v.Unlocks == nil && opens == 0 && !v.Remembered():
		return nil
	}
	v.Actor.Opens = opens
	return v
}
