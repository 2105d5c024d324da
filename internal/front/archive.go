package front

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/render/escape"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/user"
	"quoin/internal/wire"
)

// archive is the place of a path that begins as those of archives do.
func (f *Front) archive(ctx context.Context, in *input) (*place, error) {
	path := strings.Join(in.segments, "/")
	for _, a := range []struct{ taxonomy, prefix, slug string }{
		{taxonomy.Category, f.Site.Text(ctx, "category_base", ""), ""}, {taxonomy.Category, "category", ""},
		{taxonomy.Tag, f.Site.Text(ctx, "tag_base", ""), ""}, {taxonomy.Tag, "tag", ""},
		{taxonomy.Format, "type", "post-format-"},
	} {
		prefix := strings.ToLower(strings.Trim(a.prefix, "/"))
		tail, ok := strings.CutPrefix(path, prefix+"/")
		if prefix == "" || !ok || tail == "" {
			continue
		}
		if p, err := f.termBySlug(ctx, in, a.taxonomy, a.slug+tail[strings.LastIndexByte(tail, '/')+1:]); p != nil || err != nil {
			return p, err
		}
	}
	front, _, _ := strings.Cut(f.Site.Permalinks(ctx), "%")
	if slug, ok := strings.CutPrefix(path, strings.TrimPrefix(front, "/")+"author/"); ok && !strings.Contains(slug, "/") {
		return f.authorBySlug(ctx, in, slug)
	}
	return nil, nil
}

// archiveByQuery is the archive that the query of an address names; named
// tells whether it names one.
func (f *Front) archiveByQuery(ctx context.Context, in *input) (p *place, named bool, err error) {
	q := in.query
	switch {
	case q.Has("cat"):
		p, err = f.termByID(ctx, in, taxonomy.Category, in.id("cat"))
	case q.Has("category_name"):
		p, err = f.termBySlug(ctx, in, taxonomy.Category, q.Get("category_name"))
	case q.Has("tag"):
		p, err = f.termBySlug(ctx, in, taxonomy.Tag, q.Get("tag"))
	case q.Has("taxonomy") && q.Has("term"):
		p, err = f.termBySlug(ctx, in, q.Get("taxonomy"), q.Get("term"))
	case q.Has("author"):
		var found map[int64]*user.User
		found, err = f.Store.UsersByID(ctx, []int64{in.id("author")})
		if u := found[in.id("author")]; u != nil && err == nil {
			p, err = f.author(ctx, in, u)
		}
	case q.Has("author_name"):
		p, err = f.authorBySlug(ctx, in, q.Get("author_name"))
	case q.Has("m") && digits(q.Get("m")):
		m := q.Get("m")
		var parts []string
		if len(m) >= 4 {
			parts = append(parts, m[:4])
			for rest := m[4:]; len(rest) >= 2 && len(parts) < 3; rest = rest[2:] {
				parts = append(parts, rest[:2])
			}
		}
		p, err = f.period(ctx, in, parts)
	case q.Has("year"):
		parts := []string{q.Get("year")}
		for _, name := range []string{"monthnum", "day"} {
			if !q.Has(name) {
				break
			}
			parts = append(parts, q.Get(name))
		}
		p, err = f.period(ctx, in, parts)
	default:
		return nil, false, nil
	}
	return p, true, err
}

func (f *Front) termBySlug(ctx context.Context, in *input, tax, slug string) (*place, error) {
	t, err := f.Store.TermBySlug(ctx, tax, slug)
	if errors.Is(err, taxonomy.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return f.term(ctx, in, t)
}

func (f *Front) termByID(ctx context.Context, in *input, tax string, id int64) (*place, error) {
	found, err := f.Store.TermsByID(ctx, []int64{id})
	if err != nil || found[id] == nil || found[id].Taxonomy != tax {
		return nil, err
	}
	return f.term(ctx, in, found[id])
}

// term is the place of the archive of a term.
func (f *Front) term(ctx context.Context, in *input, t *taxonomy.Term) (*place, error) {
	tax := f.Taxonomies.Get(t.Taxonomy)
	if tax == nil || !tax.Public {
		return nil, nil
	}
	p := f.place(ctx, in, "tax")
	p.template = theme.Request{Kind: theme.RequestTaxonomy, ID: t.ID, Slug: t.Slug, Type: t.Taxonomy}
	p.classes = []string{"archive", "tax-" + t.Taxonomy, "term-" + strconv.FormatInt(t.ID, 10)}
	switch t.Taxonomy {
	case taxonomy.Category:
		p.request.Kind, p.template.Kind, p.classes[1] = "category", theme.RequestCategory, "category"
	case taxonomy.Tag:
		p.request.Kind, p.template.Kind, p.classes[1] = "tag", theme.RequestTag, "tag"
	}
	p.canonical = f.TermLinks.Link(ctx, t)
	if tax.REST {
		p.record = wire.Ref{Path: "/core/v2/" + tax.RESTBase + "/" + strconv.FormatInt(t.ID, 10)}
	}
	for _, shown := range p.source.QueryTerms(ctx, render.TermQuery{Taxonomy: t.Taxonomy, Include: []int64{t.ID}}) {
		p.request.Term = shown
	}
	if p.request.Term == nil {
		return nil, nil
	}
	p.title = escape.HTML(p.request.Term.Name)
	return f.list(ctx, p, render.PostQuery{Types: tax.Types, Terms: map[string][]int64{t.Taxonomy: {t.ID}}, Sticky: "ignore"}, true)
}

func (f *Front) authorBySlug(ctx context.Context, in *input, slug string) (*place, error) {
	u, err := f.Store.UserBySlug(ctx, slug)
	if errors.Is(err, user.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return f.author(ctx, in, u)
}

// author is the place of the posts of a user. Strangers don't hear of users
// who published none.
func (f *Front) author(ctx context.Context, in *input, u *user.User) (*place, error) {
	p := f.place(ctx, in, "author")
	p.request.Author = p.source.Users(ctx, []int64{u.ID})[u.ID]
	if p.request.Author == nil {
		return nil, nil
	}
	p.template = theme.Request{Kind: theme.RequestAuthor, ID: u.ID, Slug: u.Slug}
	p.title = escape.HTML(p.request.Author.Name)
	p.canonical = user.Link(ctx, f.Site, u)
	p.classes = []string{"archive", "author"}
	return f.list(ctx, p, render.PostQuery{Authors: []int64{u.ID}, Sticky: "ignore"}, false)
}

// date is the place of a path that is made of the parts of a date.
func (f *Front) date(ctx context.Context, in *input) (*place, error) {
	if len(in.segments) > 3 {
		return nil, nil
	}
	return f.period(ctx, in, in.segments)
}

// period is the place of the posts of a year, a month or a day.
func (f *Front) period(ctx context.Context, in *input, parts []string) (*place, error) {
	layouts := [...]string{"2006", "2006-1", "2006-1-2"}
	if len(parts) == 0 || len(parts) > len(layouts) || len(parts[0]) != 4 {
		return nil, nil
	}
	at, err := time.ParseInLocation(layouts[len(parts)-1], strings.Join(parts, "-"), f.Site.Zone(ctx))
	if err != nil || at.Year() < 1 {
		return nil, nil
	}
	p := f.place(ctx, in, "date")
	p.request.Date, p.request.Period = at, [...]string{"year", "month", "day"}[len(parts)-1]
	p.template = theme.Request{Kind: theme.RequestDate}
	p.title = at.Format([...]string{"2006", "January 2006", "January 2, 2006"}[len(parts)-1])
	p.canonical = in.base + at.Format([...]string{"/2006/", "/2006/01/", "/2006/01/02/"}[len(parts)-1])
	if f.Site.Permalinks(ctx) == "" {
		p.canonical = in.base + "/?m=" + at.Format([...]string{"2006", "200601", "20060102"}[len(parts)-1])
	}
	p.classes = []string{"archive", "date"}
	q := render.PostQuery{Year: at.Year(), Sticky: "ignore"}
	if len(parts) > 1 {
		q.Month = int(at.Month())
	}
	if len(parts) > 2 {
		q.Day = at.Day()
	}
	return f.list(ctx, p, q, false)
}

// posts is the place of the list of posts: the site's front, or the page that
// stands for it.
func (f *Front) posts(ctx context.Context, in *input, page *content.Entry) (*place, error) {
	p := f.place(ctx, in, "home")
	p.canonical, p.classes = in.base+"/", []string{"home", "blog"}
	p.template = theme.Request{Kind: theme.RequestFront, PostsOnFront: true}
	if page != nil {
		p.template = theme.Request{Kind: theme.RequestHome}
		p.canonical, p.classes = f.Links.Link(ctx, page), []string{"blog"}
		if t := f.Types.Get(page.Type); t.REST {
			p.record = wire.Ref{Path: "/core/v2/" + t.RESTBase + "/" + strconv.FormatInt(page.ID, 10)}
		}
		p.title = f.View.Title(ctx, page)
	}
	return f.list(ctx, p, render.PostQuery{}, true)
}

// list fills a place with a page of entries. An empty list is a place only
// where empty says so.
func (f *Front) list(ctx context.Context, p *place, q render.PostQuery, empty bool) (*place, error) {
	r := p.request
	q.Page, q.Limit = r.Page, max(p.source.Site(ctx).PostsPerPage, 1)
	r.Posts, r.Total = p.source.QueryPosts(ctx, q)
	return f.listed(ctx, p, q.Limit, empty)
}

func (f *Front) listed(ctx context.Context, p *place, perPage int, empty bool) (*place, error) {
	r := p.request
	r.Pages = (r.Total + perPage - 1) / perPage
	if len(r.Posts) == 0 && (r.Page > 1 || !empty) {
		return nil, nil
	}
	f.prefetch(ctx, p)
	return p, nil
}

// prefetch loads at once what every entry of a list is shown with.
func (f *Front) prefetch(ctx context.Context, p *place) {
	var ids, images, authors []int64
	for _, e := range p.request.Posts {
		ids, authors = append(ids, e.ID), append(authors, e.AuthorID)
		if e.FeaturedID > 0 {
			images = append(images, e.FeaturedID)
		}
	}
	if len(ids) > 1 {
		p.source.PostTerms(ctx, ids, taxonomy.Category)
		p.source.Users(ctx, authors)
		p.source.Images(ctx, images)
	}
}

// searched are the types of entries that a search finds.
var searched = []string{content.TypePost, content.TypePage}

// search is the place of what a search finds. Entries with a password are left
// out: finding one would tell words of it.
func (f *Front) search(ctx context.Context, in *input) (*place, error) {
	p := f.place(ctx, in, "search")
	text := strings.TrimSpace(strings.ToValidUTF8(in.query.Get("s"), ""))
	p.request.Search = text
	p.template = theme.Request{Kind: theme.RequestSearch}
	p.title = "Search results for &#8220;" + escape.HTML(text) + "&#8221;"
	p.classes = []string{"search"}
	perPage, no := max(p.source.Site(ctx).PostsPerPage, 1), false
	q := content.Query{
		Types: searched, Statuses: []content.Status{content.Publish}, WithPassword: &no,
		Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: perPage, Offset: (in.page - 1) * perPage,
	}
	if text != "" {
		q.Search = f.Search(text)
		q.Order = append([]content.Order{{By: content.ByRelevance, Desc: true}}, q.Order...)
	}
	found, err := f.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(found.Entries))
	for i, e := range found.Entries {
		ids[i] = e.ID
	}
	shown := p.source.Posts(ctx, ids)
	for _, id := range ids {
		if post := shown[id]; post != nil {
			p.request.Posts = append(p.request.Posts, post)
		}
	}
	p.request.Total = found.Total
	return f.listed(ctx, p, perPage, true)
}
