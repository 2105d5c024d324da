package front

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/theme"
	"quoin/internal/view"
	"quoin/internal/wire"
)

// maxPage is the highest page of a list that is looked for.
const maxPage = 100_000

// input is an address as a client asked for it.
type input struct {
	path     string   // as decoded, with its slashes
	segments []string // escaped and in lower case, as slugs are stored, without those of paging
	query    url.Values
	page     int // from 1; 0 when it can't be one
	comment  int // page of comments, 0 when none is named
	base     string
}

// read takes an address apart. Paging comes as the last parts of the path or
// in the query.
func read(r *http.Request) *input {
	in := &input{path: r.URL.Path, query: r.URL.Query(), page: 1}
	for s := range strings.SplitSeq(strings.ToLower(r.URL.EscapedPath()), "/") {
		if s != "" {
			in.segments = append(in.segments, s)
		}
	}
	if n := len(in.segments); n > 0 {
		if tail, ok := strings.CutPrefix(in.segments[n-1], "comment-page-"); ok && number(tail) > 0 {
			in.comment, in.segments = number(tail), in.segments[:n-1]
		}
	}
	if n := len(in.segments); n > 1 && in.segments[n-2] == "page" && digits(in.segments[n-1]) {
		in.page, in.segments = number(in.segments[n-1]), in.segments[:n-2]
	} else if v := in.query.Get("paged"); digits(v) {
		in.page = max(number(v), 1)
	}
	return in
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// number is a written page or id that is in bounds, else 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxPage {
		return 0
	}
	return n
}

func (in *input) id(name string) int64 {
	id, err := strconv.ParseInt(in.query.Get(name), 10, 64)
	if err != nil || id < 0 {
		return 0
	}
	return id
}

// place is what an address means.
type place struct {
	location string // where to go instead; nothing else is set then

	status    int
	request   *render.Request
	template  theme.Request
	source    *view.Source
	post      *render.Post // of a page that shows one entry
	title     string       // HTML; "" where the site's own name is the title
	canonical string       // address without paging, "" when it has none
	record    wire.Ref     // the same in the API
	classes   []string
}

// resolve finds what an address means.
func (f *Front) resolve(ctx context.Context, in *input) (*place, error) {
	in.base = f.Site.Base(ctx)
	p, err := f.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return f.missing(ctx, in), nil
	}
	if p.location == "" {
		p.location = f.usual(ctx, in, p)
	}
	return p, nil
}

// find is the place of an address, nil when there is none.
func (f *Front) find(ctx context.Context, in *input) (*place, error) {
	if in.page < 1 {
		return nil, nil
	}
	if len(in.segments) == 0 {
		return f.byQuery(ctx, in)
	}
	if p, err := f.archive(ctx, in); p != nil || err != nil {
		return p, err
	}
	e, err := f.Links.Resolve(ctx, in.base+"/"+strings.Join(in.segments, "/")+"/")
	if err != nil {
		return nil, err
	}
	if e != nil {
		return f.entry(ctx, in, e, max(number(in.query.Get("page")), in.page))
	}
	if p, err := f.date(ctx, in); p != nil || err != nil {
		return p, err
	}
	last := len(in.segments) - 1
	if part := number(in.segments[last]); last > 0 && part > 1 && in.page == 1 {
		// A page of an entry of several.
		e, err := f.Links.Resolve(ctx, in.base+"/"+strings.Join(in.segments[:last], "/")+"/")
		if e == nil || err != nil {
			return nil, err
		}
		return f.entry(ctx, in, e, part)
	}
	if f.Site.Text(ctx, "show_on_front", "posts") == "page" {
		// The page on the front is no longer found by its own path.
		e := f.place(ctx, in, "page").source.PostByPath(ctx, content.TypePage, strings.Join(in.segments, "/"))
		if e != nil && e.ID == f.Site.Int(ctx, "page_on_front", 0) {
			return &place{location: withQuery(in.base+"/", in.query, nil)}, nil
		}
	}
	return f.moved(ctx, in)
}

// byQuery is the place that the query of the site's own address names.
func (f *Front) byQuery(ctx context.Context, in *input) (*place, error) {
	for _, name := range []string{"p", "page_id", "attachment_id"} {
		if id := in.id(name); id > 0 {
			found, err := f.Store.EntriesByID(ctx, []int64{id})
			if err != nil || found[id] == nil {
				return nil, err
			}
			return f.entry(ctx, in, found[id], max(number(in.query.Get("page")), in.page))
		}
	}
	if in.query.Has("s") {
		return f.search(ctx, in)
	}
	if p, named, err := f.archiveByQuery(ctx, in); named {
		return p, err
	}
	if f.Site.Text(ctx, "show_on_front", "posts") == "page" {
		id := f.Site.Int(ctx, "page_on_front", 0)
		found, err := f.Store.EntriesByID(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		if e := found[id]; e != nil && f.mayShow(ctx, e) {
			return f.entry(ctx, in, e, in.page)
		}
	}
	return f.posts(ctx, in, nil)
}

// mayShow tells whether strangers may see an entry on a page of its own.
func (f *Front) mayShow(ctx context.Context, e *content.Entry) bool {
	t := f.Types.Get(e.Type)
	if t == nil || !t.Public {
		return false
	}
	var parent *content.Entry
	if e.Status == content.Inherit && e.Parent != 0 {
		found, err := f.Store.EntriesByID(ctx, []int64{e.Parent})
		if err != nil {
			return false
		}
		parent = found[e.Parent]
	}
	return f.policy.CanRead(access.Actor{}, e, parent)
}

// entry is the place of an entry, or of one page of it; nil when strangers
// can't see it.
func (f *Front) entry(ctx context.Context, in *input, e *content.Entry, part int) (*place, error) {
	if !f.mayShow(ctx, e) {
		return nil, nil
	}
	static := f.Site.Text(ctx, "show_on_front", "posts") == "page"
	if static && e.ID == f.Site.Int(ctx, "page_for_posts", 0) {
		return f.posts(ctx, in, e)
	}
	p := f.place(ctx, in, "single")
	p.post = p.source.Posts(ctx, []int64{e.ID})[e.ID]
	if p.post == nil {
		return nil, nil
	}
	if part > 1 && (p.post.Locked || part > render.Pages(p.post)) {
		return nil, nil
	}
	r, id := p.request, strconv.FormatInt(e.ID, 10)
	r.PostID, r.Posts, r.Total, r.Pages, r.Comment = e.ID, []*render.Post{p.post}, 1, 1, in.comment
	if part > 1 {
		r.Query["page"] = strconv.Itoa(part)
	} else {
		delete(r.Query, "page")
	}
	p.template = theme.Request{
		Kind: theme.RequestSingle, ID: e.ID, Slug: e.Slug, Type: e.Type, Template: e.Meta.Text(content.MetaTemplate), MediaType: e.MimeType,
	}
	p.classes = []string{"single", "single-" + e.Type, "postid-" + id}
	switch {
	case static && e.ID == f.Site.Int(ctx, "page_on_front", 0):
		r.Kind, p.template.Kind, p.classes = "front_page", theme.RequestFront, []string{"home", "page", "page-id-" + id}
	case e.Type == content.TypePage:
		r.Kind, p.template.Kind, p.classes = "page", theme.RequestPage, []string{"page", "page-id-" + id}
		p.template.PrivacyPolicy = f.Site.Int(ctx, "wp_page_for_privacy_policy", 0) == e.ID
	case e.Type == content.TypeAttachment:
		p.template.Kind = theme.RequestAttachment
		p.classes = []string{"attachment", "attachmentid-" + id}
	}
	p.canonical = f.Links.Link(ctx, e)
	if t := f.Types.Get(e.Type); t.REST {
		p.record = wire.Ref{Path: "/core/v2/" + t.RESTBase + "/" + id}
	}
	r.Page = part
	return p, nil
}

// moved leads from a slug that an entry once had to where the entry is now.
func (f *Front) moved(ctx context.Context, in *input) (*place, error) {
	q := content.Query{
		Statuses: []content.Status{content.Publish}, Limit: 1, SkipTotal: true,
		MetaValues: map[string][]string{content.MetaOldSlug: {in.segments[len(in.segments)-1]}},
		Order:      []content.Order{{By: content.ByDate, Desc: true}},
	}
	for _, t := range f.Types.All() {
		if t.Public && !t.Hierarchical {
			q.Types = append(q.Types, t.Name)
		}
	}
	found, err := f.Store.ListEntries(ctx, q)
	if err != nil || len(found.Entries) == 0 {
		return nil, err
	}
	link := f.Links.Link(ctx, found.Entries[0])
	if strings.Contains(link, "?") {
		return nil, nil
	}
	return &place{location: withQuery(link, in.query, nil)}, nil
}

// place begins the place of an address.
func (f *Front) place(ctx context.Context, in *input, kind string) *place {
	r := &render.Request{Front: true, Kind: kind, Page: in.page, URL: in.address(), Query: map[string]string{}}
	for name, values := range in.query {
		if len(values) > 0 {
			r.Query[name] = values[len(values)-1]
		}
	}
	return &place{
		status: http.StatusOK, request: r, source: f.View.Source(ctx, access.Actor{}, r),
	}
}

// address is the address asked for at the site's own place.
func (in *input) address() string {
	a := in.base + (&url.URL{Path: in.path}).EscapedPath()
	if q := in.query.Encode(); q != "" {
		a += "?" + q
	}
	return a
}

// missing is the place of an address that means nothing.
func (f *Front) missing(ctx context.Context, in *input) *place {
	p := f.place(ctx, in, "404")
	p.status, p.title = http.StatusNotFound, "Page not found"
	p.template = theme.Request{Kind: theme.RequestNotFound}
	p.classes = []string{"error404"}
	return p
}

// plainNames are the members of a query that name a place; its usual address
// does without them.
var plainNames = []string{
	"p", "page_id", "attachment_id", "cat", "category_name", "tag", "author", "author_name", "taxonomy", "term",
	"m", "year", "monthnum", "day", "paged", "page",
}

// usual is the usual address of a place when another one was asked for, else
// "". A site without address structure has only plain ones.
func (f *Front) usual(ctx context.Context, in *input, p *place) string {
	if p.canonical == "" || strings.Contains(p.canonical, "?") || f.Site.Permalinks(ctx) == "" {
		return ""
	}
	link := p.address()
	want, err := url.Parse(link)
	base, baseErr := url.Parse(in.base)
	if err != nil || baseErr != nil {
		return ""
	}
	own := strings.TrimPrefix(want.Path, strings.TrimSuffix(base.Path, "/"))
	named := len(in.segments) == 0 && slices.ContainsFunc(plainNames, in.query.Has)
	if (in.path == own || in.path == want.Path) && !named {
		return ""
	}
	drop := plainNames
	if p.post != nil && len(in.segments) > 0 {
		drop = []string{"paged", "page"}
	}
	return withQuery(link, in.query, drop)
}

// address is the whole address of a place, with its page.
func (p *place) address() string {
	link := p.canonical
	if link == "" || strings.Contains(link, "?") {
		return link
	}
	slash := ""
	if strings.HasSuffix(link, "/") {
		slash = "/"
	}
	link = strings.TrimRight(link, "/")
	if n := p.request.Page; n > 1 {
		if p.post == nil || p.request.Kind == "front_page" {
			link += "/page"
		}
		link += "/" + strconv.Itoa(n)
	}
	if n := p.request.Comment; n > 0 && p.post != nil {
		link += "/comment-page-" + strconv.Itoa(n)
	}
	return link + slash
}

// withQuery adds to an address what of a query isn't to be dropped.
func withQuery(link string, query url.Values, drop []string) string {
	rest := url.Values{}
	for name, values := range query {
		if !slices.Contains(drop, name) {
			rest[name] = values
		}
	}
	if len(rest) == 0 {
		return link
	}
	return link + "?" + rest.Encode()
}
