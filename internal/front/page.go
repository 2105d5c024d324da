package front

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"quoin/internal/render"
	"quoin/internal/render/escape"
	"quoin/internal/render/htmltag"
	"quoin/internal/theme"
)

// show makes the page of a place.
func (f *Front) show(ctx context.Context, in *input, p *place) (*page, error) {
	t, err := f.Templates.Resolve(ctx, theme.HierarchyFor(p.template))
	if err != nil {
		return nil, fmt.Errorf("template: %w", err)
	}
	c := f.View.Renderer().Context(ctx, p.source, p.post)
	if p.post != nil {
		p.title = c.Title(p.post)
	}
	src := "<!-- wp:post-title {\"level\":1} /--><!-- wp:post-content /-->"
	if t != nil {
		src = t.Content
	}
	body := markTarget(c.Part(render.Part{Area: "template", Content: src}))

	var b strings.Builder
	b.Grow(len(body) + 4096)
	b.WriteString("<!DOCTYPE html>\n<html lang=\"" + escape.Attr(c.Site.Language) + "\">\n<head>\n")
	f.writeHead(c, in, p, &b)
	b.WriteString("</head>\n<body class=\"" + escape.Attr(strings.Join(f.bodyClasses(p), " ")) + "\">\n")
	b.WriteString("<a class=\"skip-link screen-reader-text\" href=\"#" + targetID + "\">Skip to content</a>\n")
	b.WriteString("<div class=\"wp-site-blocks\">" + body + "</div>\n</body>\n</html>\n")

	html := b.String()
	h := http.Header{}
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Security-Policy", contentPolicy(html))
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	for _, l := range f.links(ctx, p) {
		h.Add("Link", l.header())
	}
	return &page{status: p.status, header: h, body: []byte(html), keep: p.source.Complete()}, nil
}

// targetID is where the link to skip what stands before the content leads.
const targetID = "content"

// markTarget gives the main element of a page an id to be led to.
func markTarget(html string) string {
	p := htmltag.New(html)
	for p.Next() {
		if p.Tag() == "MAIN" {
			if id, _ := p.Attr("id"); id == "" {
				p.SetAttr("id", targetID)
			}
			break
		}
	}
	return p.String()
}

// bodyClasses say what a page shows; style sheets ask for them.
func (f *Front) bodyClasses(p *place) []string {
	out := append([]string{}, p.classes...)
	if p.request.Page > 1 {
		out = append(out, "paged")
	}
	return append(out, "wp-theme-"+f.Theme.ID)
}
