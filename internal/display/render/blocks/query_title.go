package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// queryTitle is the title of an archive, a search or a type.
func queryTitle(c *render.Context, b block.Block, _ string) string {
	r := c.Request
	title := ""
	switch b.Attrs.Text("type") {
	case "archive":
		title = archiveTitle(c, !b.Attrs.Has("showPrefix") || b.Attrs.Bool("showPrefix"))
	case "search":
		if r.Kind != "search" {
			return ""
		}
		title = c.T("Search results")
		if b.Attrs.Bool("showSearchTerm") {
			title = c.Filled("Search results for: &#8220;%s&#8221;", escape.HTML(r.Search))
		}
	case "post-type":
		name := "post"
		if q, _ := c.Get("query").(*wire.Object); block.Text(q.Get("postType")) != "" {
			name = block.Text(q.Get("postType"))
		} else if c.Post != nil {
			name = c.Post.Type
		}
		title = escape.HTML(strings.ToUpper(name[:1]) + name[1:])
		if !b.Attrs.Has("showPrefix") || b.Attrs.Bool("showPrefix") {
			title = c.Filled("Post Type: &#8220;%s&#8221;", title)
		}
	}
	if title == "" {
		return ""
	}
	tag := headingTag(b, "h1")
	return "<" + tag + " " + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" + title + "</" + tag + ">"
}

// ArchiveTitle tells what the list of the request is called, with its kind in front, HTML; ""
// for what is no archive.
func ArchiveTitle(c *render.Context) string { return archiveTitle(c, true) }

// archiveTitle is that title as the theme changes it.
func archiveTitle(c *render.Context, prefix bool) string {
	kind, name := archiveNames(c)
	if name == "" {
		return ""
	}
	if !prefix {
		kind = ""
	}
	title := name
	if kind = c.ThemedText("get_the_archive_title_prefix", kind); kind != "" && kind != ":" {
		title = language.Fill(c.Site.Texts.In("archive title", "%1$s %2$s"), kind, "<span>"+name+"</span>")
	}
	return c.ThemedText("get_the_archive_title", title, name, kind)
}

// archiveNames are what kind of archive the request is for and what it is called, HTML; ""
// for what is no archive.
func archiveNames(c *render.Context) (kind, name string) {
	r, texts := c.Request, c.Site.Texts
	dated := func(label, formats, format string) {
		kind = texts.In("date archive title prefix", label)
		name = escape.HTML(datefmt.In(texts, r.Date, texts.In(formats, format)))
	}
	switch r.Kind {
	case "category", "tag", "tax":
		if r.Term == nil {
			return "", ""
		}
		kind, name = texts.In("category archive title prefix", "Category:"), escape.HTML(r.Term.Name)
		switch r.Term.Taxonomy {
		case "category":
		case "post_tag":
			kind = texts.In("tag archive title prefix", "Tag:")
		case "post_format":
			return "", escape.HTML(texts.In("post format archive title", formatTitle(r.Term)))
		default:
			t, _ := c.Source.Taxonomy(c, r.Term.Taxonomy)
			kind = t.SingularLabel + ":"
		}
	case "author":
		if r.Author == nil {
			return "", ""
		}
		kind, name = texts.In("author archive title prefix", "Author:"), `<span class="vcard">`+escape.HTML(r.Author.Name)+`</span>`
	case "date":
		if r.Date.IsZero() {
			return "", c.T("Archives")
		}
		switch r.Period {
		case "year":
			dated("Year:", "yearly archives date format", "Y")
		case "day":
			dated("Day:", "daily archives date format", "F j, Y")
		default:
			dated("Month:", "monthly archives date format", "F Y")
		}
	case "archive":
		return "", c.T("Archives")
	default:
		return "", ""
	}
	return kind, name
}

// formatTitle is the title of the archive of a format: what its posts are
// called together.
func formatTitle(t *render.Term) string {
	switch format := strings.TrimPrefix(t.Slug, "post-format-"); format {
	case "aside", "image", "video", "quote", "link", "chat":
		return strings.ToUpper(format[:1]) + format[1:] + "s"
	case "gallery":
		return "Galleries"
	case "status":
		return "Statuses"
	case "audio":
		return "Audio"
	}
	return "Archives"
}
