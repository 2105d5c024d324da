package blocks

import (
	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/escape"
	"quoin/internal/render/style"
	"strings"
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
	if id := c.GetInt("commentId"); id > 0 {
		found := c.Source.QueryComments(c, render.CommentQuery{IDs: []int64{id}, Limit: 1})
		if len(found) == 0 {
			return ""
		}
		name, email, address, label = found[0].Author, found[0].Email, found[0].URL, "website link"
	} else {
		user := shownUser(c, b)
		if user == nil {
			return ""
		}
		name, email, address, label = user.Name, user.Email, user.ArchiveURL, "author archive"
	}
	img := c.Avatar(render.Person{Name: name, Email: email}, size, name+" Avatar", class, extra)
	if b.Attrs.Bool("isLink") && address != "" {
		target, aria := b.Attrs.String("linkTarget"), ""
		if target == "_blank" {
			aria = `aria-label="` + escape.Attr("("+name+" "+label+", opens in a new tab)") + `"`
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

// sideOrder is the order in which the values of one side of a border print,
// however they were written.
func sideOrder(side block.Attrs) []string {
	var names []string
	for _, name := range [...]string{"color", "style", "width"} {
		if _, ok := side[name]; ok {
			names = append(names, name)
		}
	}
	return names
}

// borderStyle compiles the border of blocks that put it on an inner element.
func borderStyle(b block.Block) style.Result {
	border := map[string]any{}
	for k, v := range b.Attrs.Map("style", "border") {
		border[k] = v
	}
	if b.Attrs.Has("borderColor") {
		border["color"] = "var:preset|color|" + b.Attrs.Text("borderColor")
	}
	if len(border) == 0 {
		return style.Result{}
	}
	return style.Compile(block.Attrs{"border": border}, style.Options{
		Keys: func(path ...string) []string {
			if len(path) == 2 && path[1] != "radius" {
				return sideOrder(b.Attrs.Map("style", "border", path[1]))
			}
			return b.Keys(append([]string{"style"}, path...)...)
		},
	})
}
