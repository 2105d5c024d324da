package tags

import (
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/scan"
)

// StripAll returns text without tags and comments, without script and style
// elements and their content, and without white space at its ends. With
// removeBreaks each run of spaces, tabs and line ends becomes one space.
func StripAll(text string, removeBreaks bool) string {
	text = clean.StripAllTags(text)
	if removeBreaks {
		text = scan.Trim(strings.Join(fields(text), " "))
	}
	return text
}

// StripTags returns text without tags, comments and declarations; the content
// of elements stays.
func StripTags(text string) string { return clean.StripTags(text) }

const blanks = " \t\n\r"

func isBlank(r rune) bool { return strings.ContainsRune(blanks, r) }

func fields(text string) []string { return strings.FieldsFunc(text, isBlank) }

// TrimWords returns the first n words of text, stripped of tags and joined by
// spaces, with more behind them when there were further words.
func TrimWords(text string, n int, more string) string {
	text = StripAll(text, false)
	var out strings.Builder
	out.Grow(min(len(text), 8*min(max(n, 0), 100)) + len(more))
	rest := strings.TrimLeft(text, blanks)
	for ; n > 0 && rest != ""; n-- {
		end := strings.IndexAny(rest, blanks)
		if end < 0 {
			end = len(rest)
		}
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(rest[:end])
		rest = strings.TrimLeft(rest[end:], blanks)
	}
	if rest != "" {
		out.WriteString(more)
	}
	return out.String()
}

// Excerpt returns the first n characters of text, stripped of tags and with
// its white space folded, with more behind them when something was cut off. A
// reference that the cut went through is dropped.
func Excerpt(text string, n int, more string) string {
	text = StripAll(text, true)
	cut := text
	for i := range text {
		if n == 0 {
			cut = text[:i]
			break
		}
		n--
	}
	cut = dropBrokenReference(cut)
	if cut == text {
		return text
	}
	return scan.Trim(cut) + more
}

// Cut returns a text of at most n bytes as it is, or else its beginning of no more
// with more behind it. It ends with a whole word, where words aren't long, and in no
// character and no reference.
func Cut(text string, n int, more string) string {
	if len(text) <= n {
		return text
	}
	end := n
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	const word = 200
	if i := strings.LastIndexByte(text[max(0, end-word):end], ' '); i > 0 {
		return text[:max(0, end-word)+i] + more
	}
	return dropBrokenReference(text[:end]) + more
}

// dropBrokenReference drops a last ampersand with up to six bytes behind it
// that are neither a semicolon nor white space.
func dropBrokenReference(s string) string {
	for i := len(s) - 1; i >= 0 && i >= len(s)-7; i-- {
		switch {
		case s[i] == '&':
			// Earlier ampersands in the same run are taken as well.
			start := i
			for j := i - 1; j >= 0 && j >= len(s)-7 && s[j] != ';' && !scan.IsSpace(s[j]); j-- {
				if s[j] == '&' {
					start = j
				}
			}
			return s[:start]
		case s[i] == ';' || scan.IsSpace(s[i]):
			return s
		}
	}
	return s
}
