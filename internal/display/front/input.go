package front

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
)

// maxPage is the highest page of a list that is looked for.
const maxPage = 100_000

// input is an address as a client asked for it.
type input struct {
	path  string // escaped, with its slashes
	query url.Values
	sent  string // query as it was sent
	base  string
	rules *rules
	// vars are what the address names, in its path or in its query, which
	// comes first. fromPath are those that the path brought.
	vars, fromPath map[string]string
	// noForm tells that the path has none of the forms of the site.
	noForm bool
	// reads is false for a form that was sent to a page.
	reads bool
	// otherName tells that the site was asked for by the name that it has with,
	// or without, the beginning www.
	otherName bool
}

// queryNames are the names that a query may hold to ask for something. Others
// say nothing.
var queryNames = []string{
	"m", "p", "w", "cat", "withcomments", "withoutcomments", "s", "page", "paged", "tb", "author", "order", "orderby",
	"year", "monthnum", "day", "hour", "minute", "second", "name", "category_name", "tag", "feed", "author_name",
	"pagename", "page_id", "error", "attachment", "attachment_id", "preview", "robots", "taxonomy", "term", "cpage", "embed",
	"post_format", "favicon", "sitemap", "sitemap-subtype", "sitemap-stylesheet",
}

// counted are the names whose values are whole numbers; what is none counts as
// not given.
var counted = []string{
	"p", "page_id", "attachment_id", "year", "monthnum", "day", "w", "paged", "page", "cpage", "hour", "minute", "second",
}

var notInList = regexp.MustCompile(`[^0-9,-]`)

// read takes an address apart.
func (f *resolver) read(ctx context.Context, u *url.URL) (*input, error) {
	in := &input{path: u.EscapedPath(), query: u.Query(), sent: u.RawQuery, base: f.Site.Base(ctx), rules: f.rulesNow(ctx), vars: map[string]string{}, reads: true}
	in.otherName = ctx.Value(otherNameKey{}) != nil
	path := strings.Trim(in.path, "/")
	switch {
	case isScript(in.path):
		in.noForm = true
		return in, nil
	case path != "" && path != "index.php":
		if err := f.match(ctx, in, path); err != nil {
			return nil, err
		}
	}
	in.unlist()
	f.byName(in)
	in.fill()
	return in, nil
}

// listed are the names that a query may give as lists, of which the first
// value counts; the others are nothing that way.
var listed = []string{"cat", "category_name", "tag", "page"}

// unlist takes name[] for name where that says the same. A search for a list
// finds everything.
func (in *input) unlist() {
	for _, name := range listed {
		if v := in.query[name+"[]"]; len(v) > 0 && !in.query.Has(name) {
			in.query[name] = v[:1]
			delete(in.query, name+"[]")
		}
	}
	if in.query.Has("s[]") && !in.query.Has("s") {
		in.query.Set("s", "")
		delete(in.query, "s[]")
	}
}

// fill gathers what path and query name.
func (in *input) fill() {
	for name, value := range in.fromPath {
		in.vars[name] = value
	}
	for _, name := range queryNames {
		if in.query.Has(name) {
			in.vars[name] = strings.ToValidUTF8(in.query.Get(name), "")
		}
	}
	for sent := range in.query {
		name, _, list := strings.Cut(sent, "[")
		switch {
		case !list || in.query.Has(name):
		case slices.Contains(nothing, name):
			in.vars["error"] = "404"
		case name == "feed":
			in.vars["feed"] = "[]" // no form of a feed
		}
	}
	for old, name := range formerNames() {
		if in.vars[name] == "" && in.query.Get(old) != "" {
			in.vars[name] = strings.ToValidUTF8(in.query.Get(old), "")
		}
	}
	in.clean()
}

// nothing are the names of which a list names nothing that there is.
var nothing = []string{"p", "attachment", "author_name", "post_format"}

// formerNames are names that mean another one.
func formerNames() map[string]string {
	return map[string]string{"subpost": "attachment", "subpost_id": "attachment_id"}
}

// match finds what the path of an address names.
func (f *resolver) match(ctx context.Context, in *input, path string) error {
	for _, r := range in.rules.list {
		found := r.path.FindStringSubmatch(path)
		if found == nil {
			continue
		}
		vars := map[string]string{}
		for name, value := range r.says {
			vars[name] = value
		}
		for i, name := range r.names {
			vars[name] = found[i+1]
		}
		if in.rules.verbose && vars["pagename"] != "" {
			// Every path looks like that of a page.
			e, err := f.byPagename(ctx, vars["pagename"])
			if err != nil {
				return err
			}
			if e == nil {
				continue
			}
		}
		in.fromPath = vars
		for name, value := range vars {
			if name == "pagename" {
				continue
			}
			if text, err := url.QueryUnescape(value); err == nil {
				vars[name] = text
			}
		}
		return nil
	}
	in.noForm = true
	return nil
}

// isScript tells whether a path is that of a script, of which the site has
// none but its own.
func isScript(path string) bool { return strings.HasSuffix(path, ".php") && path != "/index.php" }

// clean brings values into the form in which they are compared.
func (in *input) clean() {
	v := in.vars
	for _, name := range counted {
		value, ok := v[name]
		if !ok {
			continue
		}
		n, err := strconv.Atoi(leadingNumber(value))
		switch {
		case errors.Is(err, strconv.ErrRange):
			v[name] = strconv.Itoa(maxPage + 1)
		case err != nil:
			delete(v, name)
		case n < 0 && name == "p":
			v["error"] = "404"
			delete(v, name)
		case n < 0:
			v[name] = strconv.Itoa(-n)
		default:
			v[name] = strconv.Itoa(n)
		}
	}
	for _, name := range []string{"cat", "author"} {
		if v[name] != "" {
			v[name] = notInList.ReplaceAllString(v[name], "")
		}
	}
	if m, ok := v["m"]; ok {
		v["m"] = strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, m)
	}
	if slug, ok := strings.CutPrefix(v["pagename"], "/"); ok {
		v["pagename"] = slug
	}
}

// leadingNumber is the whole number that a value begins with, with what stands
// behind it left out; a value without one stays as it is.
func leadingNumber(value string) string {
	value = strings.TrimLeft(value, " ")
	end := 0
	for end < len(value) && (value[end] >= '0' && value[end] <= '9' || end == 0 && (value[0] == '-' || value[0] == '+')) {
		end++
	}
	if end == 0 || value[end-1] < '0' || value[end-1] > '9' {
		return value
	}
	return value[:end]
}

// has tells whether something is named.
func (in *input) has(name string) bool { return in.vars[name] != "" && in.vars[name] != "0" }

func (in *input) number(name string) int64 {
	n, err := strconv.ParseInt(in.vars[name], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// page is the page of a list that is asked for, from 1; 0 when there can't be
// so many.
func (in *input) pageNumber() int {
	n := in.number("paged")
	if n > maxPage {
		return 0
	}
	return max(int(n), 1)
}

// only tells whether nothing but some of the names is named.
func (in *input) only(names ...string) bool {
	for name, value := range in.vars {
		if value != "" && !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// address is the address asked for at the site's own place.
func (in *input) address() string {
	a := in.base + in.path
	if q := in.query.Encode(); q != "" {
		a += "?" + q
	}
	return a
}

type otherNameKey struct{}

// byOtherName tells whether a request names the site with www. where it has
// none, or without.
func (f *resolver) byOtherName(ctx context.Context, r *http.Request) bool {
	base, err := url.Parse(f.Site.Base(ctx))
	if err != nil {
		return false
	}
	asked := r.Host
	if host, _, err := net.SplitHostPort(asked); err == nil {
		asked = host
	}
	own := base.Hostname()
	return strings.EqualFold("www."+asked, own) || strings.EqualFold(asked, "www."+own)
}

// staysByOtherName tells whether a place is shown by whichever name of the site it was asked for.
//
// Compat (TestFeedsByOtherNames): feeds are where the site's address has a port.
func (p *resolvedPage) staysByOtherName(in *input) bool {
	if p.is.feed != "" {
		base, err := url.Parse(in.base)
		return err == nil && base.Port() != ""
	}
	return p.is.search || p.is.preview || p.is.trackback
}

// rulesNow are the rules for the addresses of the site as it is.
func (f *resolver) rulesNow(ctx context.Context) *rules {
	structure, categories, tags := f.Site.Permalinks(ctx), site.CategoryBase.Of(ctx, f.Site), site.TagBase.Of(ctx, f.Site)
	key := structure + "\x00" + categories + "\x00" + tags + "\x00" + strconv.FormatInt(f.Types.Version(), 10) + "\x00" + strconv.FormatInt(f.Taxonomies.Version(), 10)
	if r := f.rules.Load(); r != nil && r.key == key {
		return r
	}
	r := makeRules(structure, categories, tags, declaredRules(structure, f.Types.All(), f.Taxonomies.All())...)
	r.key = key
	f.rules.Store(r)
	return r
}
