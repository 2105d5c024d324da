package sanitize

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parseJSON reads one JSON object. It fails for anything else, for nesting
// deeper than maxJSONDepth, and for numbers too large to be written.
func parseJSON(src string) (*value, bool) {
	if !strings.HasPrefix(src, "{") || !validText(src) {
		return nil, false
	}
	p := jsonParser{src: src}
	v, ok := p.value(0)
	p.space()
	return v, ok && p.pos == len(src)
}

type jsonParser struct {
	src string
	pos int
}

func (p *jsonParser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *jsonParser) space() {
	for p.pos < len(p.src) && strings.IndexByte(" \t\r\n", p.src[p.pos]) >= 0 {
		p.pos++
	}
}

// take reads c after white space.
func (p *jsonParser) take(c byte) bool {
	p.space()
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

func (p *jsonParser) value(depth int) (*value, bool) {
	p.space()
	switch c := p.peek(); {
	case c == '{' && depth < maxJSONDepth:
		return p.object(depth + 1)
	case c == '[' && depth < maxJSONDepth:
		return p.array(depth + 1)
	case c == '"':
		s, ok := p.string()
		return &value{kind: stringValue, text: s}, ok
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, word := range [...]string{"null", "true", "false"} {
		if strings.HasPrefix(p.src[p.pos:], word) {
			p.pos += len(word)
			return &value{text: word}, true
		}
	}
	return nil, false
}

func (p *jsonParser) object(depth int) (*value, bool) {
	p.pos++
	v := newObject()
	if p.take('}') {
		return v, true
	}
	for {
		p.space()
		if p.peek() != '"' {
			return nil, false
		}
		key, ok := p.string()
		if !ok || !p.take(':') {
			return nil, false
		}
		e, ok := p.value(depth)
		if !ok {
			return nil, false
		}
		v.set(key, e)
		if p.take('}') {
			return v, true
		}
		if !p.take(',') {
			return nil, false
		}
	}
}

func (p *jsonParser) array(depth int) (*value, bool) {
	p.pos++
	v := &value{kind: arrayValue}
	if p.take(']') {
		return v, true
	}
	for {
		e, ok := p.value(depth)
		if !ok {
			return nil, false
		}
		v.items = append(v.items, e)
		if p.take(']') {
			return v, true
		}
		if !p.take(',') {
			return nil, false
		}
	}
}

func (p *jsonParser) number() (*value, bool) {
	start := p.pos
	digits := func() bool {
		from := p.pos
		for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
			p.pos++
		}
		return p.pos > from
	}
	if p.peek() == '-' {
		p.pos++
	}
	if p.peek() == '0' {
		p.pos++
	} else if !digits() {
		return nil, false
	}
	if p.peek() == '.' {
		if p.pos++; !digits() {
			return nil, false
		}
	}
	if p.peek()|0x20 == 'e' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !digits() {
			return nil, false
		}
	}
	text, ok := number(p.src[start:p.pos])
	return &value{text: text}, ok
}

func (p *jsonParser) string() (string, bool) {
	p.pos++
	start := p.pos
	i := strings.IndexAny(p.src[start:], `"\`)
	if i < 0 {
		return "", false
	}
	var b []byte
	for {
		c := p.peek()
		switch {
		case p.pos >= len(p.src) || c < 0x20:
			return "", false
		case c == '"':
			p.pos++
			return string(b), true
		case c == '\\':
			var ok bool
			if b, ok = p.escape(b); !ok {
				return "", false
			}
		default:
			b = append(b, c)
			p.pos++
		}
	}
}

func (p *jsonParser) escape(b []byte) ([]byte, bool) {
	p.pos++
	c := p.peek()
	p.pos++
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 && c != 0 {
		return append(b, "\"\\/\b\f\n\r\t"[i]), true
	}
	if c != 'u' {
		return nil, false
	}
	r, ok := p.hex4()
	if !ok {
		return nil, false
	}
	if utf16.IsSurrogate(r) {
		if !strings.HasPrefix(p.src[p.pos:], `\u`) {
			return nil, false
		}
		p.pos += 2
		low, ok := p.hex4()
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return nil, false
		}
	}
	return utf8.AppendRune(b, r), true
}

func (p *jsonParser) hex4() (rune, bool) {
	if p.pos+4 > len(p.src) {
		return 0, false
	}
	n, err := strconv.ParseUint(p.src[p.pos:p.pos+4], 16, 32)
	p.pos += 4
	return rune(n), err == nil
}
