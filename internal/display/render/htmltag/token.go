package htmltag

import "strings"

// attr is one attribute as written.
type attr struct {
	name       string // lower case
	start, end int    // whole attribute
	vstart     int    // value without quotes
	vend       int
	bare       bool // no value
}

// tag is one tag as written.
type tag struct {
	name       string // upper case
	closer     bool
	start, end int // of the whole tag; raw elements reach to the end of their closer
	openEnd    int // just past the ">" of the opener
	nameEnd    int
	attrs      []attr
}

// scanTag finds the first tag at or after pos. ok is false at the end of the
// text and when the rest is an unfinished construct.
func scanTag(src string, pos int, t *tag) bool {
	for {
		i := strings.IndexByte(src[pos:], '<')
		if i < 0 || pos+i+1 >= len(src) {
			return false
		}
		pos += i
		c := src[pos+1]
		switch {
		case isLetter(c):
			return readTag(src, pos, pos+1, false, t)
		case c == '/':
			if pos+2 < len(src) && isLetter(src[pos+2]) {
				return readTag(src, pos, pos+2, true, t)
			}
			if pos = past(src, pos+2, ">"); pos < 0 {
				return false
			}
		case strings.HasPrefix(src[pos:], "<!--"):
			if pos = pastComment(src, pos+4); pos < 0 {
				return false
			}
		case c == '!' || c == '?':
			if pos = past(src, pos+2, ">"); pos < 0 {
				return false
			}
		default:
			pos++
		}
	}
}

func pastComment(src string, pos int) int {
	if strings.HasPrefix(src[pos:], ">") {
		return pos + 1
	}
	if strings.HasPrefix(src[pos:], "->") {
		return pos + 2
	}
	a := past(src, pos, "-->")
	limit := src
	if a >= 0 {
		limit = src[:a]
	}
	if b := past(limit, pos, "--!>"); b >= 0 {
		return b
	}
	return a
}

func past(src string, pos int, mark string) int {
	if pos > len(src) {
		return -1
	}
	i := strings.Index(src[pos:], mark)
	if i < 0 {
		return -1
	}
	return pos + i + len(mark)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}

// readTag reads the tag whose name starts at p.
func readTag(src string, start, p int, closer bool, t *tag) bool {
	from := p
	for p < len(src) && !isSpace(src[p]) && src[p] != '/' && src[p] != '>' {
		p++
	}
	t.name, t.closer, t.start, t.nameEnd = strings.ToUpper(src[from:p]), closer, start, p
	t.attrs = t.attrs[:0]
	for {
		for p < len(src) && (isSpace(src[p]) || src[p] == '/') {
			p++
		}
		if p >= len(src) {
			return false
		}
		if src[p] == '>' {
			break
		}
		if p = t.readAttr(src, p); p < 0 {
			return false
		}
	}
	t.openEnd, t.end = p+1, p+1
	if !closer && isRaw(t.name) {
		if t.end = pastCloser(src, t.openEnd, t.name); t.end < 0 {
			return false
		}
	}
	return true
}

// readAttr reads one attribute and answers where the next may start, or -1 at
// the end of the text.
func (t *tag) readAttr(src string, p int) int {
	a := attr{start: p}
	if src[p] == '=' {
		p++
	}
	for p < len(src) && !isSpace(src[p]) && src[p] != '/' && src[p] != '>' && src[p] != '=' {
		p++
	}
	a.name, a.end, a.bare = strings.ToLower(src[a.start:p]), p, true
	q := p
	for q < len(src) && isSpace(src[q]) {
		q++
	}
	if q >= len(src) {
		return -1
	}
	if src[q] == '=' {
		q++
		for q < len(src) && isSpace(src[q]) {
			q++
		}
		if q >= len(src) {
			return -1
		}
		a.bare = false
		if c := src[q]; c == '"' || c == '\'' {
			i := strings.IndexByte(src[q+1:], c)
			if i < 0 {
				return -1
			}
			a.vstart, a.vend = q+1, q+1+i
			q = a.vend + 1
		} else {
			a.vstart = q
			for q < len(src) && !isSpace(src[q]) && src[q] != '>' {
				q++
			}
			a.vend = q
		}
		a.end, p = q, q
	}
	for i := range t.attrs {
		if t.attrs[i].name == a.name {
			return p // the first of a name counts
		}
	}
	if len(t.attrs) < maxAttrs {
		t.attrs = append(t.attrs, a)
	}
	return p
}

// maxAttrs bounds the attributes that are looked at, so that comparing names
// stays cheap on hostile tags.
const maxAttrs = 256

func isRaw(name string) bool {
	switch name {
	case "SCRIPT", "STYLE", "TEXTAREA", "TITLE", "IFRAME", "NOEMBED", "NOFRAMES", "XMP":
		return true
	}
	return false
}

// pastCloser finds the end of `</name ...>`, or -1.
func pastCloser(src string, pos int, name string) int {
	for {
		i := strings.Index(src[pos:], "</")
		if i < 0 {
			return -1
		}
		pos += i + 2
		if end := pos + len(name); end < len(src) && strings.EqualFold(src[pos:end], name) {
			if c := src[end]; isSpace(c) || c == '/' || c == '>' {
				return past(src, end, ">")
			}
		}
	}
}
