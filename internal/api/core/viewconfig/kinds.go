package viewconfig

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// columns is a layout of the author's column.
func columns(key string, value any) *wire.Object {
	return wire.NewObject("layout", wire.NewObject("styles", wire.NewObject("author", wire.NewObject(key, value))))
}

// pages are shown below each other with one view for each status.
func pages(c *config) {
	c.view = wire.NewObject(
		"type", "list", "filters", []any{}, "perPage", 20, "sort", byTitle(), "showLevels", true,
		"titleField", "title", "mediaField", "featured_media", "fields", []any{"author", "status"},
	)
	c.layouts.Set("table", columns("align", "start"))
	for _, s := range []struct{ title, slug, status string }{
		{"Published", "published", "publish"}, {"Scheduled", "future", "future"}, {"Drafts", "drafts", "draft"},
		{"Pending", "pending", "pending"}, {"Private", "private", "private"},
	} {
		c.list = append(c.list, view(s.title, s.slug, filtered("status", "isAny", s.status)))
	}
	trash := wire.NewObject("type", "table", "layout", columns("align", "start").Get("layout"))
	trash.Set("filters", filtered("status", "isAny", "trash").Get("filters"))
	c.list = append(c.list, view("Trash", "trash", trash))
}

// blocks are patterns, with one view for each category.
func (res *resource) blocks(ctx context.Context, c *config) {
	badges := func() *wire.Object { return wire.NewObject("badgeFields", []any{"sync-status"}) }
	c.view = wire.NewObject(
		"type", "grid", "perPage", 20, "titleField", "title", "mediaField", "preview",
		"fields", []any{"sync-status"}, "filters", []any{}, "layout", badges(),
	)
	c.layouts = wire.NewObject("table", columns("width", "1%"), "grid", wire.NewObject("layout", badges()))
	c.form = form(part("excerpt", panel("top")), part("post-content-info", regular()), "sync-status", "revisions")
	c.list = []any{view("All patterns", "all-patterns", nil), view("My patterns", "my-patterns", nil)}
	for _, category := range res.patternCategories(ctx) {
		c.list = append(c.list, view(category.label, category.slug, nil))
	}
}

type category struct{ slug, label string }

// patternCategories are those of the program and those that users made, by
// title.
func (res *resource) patternCategories(ctx context.Context) []category {
	list := []category{
		{"banner", "Banners"}, {"buttons", "Buttons"}, {"columns", "Columns"}, {"text", "Text"}, {"query", "Posts"},
		{"featured", "Featured"}, {"call-to-action", "Call to action"}, {"team", "Team"}, {"testimonials", "Testimonials"},
		{"services", "Services"}, {"contact", "Contact"}, {"about", "About"}, {"portfolio", "Portfolio"},
		{"gallery", "Gallery"}, {"media", "Media"}, {"videos", "Videos"}, {"audio", "Audio"}, {"posts", "Posts"},
		{"footer", "Footers"}, {"header", "Headers"}, {"navigation", "Navigation"}, {"uncategorized", "Uncategorized"},
	}
	terms, err := res.Store.AllTerms(ctx, taxonomy.PatternCategory)
	if err != nil {
		scope.Failed(ctx, err)
	}
	for _, t := range terms {
		if !slices.ContainsFunc(list, func(c category) bool { return c.slug == t.Slug }) {
			list = append(list, category{t.Slug, t.Name})
		}
	}
	slices.SortStableFunc(list, func(a, b category) int {
		return cmp.Compare(strings.ToLower(a.label), strings.ToLower(b.label))
	})
	return list
}

// templates have one view for each author: the theme, and the users who made
// or changed some.
func (res *resource) templates(ctx context.Context, c *config) {
	c.view = wire.NewObject(
		"type", "grid", "perPage", 20, "sort", byTitle(), "titleField", "title", "descriptionField", "description",
		"mediaField", "preview", "fields", []any{"author", "active", "slug", "theme"}, "filters", []any{}, "showMedia", true,
	)
	c.layouts = wire.NewObject("table", wire.NewObject("showMedia", false), "grid", wire.NewObject("showMedia", true), "list", wire.NewObject("showMedia", false))
	c.form = form(
		part("description", panel("top")), part("description_readonly", regular()), part("last_edited_date", panel("none")),
		"revisions", "posts_page_title", "posts_per_page", "default_comment_status",
	)
	c.list = []any{view("All templates", "all", nil)}
	for _, author := range res.templateAuthors(ctx) {
		c.list = append(c.list, view(author, author, filtered("author", "is", author)))
	}
}

func (res *resource) templateAuthors(ctx context.Context) []string {
	var out []string
	if res.Theme != nil && len(res.Theme.Templates) > 0 {
		out = append(out, res.Theme.Header.Name)
	}
	page, err := res.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeTemplate}, Statuses: []content.Status{content.Publish}, Limit: 100, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		scope.Failed(ctx, err)
		return out
	}
	var ids []int64
	for _, e := range page.Entries {
		if !slices.Contains(ids, e.Author) {
			ids = append(ids, e.Author)
		}
	}
	if len(ids) == 0 {
		return out
	}
	users, err := res.Store.UsersByID(ctx, ids)
	if err != nil {
		scope.Failed(ctx, err)
		return out
	}
	for _, id := range ids {
		if u := users[id]; u != nil && !slices.Contains(out, u.Name) {
			out = append(out, u.Name)
		}
	}
	return out
}

// parts have one view for each area.
func parts(c *config) {
	c.view = wire.NewObject(
		"type", "grid", "perPage", 20, "titleField", "title", "mediaField", "preview",
		"fields", []any{"author"}, "filters", []any{}, "layout", &wire.Object{},
	)
	c.layouts = wire.NewObject("table", columns("width", "1%"), "grid", wire.NewObject("layout", &wire.Object{}))
	c.form = form(part("last_edited_date", panel("none")), "revisions")
	c.list = []any{view("All template parts", "all-parts", nil)}
	areas := theme.PartAreas(nil)
	// The general area comes last here.
	for _, a := range append(areas[1:len(areas):len(areas)], areas[0]) {
		c.list = append(c.list, view(a.Label, a.Area, filtered("area", "is", a.Area)))
	}
}
