package paragraph

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// UnwrapShortcodes returns text with the p element removed from around each
// shortcode of these names that stands alone in it, with or without content
// and closing tag.
func UnwrapShortcodes(text string, names []string) string {
	if len(names) == 0 || !strings.Contains(text, "[") {
		return text
	}
	u := unwrapper{text: text, names: names}
	return scan.ReplaceEach(text, "<", u.match)
}

type unwrapper struct {
	text  string
	names []string
	// What follows is made when the first bracket begins a paragraph.
	bracket    *scan.Finder
	shortcodes []wrapped
}

func (u *unwrapper) begin() {
	u.bracket = scan.NewFinder(u.text, "]")
	u.shortcodes = make([]wrapped, len(u.names))
	for i, name := range u.names {
		u.shortcodes[i] = wrapped{name: name, closing: scan.NewFinder(u.text, "[/"+name+"]")}
	}
}

type wrapped struct {
	name    string
	closing *scan.Finder
	// Where the paragraph ends after the closing tag looked at last.
	seen, ends int
}

func (u *unwrapper) match(i int) (int, string) {
	if !strings.HasPrefix(u.text[i:], "<p>") {
		return 0, ""
	}
	start := scan.SkipBlanks(u.text, i+len("<p>"))
	if !strings.HasPrefix(u.text[start:], "[") {
		return 0, ""
	}
	if u.shortcodes == nil {
		u.begin()
	}
	for k := range u.shortcodes {
		s := &u.shortcodes[k]
		after := start + 1 + len(s.name)
		if !strings.HasPrefix(u.text[start+1:], s.name) ||
			after < len(u.text) && (scan.IsWord(u.text[after]) || u.text[after] == '-') {
			continue
		}
		close := u.bracket.Next(after)
		if close < 0 {
			return 0, ""
		}
		selfClosing := close > after && u.text[close-1] == '/'
		if at := s.closing.Next(close + 1); at >= 0 && !selfClosing {
			end := at + len("[/]") + len(s.name)
			if s.seen != end {
				s.seen, s.ends = end, u.paragraphEnd(end)
			}
			if s.ends > 0 {
				return s.ends, u.text[start:end]
			}
		}
		if end := u.paragraphEnd(close + 1); end > 0 {
			return end, u.text[start : close+1]
		}
	}
	return 0, ""
}

// paragraphEnd returns the offset after the closing p tag that follows i with
// only blanks between, or 0.
func (u *unwrapper) paragraphEnd(i int) int {
	i = scan.SkipBlanks(u.text, i)
	if strings.HasPrefix(u.text[i:], "</p>") {
		return i + len("</p>")
	}
	return 0
}
