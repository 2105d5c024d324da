package front

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
)

var notInClass = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// className is a text as a part of a class, or the fallback when nothing of it
// can be one.
func className(text, fallback string) string {
	text = regexp.MustCompile(`%[a-fA-F0-9][a-fA-F0-9]`).ReplaceAllString(text, "")
	if text = notInClass.ReplaceAllString(text, ""); text == "" {
		return fallback
	}
	return text
}

// bodyClasses say what a page shows; style sheets ask for them.
func (f *document) bodyClasses(c *render.Context, p *resolvedPage) []string {
	var out []string
	add := func(when bool, classes ...string) {
		if when {
			out = append(out, classes...)
		}
	}
	is := p.is
	add(c.Site.Texts.RightToLeft(), "rtl")
	add(is.front, "home")
	add(is.home, "blog")
	add(p.entry != nil && p.entry.ID == site.PrivacyPage.Of(c, f.Site) && is.page, "privacy-policy")
	add(is.archive(), "archive")
	add(is.date, "date")
	if is.search {
		add(true, "search")
		add(p.request.Total > 0, "search-results")
		add(p.request.Total == 0, "search-no-results")
	}
	add(p.paged > 1, "paged")
	add(is.attachment, "attachment")
	add(p.status != 200, "error404")
	if is.singular() && p.entry != nil {
		out = append(out, f.entryClasses(c, p)...)
	}
	if a := p.request.Author; is.author {
		add(true, "author")
		if a != nil {
			id := strconv.FormatInt(a.ID, 10)
			add(true, "author-"+className(a.Slug, id), "author-"+id)
		}
	}
	if is.category || is.tag || is.tax {
		out = append(out, termClasses(p)...)
	}
	add(p.request.LogoutNonce != "", "logged-in", "admin-bar")
	add(c.Site.LogoID > 0, "wp-custom-logo")
	add(true, "wp-embed-responsive")
	if n := max(p.paged, p.part, p.homePart); n > 1 && p.status == 200 {
		page := "paged-" + strconv.Itoa(n)
		add(true, page)
		for _, kind := range []struct {
			is   bool
			name string
		}{{is.single, "single"}, {is.page, "page"}, {is.category, "category"}, {is.tag, "tag"}, {is.date, "date"}, {is.author, "author"}, {is.search, "search"}} {
			if kind.is {
				add(true, kind.name+"-"+page)
				break
			}
		}
	}
	t := f.Theme(c)
	if t.Parent != nil {
		out = append(out, "wp-theme-"+t.Parent.ID, "wp-child-theme-"+t.ID)
	} else {
		out = append(out, "wp-theme-"+t.ID)
	}
	return append(out, t.Registered.BodyClasses...)
}

// entryClasses say which entry a page shows.
func (f *document) entryClasses(ctx context.Context, p *resolvedPage) []string {
	e, id := p.entry, strconv.FormatInt(p.entry.ID, 10)
	out := []string{"wp-singular"}
	if template := e.Meta.Text(content.MetaTemplate); template != "" && template != "default" {
		out = append(out, e.Type+"-template")
		for part := range strings.SplitSeq(template, "/") {
			out = append(out, e.Type+"-template-"+className(strings.ReplaceAll(strings.TrimSuffix(part, ".php"), ".", "-"), ""))
		}
		out = append(out, e.Type+"-template-"+className(strings.ReplaceAll(template, ".", "-"), ""))
	} else {
		out = append(out, e.Type+"-template-default")
	}
	if p.is.single {
		out = append(out, "single", "single-"+className(e.Type, ""), "postid-"+id)
		if t := f.Types.Get(e.Type); t.Has("post-formats") {
			format := "standard"
			for _, t := range p.source.PostTerms(ctx, []int64{e.ID}, taxonomy.Format)[e.ID] {
				format = strings.TrimPrefix(t.Slug, "post-format-")
			}
			out = append(out, "single-format-"+className(format, "standard"))
		}
	}
	if p.is.attachment {
		kind := e.MimeType
		for _, prefix := range []string{"application/", "image/", "text/", "audio/", "video/", "music/"} {
			kind = strings.ReplaceAll(kind, prefix, "")
		}
		out = append(out, "attachmentid-"+id, "attachment-"+kind)
	}
	if p.is.page {
		out = append(out, "page", "page-id-"+id)
		below, err := f.Store.ListEntries(ctx, content.Query{
			Types: []string{content.TypePage}, Statuses: []content.Status{content.Publish}, Parents: []int64{e.ID}, Limit: 1, SkipTotal: true, OnlyIDs: true,
		})
		if err == nil && len(below.Entries) > 0 {
			out = append(out, "page-parent")
		}
		if e.Parent != 0 {
			out = append(out, "page-child", "parent-pageid-"+strconv.FormatInt(e.Parent, 10))
		}
	}
	return slices.Compact(out)
}

// termClasses say which term a page shows.
func termClasses(p *resolvedPage) []string {
	var out []string
	switch {
	case p.is.category:
		out = append(out, "category")
	case p.is.tag:
		out = append(out, "tag")
	}
	t := p.term
	if t == nil {
		return out
	}
	id := strconv.FormatInt(t.ID, 10)
	name := className(t.Slug, id)
	if digits(name) || strings.Trim(name, "-") == "" {
		name = id
	}
	switch t.Taxonomy {
	case taxonomy.Category:
		return append(out, "category-"+name, "category-"+id)
	case taxonomy.Tag:
		return append(out, "tag-"+name, "tag-"+id)
	}
	return append(out, "tax-"+className(t.Taxonomy, ""), "term-"+name, "term-"+id)
}
