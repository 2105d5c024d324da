package redirection

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// Bounds of what a rule keeps, in bytes.
const (
	maxSource = 2000
	maxTarget = 8192
	maxTitle  = 500
)

// dropControls drops characters that can't be seen, spaces excepted.
func dropControls(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.C) && !unicode.IsSpace(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
}

// tagLike is what is taken for a tag in an expression.
//
// Compat (TestSourcesOfExpressions): the name of a group is. What is left of such
// an expression means nothing.
var tagLike = regexp.MustCompile(`<\s*/?\s*[a-zA-Z0-9-]+[^>]*>`)

// cleanSource makes a source of what was sent: without host, tags, control
// characters and what follows a line break, percent-decoded, beginning with a
// slash unless it is a regular expression.
func cleanSource(s string, regex bool) string {
	if regex {
		s = tagLike.ReplaceAllString(s, "")
	} else {
		s = clean.StripTags(s)
	}
	s = strings.ReplaceAll(s, "&amp;", "&")
	if rest, ok := cutScheme(s); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			s = rest[i:]
		} else {
			s = "/"
		}
	}
	s = cleanTarget(s)
	if !regex && !strings.HasPrefix(s, "/") {
		s = "/" + s
	}
	s = strings.ToValidUTF8(decodePercent(s), "")
	if regex {
		s = strings.ReplaceAll(s, "?&lt;!", "?<!")
		return strings.TrimSpace(dropControls(s))
	}
	return strings.TrimSpace(dropControls(clean.StripTags(s)))
}

func cutScheme(s string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "http://"); ok {
		return rest, true
	}
	return strings.CutPrefix(s, "https://")
}

// decodePercent decodes what is percent-encoded and leaves what only looks so.
func decodePercent(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			high, low := unhex(s[i+1]), unhex(s[i+2])
			if high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// splitQuery cuts a source or request at its first question mark.
func splitQuery(s string) (path, query string, has bool) { return strings.Cut(s, "?") }

// canonical is what the reference calls match_url: the path of a source in
// lower case and percent-encoded, without slash at the end; with the query for
// sources whose queries are compared as text.
func canonical(url string, f Flags) string {
	if f.Regex {
		return "regex"
	}
	path, query, has := splitQuery(url)
	path = decodePlus(path)
	if path != "/" {
		path = strings.TrimSuffix(path, "/")
	}
	path = strings.ToLower(encodePath(strings.ToLower(path)))
	if path == "" {
		path = "/"
	}
	if has && query != "" && f.Query == QueryExactOrder {
		return path + "?" + encodeQuery(parameters(query))
	}
	return path
}

// encodePath percent-encodes all but what is usual in paths.
func encodePath(s string) string {
	const unescaped = "/:[]@~,();-_."
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte(unescaped, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const digits = "0123456789ABCDEF"
		b.WriteByte('%')
		b.WriteByte(digits[c>>4])
		b.WriteByte(digits[c&15])
	}
	return b.String()
}

// cleanTitle is a title as it is kept: HTML.
func cleanTitle(s string) string {
	s = clean.TextField(s)
	if len(s) > maxTitle {
		s = strings.ToValidUTF8(s[:maxTitle], "")
	}
	return entity.Normalize(strings.TrimSpace(s))
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9.\-_\[\]:]+$`)

// parseAddress reads a whole http address with a host.
func parseAddress(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !hostName.MatchString(u.Host) {
		return nil, false
	}
	return u, true
}
