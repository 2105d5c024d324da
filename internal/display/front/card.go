package front

import (
	"context"
	_ "embed"
	"net/http"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
)

//go:embed card.js
var cardScript string

//go:embed card.css
var cardStyle string

// lostCard is what other sites show in a frame for an address that means nothing.
func (f *document) lostCard(ctx context.Context, in *input, p *resolvedPage) *page {
	c := f.View.Renderer().Context(ctx, p.source, nil)
	p.is.embed = true
	text := `<div class="wp-embed"><p class="wp-embed-heading">` + c.T("Page not found") + `</p><div class="wp-embed-excerpt"><p>` +
		c.T("Nothing is at this address that could be shown here.") + ` <a href="` + escape.URL(in.base) + `" target="_top">` + escape.HTML(c.Site.Name) + "</a></p></div></div>\n"
	return f.framed(ctx, c, in, p, &Output{Title: f.documentTitle(c, p), Robots: f.robots(c, in, p)}, text)
}

// card is an entry as other sites show it in a frame.
func (f *document) card(ctx context.Context, in *input, p *resolvedPage) *page {
	ctx = render.WithBudget(ctx, render.NewBudget(ctx, render.PageLimits(len(p.post.Content)), nil))
	c := f.View.Renderer().Context(ctx, p.source, p.post)
	p.title = c.Title(p.post)
	out := f.output(c, in, p)
	if out.NoRobots {
		// Compat (api.TestTitleOfCards): with additions that speak to search engines a card asks for this alone.
		out.Robots = "noindex, follow"
	}
	excerpt := "<p>" + c.Filled(render.LockedExcerpt) + "</p>"
	if !p.post.Locked {
		excerpt = c.Excerpt(p.post, 0)
	}
	to := escape.URL(p.post.Permalink)
	image := ""
	if i := c.Image(p.post.FeaturedID); i != nil && i.URL != "" && !p.post.Locked {
		image = `<p class="wp-embed-featured-image"><a href="` + to + `" target="_top"><img src="` + escape.URL(i.URL) + `" alt="" loading="lazy"></a></p>`
	}
	icon := ""
	if i := c.Image(c.Site.IconID); i != nil && i.URL != "" {
		icon = `<img src="` + escape.URL(i.URL) + `" width="32" height="32" alt="" class="wp-embed-site-icon">`
	}
	comments := ""
	if p.post.CommentsOpen || p.post.CommentCount > 0 {
		anchor, label := "#respond", "Comment"
		if p.post.CommentCount > 0 {
			anchor, label = "#comments", "Comments"
		}
		comments = `<div class="wp-embed-meta"><div class="wp-embed-comments"><a href="` + to + anchor + `" target="_top">` + label + `</a></div></div>`
	}
	text := `<div class="wp-embed">` + image + `<p class="wp-embed-heading"><a href="` + to + `" target="_top">` + p.title + `</a></p>` +
		`<div class="wp-embed-excerpt">` + excerpt + `</div><div class="wp-embed-footer"><div class="wp-embed-site-title"><a href="` + escape.URL(in.base) +
		`" target="_top">` + icon + `<span>` + escape.HTML(c.Site.Name) + `</span></a></div>` + comments + "</div></div>\n"
	return f.framed(ctx, c, in, p, out, text)
}

// framed is a page that other sites show in a frame.
func (f *document) framed(ctx context.Context, c *render.Context, in *input, p *resolvedPage, out *Output, text string) *page {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html" + languageAttributes(c) + ">\n<head>\n<meta charset=\"UTF-8\">\n<title>" + out.Title + "</title>\n")
	b.WriteString(`<meta name="robots" content="` + out.Robots + "\">\n")
	if p.canonical != "" {
		b.WriteString(link{"canonical", "", p.canonical}.element())
	}
	b.WriteString("<style>" + cardStyle + "</style>\n</head>\n")
	b.WriteString(`<body class="` + escape.Attr(strings.Join(f.bodyClasses(c, p), " ")) + "\">\n")
	b.WriteString(text)
	b.WriteString("<script>" + cardScript + "</script>\n</body>\n</html>\n")
	html := b.String()
	h := http.Header{}
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Vary", "Accept-Encoding")
	policy := contentPolicy([]byte(html), in.base, func(script string) bool { return script == cardScript })
	// It is made to be framed, by anybody.
	h.Set("Content-Security-Policy", strings.Replace(policy, "frame-ancestors 'self'", "frame-ancestors *", 1))
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	for _, l := range f.links(ctx, p) {
		h.Add("Link", l.header())
	}
	return &page{status: p.status, header: h, body: []byte(html), missing: p.missing, complete: p.source.Complete()}
}
