package app

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
)

// addMenus gives the site its writer of menus. Each assembly has one with the
// places of its theme.
func (a *App) addMenus() {
	e := a.Env
	e.Menus = &menu.Service{
		Store: a.DB, Entries: e.Entries, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links,
		TermLinks: e.TermLinks, Title: e.View.Title, Theme: func(ctx context.Context) string { return a.Themes.Active(ctx).ID },
	}
	e.Entries.Hooks.Add(content.Writes{Saved: e.Menus.EntrySaved})
}
