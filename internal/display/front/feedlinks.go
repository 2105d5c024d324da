package front

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
)

// feedPath is what the address of a feed of some form ends in, after the
// address of what it is about.
func feedPath(form string) string {
	if form == "" || form == "rss2" || form == "feed" {
		return "feed"
	}
	return "feed/" + form
}

// feedLink is the feed of the place at an address; form is "" for the usual
// one.
func (f *base) feedLink(ctx context.Context, link, form string) string {
	structure := f.Site.Permalinks(ctx)
	if structure == "" || strings.Contains(link, "?") {
		if form == "" {
			form = "rss2"
		}
		mark := "?"
		if strings.Contains(link, "?") {
			mark = "&"
		}
		return link + mark + "feed=" + form
	}
	link = strings.TrimSuffix(link, "/") + "/" + feedPath(form)
	if strings.HasSuffix(structure, "/") {
		link += "/"
	}
	return link
}

// commentsFeedLink is the feed of all comments.
func (f *base) commentsFeedLink(ctx context.Context, form string) string {
	base := f.Site.Base(ctx)
	if f.Site.Permalinks(ctx) == "" {
		return base + "/?feed=comments-" + form
	}
	return f.feedLink(ctx, base+"/comments", form)
}

// searchFeedLink is the feed of what a search finds.
func (f *base) searchFeedLink(ctx context.Context, text string) string {
	base := f.Site.Base(ctx)
	if f.Site.Permalinks(ctx) == "" {
		return base + "/?s=" + url.QueryEscape(text) + "&feed=rss2"
	}
	link := base + "/search"
	if text != "" {
		link += "/" + url.QueryEscape(text)
	}
	link += "/feed/rss2"
	if strings.HasSuffix(f.Site.Permalinks(ctx), "/") {
		link += "/"
	}
	return link
}

// entryFeedLink is the feed of the comments of an entry.
func (f *base) entryFeedLink(ctx context.Context, e *content.Entry, form string) string {
	link := f.Links.Link(ctx, e)
	front := e.ID == f.Site.FrontPage(ctx)
	structure := f.Site.Permalinks(ctx)
	switch {
	case structure == "":
		return f.feedLink(ctx, link, form)
	case front:
		link = f.Site.Base(ctx) + "/" + e.Slug
	case strings.Contains(link, "?"):
		// An entry that isn't public has no path; its feed is told nevertheless.
		link = f.Site.Base(ctx) + "/?p=" + strconv.FormatInt(e.ID, 10)
	}
	link = strings.TrimSuffix(link, "/") + "/" + feedPath(form)
	if strings.HasSuffix(structure, "/") {
		link += "/"
	}
	return link
}
