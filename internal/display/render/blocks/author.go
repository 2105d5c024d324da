package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

// authorOf is the author of the entry, or the one whose archive is shown.
func authorOf(c *render.Context) *render.User {
	if c.GetInt("postId") == 0 {
		return c.Request.Author
	}
	p := c.ContextPost()
	if p == nil {
		return nil
	}
	return c.User(p.AuthorID)
}

// authorless tells whether the entry is of a type that doesn't tell who wrote.
func authorless(c *render.Context) bool {
	p := c.ContextPost()
	return p != nil && p.NoAuthor
}

func authorLink(u *render.User, b block.Block, class string) string {
	return `<a href="` + escape.URL(u.ArchiveURL) + `" target="` + escape.Attr(b.Attrs.Text("linkTarget")) + `"` + class + `>` + escape.HTML(u.Name) + `</a>`
}

func postAuthor(c *render.Context, b block.Block, _ string) string {
	u := authorOf(c)
	if u == nil || authorless(c) {
		return ""
	}
	name := escape.HTML(u.Name)
	if b.Attrs.Bool("isLink") && b.Attrs.Bool("linkTarget") {
		name = authorLink(u, b, "")
	}
	first := ""
	if j := b.Attrs.Text("itemsJustification"); j != "" {
		first = "items-justified-" + j
	}
	var w strings.Builder
	w.WriteString("<div " + c.Wrapper(textClasses(b, first)) + ">")
	if b.Attrs.Bool("showAvatar") {
		w.WriteString(`<div class="wp-block-post-author__avatar">`)
		if size := b.Attrs.Int("avatarSize"); size > 0 {
			w.WriteString(c.Avatar(render.Person{Name: u.Name, Email: u.Email}, size, "", "", ""))
		}
		w.WriteString(`</div>`)
	}
	w.WriteString(`<div class="wp-block-post-author__content">`)
	if line := b.Attrs.Text("byline"); line != "" {
		w.WriteString(`<p class="wp-block-post-author__byline">` + sanitize.Post(line) + `</p>`)
	}
	w.WriteString(`<p class="wp-block-post-author__name">` + name + `</p>`)
	if b.Attrs.Bool("showBio") {
		w.WriteString(`<p class="wp-block-post-author__bio">` + u.Description + `</p>`)
	}
	w.WriteString(`</div></div>`)
	return w.String()
}

func postAuthorName(c *render.Context, b block.Block, _ string) string {
	u := authorOf(c)
	if u == nil || authorless(c) {
		return ""
	}
	name := escape.HTML(u.Name)
	if b.Attrs.Bool("isLink") {
		name = authorLink(u, b, ` class="wp-block-post-author-name__link"`)
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + name + "</div>"
}

func postAuthorBiography(c *render.Context, b block.Block, _ string) string {
	u := authorOf(c)
	if u == nil || u.Description == "" {
		return ""
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" + u.Description + "</div>"
}
