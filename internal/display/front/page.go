package front

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/scope"
)

// show makes the page of a place.
func (f *document) show(ctx context.Context, in *input, p *resolvedPage) (*page, error) {
	t, err := f.Templates(ctx).Resolve(ctx, theme.HierarchyFor(p.template))
	if err != nil {
		return nil, fmt.Errorf("template: %w", err)
	}
	length := 0
	if p.post != nil {
		length = len(p.post.Content)
	}
	ctx = render.WithBudget(ctx, render.NewBudget(ctx, render.PageLimits(length), nil))
	// Compat (TestBlocksOutsideOfLoops): what stands outside of a query shows the
	// first entry of a list.
	first := p.post
	if first == nil && len(p.request.Posts) > 0 {
		first = p.request.Posts[0]
	}
	c := f.View.Renderer().Context(ctx, p.source, first)
	if p.post != nil {
		p.title = c.Title(p.post)
	}
	out := f.output(c, in, p)
	src := "<!-- wp:post-title {\"level\":1} /--><!-- wp:post-content /-->"
	switch {
	case p.says != "":
		src = around(f.Theme(ctx), p.says)
	case t != nil:
		src = t.Content
	}
	body, note := c.Part(render.Part{Area: "template", Content: src}), ""
	if before, behind := pagesBeside(body); out.Paged != nil && p.post != nil && before+behind != "" {
		out.Head.WriteString(out.Paged(before, behind))
	}
	switch why := c.Exceeded(); why {
	case "":
	case render.LimitCancelled:
		return nil, context.Cause(ctx)
	case render.LimitTime:
		scope.ExpiresAt(ctx, c.Site.Now.Add(time.Minute))
		fallthrough
	default:
		f.Log.Warn("a page is too costly to be shown as a whole", "title", p.title, "reason", string(why))
		note = render.CutNote(why)
	}

	var head strings.Builder
	head.WriteString("<!DOCTYPE html>\n<html" + languageAttributes(c) + ">\n<head>\n")
	f.writeHead(c, in, p, out, &head)
	head.WriteString(behaviourTags(body, in.base))
	th := f.Theme(c)
	about := theme.About{Address: in.base, Name: c.Site.Name, Description: c.Site.Description}
	head.WriteString(about.In(th.Registered.Head) + th.ScriptTags(in.base, false))
	own := head.String() + out.Start + out.Before + out.After + out.End
	shown, target := markTarget(body)
	skip := ""
	if target != "" {
		skip = "<a class=\"skip-link screen-reader-text\" id=\"wp-skip-link\" href=\"#" + escape.Attr(target) + "\">" + c.T("Skip to content") + "</a>\n"
	}
	// Contents may be long, so all is joined once.
	html := join(slices.Concat([]string{
		head.String(), "</head>\n<body class=\"", escape.Attr(strings.Join(f.bodyClasses(c, p), " ")), "\">\n",
		about.In(th.Registered.Open), skip, f.bar(c, p), out.Start,
		"<div class=\"wp-site-blocks\">",
	}, shown, []string{
		note, "</div>\n", c.Filters(), about.In(th.Registered.Foot), th.ScriptTags(in.base, true), out.End, "</body>\n</html>\n",
	}))
	h := http.Header{}
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Security-Policy", out.policy(f.contentPolicy(ctx, own, html, in.base)))
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	for _, l := range f.links(ctx, p) {
		h.Add("Link", l.header())
	}
	return &page{status: p.status, header: h, body: html, complete: p.source.Complete(), missing: p.missing}, nil
}

// output is what the site adds to a page, put around the content where it
// belongs there.
func (f *document) output(c *render.Context, in *input, p *resolvedPage) *Output {
	usual := p.address(in)
	titleBy := f.titleParts(c, p)
	out := &Output{Title: titleBy(usualSeparator(c)), Robots: f.robots(c, in, p), TitleBy: titleBy}
	if p.is.singular() || usual == in.base+in.path {
		out.Canonical = usual
	}
	if f.Additions == nil || p.says != "" {
		return out // extensions know nothing of what a page says in place of all that there is
	}
	shown := &Page{
		Request: p.request, Entry: p.entry, Title: p.title, Canonical: usual, Status: p.status,
		Image:   func() *render.Image { return shareImage(c, p) },
		Archive: func() string { return blocks.ArchiveTitle(c) },
	}
	for _, add := range f.Additions(c).Output {
		if err := f.safely(c, func() error { return add(c, shown, out) }); err != nil {
			f.Log.ErrorContext(c, "a page is shown without what an extension adds", "address", p.request.URL, "error", err)
		}
	}
	p.request.Before, p.request.After = out.Before, out.After
	return out
}

// contentPolicy is the policy of a page of the site at base. Scripts run that
// the program wrote: those of own, which are the parts of the page without
// contents, and those of blocks.
func (f *document) contentPolicy(ctx context.Context, own string, html []byte, base string) string {
	all := site.ContentScripts.Of(ctx, f.Site)
	written := map[string]bool{}
	for script := range inlineScripts([]byte(own)) {
		written[lineEnds.Replace(string(script))] = true
	}
	return contentPolicy(html, base, func(script string) bool {
		return all || written[script] || blocks.OwnScript(script, base)
	})
}

// pagesBeside are where the links of the last list on a page lead that show its pages before
// and behind the one that is shown.
func pagesBeside(body string) (before, behind string) {
	const class = "wp-block-query-pagination-"
	if !strings.Contains(body, class) {
		return "", ""
	}
	for p := htmltag.New(body); p.Next(); {
		if p.Tag() != "A" {
			continue
		}
		classes, _ := p.Attr("class")
		for name := range strings.FieldsSeq(classes) {
			switch name {
			case class + "previous":
				before, _ = p.Attr("href")
			case class + "next":
				behind, _ = p.Attr("href")
			}
		}
	}
	return before, behind
}

// targetID is where the link to skip what stands before the content leads.
//
// Compat (TestSkipTarget): sheets of themes and links in texts know it by this name.
const targetID = "wp--skip-link--target"

// join puts texts one behind the other.
func join(texts []string) []byte {
	length := 0
	for _, t := range texts {
		length += len(t)
	}
	out := make([]byte, 0, length)
	for _, t := range texts {
		out = append(out, t...)
	}
	return out
}

// markTarget gives the main element of a page an id to be led to, unless it has one. It is
// the page in pieces, and that id: "" for a page without such an element, which no link can
// skip to.
func markTarget(html string) (pieces []string, id string) {
	p := htmltag.New(html)
	for p.Next() {
		if p.Tag() == "MAIN" {
			if id, _ = p.Attr("id"); id == "" {
				id = targetID
				p.SetAttr("id", id)
			}
			break
		}
	}
	return p.Pieces(), id
}

// languageAttributes say in which language a page is, and its direction when it isn't
// the usual one.
func languageAttributes(c *render.Context) string {
	direction := ""
	if c.Site.Texts.RightToLeft() {
		direction = ` dir="rtl"`
	}
	return direction + ` lang="` + escape.Attr(c.Site.Language) + `"`
}
