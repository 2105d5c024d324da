package app

import (
	"quoin/internal/content"
	"quoin/internal/core/entry"
	"quoin/internal/front"
	"quoin/internal/rest"
	"quoin/internal/template"
)

// newFront makes the public site. Its pages name the API at the given mount.
func (a *App) newFront(api *rest.Mount) *front.Front {
	e := a.Env
	return front.New(front.Config{
		Store: a.DB, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links, TermLinks: e.TermLinks,
		View: a.View, Theme: e.Theme, Log: a.Log,
		Templates: &template.Catalog{Store: e.Store, Theme: e.Theme, Types: e.Types, Taxonomies: e.Taxonomies},
		Ref:       api.Ref,
		Search:    func(text string) *content.Search { return entry.ParseSearch(text, false) },
		Keep:      a.Keep, CacheTags: a.CacheTags, SharedMaxAge: a.SharedMaxAge,
	})
}
