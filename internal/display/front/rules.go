package front

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/site"
)

// rule is one form that an address may have: what its path looks like, what
// the groups of that mean, and what the form says by itself.
type rule struct {
	path  *regexp.Regexp
	names []string
	says  map[string]string
}

// rules are the forms of the addresses of a site, in the order in which they
// are tried. They follow from the structure of its addresses.
type rules struct {
	key     string
	list    []rule
	verbose bool   // whether a path is that of a page has to be looked up
	slash   bool   // addresses end with a slash
	front   string // what addresses of posts begin with
}

// tokens are the parts of a structure: what they look like in a path, and the
// name of what they hold.
var tokens = []struct{ token, pattern, name string }{
	{"%year%", `([0-9]{4})`, "year"}, {"%monthnum%", `([0-9]{1,2})`, "monthnum"}, {"%day%", `([0-9]{1,2})`, "day"},
	{"%hour%", `([0-9]{1,2})`, "hour"}, {"%minute%", `([0-9]{1,2})`, "minute"}, {"%second%", `([0-9]{1,2})`, "second"},
	{"%postname%", `([^/]+)`, "name"}, {"%pagename%", `([^/]+)`, "name"}, {"%post_id%", `([0-9]+)`, "p"}, {"%author%", `([^/]+)`, "author_name"},
	{"%category%", `(.+?)`, "category_name"},
}

var anyToken = regexp.MustCompile(`%[a-z_]+%`)

const feedForms = `(feed|rdf|rss|rss2|atom)`

// maker makes rules.
type maker struct{ list []rule }

func (m *maker) add(path string, says map[string]string, names ...string) {
	m.list = append(m.list, rule{regexp.MustCompile("^" + path + "$"), names, says})
}

// listOf adds the forms of a list: its feeds, its card, its pages, itself.
func (m *maker) listOf(prefix string, names ...string) {
	with := func(more ...string) []string { return append(append([]string{}, names...), more...) }
	m.add(prefix+`/feed/`+feedForms+`/?`, nil, with("feed")...)
	m.add(prefix+`/`+feedForms+`/?`, nil, with("feed")...)
	m.add(prefix+`/embed/?`, map[string]string{"embed": "true"}, names...)
	m.add(prefix+`/page/?([0-9]{1,})/?`, nil, with("paged")...)
	m.add(prefix+`/?`, nil, names...)
}

// attachedTo adds the forms of an attachment below what path looks like.
func (m *maker) attachedTo(path string) {
	m.add(path+`([^/]+)/?`, nil, "attachment")
	m.add(path+`([^/]+)/trackback/?`, map[string]string{"tb": "1"}, "attachment")
	m.add(path+`([^/]+)/feed/`+feedForms+`/?`, nil, "attachment", "feed")
	m.add(path+`([^/]+)/`+feedForms+`/?`, nil, "attachment", "feed")
	m.add(path+`([^/]+)/comment-page-([0-9]{1,})/?`, nil, "attachment", "cpage")
	m.add(path+`([^/]+)/embed/?`, map[string]string{"embed": "true"}, "attachment")
}

// entry adds the forms of an entry.
func (m *maker) entry(path string, names ...string) {
	m.add(path+`/embed/?`, map[string]string{"embed": "true"}, names...)
	m.add(path+`/trackback/?`, map[string]string{"tb": "1"}, names...)
	m.add(path+`/feed/`+feedForms+`/?`, nil, append(slices.Clone(names), "feed")...)
	m.add(path+`/`+feedForms+`/?`, nil, append(slices.Clone(names), "feed")...)
	m.entryPages(path, names...)
}

// entryPages adds the forms of an entry and of its pages.
func (m *maker) entryPages(path string, names ...string) {
	with := func(more string) []string { return append(slices.Clone(names), more) }
	m.add(path+`/page/?([0-9]{1,})/?`, nil, with("paged")...)
	m.add(path+`/comment-page-([0-9]{1,})/?`, nil, with("cpage")...)
	m.add(path+`(?:/([0-9]+))?/?`, nil, with("page")...)
}

// pattern is a part of a structure as it looks in a path, and the names of its
// groups.
func pattern(structure string) (path string, names []string) {
	path = anyToken.ReplaceAllStringFunc(regexp.QuoteMeta(structure), func(found string) string {
		for _, t := range tokens {
			if t.token == found {
				names = append(names, t.name)
				return t.pattern
			}
		}
		return `[^/]+`
	})
	return path, names
}

var group = regexp.MustCompile(`\(([^?])`)

// withoutGroups is a pattern that keeps nothing.
func withoutGroups(path string) string { return group.ReplaceAllString(path, `(?:$1`) }

// makeRules makes the forms of the addresses of a site from its structure and
// what the archives of categories and tags begin with. Own are forms of what the
// owner defined.
func makeRules(structure, categories, tags string, own ...rule) *rules {
	r := &rules{front: site.PermalinkFront(structure), slash: strings.HasSuffix(structure, "/")}
	m := &maker{}
	m.add(`wp-sitemap\.xml`, map[string]string{"sitemap": "index"})
	m.add(`wp-sitemap\.xsl`, map[string]string{"sitemap-stylesheet": "sitemap"})
	m.add(`wp-sitemap-index\.xsl`, map[string]string{"sitemap-stylesheet": "index"})
	m.add(`wp-sitemap-([a-z]+?)-([a-z\d_-]+?)-(\d+?)\.xml`, nil, "sitemap", "sitemap-subtype", "paged")
	m.add(`wp-sitemap-([a-z]+?)-(\d+?)\.xml`, nil, "sitemap", "paged")
	m.add(`favicon\.ico`, map[string]string{"favicon": "1"})
	if structure == "" {
		r.list = m.list
		return r
	}
	inner := strings.Trim(structure, "/")
	front := site.PermalinkFront(structure)
	base := func(own, usual string) string {
		if own = strings.Trim(own, "/"); own != "" {
			return regexp.QuoteMeta(own)
		}
		return regexp.QuoteMeta(front) + usual
	}
	m.listOf(base(categories, "category")+`/(.+?)`, "category_name")
	m.listOf(base(tags, "tag")+`/([^/]+)`, "tag")
	m.listOf(regexp.QuoteMeta(front)+`type/([^/]+)`, "post_format")
	m.add(`robots\.txt`, map[string]string{"robots": "1"})
	m.add(`sitemap\.xml`, map[string]string{"sitemap": "index"})
	m.add(`feed/`+feedForms+`/?`, nil, "feed")
	m.add(feedForms+`/?`, nil, "feed")
	m.add(`embed/?`, map[string]string{"embed": "true"})
	m.add(`page/?([0-9]{1,})/?`, nil, "paged")
	m.add(`comment-page-([0-9]{1,})/?`, nil, "cpage")
	m.add(`comments/feed/`+feedForms+`/?`, map[string]string{"withcomments": "1"}, "feed")
	m.add(`comments/`+feedForms+`/?`, map[string]string{"withcomments": "1"}, "feed")
	m.add(`comments/embed/?`, map[string]string{"embed": "true"})
	m.listOf(`search/(.+)`, "s")
	m.listOf(regexp.QuoteMeta(front)+`author/([^/]+)`, "author_name")
	m.list = append(m.list, own...)
	dates := regexp.QuoteMeta(site.DateFront(structure))
	m.listOf(dates+`([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})`, "year", "monthnum", "day")
	m.listOf(dates+`([0-9]{4})/([0-9]{1,2})`, "year", "monthnum")
	m.listOf(dates+`([0-9]{4})`, "year")
	posts, pages := &maker{}, &maker{}
	path, names := pattern(inner)
	posts.attachedTo(withoutGroups(path) + `/attachment/`)
	posts.entry(path, names...)
	posts.attachedTo(withoutGroups(path) + `/`)
	parts := strings.Split(inner, "/")
	for i := len(parts) - 1; i > 0; i-- {
		// What stands before the entry may be a list.
		if path, names := pattern(strings.Join(parts[:i], "/")); len(names) > 0 {
			posts.listOf(path, names...)
		}
	}
	pages.attachedTo(`.?.+?/attachment/`)
	pages.entry(`(.?.+?)`, "pagename")
	if first := anyToken.FindString(inner); first == "%postname%" || first == "%category%" || first == "%author%" {
		r.verbose = true
		m.list = append(append(m.list, pages.list...), posts.list...)
	} else {
		m.list = append(append(m.list, posts.list...), pages.list...)
	}
	r.list = m.list
	return r
}

// slugOf is a part of an escaped path in the form in which slugs are stored.
func slugOf(part string) string {
	text, err := url.PathUnescape(part)
	if err != nil {
		text = part
	}
	text = strings.Trim(notInSlug.ReplaceAllString(text, ""), " -")
	return strings.ToLower(url.PathEscape(text))
}

// notInSlug is what the names of entries never have.
var notInSlug = regexp.MustCompile(`[!"#$&'()*,./:;<=>?@\[\]^{|}~]`)

// slugPath does the same with all parts of a path.
func slugPath(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, p := range parts {
		parts[i] = slugOf(p)
	}
	return strings.Join(parts, "/")
}
