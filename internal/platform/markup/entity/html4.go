package entity

import (
	"html"
	"strconv"
	"strings"
)

// DecodeEntities replaces the references of HTML 4, named and numeric, that
// end in a semicolon. Numeric references of characters that HTML 4 does not
// allow stay as they are.
func DecodeEntities(s string) string {
	return eachReference(s, func(ref string) string {
		body := ref[1 : len(ref)-1]
		if !strings.HasPrefix(body, "#") {
			// Compat (TestRecordedCases): apos is kept although stored text may hold it.
			if !names[body] || body == "apos" {
				return ref
			}
			return html4Named(body)
		}
		digits, base := body[1:], 10
		if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
			digits, base = digits[1:], 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil || !html4Char(n) {
			return ref
		}
		return string(rune(n))
	})
}

func html4Char(n uint64) bool {
	return n >= 0x20 && n <= 0x7E || n == '\t' || n == '\n' || n == '\r' ||
		n >= 0xA0 && n <= 0xD7FF || n >= 0xE000 && n <= 0x10FFFF
}

// html4Named returns the character of an HTML 4 name.
func html4Named(name string) string {
	switch name {
	case "lang":
		// HTML 5 moved the angle brackets to other code points.
		return "\u2329"
	case "rang":
		return "\u232A"
	}
	return html.UnescapeString("&" + name + ";")
}
