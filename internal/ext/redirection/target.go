package redirection

import (
	"net/url"
	"regexp"
	"strings"
)

// maxExpanded is how long a target may become by what was captured, in bytes.
const maxExpanded = 16 << 10

// expand is what a request becomes when a pattern's matches are replaced by a
// target, in which $1, ${1} and \1 stand for what was captured. Spaces are
// encoded. It is "" if that became longer than a target may be.
func expand(re *regexp.Regexp, target, uri string) string {
	var b strings.Builder
	last := 0
	for _, at := range re.FindAllStringSubmatchIndex(matched(uri), 100) {
		b.WriteString(uri[last:at[0]])
		appendTarget(&b, target, uri, at)
		if last = at[1]; b.Len() > maxExpanded {
			return ""
		}
	}
	b.WriteString(uri[last:])
	if b.Len() > maxExpanded {
		return ""
	}
	path, query, has := splitQuery(b.String())
	path = strings.ReplaceAll(path, " ", "%20")
	if !has {
		return path
	}
	return path + "?" + strings.ReplaceAll(query, " ", "+")
}

func appendTarget(b *strings.Builder, target, uri string, at []int) {
	for i := 0; i < len(target) && b.Len() <= maxExpanded; {
		n, size := reference(target[i:])
		if size == 0 {
			b.WriteByte(target[i])
			i++
			continue
		}
		if 2*n+1 < len(at) && at[2*n] >= 0 {
			b.WriteString(uri[at[2*n]:at[2*n+1]])
		}
		i += size
	}
}

// reference reads a reference to a group at the beginning of s, which is size
// bytes long; size is 0 when there is none.
func reference(s string) (group, size int) {
	if len(s) < 2 || s[0] != '$' && s[0] != '\\' {
		return 0, 0
	}
	start, end := 1, 0
	if s[0] == '$' && s[1] == '{' {
		start = 2
	}
	for end = start; end < len(s) && end < start+2 && s[end] >= '0' && s[end] <= '9'; end++ {
		group = group*10 + int(s[end]-'0')
	}
	if end == start {
		return 0, 0
	}
	if start == 2 {
		if end >= len(s) || s[end] != '}' {
			return 0, 0
		}
		end++
	}
	return group, end
}

// authority cuts a target into its scheme with the slashes and its host; the
// host ends where a path, query or fragment begins. Both are "" for targets of
// the same site.
func authority(target string) (scheme, host string) {
	rest, ok := cutScheme(strings.ToLower(target))
	if !ok {
		return "", ""
	}
	size := len(target) - len(rest)
	host = target[size:]
	if i := strings.IndexAny(host, "/?#\\"); i >= 0 {
		host = host[:i]
	}
	return target[:size], host
}

// guard keeps what a visitor sent from choosing the site that a target leads
// to: of result, which was made of a target with captured text, the host must
// be the one that the target names, and a target that names none stays on this
// site. It tells whether the result may be used.
func guard(target, result string) (string, bool) {
	scheme, host := authority(target)
	if scheme == "" {
		return local(result)
	}
	gotScheme, got := authority(result)
	if gotScheme != scheme {
		return "", false
	}
	if i := firstReference(host); i >= 0 {
		// Of a host that is captured in part, the end must be fixed: else
		// example.org$1 leads to example.org.elsewhere.
		before, after := host[:i], lastLiteral(host)
		if after == "" {
			return result, got == before && before != ""
		}
		return result, strings.HasPrefix(after, ".") && strings.HasPrefix(got, before) && strings.HasSuffix(got, after) &&
			len(got) > len(before)+len(after) && hostName.MatchString(got)
	}
	return result, got == host
}

// local makes a result one of this site.
func local(result string) (string, bool) {
	trimmed := strings.TrimLeft(result, "/\\ ")
	if len(trimmed) < len(result) {
		return "/" + trimmed, true
	}
	if u, err := url.Parse(result); err != nil || u.Scheme != "" || u.Host != "" {
		return "", false
	}
	return result, true
}

func firstReference(s string) int {
	for i := range len(s) {
		if _, size := reference(s[i:]); size > 0 {
			return i
		}
	}
	return -1
}

// lastLiteral is what follows the last reference in s.
func lastLiteral(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		if _, size := reference(s[i:]); size > 0 {
			end = i + size
		}
	}
	return s[end:]
}

// location makes a target fit for a header: spaces and what isn't ASCII
// percent-encoded, without what has no place in an address. "" is a target that
// can't be sent.
func location(target string) string {
	const digits, marks = "0123456789ABCDEF", "-~+_.?#=&;,/:%!*[]()@'"
	var b strings.Builder
	for _, c := range []byte(target) {
		switch {
		case c == ' ' || c >= 0x80:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(marks, c) >= 0:
			b.WriteByte(c)
		}
	}
	s := b.String()
	scheme, _, ok := strings.Cut(s, ":")
	if ok && !strings.ContainsAny(scheme, "/?#") && !oneOf(strings.ToLower(scheme), "http", "https", "mailto", "tel") {
		return "" // javascript: and the like
	}
	return s
}
