package app

import (
	"context"
	"strings"

	"quoin/internal/api/core/entry"
	"quoin/internal/app/themes"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
)

// textShare divides the memory for cached answers: rendered texts, which stand in
// several answers, take as much again divided by it.
const textShare = 2

// newView makes what shows the site to visitors.
func newView(a *App) *view.View {
	e := a.Env
	c := view.Config{
		Store: a.DB, Site: e.Site, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links, TermLinks: e.TermLinks,
		Theme: a.Themes.Active, ThemeTags: themes.Tags(), Log: a.Log,
		Uploads:  func(ctx context.Context) string { return e.Site.Base(ctx) + strings.TrimSuffix(media.Path, "/") },
		MetaKeys: a.metaKeys,
		Feeds:    a.feeds,
		Search:   func(text string) *content.Search { return entry.ParseSearch(text, false) },
	}
	if a.NoCache {
		c.CacheBytes = -1
	} else {
		c.CacheBytes = int(a.CacheBytes / textShare)
	}
	return view.New(c)
}

// metaKeys are the names of a type's registered meta keys.
func (a *App) metaKeys(ctx context.Context, typ string) []string {
	set := a.assembler.Of(ctx).Env.MetaOf(typ)
	names := make([]string, len(set.Keys))
	for i, k := range set.Keys {
		names[i] = k.Name
	}
	return names
}
