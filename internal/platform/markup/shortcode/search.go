package shortcode

import (
	"slices"
	"strings"

	"quoin/internal/platform/markup/scan"
)

// present returns those of the names that occur in text right after an
// opening bracket, sorted.
func present(text string, names []string) []string {
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	var found []string
	for i := 0; i < len(text); i++ {
		j := strings.IndexByte(text[i:], '[')
		if j < 0 {
			break
		}
		i += j
		end := i + 1
		for end < len(text) && !endsName(text[end]) {
			end++
		}
		if name := text[i+1 : end]; wanted[name] {
			delete(wanted, name)
			found = append(found, name)
		}
		i = end - 1
	}
	slices.Sort(found)
	return found
}

func endsName(b byte) bool { return b <= ' ' || strings.IndexByte("<>&/[]=", b) >= 0 }

// A match is one shortcode found in a text.
type match struct {
	start, end int
	name       string
	attrs      string
	content    string
	before     string // "[" when a second bracket opens
	after      string // "]" when a second bracket closes
}

func (m match) escaped() bool { return m.before != "" && m.after != "" }

// replaceAll replaces each shortcode of these names by what with returns. A
// shortcode in double brackets loses one pair instead.
func replaceAll(text string, names []string, with func(match) string) string {
	s := newSearch(text, names)
	var out strings.Builder
	copied := 0
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], '[')
		if j < 0 {
			break
		}
		i += j
		m, ok := s.at(i)
		if !ok {
			i++
			continue
		}
		out.WriteString(text[copied:m.start])
		if m.escaped() {
			out.WriteString(text[m.start+1 : m.end-1])
		} else {
			out.WriteString(m.before + with(m) + m.after)
		}
		i, copied = m.end, m.end
	}
	if copied == 0 {
		return text
	}
	out.WriteString(text[copied:])
	return out.String()
}

// A search remembers where the next brackets and closing tags are, so that
// many openings before one closing are found in one pass.
type search struct {
	text    string
	names   []string
	bracket *scan.Finder
	closing []*scan.Finder // one for each name
}

func newSearch(text string, names []string) *search {
	s := &search{text: text, names: names, bracket: scan.NewFinder(text, "]")}
	for _, name := range names {
		s.closing = append(s.closing, scan.NewFinder(text, "[/"+name+"]"))
	}
	return s
}

// at returns the shortcode that begins with the bracket at i.
func (s *search) at(i int) (match, bool) {
	m := match{start: i}
	i++
	if strings.HasPrefix(s.text[i:], "[") {
		m.before = "["
		i++
	}
	k := s.nameAt(i)
	if k < 0 {
		return m, false
	}
	m.name = s.names[k]
	i += len(m.name)
	close := s.bracket.Next(i)
	if close < 0 {
		return m, false
	}
	m.attrs, m.end = s.text[i:close], close+1
	if attrs, selfClosing := strings.CutSuffix(m.attrs, "/"); selfClosing {
		m.attrs = attrs
	} else if at := s.closing[k].Next(m.end); at >= 0 {
		m.content = s.text[m.end:at]
		m.end = at + len("[/]") + len(m.name)
	}
	if strings.HasPrefix(s.text[m.end:], "]") {
		m.after = "]"
		m.end++
	}
	return m, true
}

func (s *search) nameAt(i int) int {
	for k, name := range s.names {
		end := i + len(name)
		if strings.HasPrefix(s.text[i:], name) &&
			(end == len(s.text) || !scan.IsWord(s.text[end]) && s.text[end] != '-') {
			return k
		}
	}
	return -1
}
