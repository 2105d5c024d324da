package app

import (
	"context"
	"strings"

	"quoin/internal/content"
	"quoin/internal/core/entry"
	"quoin/internal/media"
	"quoin/internal/view"
)

// textShare divides the memory for kept answers: rendered texts, which stand in
// several answers, take as much again divided by it.
const textShare = 2

// newView makes what shows the site to visitors.
func newView(a *App, preset Preset) *view.View {
	e := a.Env
	c := view.Config{
		Store: a.DB, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links, TermLinks: e.TermLinks,
		Theme: e.Theme, Log: a.Log,
		Uploads:  func(ctx context.Context) string { return e.Site.Base(ctx) + strings.TrimSuffix(media.Path, "/") },
		MetaKeys: preset.metaKeys,
		Search:   func(text string) *content.Search { return entry.ParseSearch(text, false) },
	}
	if a.NoCache {
		c.KeepBytes = -1
	} else {
		c.KeepBytes = int(a.CacheBytes / textShare)
	}
	return view.New(c)
}
