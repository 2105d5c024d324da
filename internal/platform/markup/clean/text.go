package clean

import (
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/markup/entity"
)

// space is what counts as white space at the ends of a value.
const space = " \t\n\r\x00\v"

func trim(s string) string { return strings.Trim(s, space) }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// lowerASCII changes A-Z only, so that offsets stay those of s.
func lowerASCII(s string) string {
	i := 0
	for i < len(s) && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 32
		}
	}
	return string(b)
}

// TextField makes one line of plain text: tags go (script and style with
// their content), a lone "<" becomes a reference, white space runs become one
// blank, percent-encoded bytes go. Invalid UTF-8 gives "".
func TextField(s string) string { return textField(s, false, anywhere) }

// TemplateField is TextField for texts with variables between two percent
// signs: an encoded byte stays at the beginning, and behind a percent sign.
func TemplateField(s string) string {
	return textField(s, false, func(before string) bool { return before != "" && before[len(before)-1] != '%' })
}

func anywhere(string) bool { return true }

// TextareaField is TextField that keeps line breaks and blanks.
func TextareaField(s string) string { return textField(s, true, anywhere) }

func textField(s string, lines bool, drops func(before string) bool) string {
	if !utf8.ValidString(s) {
		return ""
	}
	if strings.Contains(s, "<") {
		s = StripAllTags(entity.EscapeLoneLess(s))
		s = strings.ReplaceAll(s, "<\n", "&lt;\n")
	}
	if !lines {
		s = joinRuns(s, "\r\n\t ", ' ')
	}
	s = trim(s)
	if out, found := dropOctets(s, drops); found {
		s = trim(joinRuns(out, " ", ' '))
	}
	return s
}

// joinRuns replaces every run of bytes of set by one byte.
func joinRuns(s, set string, by byte) string {
	var b strings.Builder
	b.Grow(len(s))
	in := false
	for i := 0; i < len(s); i++ {
		hit := strings.IndexByte(set, s[i]) >= 0
		switch {
		case hit && !in:
			b.WriteByte(by)
		case !hit:
			b.WriteByte(s[i])
		}
		in = hit
	}
	return b.String()
}

// dropOctets removes %xx until none is left, those that a removal makes
// included; drops tells by the text before one whether it goes.
func dropOctets(s string, drops func(before string) bool) (string, bool) {
	if !strings.Contains(s, "%") {
		return s, false
	}
	found := false
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		if n := len(out); n >= 3 && out[n-3] == '%' && isHex(out[n-2]) && isHex(out[n-1]) && drops(string(out[max(n-4, 0):n-3])) {
			out, found = out[:n-3], true
		}
	}
	return string(out), found
}

// Key keeps lower-case letters, digits, "_" and "-" of the lower-cased text.
func Key(s string) string {
	return keep(lowerASCII(s), func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
	})
}

// keep drops the bytes that ok refuses.
func keep(s string, ok func(byte) bool) string {
	i := 0
	for i < len(s) && ok(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		if ok(s[i]) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// HTMLClass makes one class name; fallback, cleaned alike, stands in for a
// name of which nothing is left.
func HTMLClass(s, fallback string) string {
	s = keep(dropOctetsOnce(s), func(c byte) bool { return isWord(c) || c == '_' || c == '-' })
	if s == "" && fallback != "" {
		return HTMLClass(fallback, "")
	}
	return s
}

// dropOctetsOnce removes %xx without looking again at what it made.
func dropOctetsOnce(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if isOctet(s, i) {
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isOctet(s string, i int) bool {
	return s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
}

// Username cleans a log-in name; strict leaves ASCII letters, digits and
// blank, "_", ".", "-", "@" only. Letters are written as in the language of a locale
// (AccentsIn).
func Username(locale, s string, strict bool) string {
	s = dropEntities(dropOctetsOnce(AccentsIn(locale, StripAllTags(s))))
	if strict {
		s = keep(s, func(c byte) bool {
			return isWord(c) || strings.IndexByte(" _.-@", c) >= 0
		})
	}
	return joinRuns(trim(s), " \t\n\v\f\r", ' ')
}

// dropEntities removes what looks like a reference: "&", something on the
// same line, ";".
func dropEntities(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	semi, line := -1, -1 // next ";" and line feed, cached: many "&" may share them
	next := func(from, known int, c byte) int {
		if known >= from {
			return known
		}
		if i := strings.IndexByte(s[from:], c); i >= 0 {
			return from + i
		}
		return len(s)
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '&' || i+2 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		semi, line = next(i+2, semi, ';'), next(i+1, line, '\n')
		if semi == len(s) || line < semi {
			b.WriteByte(s[i])
			continue
		}
		i = semi
	}
	return b.String()
}

// Unslash takes the escapes out of a text: a backslash goes, what stands behind
// it stays.
//
// Compat (TestUnslash): the reference does so to some texts that nobody has put escapes in.
func Unslash(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		}
		if i < len(text) {
			out = append(out, text[i])
		}
	}
	return string(out)
}
