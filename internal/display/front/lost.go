package front

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/auth"
)

// lost is the place of an address that means nothing: where what it probably
// means is, else the page that says so.
func (f *resolver) lost(ctx context.Context, in *input) (*resolvedPage, error) {
	p := f.missing(ctx, in)
	if inPlace(ctx) {
		return p, nil
	}
	if lead := f.lead(ctx, in.path); lead != nil {
		p.location, p.header = lead.Location, lead.Header
		return p, nil
	}
	if !in.reads || isScript(in.path) {
		return p, nil
	}
	if in.noForm && f.Site.Permalinks(ctx) == "" {
		var err error
		p.location, err = f.former(ctx, in)
		return p, err
	}
	to, err := f.moved(ctx, in)
	if err == nil && to == "" {
		to, err = f.former(ctx, in)
	}
	if err == nil && to == "" {
		to, err = f.meant(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	if to == "" && in.path != "" {
		switch strings.TrimSuffix(in.path, "/") {
		case "/admin", "/dashboard":
			p.location, p.temporary = in.base+auth.AdminPath+"/", true
			return p, nil
		case "/login", "/login.php":
			p.location, p.temporary = in.base+auth.LoginPath, true
			return p, nil
		}
	}
	p.location = to
	if to == "" && in.has("feed") && f.emptyFeeds(ctx) {
		p.is.feed = in.vars["feed"] // there is a feed of nothing
	}
	return p, nil
}

// moved leads from the slug or the date that a post once had to where it is.
func (f *resolver) moved(ctx context.Context, in *input) (string, error) {
	slug := slugOf(last(in.vars["name"]))
	if !in.has("name") {
		return "", nil
	}
	base := content.Query{
		Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, Limit: 1, SkipTotal: true,
		Order: []content.Order{{By: content.ByDate, Desc: true}},
	}
	first := func(q content.Query) (*content.Entry, error) {
		found, err := f.Store.ListEntries(ctx, q)
		if err != nil || len(found.Entries) == 0 {
			return nil, err
		}
		return found.Entries[0], nil
	}
	q := base
	q.MetaValues = map[string][]string{content.MetaOldSlug: {slug}}
	q.DateParts = in.dateFilter()
	e, err := first(q)
	if err != nil {
		return "", err
	}
	if day := in.day(); e == nil && day != "" {
		q := base
		q.Slugs, q.MetaValues = []string{slug}, map[string][]string{content.MetaOldDate: {day}}
		if e, err = first(q); err == nil && e == nil {
			q.Slugs, q.MetaValues = nil, map[string][]string{content.MetaOldDate: {day}, content.MetaOldSlug: {slug}}
			e, err = first(q)
		}
	}
	if e == nil || err != nil {
		return "", err
	}
	link := f.Links.Link(ctx, e)
	switch {
	case strings.Contains(link, "?"):
	case in.number("paged") > 1:
		link = strings.TrimSuffix(link, "/") + "/page/" + in.vars["paged"] + "/"
	case in.has("embed"):
		link = strings.TrimSuffix(link, "/") + "/embed/"
	}
	return link, nil
}

// day is the date that an address names, as it is stored with a post that was
// moved; "" when it names none.
func (in *input) day() string {
	if !in.has("year") || !in.has("monthnum") || !in.has("day") {
		return ""
	}
	two := func(name string) string { return strings.Repeat("0", max(2-len(in.vars[name]), 0)) + in.vars[name] }
	return in.vars["year"] + "-" + two("monthnum") + "-" + two("day")
}

// dateFilter are the parts of a date that an address names.
func (in *input) dateFilter() []content.DatePart {
	var out []content.DatePart
	for _, part := range dateParts[:3] {
		if in.has(part.name) {
			text := in.vars[part.name]
			text = strings.Repeat("0", max(part.len-len(text), 0)) + text
			out = append(out, content.DatePart{From: part.from, Values: []string{text}})
		}
	}
	return out
}

// meant is the address that a mistyped one probably means, else "".
func (f *resolver) meant(ctx context.Context, in *input) (string, error) {
	r := &redirect{path: in.path, query: cloneValues(in.query)}
	pretty := f.Site.Permalinks(ctx) != ""
	for _, name := range []string{"p", "page_id", "attachment_id"} {
		e, err := f.entryByID(ctx, in.number(name))
		if err != nil {
			return "", err
		}
		if e != nil && e.Status != content.AutoDraft && f.mayShow(ctx, e) {
			r.lead(f.Links.Link(ctx, e), append([]string{"page"}, entryNames...)...)
			return f.corrected(in, nil, r, pretty), nil
		}
	}
	year, month, day := in.number("year"), in.number("monthnum"), in.number("day")
	switch {
	case year > 0 && month > 0 && day > 0 && !valid(map[string]int{"year": int(year), "monthnum": int(month), "day": int(day)}):
		r.lead(f.monthLink(ctx, year, month), "year", "monthnum", "day")
	case year > 0 && month > 12 && day == 0:
		r.lead(f.yearLink(ctx, year), "year", "monthnum")
	}
	if r.to != "" {
		return f.corrected(in, nil, r, pretty), nil
	}
	if in.has("page") {
		inner := *in
		inner.vars = map[string]string{}
		for name, value := range in.vars {
			if name != "page" {
				inner.vars[name] = value
			}
		}
		e, _, err := f.entryOfAddress(ctx, &inner)
		if err != nil {
			return "", err
		}
		if e != nil && f.mayShow(ctx, e) {
			r.lead(f.Links.Link(ctx, e), append([]string{"page"}, entryNames...)...)
			return f.corrected(in, nil, r, pretty), nil
		}
	}
	to, err := f.guessed(ctx, in)
	if err != nil {
		return "", err
	}
	r.lead(to, append([]string{"page", "feed"}, entryNames...)...)
	return f.corrected(in, nil, r, pretty), nil
}

// guessed is the address of the first published entry whose slug begins with
// that of an address, of the date that it names; else "".
func (f *resolver) guessed(ctx context.Context, in *input) (string, error) {
	name := in.vars["name"]
	if name == "" {
		name = cmp.Or(in.vars["pagename"], in.vars["attachment"])
	}
	slug := slugOf(last(name))
	if slug == "" {
		return "", nil
	}
	types, order := []string{}, content.Order{By: content.BySlug}
	if in.vars[ofType] != "" {
		order.By = content.ByDate
	}
	for _, t := range f.Types.All() {
		if named := in.vars[ofType]; t.Public && !t.Unlisted && (named == "" || named == t.Name) {
			types = append(types, t.Name)
		}
	}
	found, err := f.Store.ListEntries(ctx, content.Query{
		Types: types, Statuses: []content.Status{content.Publish},
		SlugPrefix: slug, DateParts: in.dateFilter(), Order: []content.Order{order}, Limit: 1, SkipTotal: true,
	})
	if err != nil || len(found.Entries) == 0 {
		return "", err
	}
	link := f.Links.Link(ctx, found.Entries[0])
	switch slash := strings.HasSuffix(link, "/"); {
	case strings.Contains(link, "?"):
	case in.has("feed"):
		link = strings.TrimSuffix(link, "/") + "/feed/"
		if form := in.vars["feed"]; form != "feed" && form != "rss2" {
			link += form + "/"
		}
	case in.number("page") > 1:
		link = strings.TrimSuffix(link, "/") + "/" + strconv.FormatInt(in.number("page"), 10)
		if slash {
			link += "/"
		}
	}
	return link, nil
}
