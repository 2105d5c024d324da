package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
)

// avatar shows the image of a user, of the author, or of a commenter.
func avatar(c *render.Context, b block.Block, _ string) string {
	size := b.Attrs.Int("size")
	border := borderStyle(b)
	class := strings.Join(append([]string{"wp-block-avatar__image"}, border.Classes...), " ")
	extra := ""
	if border.CSS != "" {
		extra = ` style="` + escape.Attr(border.CSS) + `"`
	}
	name, email, address, label := "", "", "", ""
	if c.GetInt("commentId") > 0 {
		comment := shownComment(c)
		if comment == nil {
			return ""
		}
		name, email, address, label = comment.Author, writer(c, comment).Email, comment.URL, "(%s website link, opens in a new tab)"
	} else {
		user := shownUser(c, b)
		if user == nil {
			return ""
		}
		name, email, address, label = user.Name, user.Email, user.ArchiveURL, "(%s author archive, opens in a new tab)"
	}
	img := c.Avatar(render.Person{Name: name, Email: email}, size, c.Filled("%s Avatar", name), class, extra)
	if b.Attrs.Bool("isLink") && address != "" {
		target, aria := b.Attrs.String("linkTarget"), ""
		if target == "_blank" {
			aria = `aria-label="` + escape.Attr(c.Filled(label, name)) + `"`
		}
		img = `<a href="` + escape.URL(address) + `" target="` + escape.Attr(target) + `" ` + aria +
			` class="wp-block-avatar__link">` + img + `</a>`
	}
	return "<div " + c.Wrapper() + ">" + img + "</div>"
}

// shownUser is the user a block names, else the author of the entry, else the
// author whose archive is shown.
func shownUser(c *render.Context, b block.Block) *render.User {
	if id := b.Attrs.Int("userId"); id > 0 {
		if u := c.Source.KnownUsers(c, []int64{int64(id)})[int64(id)]; u != nil {
			return u
		}
		return &render.User{}
	}
	if p := c.ContextPost(); p != nil {
		return c.User(p.AuthorID)
	}
	return c.Request.Author
}

// borderOf is the border of a block, with its colour by the name of a preset.
func borderOf(b block.Block) block.Attrs {
	border := b.Attrs.Map("style", "border")
	if b.Attrs.Has("borderColor") {
		border = border.With("color", "var:preset|color|"+b.Attrs.Text("borderColor"))
	}
	return border
}

// borderStyle compiles the border of blocks that put it on an inner element. The values
// of one side print in one order, however they were written.
func borderStyle(b block.Block) style.Result {
	border := borderOf(b)
	for _, name := range [...]string{"top", "right", "bottom", "left"} {
		side := border.Map(name)
		if side.Len() == 0 {
			continue
		}
		var sorted block.Attrs
		for _, key := range [...]string{"color", "style", "width"} {
			if side.Has(key) {
				sorted = sorted.With(key, side.Get(key))
			}
		}
		border = border.With(name, sorted)
	}
	return style.Compile(block.Of("border", border), style.Options{})
}

// writer is whose image stands beside a comment: that of the account that wrote it, whatever address it gave.
func writer(c *render.Context, comment *render.Comment) render.Person {
	p := render.Person{Name: comment.Author, Email: comment.Email}
	if comment.UserID > 0 {
		if u := c.Source.Users(c, []int64{comment.UserID})[comment.UserID]; u != nil {
			p.Email = u.Email
		}
	}
	return p
}
