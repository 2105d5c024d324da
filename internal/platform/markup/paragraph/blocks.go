package paragraph

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// blockNames are the elements that do not belong inside a paragraph. Where
// one name begins another, only the longer is needed when a name must end at
// once, and only the shorter when it need not; both are listed.
var blockNames = [...]string{
	"table", "thead", "tfoot", "caption", "col", "colgroup", "tbody", "tr", "td", "th",
	"div", "dl", "dd", "dt", "ul", "ol", "li", "pre", "form", "map", "area", "blockquote",
	"address", "style", "p", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "fieldset", "legend",
	"section", "article", "aside", "hgroup", "header", "footer", "nav", "figure",
	"figcaption", "details", "menu", "summary",
}

// blockName returns the offset after the block-level element name that is all
// of the name at i, or 0.
func blockName(text string, i int) int {
	j := i
	for j < len(text) && (text[j] >= 'a' && text[j] <= 'z' || scan.IsDigit(text[j])) {
		if j++; j-i > len("blockquote") {
			return 0
		}
	}
	for _, name := range blockNames {
		if text[i:j] == name {
			return j
		}
	}
	return 0
}

// A tagFinder finds tags by how they begin. It remembers where the next '>'
// is, so that a text of unclosed tags is searched once.
type tagFinder struct {
	text string
	gt   *scan.Finder
}

func newTagFinder(text string) *tagFinder {
	return &tagFinder{text, scan.NewFinder(text, ">")}
}

// end returns the offset after the opening or closing tag at i whose name
// begins with one of names, or 0.
func (f *tagFinder) end(i int, names []string) int {
	if !strings.HasPrefix(f.text[i:], "<") {
		return 0
	}
	i++
	if strings.HasPrefix(f.text[i:], "/") {
		i++
	}
	for _, name := range names {
		if strings.HasPrefix(f.text[i:], name) {
			// Compat (TestAuto): any name that begins like a block-level one counts, so
			// image is taken for p.
			return f.gt.Next(i+len(name)) + 1
		}
	}
	return 0
}

// unwrapBlocks takes back the paragraphs that were put around, before or
// after block-level tags.
func unwrapBlocks(text string) string {
	text = scan.ReplaceEach(text, "<", func(i int) (int, string) {
		if !strings.HasPrefix(text[i:], "<p>") {
			return 0, ""
		}
		j := scan.SkipSpace(text, i+len("<p>"))
		if !strings.HasPrefix(text[j:], "</p>") {
			return 0, ""
		}
		return j + len("</p>"), ""
	})
	text = scan.ReplaceEach(text, "<", func(i int) (int, string) { return closeInside(text, i) })
	text = unwrapLone(text)
	text = unwrapItems(text)
	gt := scan.NewFinder(text, ">")
	text = scan.ReplaceEach(text, "<", func(i int) (int, string) {
		const start = "<p><blockquote"
		if !hasFoldedPrefix(text[i:], start) {
			return 0, ""
		}
		j := gt.Next(i + len(start))
		if j < 0 {
			return 0, ""
		}
		return j + 1, "<blockquote" + text[i+len(start):j] + "><p>"
	})
	text = strings.ReplaceAll(text, "</blockquote></p>", "</p></blockquote>")
	text = dropOpening(text)
	return afterBlock(text, "</p>")
}

func hasFoldedPrefix(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		b := text[i]
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		if b != prefix[i] {
			return false
		}
	}
	return true
}

// closeInside closes the paragraph that holds only text before the end of an
// element that contains paragraphs.
func closeInside(text string, i int) (int, string) {
	if !strings.HasPrefix(text[i:], "<p>") {
		return 0, ""
	}
	start := i + len("<p>")
	n := strings.IndexByte(text[start:], '<')
	if n < 1 {
		return 0, ""
	}
	for _, closing := range [...]string{"</div>", "</address>", "</form>"} {
		if strings.HasPrefix(text[start+n:], closing) {
			return start + n + len(closing), text[i:start+n] + "</p>" + closing
		}
	}
	return 0, ""
}

// unwrapLone removes the paragraph around a single block-level tag.
func unwrapLone(text string) string {
	tags := newTagFinder(text)
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		if !strings.HasPrefix(text[i:], "<p>") {
			return 0, ""
		}
		start := scan.SkipSpace(text, i+len("<p>"))
		end := tags.end(start, blockNames[:])
		if end == 0 {
			return 0, ""
		}
		j := scan.SkipSpace(text, end)
		if !strings.HasPrefix(text[j:], "</p>") {
			return 0, ""
		}
		return j + len("</p>"), text[start:end]
	})
}

// unwrapItems removes the paragraph around a list item on one line.
func unwrapItems(text string) string {
	closing, lineEnd := scan.NewFinder(text, "</p>"), scan.NewFinder(text, "\n")
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		const start = "<p><li"
		if !strings.HasPrefix(text[i:], start) {
			return 0, ""
		}
		from := i + len(start)
		end := closing.Next(from + 1)
		if nl := lineEnd.Next(from); end < 0 || nl >= 0 && nl < end {
			return 0, ""
		}
		return end + len("</p>"), text[i+len("<p>") : end]
	})
}

// dropOpening removes a p tag before a block-level tag.
func dropOpening(text string) string {
	tags := newTagFinder(text)
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		if !strings.HasPrefix(text[i:], "<p>") {
			return 0, ""
		}
		start := scan.SkipSpace(text, i+len("<p>"))
		end := tags.end(start, blockNames[:])
		if end == 0 {
			return 0, ""
		}
		return end, text[start:end]
	})
}

// afterBlock removes what follows a block-level tag, with the white space
// between.
func afterBlock(text, what string) string {
	tags := newTagFinder(text)
	// Many tags that are never closed share one '>': look behind it once.
	seen, found := -1, 0
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		end := tags.end(i, blockNames[:])
		if end == 0 {
			return 0, ""
		}
		if end != seen {
			seen, found = end, 0
			if j := scan.SkipSpace(text, end); strings.HasPrefix(text[j:], what) {
				found = j + len(what)
			}
		}
		if found == 0 {
			return 0, ""
		}
		return found, text[i:end]
	})
}

func dropBreakBeforeBlock(text string) string {
	names := [...]string{"p", "li", "div", "dl", "dd", "dt", "th", "pre", "td", "ul", "ol"}
	tags := newTagFinder(text)
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		const br = "<br />"
		if !strings.HasPrefix(text[i:], br) {
			return 0, ""
		}
		start := i + len(br)
		end := tags.end(scan.SkipSpace(text, start), names[:])
		if end == 0 {
			return 0, ""
		}
		return end, text[start:end]
	})
}
