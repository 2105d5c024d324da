package front

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// kinds are what a place is. It may be several: a search in a category is both.
type kinds struct {
	home, front, postsPage                   bool // home: the list of posts; front: the front of the site
	single, page, attachment                 bool
	category, tag, tax, author, date, search bool
	year, month, day, time                   bool
	embed, trackback, preview                bool
	typeArchive                              bool   // all entries of a declared type
	feed                                     string // its form, "" for none
	commentsFeed                             bool
}

func (k kinds) singular() bool { return k.single || k.page || k.attachment }
func (k kinds) archive() bool {
	return k.category || k.tag || k.tax || k.author || k.date || k.typeArchive
}

// resolvedPage is what an address means.
type resolvedPage struct {
	location  string      // where to go instead; nothing else is set then
	header    http.Header // of the answer that leads there
	temporary bool        // location may be another one later

	is        kinds
	status    int
	request   *render.Request
	template  theme.Request
	source    *view.Source
	missing   bool         // the address means nothing
	nothing   bool         // it is a feed of what isn't there
	post      *render.Post // of a page that shows one entry
	entry     *content.Entry
	term      *taxonomy.Term
	terms     int      // how many terms the address names
	title     string   // HTML; "" where the site's own name is the title
	canonical string   // address without paging, "" when it has none
	record    wire.Ref // the same in the API
	paged     int      // page of a list, from 1
	homePart  int      // page of an entry that the address of a list names
	part      int      // page of an entry, 0 for none
	authorID  int64
	// authorLink and dateLink are the archives of the author and of the time
	// that a list is of, dateForm the form of its title.
	authorLink, dateLink, dateForm string
	// says is what the page says in place of all that there is, blocks; "" for the rest.
	says string
	// asks tells that the page depends on the passwords that the visitor gave.
	asks bool
}

// resolve finds what an address means.
func (f *resolver) resolve(ctx context.Context, in *input) (*resolvedPage, error) {
	if status := asked(ctx); status != 0 {
		p := f.missing(ctx, in)
		p.status, p.missing = status, false
		return p, nil
	}
	p, err := f.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return f.lost(ctx, in)
	}
	if inPlace(ctx) {
		return p, nil
	}
	if p.nothing && in.reads {
		if p.location, err = f.former(ctx, in); err != nil {
			return nil, err
		}
	}
	if p.location == "" {
		p.location = f.usualAddress(ctx, in, p)
	}
	return p, nil
}

// find is the place of an address, nil when there is none.
func (f *resolver) find(ctx context.Context, in *input) (*resolvedPage, error) {
	if in.noForm || in.has("error") && in.vars["error"] == "404" && !in.query.Has("error") || in.pageNumber() < 1 {
		return nil, nil
	}
	e, named, err := f.entryOfAddress(ctx, in)
	if err != nil {
		return nil, err
	}
	if _, comments := in.fromPath["cpage"]; comments && len(in.fromPath) == 1 && !f.Site.FrontIsPage(ctx) {
		return nil, nil // a list has no comments
	}
	static := f.Site.FrontIsPage(ctx)
	if !named && static && in.only("preview", "page", "paged", "cpage", "embed") {
		if e, err = f.entryByID(ctx, site.PageOnFront.Of(ctx, f.Site)); err != nil {
			return nil, err
		}
		named = e != nil && f.mayShow(ctx, e)
	}
	var p *resolvedPage
	switch {
	case named && e != nil && static && e.Type == content.TypePage && e.ID == site.PageForPosts.Of(ctx, f.Site):
		if in.has("page") {
			return nil, nil
		}
		if p, err = f.lists.list(ctx, in, e); p == nil {
			delete(in.vars, "pagename") // it names the list well
		}
	case named && e != nil:
		p, err = f.entry(ctx, in, e)
	case named:
	default:
		p, err = f.lists.list(ctx, in, nil)
	}
	if p == nil && err == nil && named && in.has("feed") && f.emptyFeeds(ctx) {
		// There is a feed of what isn't there, with nothing in it.
		p = f.resolvedPage(ctx, in, "single")
		p.is.single = !in.has("pagename")
		p.is.page = !p.is.single
		p.nothing = true
	}
	if p == nil || err != nil {
		return nil, err
	}
	p.is.embed, p.is.trackback = in.has("embed") && p.post != nil, in.has("tb")
	if in.has("feed") {
		p.is.feed = in.vars["feed"]
		p.is.home = false
		if !p.is.singular() {
			p.is.front = false
		}
		p.is.commentsFeed = in.has("withcomments") || strings.HasPrefix(p.is.feed, "comments-") || !in.has("withoutcomments") && p.is.singular()
	}
	return p, nil
}

func (f *resolver) entryByID(ctx context.Context, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := f.Store.EntriesByID(ctx, []int64{id})
	return found[id], err
}

// entryOfAddress is the entry that an address names; named tells whether it names one
// at all.
func (f *resolver) entryOfAddress(ctx context.Context, in *input) (e *content.Entry, named bool, err error) {
	switch {
	case in.has("attachment"):
		e, err = f.bySlug(ctx, in, content.TypeAttachment, in.vars["attachment"])
	case in.has("attachment_id"):
		if e, err = f.entryByID(ctx, in.number("attachment_id")); e != nil && e.Type != content.TypeAttachment {
			e = nil
		}
	case in.has("page_id"):
		e, err = f.entryByID(ctx, in.number("page_id"))
	case in.has("name"):
		e, err = f.bySlug(ctx, in, cmp.Or(in.fromPath[ofType], content.TypePost), in.vars["name"])
	case in.has("pagename"):
		if e, err = f.byPagename(ctx, in.vars["pagename"]); e != nil && in.has("p") && e.ID != in.number("p") {
			e = nil
		}
	case in.has("p"):
		if e, err = f.entryByID(ctx, in.number("p")); e != nil && !f.fitsDate(in, e) {
			e = nil
		}
	default:
		return nil, false, nil
	}
	return e, true, err
}

// bySlug is the entry of a type that has a slug and what else the address says
// of it.
func (f *resolver) bySlug(ctx context.Context, in *input, typ, slug string) (*content.Entry, error) {
	q := content.Query{Types: []string{typ}, Slugs: []string{slugOf(last(slug))}, SkipTotal: true, Limit: 50, Order: []content.Order{{By: content.ByDate, Desc: true}}}
	found, err := f.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, err
	}
	var path []string // of what has parents, from the first
	if t := f.Types.Get(typ); t != nil && t.Declared && t.Hierarchical {
		path = strings.Split(slugPath(slug), "/")
	}
	var hidden *content.Entry
	for _, e := range found.Entries {
		if path != nil {
			if ok, err := f.hasPath(ctx, e, path); err != nil || !ok {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		if !f.fitsDate(in, e) || in.has("p") && e.ID != in.number("p") {
			continue
		}
		if f.mayShow(ctx, e) {
			return e, nil
		}
		hidden = e
	}
	return hidden, nil
}

func last(path string) string {
	return path[strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1:]
}

// dateParts are the parts of dates by name: where they stand in the written
// form, and how many digits they have.
var dateParts = []struct {
	name      string
	from, len int
}{{"year", 0, 4}, {"monthnum", 5, 2}, {"day", 8, 2}, {"hour", 11, 2}, {"minute", 14, 2}, {"second", 17, 2}}

// fitsDate tells whether an entry is of the date that an address names.
func (f *resolver) fitsDate(in *input, e *content.Entry) bool {
	for _, part := range dateParts {
		if !in.has(part.name) || len(e.Date) < part.from+part.len {
			continue
		}
		if n, err := strconv.ParseInt(e.Date[part.from:part.from+part.len], 10, 64); err != nil || n != in.number(part.name) {
			return false
		}
	}
	return true
}

// byPagename is the page or the attachment of a path.
func (f *resolver) byPagename(ctx context.Context, path string) (*content.Entry, error) {
	slugs := strings.Split(slugPath(path), "/")
	found, err := f.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypePage, content.TypeAttachment}, Slugs: slugs[len(slugs)-1:], SkipTotal: true, Limit: 50,
		Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return nil, err
	}
	var attachment *content.Entry
	for _, e := range found.Entries {
		switch ok, err := f.hasPath(ctx, e, slugs); {
		case err != nil:
			return nil, err
		case !ok:
		case e.Type == content.TypePage && e.Status != content.Trash:
			return e, nil
		case attachment == nil && e.Type == content.TypeAttachment:
			attachment = e
		}
	}
	return attachment, nil
}

// hasPath tells whether an entry and those above it have the slugs of a path.
func (f *resolver) hasPath(ctx context.Context, e *content.Entry, slugs []string) (bool, error) {
	at := e
	for i := len(slugs) - 2; i >= 0; i-- {
		parent, err := f.entryByID(ctx, at.Parent)
		if err != nil || parent == nil || parent.ID == at.ID || parent.Slug != slugs[i] {
			return false, err
		}
		at = parent
	}
	return at.Parent == 0, nil
}

// mayShow tells whether the visitor may see an entry on a page of its own.
func (f *resolver) mayShow(ctx context.Context, e *content.Entry) bool {
	t := f.Types.Get(e.Type)
	if t == nil || !t.Public || e.Status == content.Trash {
		return false
	}
	return f.policy.CanRead(ctx, visitor(ctx).Actor, e)
}

// entry is the place of an entry, or of one page of it; nil when the visitor
// can't see it.
func (f *resolver) entry(ctx context.Context, in *input, e *content.Entry) (*resolvedPage, error) {
	if !f.mayShow(ctx, e) {
		return nil, nil
	}
	if e.Password != "" {
		scope.NoStore(ctx) // the page is another one for who gave the password
	}
	p := f.resolvedPage(ctx, in, "single")
	previewed, err := f.proposed(ctx, in, e)
	if err != nil {
		return nil, err
	}
	if previewed != nil {
		e = previewed
		p.source.Show(e)
		p.is.preview = true
		scope.NoStore(ctx) // it is for who may see it
	}
	p.post = p.source.Posts(ctx, []int64{e.ID})[e.ID]
	if p.post == nil {
		return nil, nil
	}
	p.entry = e
	static := f.Site.FrontIsPage(ctx)
	p.is.front = static && e.ID == site.PageOnFront.Of(ctx, f.Site)
	part, pages := int(min(in.number("page"), maxPage)), render.Pages(p.post)
	if part > 1 && (part > pages) || part == 1 && pages == 1 && in.vars["page"] != "" && in.vars["page"] != "0" {
		return nil, nil
	}
	if p.is.front && part == 0 {
		part = p.paged
	}
	p.part = part
	r, id := p.request, strconv.FormatInt(e.ID, 10)
	if previewed != nil {
		r.Preview = in.previewQuery()
	}
	r.PostID, r.Posts, r.Total, r.Pages, r.Comment = e.ID, []*render.Post{p.post}, 1, 1, int(min(in.number("cpage"), maxPage))
	r.Page = max(part, 1)
	r.Held = visitor(ctx).Held
	if id := int64(number(in.query.Get("unapproved"))); id > 0 && f.Held != nil && f.Held(ctx, id, in.query.Get("moderation-hash")) {
		r.Held = id
		scope.NoStore(ctx) // for ten minutes, and for who has the key
	}
	if part > 1 && !p.post.Locked {
		r.Query["page"] = strconv.Itoa(part)
	} else {
		delete(r.Query, "page")
	}
	p.template = theme.Request{
		Kind: theme.RequestSingle, ID: e.ID, Slug: e.Slug, Type: e.Type, Template: e.Meta.Text(content.MetaTemplate), MediaType: e.MimeType,
	}
	switch {
	case p.is.front:
		r.Kind, p.template.Kind, p.is.page = "front_page", theme.RequestFront, true
	case e.Type == content.TypePage:
		r.Kind, p.template.Kind, p.is.page = "page", theme.RequestPage, true
		p.template.PrivacyPolicy = site.PrivacyPage.Of(ctx, f.Site) == e.ID
	case e.Type == content.TypeAttachment:
		p.template.Kind, p.is.single, p.is.attachment = theme.RequestAttachment, true, true
	default:
		p.is.single = true
	}
	p.is.preview = p.is.preview || in.has("preview") || e.Status != content.Publish && e.Status != content.Private && e.Status != content.Inherit
	if p.is.preview && previewed == nil && in.has("p") && e.Status == content.Publish {
		p.is.preview = false
	}
	p.canonical = f.Links.Link(ctx, e)
	if t := f.Types.Get(e.Type); t != nil && t.REST {
		p.record = wire.Ref{Path: t.RESTRoot() + "/" + id}
	}
	return p, nil
}

// resolvedPage begins the place of an address.
func (f *base) resolvedPage(ctx context.Context, in *input, kind string) *resolvedPage {
	paged := in.pageNumber()
	r := &render.Request{Front: true, Kind: kind, Page: max(paged, 1), URL: in.address(), Query: map[string]string{}, AnswersBy: f.answersBy(ctx)}
	for name, values := range in.query {
		if len(values) > 0 {
			r.Query[name] = values[len(values)-1]
		}
	}
	who := visitor(ctx)
	r.LogoutNonce = who.LogoutNonce
	p := &resolvedPage{status: http.StatusOK, request: r, source: f.View.Source(ctx, who.Actor, r), paged: paged}
	r.Commenter = render.Commenter{Name: who.Name, Email: who.Email, URL: who.Website}
	if who.Unlocks != nil {
		r.From = who.From
		r.Unlocks = func(password string) bool {
			p.asks = true
			return who.Unlocks(password)
		}
	}
	return p
}

// missing is the place of an address that means nothing.
func (f *resolver) missing(ctx context.Context, in *input) *resolvedPage {
	p := f.resolvedPage(ctx, in, "404")
	p.status, p.title, p.missing, p.paged = http.StatusNotFound, f.Site.Texts(ctx).Of("Page not found"), true, 1
	p.request.Page = 1
	p.template = theme.Request{Kind: theme.RequestNotFound}
	return p
}

// number is a written page or id that is in bounds, else 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxPage {
		return 0
	}
	return n
}
