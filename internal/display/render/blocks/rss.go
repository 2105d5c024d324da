package blocks

import (
	"html"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/tags"
)

func feedNotice(text string) string {
	return `<div class="components-placeholder"><div class="notice notice-error">` + text + `</div></div>`
}

// transportError stands before what kept a feed from being fetched.
const transportError = "WP HTTP Error: "

// rss lists the items of a feed that was fetched before.
func rss(c *render.Context, b block.Block, _ string) string {
	address := b.Attrs.Text("feedURL")
	if strings.TrimRight(address, "/") == c.Site.URL {
		return feedNotice(c.T("A page of this site cannot show the feed of this site. To list its posts, use a block such as <strong>Latest Posts</strong>."))
	}
	var feed render.Feed
	ok := address == "" || address == "0"
	if !ok {
		feed, ok = c.Source.Feed(c, address)
	}
	if !ok && feed.Error == "" {
		feed.Error = transportError + "A valid URL was not provided."
	}
	if reason, ok := strings.CutPrefix(feed.Error, transportError); ok {
		feed.Error = transportError + c.T(reason)
	}
	if feed.Error != "" {
		return feedNotice("<strong>" + c.T("RSS Error:") + "</strong> " + escape.HTML(feed.Error))
	}
	if feed.Pending {
		return feedNotice("The feed is being read. It will stand here in a moment.")
	}
	if len(feed.Items) == 0 {
		return feedNotice(c.T("The feed has no items. It may be out of order for the moment."))
	}
	var w strings.Builder
	for _, item := range feed.Items[:min(len(feed.Items), max(b.Attrs.Int("itemsToShow"), 1))] {
		w.WriteString("<li class='wp-block-rss__item'>" + feedItem(c, b, item) + "</li>")
	}
	grid := b.Attrs.Text("blockLayout") == "grid"
	class := joinClasses(pick(grid, "is-grid"), pick(grid && b.Attrs.Has("columns"), "columns-"+b.Attrs.Text("columns")),
		pick(b.Attrs.Bool("displayDate"), "has-dates"), pick(b.Attrs.Bool("displayAuthor"), "has-authors"),
		pick(b.Attrs.Bool("displayExcerpt"), "has-excerpts"))
	return "<ul " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + w.String() + "</ul>"
}

func feedItem(c *render.Context, b block.Block, item render.FeedItem) string {
	title := escape.HTML(strings.TrimSpace(tags.StripTags(html.UnescapeString(item.Title))))
	if title == "" {
		title = c.T("(no title)")
	}
	if link := escape.URL(item.URL); link != "" {
		attrs := ""
		if b.Attrs.Bool("openInNewTab") {
			attrs = ` target="_blank"`
		}
		if rel := strings.TrimSpace(b.Attrs.Text("rel")); rel != "" {
			attrs += ` rel="` + escape.Attr(rel) + `"`
		}
		title = "<a href='" + link + "'" + attrs + ">" + title + "</a>"
	}
	out := "<div class='wp-block-rss__item-title'>" + title + "</div>"
	if b.Attrs.Bool("displayDate") && !item.Date.IsZero() {
		at := item.Date
		if c.Site.Location != nil {
			at = at.In(c.Site.Location)
		}
		out += `<time datetime="` + at.Format("2006-01-02T15:04:05-07:00") + `" class="wp-block-rss__item-publish-date">` +
			escape.HTML(datefmt.In(c.Site.Texts, at, c.Site.DateFormat)) + `</time> `
	}
	if author := tags.StripTags(item.Author); b.Attrs.Bool("displayAuthor") && author != "" {
		out += `<span class="wp-block-rss__item-author">` + c.Filled("by %s", escape.HTML(author)) + `</span>`
	}
	if b.Attrs.Bool("displayExcerpt") && item.Summary != "" {
		text := tags.TrimWords(html.UnescapeString(item.Summary), b.Attrs.Int("excerptLength"), " [&hellip;]")
		if cut, ok := strings.CutSuffix(text, "[...]"); ok {
			text = cut + "[&hellip;]"
		}
		out += `<div class="wp-block-rss__item-excerpt">` + escape.HTML(text) + `</div>`
	}
	return out
}
