package front

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/wire"
)

// link is a relation of a page to another address.
type link struct{ rel, kind, href string }

func (l link) header() string {
	switch l.rel {
	case "shortlink":
		return "<" + l.href + ">; rel=shortlink"
	case "alternate":
		return "<" + l.href + `>; rel="alternate"; title="JSON"; type="` + l.kind + `"`
	}
	return "<" + l.href + `>; rel="` + l.rel + `"`
}

func (l link) element() string {
	out := `<link rel="` + l.rel + `"`
	if l.kind != "" {
		out += ` type="` + l.kind + `"`
	}
	return out + ` href="` + escape.URL(l.href) + "\">\n"
}

// links are where programs find the API, and the record of what a page shows.
func (f *document) links(ctx context.Context, p *resolvedPage) []link {
	out := []link{{"https://api.w.org/", "", f.Ref(ctx, wire.Ref{Path: "/"})}}
	if p.record.Path != "" {
		out = append(out, link{"alternate", "application/json", f.Ref(ctx, p.record)})
	}
	if short := f.shortLink(ctx, p); short != "" {
		out = append(out, link{"shortlink", "", short})
	}
	return out
}

// shortLink is the address of an entry by its id, "" for what shows none.
func (f *document) shortLink(ctx context.Context, p *resolvedPage) string {
	base := f.Site.Base(ctx)
	switch {
	case p.entry == nil || !p.is.singular():
		return ""
	case p.is.front:
		return base + "/"
	}
	return base + "/?p=" + strconv.FormatInt(p.entry.ID, 10)
}

// feedRef is a feed that a page leads to, with what it has.
type feedRef struct{ title, href string }

func (l feedRef) element() string {
	return `<link rel="alternate" type="application/rss+xml" title="` + escape.Attr(l.title) + `" href="` + escape.URL(l.href) + "\">\n"
}

// feedLinks are the feeds that belong to a page: those of the site, and that
// of what it shows.
func (f *document) feedLinks(c *render.Context, in *input, p *resolvedPage) []feedRef {
	name := tags.StripTags(c.Site.Name)
	feed := func(to, text string, of ...string) feedRef {
		return feedRef{c.Filled(text, append([]string{name, entity.DecodeEntities(c.Site.Texts.In("feed link", "&raquo;"))}, of...)...), to}
	}
	out := []feedRef{feed(f.feedLink(c, in.base+"/", ""), "%1$s %2$s Feed"), feed(f.commentsFeedLink(c, "rss2"), "%1$s %2$s Comments Feed")}
	switch {
	case p.missing:
	case p.is.singular() && p.post != nil:
		if p.post.CommentsOpen || p.post.PingsOpen || p.post.CommentCount > 0 {
			out = append(out, feed(f.entryFeedLink(c, p.entry, ""), "%1$s %2$s %3$s Comments Feed", plainText(c.Title(p.post))))
		}
	case p.is.category && p.term != nil:
		out = append(out, feed(f.feedLink(c, f.TermLinks.Link(c, p.term), ""), "%1$s %2$s %3$s Category Feed", p.term.Name))
	case p.is.tag && p.term != nil:
		out = append(out, feed(f.feedLink(c, f.TermLinks.Link(c, p.term), ""), "%1$s %2$s %3$s Tag Feed", p.term.Name))
	case p.is.tax && p.term != nil:
		kind := content.TranslateLabel(f.kindOf(p.term), c.Site.Texts, content.TaxonomyNames)
		out = append(out, feed(f.feedLink(c, f.TermLinks.Link(c, p.term), ""), "%1$s %2$s %3$s %4$s Feed", p.request.Term.Name, kind))
	case p.is.author && p.authorLink != "":
		out = append(out, feed(f.feedLink(c, p.authorLink, ""), "%1$s %2$s Posts by %3$s Feed", plainText(p.title)))
	case p.is.search:
		found := feed(f.searchFeedLink(c, p.request.Search), "%1$s %2$s Search Results for &#8220;%3$s&#8221; Feed", escape.HTML(p.request.Search))
		found.title = entity.DecodeEntities(found.title)
		out = append(out, found)
	}
	return out
}

// kindOf is what a term is called, such as Category.
func (f *document) kindOf(t *taxonomy.Term) string {
	if x := f.Taxonomies.Get(t.Taxonomy); x != nil {
		return x.Label("singular_name")
	}
	return ""
}

// embedLinks tell other sites where they are told how to show an entry.
func (f *document) embedLinks(ctx context.Context, p *resolvedPage) []link {
	t := (*content.Type)(nil)
	if p.entry != nil && p.is.singular() {
		t = f.Types.Get(p.entry.Type)
	}
	if t == nil || !t.Public {
		return nil
	}
	query := "?url=" + url.QueryEscape(p.canonical)
	return []link{
		{"alternate", "application/json+oembed", f.Ref(ctx, wire.Ref{Path: "/oembed/1.0/embed", Query: query})},
		{"alternate", "text/xml+oembed", f.Ref(ctx, wire.Ref{Path: "/oembed/1.0/embed", Query: query + "&format=xml"})},
	}
}

// writeHead writes what stands in the head of the document.
func (f *document) writeHead(c *render.Context, in *input, p *resolvedPage, out *Output, b *strings.Builder) {
	b.WriteString("<meta charset=\"UTF-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	if !out.NoTitle {
		b.WriteString("<title>" + out.Title + "</title>\n")
	}
	if out.Robots != "" && !out.NoRobots {
		b.WriteString(`<meta name="robots" content="` + out.Robots + "\">\n")
	}
	if out.Canonical != "" && !out.NoCanonical {
		b.WriteString(link{"canonical", "", out.Canonical}.element())
	}
	if p.says == "" {
		for _, l := range f.feedLinks(c, in, p) {
			b.WriteString(l.element())
		}
	}
	for _, l := range f.links(c, p) {
		b.WriteString(l.element())
	}
	for _, l := range f.embedLinks(c, p) {
		b.WriteString(l.element())
	}
	if !out.NoShare && p.status == http.StatusOK && p.says == "" {
		b.WriteString(f.shareTags(c, p, out))
	}
	b.WriteString(f.iconElements(c))
	if font := p.source.Styles(c).BodyFont(f.Theme(c).FilesURL(in.base)); font != "" {
		b.WriteString(`<link rel="preload" as="font" type="font/woff2" crossorigin href="` + escape.URL(font) + "\">\n")
	}
	f.writeStyles(c, in, p, b)
	b.WriteString(out.Head.String())
}

// writeStyles writes the style sheets of a page: those of the block types on
// it, the site's, and what the site says about these block types.
func (f *document) writeStyles(c *render.Context, in *input, p *resolvedPage, b *strings.Builder) {
	t, data, used := f.Theme(c), p.source.Styles(c), c.UsedBlocks()
	write := func(css string) {
		if css != "" {
			b.WriteString("<style>" + css + "</style>\n")
		}
	}
	write(t.BlockCSS(c.Site.Texts.RightToLeft(), used...))
	sheet := f.assets.stylesheet(t, data, in.base)
	b.WriteString(link{"stylesheet", "", in.base + sheet.path()}.element())
	has := theme.Styled(used...)
	own := data.WithFileURLs(t.FilesURL(in.base)).BlockStyles(has)
	write(own + t.RegisteredBlockCSS(in.base, has) + c.LayoutCSS())
	if sheet.later != nil {
		b.WriteString(link{"stylesheet", "", in.base + sheet.later.path()}.element())
	}
}

// documentTitle is what a page is called in lists of bookmarks: what it shows,
// then the site.
func (f *document) documentTitle(c *render.Context, p *resolvedPage) string {
	return f.titleParts(c, p)(usualSeparator(c))
}

// usualSeparator stands between the parts of titles, as HTML.
func usualSeparator(c *render.Context) string {
	return cmp.Or(c.Site.Signs, typography.English()).EnDash
}

// titleParts joins the parts of a page's title by a separator, which is HTML.
func (f *document) titleParts(c *render.Context, p *resolvedPage) func(separator string) string {
	name := escape.HTML(tags.StripTags(c.Site.Name))
	title, page, signs := strings.TrimSpace(tags.StripTags(p.title)), "", cmp.Or(c.Site.Signs, typography.English())
	if p.entry != nil && (p.is.singular() || p.is.postsPage) {
		// What the title is marked with, as that of a private entry, isn't part of it.
		title = strings.TrimSpace(tags.StripTags(signs.Texturize(p.entry.Title, nil)))
	}
	if n := max(p.paged, p.part, p.homePart); n > 1 && !p.missing {
		page = c.Filled("Page %s", strconv.Itoa(n))
	}
	parts := []string{title, page, name}
	if p.is.front || p.status == http.StatusOK && title == "" && !p.is.singular() && p.is.feed == "" {
		parts = []string{name, page, escape.HTML(tags.StripTags(c.Site.Description))}
	}
	var said []string
	for _, s := range parts {
		if s != "" {
			said = append(said, typography.ConvertChars(signs.Texturize(s, nil)))
		}
	}
	return func(separator string) string { return strings.Join(said, " "+separator+" ") }
}

// robots is what search engines are asked for.
func (f *document) robots(c *render.Context, in *input, p *resolvedPage) string {
	reply := in.query.Has(f.answersBy(c)) || in.query.Has("unapproved") && in.query.Has("moderation-hash")
	switch {
	case !site.Public.Of(c, f.Site):
		return "noindex, nofollow"
	case visitor(c).Actor.Opens != 0:
		return "noindex, nofollow"
	case p.says != "":
		return "noindex, follow"
	case p.is.search || p.is.embed || reply || p.status == http.StatusNotFound:
		return "noindex, follow, max-image-preview:large"
	}
	return "max-image-preview:large"
}
