package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// latestPosts lists posts by date or title.
func latestPosts(c *render.Context, b block.Block, _ string) string {
	q := render.PostQuery{
		Limit: b.Attrs.Int("postsToShow"), OrderBy: b.Attrs.Text("orderBy"), Asc: b.Attrs.Text("order") == "asc",
		Sticky: "ignore", NoTotal: true,
	}
	for _, v := range b.Attrs.List("categories") {
		if m, ok := v.(*wire.Object); ok {
			if q.Terms == nil {
				q.Terms = map[string][]int64{}
			}
			q.Terms["category"] = append(q.Terms["category"], int64(block.Int(m.Get("id"))))
		}
	}
	if b.Attrs.Has("selectedAuthor") {
		q.Authors = []int64{int64(b.Attrs.Int("selectedAuthor"))}
	}
	posts, _ := c.Source.QueryPosts(c, q)
	images := map[int64]*render.Image{}
	if b.Attrs.Bool("displayFeaturedImage") {
		var ids []int64
		for _, p := range posts {
			ids = append(ids, p.FeaturedID)
		}
		images = c.Source.Images(c, ids)
	}
	authors := map[int64]*render.User{}
	if b.Attrs.Bool("displayAuthor") {
		var ids []int64
		for _, p := range posts {
			ids = append(ids, p.AuthorID)
		}
		authors = c.Source.Users(c, ids)
	}
	var w strings.Builder
	for _, p := range posts {
		w.WriteString("<li>")
		latestPost(c, b, p, images[p.FeaturedID], authors[p.AuthorID], &w)
		w.WriteString("</li>\n")
	}
	return "<ul " + c.Wrapper(render.Attr{Name: "class", Value: latestPostsClass(b)}) + ">" + w.String() + "</ul>"
}

func latestPostsClass(b block.Block) string {
	layout := b.Attrs.Map("layout")
	kind := layout.Text("type")
	if kind == "" {
		kind = b.Attrs.Text("postLayout")
	}
	columns := layout.Text("columnCount")
	if columns == "" {
		columns = b.Attrs.Text("columns")
	}
	grid := kind == "grid"
	spread := grid && columns != "" && columns != "0"
	return joinClasses("wp-block-latest-posts__list", pick(grid, "is-grid"),
		pick(spread, clean.Slug("columns-"+columns)), pick(spread && layout.Bool("minimumColumnWidth"), "has-native-responsive-grid"),
		pick(b.Attrs.Bool("displayPostDate"), "has-dates"), pick(b.Attrs.Bool("displayAuthor"), "has-author"),
		pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color"))
}

func latestPost(c *render.Context, b block.Block, p *render.Post, img *render.Image, author *render.User, w *strings.Builder) {
	link, title := escape.URL(p.Permalink), c.Title(p)
	if title == "" {
		title = c.T("(no title)")
	}
	if img != nil {
		latestImage(c, b, img, link, title, w)
	}
	w.WriteString(`<a class="wp-block-latest-posts__post-title" href="` + link + `">` + title + `</a>`)
	if author != nil && author.Name != "" {
		w.WriteString(`<div class="wp-block-latest-posts__post-author">` + c.Filled("by %s", escape.HTML(author.Name)) + `</div>`)
	}
	if b.Attrs.Bool("displayPostDate") {
		w.WriteString(`<time datetime="` + p.Date.Format("2006-01-02T15:04:05-07:00") + `" class="wp-block-latest-posts__post-date">` +
			escape.HTML(datefmt.In(c.Site.Texts, p.Date, c.Site.DateFormat)) + `</time>`)
	}
	if !b.Attrs.Bool("displayPostContent") {
		return
	}
	switch b.Attrs.Text("displayPostContentRadio") {
	case "excerpt":
		w.WriteString(`<div class="wp-block-latest-posts__post-excerpt">` + latestExcerpt(c, b, p, link, title) + `</div>`)
	case "full_post":
		w.WriteString(`<div class="wp-block-latest-posts__post-full-content">` + latestContent(c, p) + `</div>`)
	}
}

func latestImage(c *render.Context, b block.Block, img *render.Image, link, title string, w *strings.Builder) {
	css := ""
	if v := b.Attrs.Text("featuredImageSizeWidth"); v != "" {
		css += "max-width:" + v + "px;"
	}
	if v := b.Attrs.Text("featuredImageSizeHeight"); v != "" {
		css += "max-height:" + v + "px;"
	}
	size := b.Attrs.Text("featuredImageSizeSlug")
	html := c.ImageTag(img, size, render.Attr{Name: "class", Value: "attachment-" + size + " size-" + size + " wp-post-image"}, render.Attr{Name: "style", Value: css})
	if b.Attrs.Bool("addLinkToFeaturedImage") {
		html = `<a href="` + link + `" aria-label="` + escape.Attr(title) + `">` + html + `</a>`
	}
	class := "wp-block-latest-posts__featured-image"
	if v := b.Attrs.Text("featuredImageAlign"); v != "" {
		class += " align" + v
	}
	w.WriteString(`<div class="` + escape.Attr(class) + `">` + html + `</div>`)
}

const protectedText = "This content is password protected."

func latestExcerpt(c *render.Context, b block.Block, p *render.Post, link, title string) string {
	if p.Locked {
		return c.T(protectedText)
	}
	text := c.ForPost(p).ExcerptText(p, max(b.Attrs.Int("excerptLength"), 0))
	if rest, cut := strings.CutSuffix(text, " [&hellip;]"); cut {
		text = rest + c.Filled(`… <a class="wp-block-latest-posts__read-more" href="%1$s" rel="noopener">Read more<span class="screen-reader-text">: %2$s</span></a>`, link, escape.HTML(title))
	}
	return text
}

func latestContent(c *render.Context, p *render.Post) string {
	if p.Locked {
		return c.T(protectedText)
	}
	inner, leave, ok := c.Enter("entry:" + strconv.FormatInt(p.ID, 10))
	if !ok {
		return ""
	}
	defer leave()
	return strings.ReplaceAll(inner.ForPost(p).Part(render.Part{Content: p.Content, Area: "latest-posts"}), "]]>", "]]&gt;")
}

// oneCategory makes a list of the one category that older blocks have.
func oneCategory(b *block.Block) {
	if id := b.Attrs.String("categories"); id != "" && id != "0" {
		b.Attrs = b.Attrs.With("categories", []any{wire.NewObject("id", int64(abs(b.Attrs.Int("categories"))))})
	}
}
