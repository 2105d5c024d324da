package sanitize

import "strings"

// scanner cuts text into plain runs and tokens. A token is a comment, a
// bogus comment, whatever stands between "<" and ">", or a lone ">".
type scanner struct {
	src string
	pos int
	// The next "-->" and line feed, cached: without them many unfinished
	// comments would each search the rest of the text.
	arrow, line int
}

// next gives the plain text before the next token and the token; ok is false
// at the end.
func (s *scanner) next() (text, token string, ok bool) {
	rest := s.src[s.pos:]
	i := strings.IndexAny(rest, "<>")
	if i < 0 {
		s.pos = len(s.src)
		return rest, "", false
	}
	start := s.pos + i
	s.pos = s.tokenEnd(start)
	return rest[:i], s.src[start:s.pos], true
}

func (s *scanner) tokenEnd(at int) int {
	rest := s.src[at:]
	if rest[0] == '>' {
		return at + 1
	}
	if strings.HasPrefix(rest, "<!--") {
		if end := s.commentEnd(at + 4); end > 0 {
			return end
		}
	}
	from := 1
	if len(rest) > 3 && rest[1] == '/' && !isLetter(rest[2]) {
		// Compat (TestCases): "</>" runs on to the ">" after it, when there is one.
		if i := strings.IndexByte(rest[3:], '>'); i >= 0 {
			return at + 3 + i + 1
		}
	}
	if i := strings.IndexByte(rest[from:], '>'); i >= 0 {
		return at + from + i + 1
	}
	return len(s.src)
}

// commentEnd finds the end of a comment whose text starts at from. Only a
// comment on one line counts; one on the last line may lack its end.
func (s *scanner) commentEnd(from int) int {
	s.arrow = indexFrom(s.src, "-->", from, s.arrow)
	s.line = indexFrom(s.src, "\n", from, s.line)
	switch {
	case s.arrow < s.line:
		return s.arrow + 3
	case s.line >= len(s.src)-1:
		return s.line
	}
	return 0
}

// indexFrom is the place of sub at or after from, len(s) when there is none;
// known is an earlier answer, which holds until from passes it.
func indexFrom(s, sub string, from, known int) int {
	if known >= from && known > 0 {
		return known
	}
	if i := strings.Index(s[min(from, len(s)):], sub); i >= 0 {
		return from + i
	}
	return len(s)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isNameByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '-' }
