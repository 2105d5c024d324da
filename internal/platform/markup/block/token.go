package block

import "strings"

type tokenKind int

const (
	opener tokenKind = iota
	closer
	void
)

// token is one block delimiter found in the source.
type token struct {
	kind       tokenKind
	start, end int
	name       string
	attrs      string
}

// scanner finds delimiters from left to right. It remembers where the next
// possible end of an attribute object is, so that many unfinished openers do
// not each search the rest of the source.
type scanner struct {
	src     string
	attrEnd int // index of the "}" of the next `} -->`; len(src) when none is left
	tail    int // index just past that `-->`
	primed  bool
}

// next returns the first delimiter at or after pos.
func (s *scanner) next(pos int) (token, bool) {
	for {
		i := strings.Index(s.src[pos:], "<!--")
		if i < 0 {
			return token{}, false
		}
		pos += i
		if t, ok := s.at(pos); ok {
			return t, true
		}
		pos += len("<!--")
	}
}

// at reads the delimiter that starts at pos.
func (s *scanner) at(pos int) (token, bool) {
	src := s.src
	p := skipSpace(src, pos+len("<!--"))
	if p == pos+len("<!--") {
		return token{}, false
	}
	t := token{kind: opener, start: pos}
	if p < len(src) && src[p] == '/' {
		t.kind = closer
		p++
	}
	if !strings.HasPrefix(src[p:], "wp:") {
		return token{}, false
	}
	p += len("wp:")
	from := p
	if p = skipName(src, p); p == from {
		return token{}, false
	}
	if p < len(src) && src[p] == '/' {
		q := skipName(src, p+1)
		if q == p+1 {
			return token{}, false
		}
		p = q
		t.name = src[from:p]
	} else {
		t.name = "core/" + src[from:p]
	}
	q := skipSpace(src, p)
	if q == p {
		return token{}, false
	}
	p = q
	if p < len(src) && src[p] == '{' {
		brace, tail := s.objectEnd(p)
		if brace == len(src) {
			return token{}, false
		}
		t.attrs = src[p : brace+1]
		t.end = tail
		if src[tail-len("/-->")] == '/' {
			t.kind = void
		}
		return t, true
	}
	if p < len(src) && src[p] == '/' {
		t.kind = void
		p++
	}
	if !strings.HasPrefix(src[p:], "-->") {
		return token{}, false
	}
	t.end = p + len("-->")
	return t, true
}

// objectEnd finds the first "}" at or after pos that is followed by white
// space, an optional slash and "-->".
func (s *scanner) objectEnd(pos int) (brace, tail int) {
	if s.primed && s.attrEnd >= pos {
		return s.attrEnd, s.tail
	}
	s.primed = true
	p := pos
	for {
		i := strings.Index(s.src[p:], "-->")
		if i < 0 {
			s.attrEnd, s.tail = len(s.src), len(s.src)
			return s.attrEnd, s.tail
		}
		end := p + i
		q := end - 1
		if q >= pos && s.src[q] == '/' {
			q--
		}
		spaces := q
		for q >= pos && isSpace(s.src[q]) {
			q--
		}
		if q < spaces && q >= pos && s.src[q] == '}' {
			s.attrEnd, s.tail = q, end+len("-->")
			return s.attrEnd, s.tail
		}
		p = end + len("-->")
	}
}

func skipSpace(s string, p int) int {
	for p < len(s) && isSpace(s[p]) {
		p++
	}
	return p
}

func isSpace(c byte) bool {
	return c == ' ' || c >= '\t' && c <= '\r'
}

// skipName passes a name part: a lower case letter, then letters, digits,
// hyphens and underscores. It returns p when there is none.
func skipName(s string, p int) int {
	if p >= len(s) || s[p] < 'a' || s[p] > 'z' {
		return p
	}
	for p < len(s) && (s[p] >= 'a' && s[p] <= 'z' || s[p] >= '0' && s[p] <= '9' || s[p] == '_' || s[p] == '-') {
		p++
	}
	return p
}
