package front

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/tags"
)

// maxShared is how long descriptions for social networks are, in characters.
const maxShared = 200

// shareImage is the image that stands for a page elsewhere: that of the entry, or of the
// first entry listed that has one, else the site's logo or icon; nil for none.
func shareImage(c *render.Context, p *resolvedPage) *render.Image {
	posts := p.request.Posts
	if p.post != nil {
		posts = []*render.Post{p.post}
	}
	for _, post := range posts {
		if post.Locked || post.FeaturedID == 0 {
			continue
		}
		if i := c.Image(post.FeaturedID); i != nil && i.URL != "" {
			return i
		}
	}
	for _, id := range []int64{c.Site.LogoID, c.Site.IconID} {
		if i := c.Image(id); i != nil && i.URL != "" {
			return i
		}
	}
	return nil
}

// shareTags tell social networks what a page is, where nothing that is added to the site
// does: title, kind, address, and what there is of text and image.
func (f *document) shareTags(c *render.Context, p *resolvedPage, out *Output) string {
	var b strings.Builder
	tag := func(kind, name, value string) {
		if value != "" {
			b.WriteString(`<meta ` + kind + `="` + name + `" content="` + escape.Attr(value) + "\">\n")
		}
	}
	kind, title, text := "website", c.Site.Name, c.Site.Description
	if !p.is.front || p.is.singular() {
		title = entity.DecodeEntities(tags.StripTags(p.title))
	}
	if p.post != nil {
		text = ""
		if p.is.single && !p.is.attachment {
			kind = "article"
		}
		if !p.post.Locked {
			text = c.Excerpt(p.post, 0)
		}
	} else if p.term != nil {
		text = p.term.Description
	}
	text = strings.Join(strings.Fields(entity.DecodeEntities(tags.StripTags(text))), " ")
	if letters := []rune(text); len(letters) > maxShared {
		text = strings.TrimSpace(string(letters[:maxShared-1])) + "…"
	}
	tag("property", "og:site_name", c.Site.Name)
	tag("property", "og:type", kind)
	tag("property", "og:title", title)
	tag("property", "og:description", text)
	tag("property", "og:url", out.Canonical)
	card := "summary"
	if i := shareImage(c, p); i != nil {
		card = "summary_large_image"
		tag("property", "og:image", i.URL)
		if i.Width > 0 && i.Height > 0 {
			tag("property", "og:image:width", strconv.Itoa(i.Width))
			tag("property", "og:image:height", strconv.Itoa(i.Height))
		}
		tag("property", "og:image:alt", i.Alt)
	}
	tag("name", "twitter:card", card)
	return b.String()
}
