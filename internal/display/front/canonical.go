package front

import (
	"context"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
)

// redirect is an address that is worked out: another one than was asked for,
// and what of the query goes along.
type redirect struct {
	path  string // of the address asked for, corrected
	query url.Values
	to    string // the other address, "" for path
}

func (r *redirect) drop(names ...string) {
	for _, name := range names {
		r.query.Del(name)
	}
}

// lead sets where the address leads and drops the names that said so.
func (r *redirect) lead(to string, names ...string) {
	if to != "" {
		r.to = to
		r.drop(names...)
	}
}

// entryNames are the names that name an entry.
var entryNames = []string{"p", "page_id", "attachment_id", "pagename", "name", "post_type"}

// usualAddress is where a place that was asked for in another way is, else "".
//
// Compat (TestSite): lists by page, feeds and pages of comments are served
// at every address that names them, and so is what a path names in capitals or
// below the wrong parent.
func (f *resolver) usualAddress(ctx context.Context, in *input, p *resolvedPage) string {
	if !in.reads || p.is.search || p.is.preview || inPlace(ctx) {
		return ""
	}
	if p.is.trackback {
		p.temporary = true
		return p.canonical
	}
	r := &redirect{path: in.path, query: cloneValues(in.query)}
	if usual := render.AnswersBy; in.query.Has(usual) && p.is.singular() && f.answersBy(ctx) != usual {
		r.drop(usual)
		return r.address(in, p.canonical) + "#comment-" + url.QueryEscape(in.query.Get(usual))
	}
	if in.has("preview") && in.has("p") {
		r.drop("preview")
	}
	pretty := f.Site.Permalinks(ctx) != ""
	if p.is.attachment && !site.AttachmentPages.Of(ctx, f.Site) && (!in.has("p") || !pretty) {
		if file := f.fileOf(ctx, p); file != "" {
			r.lead(file)
			if pretty {
				r.drop("attachment_id")
			}
			return r.address(in, file)
		}
	}
	if pretty && (in.has("paged") || p.is.feed != "" || in.has("cpage")) {
		return ""
	}
	if pretty {
		f.plainly(ctx, in, p, r)
	}
	if p.is.singular() && in.has("page") && pretty {
		to := r.to
		if to == "" {
			to = p.canonical
		}
		if p.part > 1 {
			to = f.partLink(in, to, p)
		}
		r.lead(to, "page")
	}
	return f.corrected(in, p, r, pretty)
}

// plainly leads from the plain address of a place to its own.
func (f *resolver) plainly(ctx context.Context, in *input, p *resolvedPage, r *redirect) {
	sent := func(name string) bool { return in.query.Get(name) != "" && in.query.Get(name) != "0" }
	switch {
	case p.is.postsPage && sent("page_id"):
		r.lead(p.canonical, "page_id")
	case p.is.singular() && sent("attachment_id"):
		r.lead(p.canonical, "attachment_id")
	case p.is.singular() && sent("page_id"):
		r.lead(p.canonical, "page_id", "p", "post_type")
	case p.is.singular() && sent("p"):
		r.lead(p.canonical, "p", "post_type")
	case p.is.single && sent("name"):
		r.lead(p.canonical, "name")
	case p.is.page && p.is.front && (in.path != "/" && in.path != ""):
		r.lead(in.base + "/")
	case p.is.date && sent("m") && !p.is.time:
		if len(in.vars["m"])%2 == 0 {
			r.lead(p.dateLink, "m")
		}
	case p.is.date:
		switch {
		case p.is.day && sent("day") && in.has("year") && in.has("monthnum"):
			r.lead(p.dateLink, "year", "monthnum", "day")
		case p.is.month && sent("monthnum") && in.has("year"):
			r.lead(p.dateLink, "year", "monthnum")
		case p.is.year && sent("year"):
			r.lead(p.dateLink, "year")
		}
	case p.is.author && sent("author") && digits(in.query.Get("author")) && len(p.request.Posts) > 0:
		r.lead(p.authorLink, "author")
	case p.is.single && p.entry != nil && in.vars["category_name"] != "" && strings.Contains(f.Site.Permalinks(ctx), "%category%"):
		if !f.inCategory(ctx, p, in.vars["category_name"]) {
			r.lead(p.canonical)
		}
	case sent("post_format"):
	case (p.is.category || p.is.tag || p.is.tax) && p.terms == 1 && p.term != nil && len(in.query) > 0:
		f.namedTerm(in, p, r)
	}
}

// inCategory tells whether an entry is in the category of a path.
func (f *resolver) inCategory(ctx context.Context, p *resolvedPage, path string) bool {
	found, err := f.Store.EntryTerms(ctx, []int64{p.entry.ID})
	return err != nil || slices.ContainsFunc(found[p.entry.ID], func(t *taxonomy.Term) bool {
		return t.Taxonomy == taxonomy.Category && f.TermLinks.Path(ctx, t) == slugPath(path)
	})
}

// namedTerm leads from an archive that the query alone names to its path.
func (f *resolver) namedTerm(in *input, p *resolvedPage, r *redirect) {
	// Terms of declared taxonomies are named by the name of the taxonomy, see byName.
	declared := p.is.tax && in.query.Get(p.term.Taxonomy) != ""
	for name := range in.fromPath {
		if !in.query.Has(name) && !declared {
			return
		}
	}
	if declared {
		r.drop(p.term.Taxonomy)
	}
	r.drop("term", "taxonomy", "category_name", "cat", "tag", "tag_id", "post_format")
	if u, err := url.Parse(p.canonical); err == nil && u.RawQuery == "" {
		r.path = u.EscapedPath()
		if base, err := url.Parse(in.base); err == nil {
			r.path = "/" + strings.TrimPrefix(strings.TrimPrefix(r.path, strings.TrimSuffix(base.EscapedPath(), "/")), "/")
		}
		return
	}
	r.to = p.canonical
}

// partLink is the address of a page of an entry.
func (f *resolver) partLink(in *input, link string, p *resolvedPage) string {
	link = strings.TrimSuffix(link, "/") + "/"
	if p.is.front {
		link += "page/"
	}
	link += strconv.Itoa(p.part)
	if in.rules.slash {
		link += "/"
	}
	return link
}

// fileOf is the file of an attachment. One that belongs to what the visitor
// may not see isn't led to.
func (f *resolver) fileOf(ctx context.Context, p *resolvedPage) string {
	if parent, err := f.entryByID(ctx, p.entry.Parent); err != nil || parent != nil && !f.mayShow(ctx, parent) {
		return ""
	}
	image := p.source.Images(ctx, []int64{p.entry.ID})[p.entry.ID]
	if image == nil {
		return ""
	}
	return image.URL
}

var (
	endMarks  = regexp.MustCompile(`(?i)( |%20|!|%21|"|%22|'|%27|\(|%28|\)|%29|,|%2C|\.|%2E|;|%3B|\{|%7B|\}|%7D|%E2%80%9C|%E2%80%9D)+$`)
	endSpaces = regexp.MustCompile(`(?i)(%C2%A0)+$`)
	indexEnd  = regexp.MustCompile(`/index\.php/*$`)
	manySlash = regexp.MustCompile(`/+`)
)

// corrected brings the path of an address into its usual form. p is nil for an
// address that means nothing.
func (f *resolver) corrected(in *input, p *resolvedPage, r *redirect, pretty bool) string {
	for _, name := range []string{"p", "page_id", "cat", "tag"} {
		if values := in.query[name]; len(values) == 1 && values[0] == "" {
			r.drop(name)
		}
	}
	if r.to != "" {
		return r.address(in, r.to)
	}
	path := endSpaces.ReplaceAllString(r.path, "")
	path = endMarks.ReplaceAllString(indexEnd.ReplaceAllString(path, "/"), "")
	path = strings.ReplaceAll(path, "/index.php/", "/")
	if pretty && p != nil && !p.is.front {
		path = strings.TrimRight(path, "/")
		if in.rules.slash {
			path += "/"
		}
	}
	if path = manySlash.ReplaceAllString(path, "/"); path == "" {
		path = "/"
	}
	if path == in.path && !in.otherName && r.query.Encode() == in.query.Encode() {
		return ""
	}
	return r.address(in, in.base+path)
}

// address is where the redirect leads, "" when that is the address asked for.
func (r *redirect) address(in *input, to string) string {
	if to == "" {
		return ""
	}
	to, anchor, hasAnchor := strings.Cut(to, "#")
	if len(r.query) > 0 {
		if strings.Contains(to, "?") {
			to += "&"
		} else {
			to += "?"
		}
		to += r.encoded(in)
	}
	if to == in.address() && !in.otherName {
		return ""
	}
	if hasAnchor {
		to += "#" + anchor
	}
	return to
}

// encoded is the query that goes along, in the order in which it was sent. An
// address of which only the path changes keeps it as it is.
func (r *redirect) encoded(in *input) string {
	if r.to == "" && r.query.Encode() == in.query.Encode() && !hasControls(in.sent) {
		return in.sent
	}
	left := cloneValues(r.query)
	var parts []string
	take := func(name string) {
		for _, value := range left[name] {
			parts = append(parts, queryEscape(name)+"="+queryEscape(value))
		}
		delete(left, name)
	}
	for pair := range strings.SplitSeq(in.sent, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name, err := url.QueryUnescape(name); err == nil {
			take(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		take(name)
	}
	return strings.Join(parts, "&")
}

// queryEscape encodes a name or value, a blank as others are.
func queryEscape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func hasControls(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// address is the whole address of a place, with its page.
func (p *resolvedPage) address(in *input) string {
	link := p.canonical
	if link == "" {
		return ""
	}
	plain := strings.Contains(link, "?")
	add := func(name, path string, n int) {
		switch {
		case plain:
			link += "&" + name + "=" + strconv.Itoa(n)
		default:
			link = strings.TrimSuffix(link, "/") + "/" + path + strconv.Itoa(n)
			if in.rules.slash {
				link += "/"
			}
		}
	}
	if p.post == nil {
		if p.paged > 1 {
			add("paged", "page/", p.paged)
		}
		return link
	}
	if p.entry.Status != content.Publish && p.entry.Status != content.Inherit {
		return ""
	}
	if p.part > 1 {
		add("page", "", p.part)
	}
	if n := p.request.Comment; n > 0 {
		add("cpage", "comment-page-", n)
		link += "#comments"
	}
	return link
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func cloneValues(v url.Values) url.Values {
	out := make(url.Values, len(v))
	for name, values := range v {
		out[name] = slices.Clone(values)
	}
	return out
}
