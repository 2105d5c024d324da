package head

import (
	"regexp"
	"strings"

	"quoin/internal/markup/clean"
)

var (
	unread   = regexp.MustCompile(`(?is)<pre[^>]*?>.*?</pre>|<code[^>]*?>.*?</code>`)
	cyrillic = regexp.MustCompile(`(?i)[а-я]`)
)

// Words counts the words of an article: of its title and its content without
// code.
//
// Compat (TestWords): a word is a run of ASCII letters, apostrophes and
// dashes, and where there is any Cyrillic letter of those too, as the
// reference counts; apostrophes part words here.
func Words(title, content string) int {
	text := unread.ReplaceAllString(title+" "+content, "")
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
