package tags

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

const nextPage = "<!--nextpage-->"

// SplitPages splits text at its next-page marks, with one line end on either
// side of a mark and the delimiters of a next-page block removed. A mark at
// the very beginning counts for nothing. Text without marks is one page.
func SplitPages(text string) []string {
	if !strings.Contains(text, nextPage) {
		return []string{text}
	}
	for _, old := range [...]string{"\n" + nextPage + "\n", "\n" + nextPage, nextPage + "\n"} {
		text = strings.ReplaceAll(text, old, nextPage)
	}
	text = strings.ReplaceAll(text, "<!-- wp:nextpage -->", "")
	text = strings.ReplaceAll(text, "<!-- /wp:nextpage -->", "")
	return strings.Split(strings.TrimPrefix(text, nextPage), nextPage)
}

// Parts are what stands before and after a "more" mark, and the text that the
// mark gives for the link between them.
type Parts struct {
	Main, Extended, MoreText string
}

// CutMore splits text at the first "more" mark, untrimmed, and reports whether
// there is one.
func CutMore(text string) (Parts, bool) {
	const start, end = "<!--more", "-->"
	if !strings.Contains(text, start) {
		return Parts{Main: text}, false
	}
	closing, lineEnd := scan.NewFinder(text, end), scan.NewFinder(text, "\n")
	for i := 0; ; {
		j := strings.Index(text[i:], start)
		if j < 0 {
			return Parts{Main: text}, false
		}
		i += j
		from := i + len(start)
		at := closing.Next(from)
		if at < 0 {
			return Parts{Main: text}, false
		}
		// The mark is on one line.
		if nl := lineEnd.Next(from); nl < 0 || nl > at {
			return Parts{text[:i], text[at+len(end):], text[from:at]}, true
		}
		i = from
	}
}
