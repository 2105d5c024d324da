package head

import (
	"regexp"
	"strings"
	"unicode"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/scan"
)

var cyrillic = regexp.MustCompile(`(?i)[а-я]`)

// withoutCode is a text without the elements pre and code that are closed. It
// goes over the text once.
func withoutCode(text string) string {
	if !endsCode(text) {
		return text
	}
	low := lowerASCII(text)
	if !strings.Contains(low, "</pre>") && !strings.Contains(low, "</code>") {
		return text
	}
	elements := [...]struct {
		begin, end string
		ends       *scan.Finder
	}{{"<pre", "</pre>", scan.NewFinder(low, "</pre>")}, {"<code", "</code>", scan.NewFinder(low, "</code>")}}
	begins, brackets := scan.NewFinder(low, "<"), scan.NewFinder(low, ">")
	var out strings.Builder
	done := 0
	for i := begins.Next(0); i >= 0; {
		next := i + 1
		for _, e := range elements {
			if !strings.HasPrefix(low[i:], e.begin) {
				continue
			}
			open := brackets.Next(i + len(e.begin))
			if open < 0 {
				break
			}
			if end := e.ends.Next(open + 1); end >= 0 {
				out.WriteString(text[done:i])
				next = end + len(e.end)
				done = next
			}
			break
		}
		i = begins.Next(next)
	}
	out.WriteString(text[done:])
	return out.String()
}

// endsCode tells whether a text may have the end of one of these elements in it: whether an
// end tag begins as theirs do.
func endsCode(text string) bool {
	for {
		i := strings.Index(text, "</")
		if i < 0 || i+3 >= len(text) {
			return false
		}
		text = text[i+2:]
		switch text[:2] {
		case "pr", "pR", "Pr", "PR", "co", "cO", "Co", "CO":
			return true
		}
	}
}

// lowerASCII is a text with small ASCII letters, of the same length.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// named are the characters beyond ASCII that have names in HTML 4.
var named = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0xa0, Hi: 0xff, Stride: 1}, {Lo: 0x152, Hi: 0x153, Stride: 1}, {Lo: 0x160, Hi: 0x161, Stride: 1}, {Lo: 0x178, Hi: 0x178, Stride: 1},
	{Lo: 0x192, Hi: 0x192, Stride: 1}, {Lo: 0x2c6, Hi: 0x2c6, Stride: 1}, {Lo: 0x2dc, Hi: 0x2dc, Stride: 1}, {Lo: 0x391, Hi: 0x3a1, Stride: 1},
	{Lo: 0x3a3, Hi: 0x3a9, Stride: 1}, {Lo: 0x3b1, Hi: 0x3c9, Stride: 1}, {Lo: 0x3d1, Hi: 0x3d2, Stride: 1}, {Lo: 0x3d6, Hi: 0x3d6, Stride: 1},
	{Lo: 0x2002, Hi: 0x2003, Stride: 1}, {Lo: 0x2009, Hi: 0x2009, Stride: 1}, {Lo: 0x200c, Hi: 0x200f, Stride: 1}, {Lo: 0x2013, Hi: 0x2014, Stride: 1},
	{Lo: 0x2018, Hi: 0x201a, Stride: 1}, {Lo: 0x201c, Hi: 0x201e, Stride: 1}, {Lo: 0x2020, Hi: 0x2022, Stride: 1}, {Lo: 0x2026, Hi: 0x2026, Stride: 1},
	{Lo: 0x2030, Hi: 0x2030, Stride: 1}, {Lo: 0x2032, Hi: 0x2033, Stride: 1}, {Lo: 0x2039, Hi: 0x203a, Stride: 1}, {Lo: 0x20ac, Hi: 0x20ac, Stride: 1},
	{Lo: 0x2122, Hi: 0x2122, Stride: 1}, {Lo: 0x2190, Hi: 0x2194, Stride: 1}, {Lo: 0x2212, Hi: 0x2212, Stride: 1},
}}

// Words counts the words of an article: of its title and its content without
// code.
//
// Compat (TestWords): a word is a run of ASCII letters, apostrophes and
// dashes, and where there is any Cyrillic letter of those too, as the
// reference counts; apostrophes part words here, as characters do that HTML has names for.
func Words(title, content string) int {
	text := withoutCode(title + " " + content)
	text = strings.ReplaceAll(text, "><", "> <")
	text = clean.StripAllTags(text)
	var more []byte
	if !clean.IsASCII(text) && cyrillic.MatchString(text) {
		text = strings.Map(func(r rune) rune {
			if unicode.Is(named, r) {
				return ' '
			}
			return r
		}, text)
		more = []byte("абвгдеёжзийклмнопрстуфхцчшщъыьэюяґєіїАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐЄІЇ")
	}
	return countWords(strings.ReplaceAll(text, "'", " "), more)
}

// countWords counts runs of letters, apostrophes and dashes. more are further
// bytes that count as letters.
func countWords(text string, more []byte) int {
	var letter [256]bool
	for c := byte('a'); c <= 'z'; c++ {
		letter[c], letter[c-'a'+'A'] = true, true
	}
	letter['\''], letter['-'] = true, true
	for _, c := range more {
		letter[c] = true
	}
	text = strings.TrimLeft(text, "'-")
	text = strings.TrimSuffix(text, "-")
	n, inside := 0, false
	for i := range len(text) {
		if letter[text[i]] != inside {
			inside = !inside
			if inside {
				n++
			}
		}
	}
	return n
}
