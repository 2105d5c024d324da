package seo

import (
	"context"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/scope"
)

// sitemap leaves out of sitemaps what search engines are asked to leave out.
func (s *heads) sitemap(ctx context.Context, kind, of string) (restrict []content.Condition, keep bool) {
	t := s.settings(ctx)
	object, hidden := ofEntry, t.entry(of).NoIndex
	switch kind {
	case "taxonomies":
		object, hidden = ofTerm, t.term(of).NoIndex
	case "users":
		object, hidden = ofUser, t.Author.NoIndex
	}
	chosen := func(not bool, noindex int) []content.Condition {
		return []content.Condition{s.DB.Restrict(not, "SELECT object_id FROM seo_row WHERE object_type = ? AND noindex = ?", object, noindex)}
	}
	if hidden {
		if object == ofUser {
			return nil, false
		}
		return chosen(false, 0), true // but for those that somebody wants to be found
	}
	return chosen(true, 1), true
}

// crumbsBlock shows the path to an entry.
func (s *heads) crumbsBlock(c *render.Context, _ block.Block, _ string) string {
	steps := s.crumbs(c)
	if steps == "" {
		return ""
	}
	return `<nav class="seo-breadcrumbs" aria-label="Breadcrumbs">` + steps + `</nav>`
}

// crumbsShortcode shows the path to an entry inside of a line.
func (s *heads) crumbsShortcode(c *render.Context, _ shortcode.Attrs, _, _ string) string {
	steps := s.crumbs(c)
	if steps == "" {
		return ""
	}
	return "<span>" + steps + "</span>"
}

// crumbs are the steps of the path to the entry that is rendered, "" without one.
func (s *heads) crumbs(c *render.Context) string {
	if c.Post == nil {
		return ""
	}
	e, err := s.entry(c, c.Post.ID)
	if err != nil || e == nil {
		return ""
	}
	path, err := s.facts.pathTo(c, e)
	if err != nil {
		scope.Failed(c, err)
	}
	t := s.settings(c)
	if t.Crumbs.Home != "" {
		path = append([]head.Crumb{{Name: t.Crumbs.Home, URL: s.Site.Base(c) + "/"}}, path...)
	}
	var steps []string
	for _, step := range path {
		steps = append(steps, `<span><a href="`+escape.URL(step.URL)+`">`+escape.HTML(step.Name)+`</a></span>`)
	}
	steps = append(steps, `<span class="breadcrumb_last" aria-current="page">`+escape.HTML(or(metaText(e.Meta, metaCrumb), s.View.Title(c, e)))+`</span>`)
	return strings.Join(steps, " "+escape.HTML(t.Crumbs.Separator)+" ")
}
