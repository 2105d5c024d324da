package wxr

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"unicode/utf8"
)

// maxReference is the length of the longest reference looked at, such as
// "&CounterClockwiseContourIntegral;".
const maxReference = 40

// cdataPiece takes the next piece of the CDATA section. It reports false at
// the section's end.
func (s *scanner) cdataPiece() (bool, error) {
	for {
		rest := s.buf[s.r:s.w]
		i := bytes.Index(rest, []byte("]]>"))
		if i == 0 {
			s.advance(len("]]>"))
			s.inCDATA = false
			return false, nil
		}
		if i < 0 {
			i = wholeCharacters(rest, len(rest)-2)
		}
		if i > 0 {
			s.raw, s.cdata, s.tok = rest[:i], true, i
			return true, nil
		}
		if !s.more() {
			return false, s.ended(fmt.Sprintf("inside a CDATA section that began at line %d; expected \"]]>\"", s.cdataLine))
		}
	}
}

// textPiece takes the next piece of text between tags. It reports false for
// blank text outside of the root element, which it consumes.
func (s *scanner) textPiece() (bool, error) {
	var piece []byte
	for {
		rest := s.buf[s.r:s.w]
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			i = wholeCharacters(rest, len(rest))
			if amp := bytes.LastIndexByte(rest[max(0, len(rest)-maxReference):], '&'); amp >= 0 {
				i = min(i, max(0, len(rest)-maxReference)+amp)
			}
		}
		if i > 0 {
			piece = rest[:i]
			break
		}
		if !s.more() {
			piece = rest
			break
		}
	}
	if len(s.open) > 0 {
		s.raw, s.cdata, s.tok = piece, false, len(piece)
		return true, nil
	}
	blank := len(piece) - len(bytes.TrimLeft(piece, " \t\r\n"))
	s.advance(blank)
	if blank == len(piece) {
		return false, nil
	}
	if s.rootSeen {
		return false, s.fail(Syntax, "text after the end of the document; expected the end of the file")
	}
	return false, s.fail(NotXML, "expected \"<\" at the start of the document")
}

// wholeCharacters returns the greatest i <= n at which b can be cut without
// splitting a character or a line break of two bytes.
func wholeCharacters(b []byte, n int) int {
	if n <= 0 {
		return 0
	}
	for k := 1; k <= utf8.UTFMax && k <= n; k++ {
		if c := b[n-k]; c >= utf8.RuneSelf {
			if utf8.RuneStart(c) {
				if !utf8.FullRune(b[n-k : n]) {
					n -= k
				}
				break
			}
			continue
		}
		break
	}
	if n > 0 && b[n-1] == '\r' {
		n--
	}
	return n
}

// appendText appends the current piece to dst with references replaced, line
// breaks made "\n", and everything that is no XML character repaired.
func (s *scanner) appendText(dst []byte) []byte {
	if s.cdata {
		return s.appendClean(dst, s.raw)
	}
	return s.appendUnescaped(dst, s.raw)
}

func (s *scanner) appendUnescaped(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, '&')
		if i < 0 {
			return s.appendClean(dst, src)
		}
		dst = s.appendClean(dst, src[:i])
		src = src[i:]
		n := 1
		dst, n = s.appendReference(dst, src)
		src = src[n:]
	}
}

// appendReference appends what the reference at the start of src stands for
// and returns the reference's length. An ampersand that begins no reference
// stands for itself.
func (s *scanner) appendReference(dst, src []byte) ([]byte, int) {
	end := bytes.IndexByte(src[:min(len(src), maxReference)], ';')
	if end < 2 {
		s.repairs++
		return append(dst, '&'), 1
	}
	body := src[1:end]
	switch string(body) {
	case "amp":
		return append(dst, '&'), end + 1
	case "lt":
		return append(dst, '<'), end + 1
	case "gt":
		return append(dst, '>'), end + 1
	case "quot":
		return append(dst, '"'), end + 1
	case "apos":
		return append(dst, '\''), end + 1
	}
	if body[0] == '#' {
		if r, ok := charReference(string(body[1:])); ok {
			if !xmlChar(r) {
				s.repairs++
				return dst, end + 1
			}
			return utf8.AppendRune(dst, r), end + 1
		}
	} else if whole := string(src[:end+1]); alphanumeric(body) {
		// Names of HTML are no XML, but exports made by hand have them.
		if text := html.UnescapeString(whole); text != whole && text[len(text)-1] != ';' {
			s.repairs++
			return append(dst, text...), end + 1
		}
	}
	s.repairs++
	return append(dst, '&'), 1
}

func charReference(digits string) (rune, bool) {
	base := 10
	if len(digits) > 0 && (digits[0] == 'x' || digits[0] == 'X') {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), true
}

func alphanumeric(b []byte) bool {
	for _, c := range b {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// xmlChar reports whether XML 1.0 allows r in a document.
func xmlChar(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r >= 0xD800 && r <= 0xDFFF:
		return false
	}
	return r != 0xFFFE && r != 0xFFFF && r <= utf8.MaxRune
}

// appendClean appends src with line breaks made "\n", invalid UTF-8 replaced
// by U+FFFD and forbidden characters left out.
func (s *scanner) appendClean(dst, src []byte) []byte {
	for {
		i := plainPrefix(src)
		dst = append(dst, src[:i]...)
		src = src[i:]
		if len(src) == 0 {
			return dst
		}
		if src[0] == '\r' {
			dst = append(dst, '\n')
			src = src[1:]
			if len(src) > 0 && src[0] == '\n' {
				src = src[1:]
			}
			continue
		}
		r, size := utf8.DecodeRune(src)
		s.repairs++
		if r == utf8.RuneError && size == 1 {
			dst = append(dst, "\uFFFD"...)
		}
		src = src[size:]
	}
}

// plainPrefix returns the length of the longest prefix of b that needs no
// repair.
func plainPrefix(b []byte) int {
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if (r == utf8.RuneError && size == 1) || !xmlChar(r) {
			return i
		}
		i += size
	}
	return len(b)
}
