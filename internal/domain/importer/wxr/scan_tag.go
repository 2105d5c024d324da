package wxr

import (
	"bytes"
	"strings"
)

type attr struct {
	name  []byte
	value []byte // as in the file
}

// attr returns the value of the current start tag's attribute of that name.
func (s *scanner) attr(name string) (string, bool) {
	for _, a := range s.attrs {
		if string(a.name) == name {
			return string(s.appendUnescaped(nil, a.value)), true
		}
	}
	return "", false
}

// wholeTag makes the tag at the start of the unread part available and
// returns what stands between "<" and ">".
func (s *scanner) wholeTag() ([]byte, error) {
	var quote byte
	for i := 1; ; i++ {
		if i > s.limits.TagBytes {
			return nil, s.fail(TooLarge, "a tag is longer than %d bytes", s.limits.TagBytes)
		}
		if i >= s.w-s.r && !s.more() {
			return nil, s.ended("inside a tag; expected \">\"")
		}
		switch c := s.buf[s.r+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			return nil, s.fail(Syntax, "found \"<\" inside a tag; expected \">\" (in text, \"<\" is written \"&lt;\")")
		case c == '>':
			s.tok = i + 1
			return s.buf[s.r+1 : s.r+i], nil
		}
	}
}

func (s *scanner) startTag() error {
	tag, err := s.wholeTag()
	if err != nil {
		return err
	}
	tag, closed := bytes.CutSuffix(tag, []byte("/"))
	n := nameLength(tag)
	if n == 0 {
		if len(s.open) == 0 && !s.rootSeen {
			return s.fail(NotXML, "expected the name of an element after \"<\"")
		}
		return s.fail(Syntax, "expected the name of an element after \"<\" (in text, \"<\" is written \"&lt;\")")
	}
	if len(s.open) == 0 && s.rootSeen {
		return s.fail(Syntax, "found <%s> after the end of the document; expected the end of the file", clip(tag[:n]))
	}
	if len(s.open) >= s.limits.Depth {
		return s.fail(TooLarge, "elements are nested more than %d deep", s.limits.Depth)
	}
	s.rootSeen = true
	outer := len(s.spaces)
	if err := s.parseAttrs(tag[n:]); err != nil {
		return err
	}
	s.names = append(s.names, tag[:n]...)
	s.open = append(s.open, openElement{nameEnd: len(s.names), line: s.line, spaces: outer})
	s.name = s.resolve(tag[:n])
	s.pendingEnd = closed
	return nil
}

func (s *scanner) parseAttrs(rest []byte) error {
	s.attrs = s.attrs[:0]
	for {
		trimmed := bytes.TrimLeft(rest, " \t\r\n")
		if len(trimmed) == 0 {
			return nil
		}
		n := nameLength(trimmed)
		if n == 0 || len(trimmed) == len(rest) {
			return s.fail(Syntax, "expected an attribute, \"/>\" or \">\" in a tag, found %q", clip(trimmed))
		}
		a := attr{name: trimmed[:n]}
		rest = bytes.TrimLeft(trimmed[n:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '=' {
			return s.fail(Syntax, "expected \"=\" after the attribute %s", clip(a.name))
		}
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		if len(rest) == 0 || (rest[0] != '"' && rest[0] != '\'') {
			return s.fail(Syntax, "expected a quoted value of the attribute %s", clip(a.name))
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return s.fail(Syntax, "expected the closing quote of the attribute %s", clip(a.name))
		}
		a.value, rest = rest[1:1+end], rest[end+2:]
		if prefix, ok := bytes.CutPrefix(a.name, []byte("xmlns:")); ok {
			s.spaces = append(s.spaces, binding{string(prefix), spaceOf(string(a.value))})
		}
		s.attrs = append(s.attrs, a)
	}
}

func (s *scanner) endTag() error {
	tag, err := s.wholeTag()
	if err != nil {
		return err
	}
	tag = bytes.TrimRight(tag[1:], " \t\r\n")
	n := len(s.open)
	if n == 0 {
		return s.fail(Syntax, "found </%s>, but no element is open", clip(tag))
	}
	if name := s.openName(n - 1); !bytes.Equal(name, tag) {
		return s.fail(Syntax, "found </%s>; expected </%s>, which is open since line %d", clip(tag), clip(name), s.open[n-1].line)
	}
	s.pop()
	return nil
}

// pop closes the innermost element.
func (s *scanner) pop() {
	n := len(s.open) - 1
	s.spaces = s.spaces[:s.open[n].spaces]
	s.open = s.open[:n]
	start := 0
	if n > 0 {
		start = s.open[n-1].nameEnd
	}
	s.names = s.names[:start]
}

// openName returns the name of the open element i, as in the file.
func (s *scanner) openName(i int) []byte {
	start := 0
	if i > 0 {
		start = s.open[i-1].nameEnd
	}
	return s.names[start:s.open[i].nameEnd]
}

func nameLength(b []byte) int {
	for i, c := range b {
		letter := (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80
		if !letter && (i == 0 || (c != ':' && c != '-' && c != '.' && (c < '0' || c > '9'))) {
			return i
		}
	}
	return len(b)
}

// clip shortens text of the file for an error message.
func clip(b []byte) string {
	const most = 40
	text := strings.ToValidUTF8(string(b[:min(len(b), most)]), "")
	if len(b) > most {
		text += "…"
	}
	return text
}

// space is a namespace as far as exports use it.
type space int

const (
	spaceNone    space = iota
	spaceOther         // bound to something else; its elements are passed over
	spaceExport        // the format's own elements
	spaceExcerpt       // excerpt:encoded
	spaceContent       // content:encoded
	spaceDC            // Dublin Core, dc:creator
)

type name struct {
	space space
	local []byte // valid until the next token
}

type binding struct {
	prefix string
	space  space
}

// spaceOf knows the format's namespaces by the path of their address, since
// scheme, host and version vary between exporters.
func spaceOf(uri string) space {
	uri = strings.TrimSuffix(strings.TrimSpace(uri), "/")
	switch {
	case strings.HasSuffix(uri, "purl.org/rss/1.0/modules/content"):
		return spaceContent
	case strings.HasSuffix(uri, "purl.org/dc/elements/1.1"):
		return spaceDC
	}
	_, path, ok := strings.Cut(uri, "/export/")
	if !ok {
		return spaceOther
	}
	version, sub, _ := strings.Cut(path, "/")
	switch {
	case !isVersion(version):
		return spaceOther
	case sub == "":
		return spaceExport
	case sub == "excerpt":
		return spaceExcerpt
	}
	return spaceOther
}

// resolve splits a name and looks its prefix up. A prefix that was never
// bound has its usual meaning, because hand-made exports forget to bind them.
func (s *scanner) resolve(full []byte) name {
	prefix, local, ok := bytes.Cut(full, []byte(":"))
	if !ok {
		return name{spaceNone, full}
	}
	for i := len(s.spaces) - 1; i >= 0; i-- {
		if s.spaces[i].prefix == string(prefix) {
			return name{s.spaces[i].space, local}
		}
	}
	switch string(prefix) {
	case "wp":
		return name{spaceExport, local}
	case "excerpt":
		return name{spaceExcerpt, local}
	case "content":
		return name{spaceContent, local}
	case "dc":
		return name{spaceDC, local}
	}
	return name{spaceOther, local}
}

// isVersion reports whether v is two numbers with a point between them.
func isVersion(v string) bool {
	major, minor, ok := strings.Cut(v, ".")
	digits := func(d string) bool {
		return d != "" && len(d) <= 3 && strings.Trim(d, "0123456789") == ""
	}
	return ok && digits(major) && digits(minor)
}
