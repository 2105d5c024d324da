package escape

import (
	"html"
	"strings"
)

// HTML escapes text for element content.
func HTML(s string) string { return special(s) }

// Attr escapes text for a quoted attribute value.
func Attr(s string) string { return special(s) }

func special(s string) string {
	if !strings.ContainsAny(s, `&<>"'`) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case '\'':
			b.WriteString("&#039;")
		case '&':
			if entityAt(s[i:]) {
				b.WriteByte('&')
			} else {
				b.WriteString("&amp;")
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Entities turns each "&" that begins no entity into "&amp;".
func Entities(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] == '&' && !entityAt(s[i:]) {
			b.WriteString("amp;")
		}
	}
	return b.String()
}

// maxEntity is longer than every entity name and number that is accepted.
const maxEntity = 12

func entityAt(s string) bool {
	end := strings.IndexByte(s[:min(len(s), maxEntity)], ';')
	if end < 3 {
		return false
	}
	name := s[1:end]
	if name[0] == '#' {
		return numeric(name[1:])
	}
	for i := range len(name) {
		if c := name[i] | 0x20; (c < 'a' || c > 'z') && (name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	e := s[:end+1]
	return html.UnescapeString(e) != e
}

func numeric(s string) bool {
	digits, hex := s, false
	if s != "" && (s[0] == 'x' || s[0] == 'X') {
		digits, hex = s[1:], true
	}
	if digits == "" || len(digits) > 7 {
		return false
	}
	for i := range len(digits) {
		c := digits[i]
		switch {
		case c >= '0' && c <= '9':
		case hex && (c|0x20 >= 'a' && c|0x20 <= 'f'):
		default:
			return false
		}
	}
	return true
}
