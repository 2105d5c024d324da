package sanitize

import (
	"strconv"
	"strings"

	"quoin/internal/platform/markup/clean"
)

// runsCode looks into the parentheses of known functions, which may hold
// anything: it reports whether a declaration calls expression() or addresses
// a forbidden protocol once comments and escapes are read as a browser does.
func runsCode(d string, protocols []string) bool {
	if !strings.ContainsAny(d, `\(`) {
		return false
	}
	d = strings.ToLower(unescapeCSS(dropCSSComments(d)))
	if strings.Contains(d, "expression(") || strings.Contains(d, "-moz-binding") {
		return true
	}
	for {
		i := strings.Index(d, "url(")
		if i < 0 {
			return false
		}
		d = d[i+4:]
		url := strings.TrimLeft(d[:min(len(d), 1024)], " \"'")
		if end := strings.IndexByte(url, ')'); end >= 0 {
			url = url[:end]
		}
		if clean.DropBadProtocol(url, protocols) != url {
			return true
		}
	}
}

func dropCSSComments(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "/*")
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		end := strings.Index(s[i+2:], "*/")
		if end < 0 {
			return b.String()
		}
		s = s[i+2+end+2:]
	}
}

// unescapeCSS reads a backslash with up to six hexadecimal digits and one
// blank, or with any other character.
func unescapeCSS(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		end := i + 1
		for end < len(s) && end < i+7 && isHexByte(s[end]) {
			end++
		}
		if end == i+1 {
			continue
		}
		if n, err := strconv.ParseUint(s[i+1:end], 16, 32); err == nil {
			b.WriteRune(rune(n))
		}
		if end < len(s) && s[end] == ' ' {
			end++
		}
		i = end - 1
	}
	return b.String()
}

func isHexByte(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
