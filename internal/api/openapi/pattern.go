package openapi

import "strings"

// portable is a regular expression that means the same in ECMAScript, whose strict form
// refuses to have escaped what needs no escape, and ranges that begin or end with a class.
func portable(pattern string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i++
			if next := pattern[i]; needsEscape(next, class) {
				b.WriteByte('\\')
			}
			b.WriteByte(pattern[i])
		case class && c == '-' && betweenClasses(b.String(), pattern[i+1:]):
			b.WriteString(`\-`)
		default:
			if c == '[' && !class {
				class = true
			} else if c == ']' {
				class = false
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

// needsEscape tells whether a byte after a backslash means something else without it.
func needsEscape(c byte, class bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= 0x80:
		return true
	case c == '-':
		return class
	}
	return strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0
}

// betweenClasses tells whether a hyphen stands beside something like \d.
func betweenClasses(before, after string) bool {
	ends := func(s string) bool { return len(s) >= 2 && s[0] == '\\' && strings.IndexByte("dDsSwW", s[1]) >= 0 }
	return len(before) >= 2 && ends(before[len(before)-2:]) || ends(after)
}
