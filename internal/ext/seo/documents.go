package seo

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/front"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/sitemaps"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/schema"
)

// coreSitemap is the address of a sitemap of the core: kind, of, number.
var coreSitemap = regexp.MustCompile(`^/wp-sitemap(?:-([a-z]+?)(?:-([a-z\d_-]+?))??-(\d+))?\.xml$`)

// documents answers for the sitemaps, those of the core too, and for robots.txt.
func (s *documents) documents(ctx context.Context, path string) (*front.Document, error) {
	switch {
	case path == "/robots.txt":
		return s.robotsFile(ctx), nil
	case path == "/main-sitemap.xsl":
		sheet, err := front.SitemapSheet(s.Site.Texts(ctx))
		return sitemapDocument(sheet), err
	case !strings.HasSuffix(path, ".xml") || !strings.Contains(path, "sitemap") || !site.Public.Of(ctx, s.Site):
		return nil, nil
	case path == "/sitemap.xml":
		return &front.Document{Location: s.Site.Base(ctx) + sitemaps.IndexPath}, nil
	}
	if found := coreSitemap.FindStringSubmatch(path); found != nil {
		number, err := strconv.Atoi(found[3])
		if err != nil {
			number = 1
		}
		return &front.Document{Location: s.Site.Base(ctx) + sitemaps.Of(found[1], found[2], number)}, nil
	}
	answer, err := s.sitemaps.At(ctx, path)
	switch {
	case answer == nil || err != nil:
		return nil, err
	case answer.Location != "":
		return &front.Document{Location: answer.Location}, nil
	case answer.Body == nil:
		return &front.Document{Missing: true}, nil
	}
	return sitemapDocument(answer.Body), nil
}

func sitemapDocument(body []byte) *front.Document {
	return &front.Document{Body: body, Header: http.Header{
		"Content-Type": {"text/xml; charset=UTF-8"}, "X-Robots-Tag": {"noindex, follow"},
	}}
}

// robotsFile hides nothing: what isn't to be found says so itself.
func (s *documents) robotsFile(ctx context.Context) *front.Document {
	text := "User-agent: *\nDisallow:\n"
	if site.Public.Of(ctx, s.Site) {
		text += "\nSitemap: " + s.Site.Base(ctx) + sitemaps.IndexPath + "\n"
	}
	return &front.Document{Body: []byte(text), Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}}
}

// TypeIndexed is one of the rules of sitemaps.
func (s *indexable) TypeIndexed(ctx context.Context, typ string) bool {
	return !s.settings(ctx).entry(typ).NoIndex
}

// ArchiveIndexed is one of the rules of sitemaps.
func (s *indexable) ArchiveIndexed(ctx context.Context, typ string) bool {
	return !s.settings(ctx).list(typ).NoIndex
}

// TaxonomyIndexed is one of the rules of sitemaps.
func (s *indexable) TaxonomyIndexed(ctx context.Context, name string) bool {
	return !s.settings(ctx).term(name).NoIndex
}

// AuthorsIndexed is one of the rules of sitemaps.
func (s *indexable) AuthorsIndexed(ctx context.Context) bool {
	return !s.settings(ctx).Author.NoIndex
}

// Entry tells whether an entry is left out of sitemaps: somebody chose so, or it
// says that it stands elsewhere.
func (s *indexable) Entry(e *content.Entry, address string) bool {
	return metaText(e.Meta, metaNoIndex) == "1" || elsewhere(e.Meta, address)
}

// Term is the same for a term.
func (s *indexable) Term(t *taxonomy.Term, address string) bool {
	return metaText(t.Meta, metaTermNoIndex) == "noindex" || elsewhere(t.Meta, address)
}

// Author is the same for an author.
func (s *indexable) Author(u *user.User) bool {
	return schema.ToBool(metaText(u.Meta, metaAuthorNoIndex))
}

// ProfileChanged is one of the rules of sitemaps. What the account came with says it, else it
// is when the account was made: changes of profiles aren't kept.
func (s *indexable) ProfileChanged(u *user.User) string {
	if at := schema.ToInt(metaText(u.Meta, metaProfileChanged)); at > 0 {
		return time.Unix(at, 0).UTC().Format(site.DateForm)
	}
	return u.Registered
}

func elsewhere(meta content.Meta, address string) bool {
	canonical := metaText(meta, metaCanonical)
	return canonical != "" && canonical != address
}

// feed tells search engines where what a feed is of stands, and readers which
// site an entry is from.
func (s *documents) feed(ctx context.Context, p *front.Page, out *front.Feed) error {
	canonical := ""
	switch {
	case p.Term != nil, p.Kind == "author", p.Kind == "date":
		canonical = p.Canonical
	case p.Entry == nil:
		canonical = s.Site.Base(ctx) + "/"
	}
	if canonical != "" {
		out.Link = canonical
	}
	if out.Comments {
		out.Header.Set("X-Robots-Tag", "noindex, follow")
		return nil
	}
	// Compat (api.TestSEOFeeds): the reference says so of feeds in RSS only.
	if canonical != "" && strings.HasPrefix(out.Form, "rss") {
		out.Header.Add("Link", "<"+canonical+`>; rel="canonical"`)
	}
	t := s.settings(ctx)
	if t.BeforeFeed == "" && t.AfterFeed == "" {
		return nil
	}
	home, name := s.Site.Base(ctx), escape.HTML(s.Site.Title(ctx))
	bySite, aboutSite := linked(home, name), linked(home, name+" - "+escape.HTML(site.Tagline.Of(ctx, s.Site)))
	out.Frame = func(e *front.FeedEntry) (before, after string) {
		author := ""
		if e.Author != nil {
			author = linked(e.Author.ArchiveURL, escape.HTML(e.Author.Name))
		}
		fill := strings.NewReplacer(feedAuthor, author, feedEntry, linked(e.Permalink, e.Title), feedSite, bySite, feedSiteAbout, aboutSite).Replace
		framed := func(text string) string {
			if text = strings.TrimSpace(text); text == "" {
				return ""
			}
			return paragraph.Auto(sanitize.Post(fill(text)), true)
		}
		return framed(t.BeforeFeed), framed(t.AfterFeed)
	}
	return nil
}

// linked is a link with HTML in it.
func linked(address, markup string) string {
	return `<a href="` + escape.URL(address) + `">` + markup + "</a>"
}
