package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/tags"
)

// latestComments lists the newest comments of the site.
func latestComments(c *render.Context, b block.Block, _ string) string {
	show := b.Attrs.Text("displayContent")
	if c.Stored().Has("displayExcerpt") {
		show = "none"
		if c.Stored().Bool("displayExcerpt") {
			show = "excerpt"
		}
	} else if show == "" {
		show = "excerpt"
	}
	list := c.Source.QueryComments(c, render.CommentQuery{Desc: true, Limit: max(b.Attrs.Int("commentsToShow"), 1)})
	ids, writers := make([]int64, len(list)), []int64{}
	for i, comment := range list {
		if ids[i] = comment.PostID; comment.UserID > 0 {
			writers = append(writers, comment.UserID)
		}
	}
	posts := c.Source.Posts(c, ids)
	if b.Attrs.Bool("displayAvatar") {
		c.Source.Users(c, writers)
	}
	var w strings.Builder
	for _, comment := range list {
		w.WriteString(`<li class="wp-block-latest-comments__comment">`)
		if b.Attrs.Bool("displayAvatar") && comment.Type == "comment" {
			w.WriteString(c.Avatar(writer(c, comment), 48, "", "wp-block-latest-comments__comment-avatar", ""))
		}
		w.WriteString(`<article><footer class="wp-block-latest-comments__comment-meta">` + commentHead(c, comment, posts[comment.PostID]))
		if b.Attrs.Bool("displayDate") {
			w.WriteString(`<time datetime="` + comment.Date.Format("2006-01-02T15:04:05-07:00") + `" class="wp-block-latest-comments__comment-date">` +
				escape.HTML(datefmt.In(c.Site.Texts, comment.Date, c.Site.DateFormat)) + `</time>`)
		}
		w.WriteString(`</footer>` + commentBody(c, comment, posts[comment.PostID], show) + `</article></li>`)
	}
	class := joinClasses(pick(b.Attrs.Bool("displayAvatar"), "has-avatars"), pick(b.Attrs.Bool("displayDate"), "has-dates"),
		pick(show != "none", "has-excerpts"), pick(len(list) == 0, "no-comments"))
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: class})
	if len(list) == 0 {
		return "<div " + wrapper + ">" + c.T("No comments to show.") + "</div>"
	}
	return "<ol " + wrapper + ">" + w.String() + "</ol>"
}

func commentHead(c *render.Context, comment *render.Comment, p *render.Post) string {
	name := comment.Author
	if name == "" {
		name = c.T("Anonymous")
	}
	name = escape.HTML(name)
	address := comment.URL
	if address == "" && comment.UserID > 0 {
		if u := c.Source.KnownUsers(c, []int64{comment.UserID})[comment.UserID]; u != nil {
			address = u.ArchiveURL
		}
	}
	if address != "" {
		name = `<a class="wp-block-latest-comments__comment-author" href="` + escape.URL(address) + `">` + name + `</a>`
	} else {
		name = `<span class="wp-block-latest-comments__comment-author">` + name + `</span>`
	}
	title := ""
	if p != nil {
		title = c.Title(p)
	}
	if title == "" {
		title = c.T("(no title)")
	}
	return c.Filled("%1$s on %2$s", name, `<a class="wp-block-latest-comments__comment-link" href="`+escape.URL(comment.Permalink)+`">`+title+`</a>`)
}

func commentBody(c *render.Context, comment *render.Comment, p *render.Post, show string) string {
	text := comment.Content
	if p != nil && p.Locked {
		text = c.T("Password protected")
	}
	switch show {
	case "excerpt":
		text = tags.TrimWords(strings.NewReplacer("\n", " ", "\r", " ").Replace(text), 20, c.T("&hellip;"))
	case "full":
	default:
		return ""
	}
	return `<div class="wp-block-latest-comments__comment-excerpt">` + paragraph.Auto(text, true) + `</div>`
}
