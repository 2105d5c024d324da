package app

import "quoin/internal/menu"

// addMenus gives the site its writer of menus, with the places of the theme.
func (a *App) addMenus() {
	e := a.Env
	var places []menu.Place
	for _, p := range e.Theme.Supports.NavMenuLocations {
		places = append(places, menu.Place{Name: p.Slug, Description: p.Label})
	}
	e.Menus = &menu.Service{
		Store: a.DB, Entries: e.Entries, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links,
		TermLinks: e.TermLinks, Title: e.View.Title, Theme: e.Theme.ID, Places: places,
	}
	e.Entries.Hooks.Saved = append(e.Entries.Hooks.Saved, e.Menus.EntrySaved)
}
