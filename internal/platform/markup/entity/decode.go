package entity

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestName bounds the search for a named reference; the longest known name
// has 31 letters.
const longestName = 32

// DecodeAttribute replaces character references as a browser does inside an
// attribute value: a named one without its semicolon counts only when no
// letter, digit or "=" follows.
func DecodeAttribute(s string) string {
	i := strings.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		text, n := decodeOne(s)
		if n == 0 {
			text, n = "&", 1
		}
		b.WriteString(text)
		s = s[n:]
		i = strings.IndexByte(s, '&')
	}
	b.WriteString(s)
	return b.String()
}

func decodeOne(s string) (string, int) {
	if strings.HasPrefix(s, "&#") {
		return decodeNumeric(s)
	}
	i := 1
	for i < len(s) && i <= longestName && (isLetter(s[i]) || isDigit(s[i])) {
		i++
	}
	name := s[1:i]
	if name == "" || i > longestName {
		return "", 0
	}
	full := html.UnescapeString("&" + name + ";")
	// What is not a name keeps its semicolon, except that one name means it.
	known := !strings.HasSuffix(full, ";") || name == "semi"
	switch {
	case !known:
		return "", 0
	case i < len(s) && s[i] == ';':
		return full, i + 1
	case i < len(s) && s[i] == '=', html.UnescapeString("&"+name) != full:
		return "", 0
	}
	return full, i
}

func decodeNumeric(s string) (string, int) {
	i, base, most := 2, 10, 7
	if len(s) > 2 && (s[2] == 'x' || s[2] == 'X') {
		i, base, most = 3, 16, 6
	}
	start := i
	for i < len(s) && s[i] == '0' {
		i++
	}
	from := i
	for i < len(s) && isBaseDigit(s[i], base) {
		i++
	}
	if i == start {
		return "", 0
	}
	digits, end := s[from:i], i
	if end < len(s) && s[end] == ';' {
		end++
	}
	if digits == "" || len(digits) > most {
		return string(utf8.RuneError), end
	}
	n, err := strconv.ParseInt(digits, base, 32)
	if err != nil || n > utf8.MaxRune || n >= 0xD800 && n <= 0xDFFF {
		return string(utf8.RuneError), end
	}
	if n >= 0x80 && n <= 0x9F {
		// Browsers read these as the Windows code page; the standard library
		// holds that table.
		return html.UnescapeString("&#" + strconv.FormatInt(n, 10) + ";"), end
	}
	return string(rune(n)), end
}
