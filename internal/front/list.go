package front

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/render/datefmt"
	"quoin/internal/render/escape"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/user"
	"quoin/internal/wire"
)

// list is the place of a list of entries: what the address names restricts it,
// all together. page is the page that stands for the list of posts, nil for
// other lists. It is nil when there is nothing at the address.
func (f *Front) list(ctx context.Context, in *input, page *content.Entry) (*resolvedPage, error) {
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
		p.is.front = page == nil && f.Site.Text(ctx, "show_on_front", "posts") != "page"
		p.is.postsPage = page != nil
	}
	p.homePart = int(min(in.number("page"), maxPage))
	f.describe(ctx, in, p, page)
	f.ordered(in, &q)
	return f.fill(ctx, in, p, q, found)
}

// fill reads the page of the list that is asked for.
func (f *Front) fill(ctx context.Context, in *input, p *resolvedPage, q content.Query, found bool) (*resolvedPage, error) {
	r := p.request
	q.Limit = max(p.source.Site(ctx).PostsPerPage, 1)
	if in.has("feed") {
		q.Limit = max(int(f.Site.Int(ctx, "posts_per_rss", 10)), 1)
	}
	q.Offset = (max(p.paged, 1) - 1) * q.Limit
	q.StickyTop = p.is.home && p.paged < 2 && !in.has("feed")
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
	named := p.is.home || p.is.search || p.term != nil || in.has("feed")
	if len(r.Posts) == 0 && (p.paged > 1 || !named) {
		return nil, nil
	}
	if p.dateForm != "" && !in.has("year") && !in.has("m") && len(r.Posts) > 0 {
		// A month of no year in particular is called like that of the first entry.
		r.Date = r.Posts[0].Date
		p.title = escape.HTML(datefmt.Format(r.Date, p.dateForm))
	}
	f.prefetch(ctx, p)
	return p, nil
}

// ordered applies the order that an address asks for.
func (f *Front) ordered(in *input, q *content.Query) {
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
func (f *Front) describe(ctx context.Context, in *input, p *resolvedPage, page *content.Entry) {
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
			if t := f.Types.Get(page.Type); t.REST {
				p.record = wire.Ref{Path: "/core/v2/" + t.RESTBase + "/" + strconv.FormatInt(page.ID, 10)}
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
	}
	if p.is.search && p.term == nil {
		p.canonical = ""
	}
}

// taxonomies restricts a list to what has the terms that an address names.
func (f *Front) taxonomies(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	ok := true
	for _, ask := range []struct {
		name, taxonomy, prefix string
		is                     *bool
	}{
		{"term", in.vars["taxonomy"], "", nil}, {"category_name", taxonomy.Category, "", &p.is.category}, {"cat", taxonomy.Category, "", &p.is.category},
		{"tag", taxonomy.Tag, "", &p.is.tag}, {"post_format", taxonomy.Format, "post-format-", &p.is.tax},
	} {
		if !in.has(ask.name) || ask.taxonomy == "" {
			continue
		}
		tax := f.Taxonomies.Get(ask.taxonomy)
		if tax == nil || !tax.Public {
			p.is.tax = true
			return false, nil
		}
		is := ask.is
		if is == nil {
			is = map[string]*bool{taxonomy.Category: &p.is.category, taxonomy.Tag: &p.is.tag}[tax.Name]
			if is == nil {
				is = &p.is.tax
			}
		}
		if ask.name == "cat" {
			if err := f.categories(ctx, in, p, q); err != nil {
				return false, err
			}
			continue
		}
		*is = true
		found, err := f.termsNamed(ctx, p, q, tax.Name, in.vars[ask.name], ask.prefix)
		if err != nil {
			return false, err
		}
		ok = ok && found
	}
	return ok, nil
}

var manyTerms, allTerms = regexp.MustCompile(`[,\r\n\t]+`), regexp.MustCompile(`[+\r\n\t ]+`)

// termsNamed restricts a list to terms by their slugs: several divided by
// commas mean any, divided by plus signs all of them.
func (f *Front) termsNamed(ctx context.Context, p *resolvedPage, q *content.Query, tax, names, prefix string) (bool, error) {
	slugs, all := []string{names}, false
	switch {
	case strings.Contains(names, ","):
		slugs = manyTerms.Split(names, 20)
	case allTerms.MatchString(names):
		slugs, all = allTerms.Split(names, 20), true
	}
	slices.Sort(slugs)
	ok := true
	filter := content.TermFilter{Taxonomy: tax}
	for _, slug := range slugs {
		slug = slugOf(last(slug))
		if slug == "" {
			continue
		}
		if !strings.HasPrefix(slug, prefix) {
			slug = prefix + slug
		}
		t, err := f.Store.TermBySlug(ctx, tax, slug)
		if errors.Is(err, taxonomy.ErrNotFound) {
			ok = ok && !all && len(slugs) > 1
			continue
		}
		if err != nil {
			return false, err
		}
		f.shows(ctx, p, t)
		filter.Groups = append(filter.Groups, f.below(ctx, p, t))
	}
	p.terms += len(slugs)
	if !all {
		filter.Terms = slices.Concat(filter.Groups...)
		if filter.Terms == nil {
			filter.Terms = []int64{}
		}
		filter.Groups = nil
	}
	q.Terms = append(q.Terms, filter)
	return ok, nil
}

// categories restricts a list to categories by their ids; those with a minus
// sign are left out.
func (f *Front) categories(ctx context.Context, in *input, p *resolvedPage, q *content.Query) error {
	var ids []int64
	for part := range strings.SplitSeq(in.vars["cat"], ",") {
		if id, err := strconv.ParseInt(part, 10, 64); err == nil && id != 0 && len(ids) < 20 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var wanted, not []int64
	for _, id := range ids {
		found, err := f.Store.TermsByID(ctx, []int64{max(id, -id)})
		if err != nil {
			return err
		}
		t := found[max(id, -id)]
		known := t != nil && t.Taxonomy == taxonomy.Category
		switch {
		case id < 0 && known:
			not = append(not, f.below(ctx, p, t)...)
		case id > 0:
			p.is.category = true
			p.terms++
			if wanted == nil {
				wanted = []int64{}
			}
			if known {
				f.shows(ctx, p, t)
				wanted = append(wanted, f.below(ctx, p, t)...)
			}
		}
	}
	if wanted != nil {
		q.Terms = append(q.Terms, content.TermFilter{Taxonomy: taxonomy.Category, Terms: wanted})
	}
	if not != nil {
		q.Terms = append(q.Terms, content.TermFilter{Taxonomy: taxonomy.Category, Terms: not, Exclude: true})
	}
	return nil
}

// shows makes a term the one that a place is about, if it is the first.
func (f *Front) shows(ctx context.Context, p *resolvedPage, t *taxonomy.Term) {
	if p.term != nil {
		return
	}
	for _, shown := range p.source.QueryTerms(ctx, render.TermQuery{Taxonomy: t.Taxonomy, Include: []int64{t.ID}}) {
		p.request.Term, p.term = shown, t
	}
	if p.term == nil {
		return
	}
	p.title, p.canonical = escape.HTML(p.request.Term.Name), f.TermLinks.Link(ctx, t)
	if tax := f.Taxonomies.Get(t.Taxonomy); tax.REST {
		p.record = wire.Ref{Path: "/core/v2/" + tax.RESTBase + "/" + strconv.FormatInt(t.ID, 10)}
	}
}

// below are the ids of a term and of all below it.
func (f *Front) below(ctx context.Context, p *resolvedPage, t *taxonomy.Term) []int64 {
	out := []int64{t.ID}
	tax := f.Taxonomies.Get(t.Taxonomy)
	if tax == nil || !tax.Hierarchical {
		return out
	}
	all := p.source.QueryTerms(ctx, render.TermQuery{Taxonomy: t.Taxonomy})
	for i := 0; i < len(out); i++ {
		for _, other := range all {
			if other.ParentID == out[i] && !slices.Contains(out, other.ID) {
				out = append(out, other.ID)
			}
		}
	}
	return out
}

// people restricts a list to what the named authors wrote. Anonymous callers
// don't hear of users who published nothing.
func (f *Front) people(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	show := func(id int64) {
		p.authorID = id
		if p.request.Author = p.source.Users(ctx, []int64{id})[id]; p.request.Author != nil && p.title == "" {
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
		show(u.ID)
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
	found, err := f.Store.UsersByID(ctx, q.Authors[:1])
	if u := found[q.Authors[0]]; u != nil && p.authorLink == "" {
		p.authorLink = user.Link(ctx, f.Site, u)
		p.canonical = cmp.Or(p.canonical, p.authorLink)
	}
	return true, err
}

// dates restricts a list to a time.
func (f *Front) dates(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	values := map[string]string{}
	for _, part := range dateParts {
		if in.has(part.name) {
			values[part.name] = in.vars[part.name]
		} else if _, given := in.vars[part.name]; given && part.from > 10 {
			values[part.name] = "0"
		}
	}
	if m := in.vars["m"]; m != "" {
		if len(m) < 4 {
			p.is.date = true
			return false, nil
		}
		for i, part := range dateParts {
			if part.name != "year" && len(m) < part.from-i+part.len || part.name == "year" && len(m) < 4 {
				break
			}
			values[part.name] = m[part.from-i : part.from-i+part.len]
		}
	}
	week := in.number("w")
	if len(values) == 0 && week == 0 {
		return true, nil
	}
	p.is.date = true
	numbers := map[string]int{}
	for _, part := range dateParts {
		value, given := values[part.name]
		if !given {
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil || len(strconv.Itoa(n)) > part.len {
			return false, nil
		}
		numbers[part.name] = n
	}
	if !valid(numbers) {
		return false, nil
	}
	f.period(ctx, p, numbers)
	prefix := ""
	for _, part := range dateParts {
		n, given := numbers[part.name]
		if !given {
			continue
		}
		text := fmt.Sprintf("%0*d", part.len, n)
		if len(prefix) == part.from || len(prefix)+1 == part.from && prefix != "" {
			// The beginning of a date: an index has these.
			prefix += site.DateForm[len(prefix):part.from] + text
			continue
		}
		q.DateParts = append(q.DateParts, content.DatePart{From: part.from, Values: []string{text}})
	}
	if prefix != "" {
		q.After, q.Before = prefix, prefix+"~"
	}
	if week > 0 {
		days, err := f.daysOfWeek(ctx, int(week))
		if err != nil {
			return false, err
		}
		q.DateParts = append(q.DateParts, content.DatePart{From: 0, Values: days})
		return len(days) > 0, nil
	}
	return true, nil
}

// valid tells whether the parts of a date can be those of one.
func valid(numbers map[string]int) bool {
	for _, limit := range []struct {
		name string
		most int
	}{{"monthnum", 12}, {"day", 31}, {"hour", 23}, {"minute", 59}, {"second", 59}} {
		if numbers[limit.name] > limit.most {
			return false
		}
	}
	year, month, day := numbers["year"], numbers["monthnum"], numbers["day"]
	if year > 0 && month > 0 && day > 0 {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
	}
	return true
}

// period says which time a place shows.
func (f *Front) period(ctx context.Context, p *resolvedPage, numbers map[string]int) {
	year, month, day := numbers["year"], numbers["monthnum"], numbers["day"]
	_, hour := numbers["hour"]
	_, minute := numbers["minute"]
	_, second := numbers["second"]
	p.is.time = hour || minute || second
	at := time.Date(max(year, 1), time.Month(max(month, 1)), max(day, 1), 0, 0, 0, 0, f.Site.Zone(ctx))
	layout, address := "", ""
	switch {
	case day > 0:
		p.is.day, p.request.Period, layout, address = true, "day", f.Site.Text(ctx, "date_format", "F j, Y"), "2006/01/02"
	case month > 0:
		p.is.month, p.request.Period, layout, address = true, "month", "F Y", "2006/01"
	case year > 0:
		p.is.year, p.request.Period, layout, address = true, "year", "Y", "2006"
	default:
		return // a time of no year in particular
	}
	p.request.Date = at
	if p.title == "" {
		p.title = escape.HTML(datefmt.Format(at, layout))
		p.dateForm = layout
	}
	if year == 0 || p.is.time {
		return
	}
	p.dateLink = f.dateLink(ctx, at, address)
	p.canonical = cmp.Or(p.canonical, p.dateLink)
}

// dateLink is the address of the archive of a day, a month or a year, as the
// layout says.
func (f *Front) dateLink(ctx context.Context, at time.Time, layout string) string {
	structure, base := f.Site.Permalinks(ctx), f.Site.Base(ctx)
	if structure == "" {
		return base + "/?m=" + strings.ReplaceAll(at.Format(layout), "/", "")
	}
	link := base + "/" + site.DateFront(structure) + at.Format(layout)
	if strings.HasSuffix(structure, "/") {
		link += "/"
	}
	return link
}

// daysOfWeek are the days with posts that lie in the week of a number.
func (f *Front) daysOfWeek(ctx context.Context, week int) ([]string, error) {
	counts, err := f.Store.CountByDate(ctx, content.TypePost, 3)
	if err != nil {
		return nil, err
	}
	first := time.Weekday(f.Site.Int(ctx, "start_of_week", 1) % 7)
	var days []string
	for _, n := range counts {
		day, err := time.Parse(time.DateOnly, n.Date)
		if err == nil && weekOf(day, first) == week {
			days = append(days, n.Date)
		}
	}
	return days, nil
}

// weekOf is the number of the week of a day. Weeks begin on the given day; the
// first of a year is that with most of its days in it when they begin on
// Monday, and the first whole one otherwise.
func weekOf(day time.Time, first time.Weekday) int {
	if first == time.Monday {
		year, week := day.ISOWeek()
		if year < day.Year() {
			return 0
		}
		if year > day.Year() {
			_, week = day.AddDate(0, 0, -7).ISOWeek()
			return week + 1
		}
		return week
	}
	offset := (int(day.Weekday()) - int(first) + 7) % 7
	return (day.YearDay() - 1 - offset + 7) / 7
}

// searched are the types of entries that a search finds.
var searched = []string{content.TypePost, content.TypePage}

// searching restricts a list to what a search finds. Entries with a password
// are left out: finding one would tell words of it.
func (f *Front) searching(_ context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	text, asked := in.vars["s"]
	if !asked {
		return true, nil
	}
	p.is.search = true
	p.request.Search = strings.TrimSpace(text)
	p.title = "Search Results for &#8220;" + escape.HTML(p.request.Search) + "&#8221;"
	no := false
	q.Types, q.WithPassword = searched, &no
	if p.request.Search != "" {
		q.Search = f.Search(p.request.Search)
		q.Order = append([]content.Order{{By: content.ByRelevance, Desc: true}}, q.Order...)
	}
	return true, nil
}

// prefetch loads at once what every entry of a list is shown with.
func (f *Front) prefetch(ctx context.Context, p *resolvedPage) {
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

func (f *Front) yearLink(ctx context.Context, year int64) string {
	return f.dateLink(ctx, time.Date(int(min(year, 9999)), 1, 1, 0, 0, 0, 0, time.UTC), "2006")
}

// monthLink is the address of a month, or of its year when there is no such
// month.
func (f *Front) monthLink(ctx context.Context, year, month int64) string {
	if month > 12 {
		return f.yearLink(ctx, year)
	}
	return f.dateLink(ctx, time.Date(int(min(year, 9999)), time.Month(month), 1, 0, 0, 0, 0, time.UTC), "2006/01")
}
