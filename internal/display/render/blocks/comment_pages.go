package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

func commentsPagination(c *render.Context, b block.Block, inner string) string {
	if strings.TrimSpace(inner) == "" {
		return ""
	}
	class := pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color")
	return "<nav " + c.Wrapper(render.Attr{Name: "aria-label", Value: c.T("Comments pagination")}, render.Attr{Name: "class", Value: class}) + ">" + inner + "</nav>"
}

// commentPageURL is the address of one page of an entry's comments.
func commentPageURL(c *render.Context, p *render.Post, n int) string {
	address := p.Permalink
	first := 1
	if c.Site.DefaultCommentsPage == "newest" {
		first = threadOf(c).pages
	}
	if n != first {
		address = strings.TrimRight(address, "/") + "/comment-page-" + strconv.Itoa(n) + "/"
	}
	return address + "#comments"
}

func commentsStep(c *render.Context, b block.Block, kind, missing string, by int) string {
	t := threadOf(c)
	n := t.number + by
	if t.post != nil && t.number == 0 && by < 0 && c.Request.Comment > 1 {
		// A page was asked for though all comments stand on one: it leads on to
		// those before it.
		label := sanitize.Post(b.Attrs.Text("label"))
		if label == "" {
			label = missing
		}
		address := strings.TrimRight(t.post.Permalink, "/") + "/comment-page-" + strconv.Itoa(c.Request.Comment-1) + "/#comments"
		return `<a href="` + escape.URL(address) + `" ` + c.Wrapper() + `>` + arrowOf(c, "comments", kind) + label + `</a>`
	}
	if t.post == nil || t.number == 0 || n < 1 || n > t.pages {
		return ""
	}
	label := sanitize.Post(b.Attrs.Text("label"))
	if label == "" {
		label = missing
	}
	if arrow := arrowOf(c, "comments", kind); by > 0 {
		label += arrow
	} else {
		label = arrow + label
	}
	return `<a href="` + escape.URL(commentPageURL(c, t.post, n)) + `" ` + c.Wrapper() + `>` + label + `</a>`
}

func commentsPaginationNext(c *render.Context, b block.Block, _ string) string {
	return commentsStep(c, b, "next", c.T("Newer Comments"), 1)
}

func commentsPaginationPrevious(c *render.Context, b block.Block, _ string) string {
	return commentsStep(c, b, "previous", c.T("Older Comments"), -1)
}

func commentsPaginationNumbers(c *render.Context, _ block.Block, _ string) string {
	t := threadOf(c)
	if t.post == nil || t.number == 0 {
		return ""
	}
	html := pageNumbers(t.number, t.pages, 2, func(n int) string { return escape.URL(commentPageURL(c, t.post, n)) })
	if html == "" {
		return ""
	}
	return "<div " + c.Wrapper() + ">" + html + "</div>"
}
