package seo

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/display/front"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/clean"
)

// output puts the head into a public page.
func (s *heads) output(ctx context.Context, p *front.Page, out *front.Output) error {
	k, err := s.pageHead(ctx, p)
	if err != nil || k == nil {
		return err
	}
	html, picture := strings.Replace(k.html, head.RobotsTag(k.object), k.robots, 1), ""
	if k.title == "" {
		html = strings.Replace(html, head.TitleElement(k.object.Text("title")), "", 1)
	}
	if p.Kind == "home" && p.Page < 2 && !k.object.Has("og_image") && k.object.Has("og_title") {
		// Compat (api.TestImageOfLists): heads that programs ask for tell no image of lists, nor do further pages.
		if i := p.Image(); i != nil {
			picture = `<meta property="og:image" content="` + escape.Attr(i.URL) + "\" />\n"
		}
	}
	out.Head.WriteString(html + "\n")
	if next := s.next(p, k); next != "" {
		out.Head.WriteString(`<link rel="next" href="` + escape.URL(next) + "\" />\n")
	}
	if p.Entry != nil && k.object.Has("canonical") {
		out.Paged = func(before, behind string) string {
			link := s.Links.Link(ctx, p.Entry)
			return besideIt(k, "prev", link, before) + besideIt(k, "next", link, behind)
		}
	}
	out.NoShare = true
	out.Head.WriteString(picture)
	out.NoRobots, out.NoCanonical, out.Canonical = true, true, k.object.Text("canonical")
	// A page whose template says nothing has the title that it has without SEO, with the
	// separator that was chosen.
	if separator := s.settings(ctx).Separator; k.title != "" {
		out.NoTitle, out.Title = true, escape.HTML(k.title)
	} else if separator != "-" { // which pages set as a dash
		out.Title = out.TitleBy(escape.HTML(separator))
	}
	return nil
}

// besideIt is the element for a page of a list that an entry at link shows, "" where the entry
// has pages itself. The list's address is that of the entry with its query.
func besideIt(k *kept, rel, link, address string) string {
	if address == "" || k.object.Has(rel) {
		return ""
	}
	if !strings.HasPrefix(address, "http") {
		address = link + address[strings.LastIndexByte(address, '/')+1:]
	}
	return `<link rel="` + rel + `" href="` + escape.URL(address) + "\" />\n"
}

// next is the second page of a list whose first is shown; "" for the rest. The
// head of a first page is the same wherever it is shown, so this isn't in it.
func (s *heads) next(p *front.Page, k *kept) string {
	if p.Entry != nil && p.Kind != "home" || p.Page > 1 || p.Pages < 2 || p.Canonical == "" || k.object.Has("next") || !k.object.Has("canonical") {
		return ""
	}
	return listURL(p.Canonical, 2)
}

// pageHead is the head of a public page: the kept one of an entry, one of its own for
// further pages of that, and for lists, which may tell what they show.
func (s *heads) pageHead(ctx context.Context, p *front.Page) (*kept, error) {
	at := part{
		page: max(p.Page, 1), pages: max(p.Pages, 1), url: p.Canonical, visited: true, archive: clean.StripAllTags(p.Archive()),
	}
	if p.Entry == nil && len(p.Posts) > 0 {
		at.author = p.Posts[len(p.Posts)-1].AuthorID
	}
	firstPage := at.page == 1
	lead, err := s.leadImage(ctx, p)
	if err != nil {
		return nil, err
	}
	own := func(gather func(ctx context.Context) (*head.Page, error)) (*kept, error) {
		return s.makeHead(ctx, func(ctx context.Context) (*head.Page, error) {
			made, err := gather(ctx)
			if made != nil && lead != nil {
				made.Main = lead
			}
			return made, err
		})
	}
	switch {
	case p.Status >= http.StatusBadRequest:
		at.name = askedName(p.URL, s.Site.Base(ctx))
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.missingPage(ctx, at), nil })
	case p.Entry != nil && p.Kind != "home":
		if firstPage {
			return s.entryHeadAt(ctx, p.Entry, true)
		}
		at.name = p.Entry.Slug
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.entryPage(ctx, p.Entry, at) })
	case p.Term != nil:
		found, err := s.Store.TermsByID(ctx, []int64{p.Term.ID})
		t := found[p.Term.ID]
		if err != nil || t == nil {
			return nil, err
		}
		if firstPage {
			at.url = ""
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.termPage(ctx, t, at) })
	case p.Kind == "author" && p.Author != nil:
		found, err := s.Store.UsersByID(ctx, []int64{p.Author.ID})
		u := found[p.Author.ID]
		if err != nil || u == nil {
			return nil, err
		}
		if firstPage {
			at.url = ""
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.authorPage(ctx, u, at) })
	case p.Kind == "archive" && s.listed(p.Request.Type) != nil:
		if firstPage {
			at = first()
		}
		return own(func(ctx context.Context) (*head.Page, error) {
			return s.facts.typePage(ctx, s.listed(p.Request.Type), at), nil
		})
	case p.Kind == "date":
		// Compat (api.TestTemplatesOfLists): a month has a space in front.
		format := map[string]string{"year": "Y", "month": " F Y", "day": site.DateFormat.Of(ctx, s.Site)}[p.Period]
		date := datefmt.In(s.Site.Texts(ctx), p.Date, format)
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.datePage(ctx, date, at), nil })
	case p.Kind == "search":
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.searchPage(ctx, p.Search, at), nil })
	case p.Kind == "home":
		if s.Site.FrontIsPage(ctx) {
			id := site.PageForPosts.Of(ctx, s.Site)
			found, err := s.Store.EntriesByID(ctx, []int64{id})
			if err != nil || found[id] == nil {
				return nil, err
			}
			if firstPage {
				return s.listHead(ctx, found[id])
			}
			return own(func(ctx context.Context) (*head.Page, error) { return s.postsPage(ctx, found[id], at) })
		}
		if firstPage {
			at.url = ""
		}
		return own(func(ctx context.Context) (*head.Page, error) { return s.facts.homePage(ctx, at) })
	}
	return nil, nil
}

// listNames begin addresses of lists, which aren't asked for by a name.
var listNames = []string{"author", "category", "search", "tag", "type"}

// askedName is the name by which a page was asked for that isn't there, "" for a list.
func askedName(address, base string) string {
	u, err := url.Parse(strings.TrimPrefix(address, base))
	if err != nil {
		return ""
	}
	names := strings.Split(strings.Trim(u.Path, "/"), "/")
	if slices.Contains(listNames, names[0]) {
		return ""
	}
	return names[len(names)-1]
}

// leadImage is the image that stands for a list: that of its first entry, nil where
// the entry has none, and for the front.
func (s *heads) leadImage(ctx context.Context, p *front.Page) (*head.Image, error) {
	if p.Entry != nil || p.Kind == "home" || p.Status >= http.StatusBadRequest || len(p.Posts) == 0 {
		return nil, nil
	}
	id := p.Posts[0].ID
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if err != nil || found[id] == nil {
		return nil, err
	}
	return s.facts.chosenImage(ctx, found[id].Meta.Int(content.MetaFeaturedMedia))
}

// postsPage is what a further page of the list of posts is made of, where a page
// stands for that.
func (s *heads) postsPage(ctx context.Context, e *content.Entry, at part) (*head.Page, error) {
	p, err := s.facts.entryPage(ctx, e, first())
	if err != nil {
		return nil, err
	}
	p.URL, p.List = at.url, true
	s.facts.listNeighbours(p, s.Links.Link(ctx, e), at)
	p.Vars = s.facts.entryVars(ctx, e, nil, at)
	return p, nil
}

// listed is a type that has a list with a head, nil for any other name.
func (s *heads) listed(name string) *content.Type {
	if t := s.Types.Get(name); t != nil && t.Archive != "" && headed(t) {
		return t
	}
	return nil
}
