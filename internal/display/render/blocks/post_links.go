package blocks

import (
	"strconv"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

func postCommentsCount(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" + strconv.Itoa(p.CommentCount) + "</div>"
}

func postCommentsLink(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil || !p.CommentsOpen {
		return ""
	}
	text, anchor := c.Counted(p.CommentCount, `%1$s comment<span class="screen-reader-text"> on %2$s</span>`, `%1$s comments<span class="screen-reader-text"> on %2$s</span>`, c.Title(p)), "#comments"
	if p.CommentCount == 0 {
		text, anchor = c.Filled(`No comments<span class="screen-reader-text"> on %s</span>`, c.Title(p)), "#respond"
	}
	return "<div " + c.Wrapper(textClasses(b)) + "><a href=" + escape.URL(p.Permalink+anchor) + ">" + text + `</a></div>`
}

// postNavigationLink leads to the entry before or after the one shown.
func postNavigationLink(c *render.Context, b block.Block, _ string) string {
	kind := b.Attrs.Text("type")
	if kind == "" {
		kind = "next"
	}
	next := kind == "next"
	p := c.ContextPost()
	if p == nil || c.Request.PostID != p.ID || !next && kind != "previous" {
		return ""
	}
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: joinClasses("post-navigation-link-"+kind, alignClass(b))})
	other := c.Source.Adjacent(c, p, next, b.Attrs.Text("taxonomy"))
	if other == nil {
		return "<div " + wrapper + "></div>"
	}
	label := sanitize.Post(b.Attrs.Text("label"))
	title := c.PlainTitle(other)
	if other.Title == "" {
		if title = c.T("Previous Post"); next {
			title = c.T("Next Post")
		}
	}
	link, before, after := label, "", ""
	if link == "" {
		if link = c.Site.Texts.In("label for previous post link", "Previous"); next {
			link = c.Site.Texts.In("label for next post link", "Next")
		}
	}
	if b.Attrs.Bool("showTitle") {
		switch {
		case b.Attrs.Bool("linkLabel"):
			if label == "" {
				label = link + ":"
			}
			link = `<span class="post-navigation-link__label">` + label + `</span> <span class="post-navigation-link__title">` + title + `</span>`
		case label != "":
			before, link = `<span class="post-navigation-link__label">`+label+`</span> `, title
		default:
			link = title
		}
	}
	if shape := b.Attrs.Text("arrow"); shape == "arrow" || shape == "chevron" {
		sign := map[string]string{"arrownext": "→", "arrowprevious": "←", "chevronnext": "»", "chevronprevious": "«"}[shape+kind]
		arrow := `<span class="wp-block-post-navigation-link__arrow-` + kind + ` is-arrow-` + shape + `" aria-hidden="true">` + sign + `</span>`
		if before = arrow; next {
			before, after = "", arrow
		}
	}
	rel := map[bool]string{true: "next", false: "prev"}[next]
	return "<div " + wrapper + ">" + before + `<a href="` + escape.URL(other.Permalink) + `" rel="` + rel + `">` + link + `</a>` + after + "</div>"
}
