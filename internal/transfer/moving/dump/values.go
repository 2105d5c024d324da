package dump

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/DataDog/go-sqllexer"
	"golang.org/x/text/encoding/charmap"

	"quoin/internal/platform/markup/clean"
)

// escaped are the letters that stand behind a backslash for something else. Others stand
// for themselves.
var escaped = map[byte]string{
	'0': "\x00", 'b': "\b", 'n': "\n", 'r': "\r", 't': "\t", 'Z': "\x1a", '%': `\%`, '_': `\_`,
}

// unquoted is what a quoted text says.
func unquoted(quoted string) string {
	quote, inner := quoted[0], quoted[1:len(quoted)-1]
	if strings.IndexByte(inner, '\\') < 0 && strings.IndexByte(inner, quote) < 0 {
		return inner
	}
	var b strings.Builder
	b.Grow(len(inner))
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		switch {
		case c == '\\' && i+1 < len(inner):
			i++
			if text, ok := escaped[inner[i]]; ok {
				b.WriteString(text)
			} else {
				b.WriteByte(inner[i])
			}
		case c == quote:
			b.WriteByte(c)
			i++ // it stands twice
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// value reads the value that begins with the token, and goes on to the token behind it:
// nil, an int64, or a text.
func (p *parser) value() (any, error) {
	switch {
	case p.typ == sqllexer.STRING:
		text := p.text(unquoted(p.lexer.value))
		return text, p.advance()
	case p.typ == sqllexer.NUMBER:
		return p.number()
	case p.is("NULL"):
		return nil, p.advance()
	case p.is("TRUE"):
		return int64(1), p.advance()
	case p.is("FALSE"):
		return int64(0), p.advance()
	case p.is("X"), p.is("B"):
		return p.bits()
	case p.typ == sqllexer.IDENT && strings.HasPrefix(p.lexer.value, "_"):
		// The name of a character set, as in _binary 'x'.
		if err := p.advance(); err != nil {
			return nil, err
		}
		switch {
		case p.typ == sqllexer.STRING:
			text := unquoted(p.lexer.value)
			return text, p.advance()
		case p.typ == sqllexer.NUMBER:
			return p.number()
		case p.is("X"), p.is("B"):
			return p.bits()
		}
	}
	return nil, p.wrong("a value was expected, not %s", p.tokenText())
}

// number reads a number. One with zeros in front comes as more than one token.
func (p *parser) number() (any, error) {
	text := p.lexer.value
	if err := p.scan(); err != nil {
		return nil, err
	}
	for p.typ == sqllexer.NUMBER && len(text) < maxName {
		text += p.lexer.value
		if err := p.scan(); err != nil {
			return nil, err
		}
	}
	if err := p.settle(); err != nil {
		return nil, err
	}
	if digits, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		raw, err := hex.DecodeString(digits)
		if err != nil {
			return nil, p.wrong("0x has to stand before pairs of hexadecimal digits")
		}
		return p.text(string(raw)), nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	return text, nil
}

// bits reads x'4142' or b'0101'.
func (p *parser) bits() (any, error) {
	base := strings.ToLower(p.lexer.value)
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.typ != sqllexer.STRING {
		return nil, p.wrong("a value was expected, not %s", p.tokenText())
	}
	digits := unquoted(p.lexer.value)
	if base == "x" {
		raw, err := hex.DecodeString(digits)
		if err != nil {
			return nil, p.wrong("x has to stand before pairs of hexadecimal digits")
		}
		return p.text(string(raw)), p.advance()
	}
	n, err := strconv.ParseUint(digits, 2, 63)
	if err != nil {
		return nil, p.wrong("b has to stand before at most 63 binary digits")
	}
	return int64(n), p.advance() // #nosec G115 -- 63 bits
}

// text is a text of the dump as UTF-8. In a dump in Latin-1 may stand, beside letters of
// Latin-1, UTF-8 that an old site kept in columns of Latin-1: no text of sense in the one
// is by chance one in the other.
func (p *parser) text(text string) string {
	if !p.latin1 || clean.IsASCII(text) {
		return text
	}
	if utf8.ValidString(text) {
		p.summary.AlreadyUTF8++
		return text
	}
	p.summary.FromLatin1++
	turned, err := charmap.Windows1252.NewDecoder().String(text)
	if err != nil {
		return text
	}
	return turned
}
