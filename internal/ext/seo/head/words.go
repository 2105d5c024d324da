package head

import (
	"regexp"
	"strings"

	"quoin/internal/markup/clean"
	"quoin/internal/markup/scan"
)

var cyrillic = regexp.MustCompile(`(?i)[а-я]`)

// withoutCode is a text without the elements pre and code that are closed. It
// goes over the text once.
func withoutCode(text string) string {
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

// Words counts the words of an article: of its title and its content without
// code.
//
// Compat (TestWords): a word is a run of ASCII letters, apostrophes and
// dashes, and where there is any Cyrillic letter of those too, as the
// reference counts; apostrophes part words here.
func Words(title, content string) int {
	text := withoutCode(title + " " + content)
	text = strings.ReplaceAll(text, "><", "> <")
	text = clean.StripAllTags(text)
	var more []byte
	if cyrillic.MatchString(text) {
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
