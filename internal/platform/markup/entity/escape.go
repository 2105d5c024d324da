package entity

import (
	"strings"
	"unicode/utf8"
)

// Escape makes s safe as text and as a quoted attribute value. References
// that are there already stay as they are. Invalid UTF-8 gives "".
func Escape(s string) string {
	if !utf8.ValidString(s) {
		return ""
	}
	return escape(s, quoted)
}

// EscapeText is Escape that leaves quotes alone and does not look at the
// encoding.
func EscapeText(s string) string { return escape(s, text) }

// Compat (TestCases): "&apos;" is not an HTML 4 reference, so its ampersand is escaped
// although Normalize keeps it.
var (
	quoted = strings.NewReplacer("&apos;", "&amp;apos;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#039;")
	text   = strings.NewReplacer("&apos;", "&amp;apos;", "<", "&lt;", ">", "&gt;")
)

func escape(s string, r *strings.Replacer) string {
	if !strings.ContainsAny(s, `&<>"'`) {
		return s
	}
	return r.Replace(Normalize(s))
}

var attribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;")

// EncodeAttribute writes a decoded attribute value so that DecodeAttribute
// gives it back.
func EncodeAttribute(s string) string { return attribute.Replace(s) }

// EscapeLoneLess escapes every "<" that no ">" follows before the next "<",
// and the text after it, so that what is left between "<" and ">" is a tag or
// something like it. Invalid UTF-8 in such a text removes it.
func EscapeLoneLess(s string) string {
	i := strings.IndexByte(s, '<')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		n := strings.IndexAny(s[1:], "<>")
		switch {
		case n >= 0 && s[n+1] == '>':
			b.WriteString(s[:n+2])
			s = s[n+2:]
		case n >= 0:
			b.WriteString(Escape(s[:n+1]))
			s = s[n+1:]
		default:
			b.WriteString(Escape(s))
			s = ""
		}
		i = strings.IndexByte(s, '<')
	}
	b.WriteString(s)
	return b.String()
}
