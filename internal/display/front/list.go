package front

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// list is the place of a list of entries: what the address names restricts it,
// all together. page is the page that stands for the list of posts, nil for
// other lists. It is nil when there is nothing at the address.
func (f *lists) list(ctx context.Context, in *input, page *content.Entry) (*resolvedPage, error) {
	p := f.resolvedPage(ctx, in, "home")
	q := content.Query{
		Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish},
		Order: []content.Order{{By: content.ByDate, Desc: true}},
	}
	actor := visitor(ctx).Actor
	if caps := f.Types.Get(content.TypePost).Caps; actor.Can(caps.ListPrivate) {
		q.Statuses = append(q.Statuses, content.Private)
	} else if actor.LoggedIn() {
		q.PrivateOf = actor.ID
	}
	f.ofType(in, p, &q)
	found := true
	for _, part := range []func(context.Context, *input, *resolvedPage, *content.Query) (bool, error){f.taxonomies, f.people, f.dates, f.searching} {
		ok, err := part(ctx, in, p, &q)
		if err != nil {
			return nil, err
		}
		found = found && ok
	}
	p.is.home = page != nil || !p.is.archive() && !p.is.search
	if p.is.home {
		p.is.front = page == nil && !f.Site.FrontIsPage(ctx)
		p.is.postsPage = page != nil
	}
	p.homePart = int(min(in.number("page"), maxPage))
	f.describe(ctx, in, p, page)
	f.ordered(in, &q)
	return f.fill(ctx, in, p, q, found)
}

// fill reads the page of the list that is asked for.
func (f *lists) fill(ctx context.Context, in *input, p *resolvedPage, q content.Query, found bool) (*resolvedPage, error) {
	r := p.request
	q.Limit = max(p.source.Site(ctx).PostsPerPage, 1)
	if in.has("feed") {
		q.Limit = int(min(max(site.FeedLength.Of(ctx, f.Site), 1), math.MaxInt32))
	}
	q.Offset = (max(p.paged, 1) - 1) * q.Limit
	// Compat (TestSite): the feed of the page that lists the posts begins as the page does.
	q.StickyTop = p.is.home && p.paged < 2 && (!in.has("feed") || p.is.postsPage)
	if q.TellsText() {
		q.Reader = f.policy.Reader(ctx, access.Actor{}) // whoever asks finds the same
	}
	if found {
		page, err := f.Store.ListEntries(ctx, q)
		if err != nil {
			return nil, err
		}
		ids := make([]int64, len(page.Entries))
		for i, e := range page.Entries {
			ids[i] = e.ID
		}
		shown := p.source.Posts(ctx, ids)
		for _, id := range ids {
			if post := shown[id]; post != nil {
				r.Posts = append(r.Posts, post)
			}
		}
		r.Total = page.Total
	}
	r.Pages = (r.Total + q.Limit - 1) / q.Limit
	// An empty list is a place where the site itself brought it about.
	named := p.is.home || p.is.search || p.is.typeArchive || p.term != nil || in.has("feed") && f.emptyFeeds(ctx)
	if len(r.Posts) == 0 && (p.paged > 1 || !named) {
		return nil, nil
	}
	if p.dateForm != "" && !in.has("year") && !in.has("m") && len(r.Posts) > 0 {
		// A month of no year in particular is called like that of the first entry.
		r.Date = r.Posts[0].Date
		p.title = escape.HTML(datefmt.In(f.Site.Texts(ctx), r.Date, p.dateForm))
	}
	f.prefetch(ctx, p)
	return p, nil
}

// ordered applies the order that an address asks for.
func (f *lists) ordered(in *input, q *content.Query) {
	desc := !strings.EqualFold(in.vars["order"], "asc")
	by := map[string]content.OrderBy{
		"title": content.ByTitle, "date": content.ByDate, "modified": content.ByModified, "id": content.ByID, "author": content.ByAuthor,
		"name": content.BySlug, "parent": content.ByParent, "menu_order": content.ByMenuOrder,
	}
	var orders []content.Order
	for name := range strings.FieldsSeq(strings.ToLower(in.vars["orderby"])) {
		if column, ok := by[strings.TrimPrefix(name, "post_")]; ok {
			orders = append(orders, content.Order{By: column, Desc: desc})
		}
	}
	switch {
	case len(orders) > 0:
		q.Order = orders
	case q.Search != nil && !in.has("feed"):
	default:
		q.Order = []content.Order{{By: content.ByDate, Desc: desc}}
	}
}

// describe says what is shown: the kind of the place, its title, its template
// and its own address.
func (f *lists) describe(ctx context.Context, in *input, p *resolvedPage, page *content.Entry) {
	r := p.request
	switch {
	case p.is.search:
		r.Kind, p.template = "search", theme.Request{Kind: theme.RequestSearch}
	case p.is.front:
		p.template, p.canonical = theme.Request{Kind: theme.RequestFront, PostsOnFront: true}, in.base+"/"
	case p.is.home:
		p.template = theme.Request{Kind: theme.RequestHome}
		if page != nil {
			p.entry, p.canonical = page, f.Links.Link(ctx, page)
			if t := f.Types.Get(page.Type); t != nil && t.REST {
				p.record = wire.Ref{Path: t.RESTRoot() + "/" + strconv.FormatInt(page.ID, 10)}
			}
			p.title = f.View.Title(ctx, page)
		}
	case p.is.tax, p.is.category, p.is.tag:
		r.Kind = map[bool]string{true: "category"}[p.is.category]
		if p.is.tag && !p.is.category {
			r.Kind = "tag"
		}
		if p.is.tax {
			r.Kind = "tax"
		}
		p.template = theme.Request{Kind: map[string]theme.RequestKind{"category": theme.RequestCategory, "tag": theme.RequestTag, "tax": theme.RequestTaxonomy}[r.Kind]}
		if t := p.term; t != nil {
			p.template.ID, p.template.Slug, p.template.Type = t.ID, t.Slug, t.Taxonomy
		}
	case p.is.author: // before the time that it is about
		r.Kind, p.template = "author", theme.Request{Kind: theme.RequestAuthor}
		if r.Author != nil {
			p.template.ID, p.template.Slug = r.Author.ID, r.Author.Slug
		}
	case p.is.date:
		r.Kind, p.template = "date", theme.Request{Kind: theme.RequestDate}
	case p.is.typeArchive:
		r.Kind, r.Type = "archive", in.fromPath[ofType]
		p.template = theme.Request{Kind: theme.RequestPostTypeIndex, Type: r.Type}
	}
	if p.is.search && p.term == nil {
		p.canonical = ""
	}
}

// people restricts a list to what the named authors wrote. Those of whom the visitor may
// not know are as if they weren't there.
func (f *lists) people(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	show := func(id int64) {
		p.authorID = id
		if p.request.Author = p.source.KnownUsers(ctx, []int64{id})[id]; p.request.Author != nil && p.title == "" {
			p.title = escape.HTML(p.request.Author.Name)
			p.record = wire.Ref{}
		}
		if p.request.Author != nil && p.record.Path == "" {
			p.record = wire.Ref{Path: "/core/v2/users/" + strconv.FormatInt(id, 10)}
		}
	}
	if name := in.vars["author_name"]; name != "" {
		p.is.author = true
		u, err := f.Store.UserBySlug(ctx, slugOf(last(name)))
		if errors.Is(err, user.ErrNotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if show(u.ID); p.request.Author == nil {
			p.authorID = 0
			return false, nil
		}
		q.Authors = []int64{u.ID}
		p.authorLink = user.Link(ctx, f.Site, u)
		p.canonical = cmp.Or(p.canonical, p.authorLink)
	}
	if !in.has("author") {
		return true, nil
	}
	for part := range strings.SplitSeq(in.vars["author"], ",") {
		id, err := strconv.ParseInt(part, 10, 64)
		switch {
		case err != nil || id == 0:
		case id < 0:
			q.NotAuthors = append(q.NotAuthors, -id)
		default:
			q.Authors = append(q.Authors, id)
		}
	}
	p.is.author = true
	if len(q.Authors) == 0 {
		return true, nil
	}
	if p.authorID == 0 {
		show(q.Authors[0])
	}
	if u := p.request.Author; u != nil && p.authorLink == "" {
		p.authorLink = u.ArchiveURL
		p.canonical = cmp.Or(p.canonical, p.authorLink)
	}
	return true, nil
}

// searching restricts a list to what a search finds. Entries with a password
// are left out: finding one would tell words of it.
func (f *lists) searching(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	text, asked := in.vars["s"]
	if !asked {
		return true, nil
	}
	p.is.search = true
	p.request.Search = strings.TrimSpace(text)
	p.title = language.Fill(f.Site.Texts(ctx).Of("Search Results for &#8220;%s&#8221;"), escape.HTML(p.request.Search))
	no := false
	q.Types, q.WithPassword = f.Types.Listed(), &no
	if p.request.Search != "" {
		q.Search = f.Search(p.request.Search)
		q.Order = append([]content.Order{{By: content.ByRelevance, Desc: true}}, q.Order...)
	}
	return true, nil
}

// prefetch loads at once what every entry of a list is shown with.
func (f *lists) prefetch(ctx context.Context, p *resolvedPage) {
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
