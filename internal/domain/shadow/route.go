package shadow

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// routeOf names the kind of address that one is: parts that differ from one entry to the
// next are * or, numbers, #. The first of several parts stays, since it says what the rest
// is of: /category/*/, /#/#/#/*/, /*/feed/, /wp-json/wp/v2/posts/#.
func routeOf(u *url.URL) string {
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	last := len(parts) - 1
	if len(parts) > maxParts {
		parts, last = append(parts[:maxParts], "**"), maxParts
	}
	tail := len(parts)
	switch {
	case parts[0] == "wp-json" || parts[0] == "api":
		for i := 1; i < len(parts); i++ {
			parts[i] = apiPart(i, parts[i])
		}
	case parts[0] == "wp-content" || parts[0] == "wp-includes" || parts[0] == "assets":
		return "/" + parts[0] + "/**" + extension(parts[last]) + query(u, false)
	default:
		for tail > 0 && (parts[tail-1] == "" || isTail(parts, tail-1)) {
			tail--
		}
		for i := range parts {
			parts[i] = pagePart(parts, i, tail)
		}
	}
	return "/" + strings.Join(parts, "/") + query(u, parts[0] != "wp-json" && parts[0] != "api")
}

// maxParts is how many parts of a path a route tells apart.
const maxParts = 8

var number = regexp.MustCompile(`^[0-9]+$`)

// name is a part of a path of the API that is no value.
var name = regexp.MustCompile(`^[a-z][a-z_-]{0,39}$|^v[0-9]+$`)

func apiPart(i int, part string) string {
	switch {
	case number.MatchString(part):
		return "#"
	case part == "" || i <= 4 && name.MatchString(part):
		return part
	}
	return "*"
}

// isTail tells whether a part says what is shown of the place that stands before it.
func isTail(parts []string, i int) bool {
	switch p := parts[i]; {
	case slices.Contains([]string{"feed", "rss", "rss2", "rdf", "atom", "embed", "amp", "page"}, p), strings.HasPrefix(p, "comment-page-"):
		return true
	case number.MatchString(p) && i > 0:
		return parts[i-1] == "page"
	}
	return false
}

var digits = regexp.MustCompile(`[0-9]+`)

func pagePart(parts []string, i, tail int) string {
	p := parts[i]
	switch {
	case p == "" || p == "**":
		return p
	case number.MatchString(p):
		return "#"
	case i >= tail:
		return digits.ReplaceAllString(p, "#")
	case tail == 1 && (strings.HasSuffix(p, ".xml") || strings.HasSuffix(p, ".txt") || strings.HasSuffix(p, ".xsl") || strings.HasSuffix(p, ".php")):
		return digits.ReplaceAllString(p, "#") // a sitemap or the like
	case i == 0 && tail > 1 && name.MatchString(p):
		return p
	}
	return "*" + extension(p)
}

var shortExtension = regexp.MustCompile(`^\.[a-z0-9]{1,5}$`)

func extension(part string) string {
	if ext := strings.ToLower(path.Ext(part)); shortExtension.MatchString(ext) {
		return ext
	}
	return ""
}

// query tells of a query the names that decide what is shown.
func query(u *url.URL, page bool) string {
	if u.RawQuery == "" {
		return ""
	}
	if page {
		asked := u.Query()
		for _, name := range []string{"s", "p", "page_id", "attachment_id", "cat", "m", "author", "feed", "paged", "replytocom", "rest_route"} {
			if asked.Has(name) {
				return "?" + name
			}
		}
	}
	return "?"
}

// Pattern matches paths: * stands for a part of one, ** for any number of parts.
type Pattern struct {
	Text string
	re   *regexp.Regexp
}

// ParsePattern reads a pattern such as /category/*/ or /blog/**.
func ParsePattern(text string) (Pattern, error) {
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, "?#") {
		return Pattern{}, fmt.Errorf("wants a path with * for a part and ** for any, such as /category/** , not %q", text)
	}
	form := regexp.QuoteMeta(text)
	form = strings.ReplaceAll(form, `\*\*`, `.*`)
	form = strings.ReplaceAll(form, `\*`, `[^/]*`)
	return Pattern{text, regexp.MustCompile("^(?:" + form + ")$")}, nil
}

// matches tells whether a path is meant.
func (p Pattern) matches(path string) bool { return p.re != nil && p.re.MatchString(path) }
