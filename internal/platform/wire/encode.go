package wire

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Symbol is a declared name used as a value: a type, a status, a taxonomy.
type Symbol string

// Mark precedes a declared name inside a Text or a Ref.
const Mark = "\x01"

// Text is a text for people in which declared names stand behind a Mark.
type Text string

// Ref is an address inside the API. Path is absolute and in seed names
// ("/core/v2/posts/12"); Query is appended as it is.
type Ref struct {
	Path  string
	Query string
}

// Raw is JSON that was encoded before, for the same dialect.
type Raw []byte

// AppendJSON implements Printer.
func (r Raw) AppendJSON(dst []byte, _ Names) []byte { return append(dst, r...) }

// Printer is a value that prints itself, for what would cost much to build
// only to be printed.
type Printer interface {
	// AppendJSON appends the JSON form of the value to dst.
	AppendJSON(dst []byte, names Names) []byte
}

// Names says how a mount prints names. A nil Names prints everything as it is.
type Names interface {
	// Symbol is the printed form of a declared name.
	Symbol(name string) string
	// Marked is a text with the printed forms of the names that are marked in it.
	Marked(text string) string
	// Ref is the printed form of an address inside the API.
	Ref(ref Ref) string
}

// Append appends the JSON form of a value to dst. It panics on a value of a
// kind that the package doesn't know, which is a programming error.
func Append(dst []byte, value any, names Names) []byte {
	switch v := value.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		return appendFloat(dst, v)
	case string:
		return AppendString(dst, v)
	case Symbol:
		return AppendString(dst, symbol(string(v), names))
	case Text:
		if names == nil {
			return AppendString(dst, strings.ReplaceAll(string(v), Mark, ""))
		}
		return AppendString(dst, names.Marked(string(v)))
	case Ref:
		if names == nil {
			return AppendString(dst, v.Path+v.Query)
		}
		return AppendString(dst, names.Ref(v))
	case Raw:
		return append(dst, v...)
	case *Object:
		return appendObject(dst, v, names)
	case []any:
		return appendList(dst, v, names)
	case []*Object:
		return appendList(dst, v, names)
	case []int64:
		return appendList(dst, v, names)
	case []string:
		return appendList(dst, v, names)
	case []Symbol:
		return appendList(dst, v, names)
	case Printer:
		return v.AppendJSON(dst, names)
	}
	panic(fmt.Sprintf("wire.Append: no JSON form for a %T", value))
}

func symbol(name string, names Names) string {
	if names == nil {
		return name
	}
	return names.Symbol(name)
}

func appendList[T any](dst []byte, list []T, names Names) []byte {
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = Append(dst, list[i], names)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, o *Object, names Names) []byte {
	if o == nil {
		return append(dst, "null"...)
	}
	if len(o.members) == 0 && o.Loose {
		return append(dst, "[]"...)
	}
	dst = append(dst, '{')
	for i := range o.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		m := &o.members[i]
		key := m.Key
		if m.Symbol {
			key = symbol(key, names)
		}
		dst = AppendString(dst, key)
		dst = append(dst, ':')
		dst = Append(dst, m.Value, names)
	}
	return append(dst, '}')
}

// appendFloat prints the shortest form that reads back as the same number,
// with an exponent only where the reference prints one.
func appendFloat(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, '0')
	}
	if f == 0 {
		return append(dst, '0')
	}
	exponent := int(math.Floor(math.Log10(math.Abs(f))))
	if exponent >= -5 && exponent < 17 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// 1e+25 reads 1.0e+25 in the reference.
	for i := start; i < len(dst); i++ {
		switch dst[i] {
		case '.':
			return dst
		case 'e':
			tail := string(dst[i:])
			return append(append(dst[:i], ".0"...), tail...)
		}
	}
	return dst
}

const hex = "0123456789abcdef"

// unescapedBytes tells which bytes stand for themselves inside a JSON string.
var unescapedBytes = func() (t [256]bool) {
	for c := 0x20; c < 0x80; c++ {
		t[c] = c != '"' && c != '\\' && c != '/'
	}
	return t
}()

// plainWord tells whether all of eight bytes stand for themselves.
func plainWord(s string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	// A byte of w that is below 0x20 sets its high bit in the first term; one
	// that equals a character, in the term that is the difference to it less 1.
	quote, slash, back := w^ones*'"', w^ones*'/', w^ones*'\\'
	return (w|(w-ones*0x20)|(quote-ones)|(slash-ones)|(back-ones))&high == 0
}

// AppendString appends s as a JSON string. Bytes that are no UTF-8 become
// U+FFFD.
func AppendString(dst []byte, s string) []byte {
	return append(AppendEscaped(append(dst, '"'), s), '"')
}

// AppendEscaped appends s as a part of a JSON string, without quotes.
func AppendEscaped(dst []byte, s string) []byte {
	start, before := 0, len(dst)
	for i := 0; i < len(s); {
		for i+8 <= len(s) && plainWord(s[i:i+8]) {
			i += 8
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if unescapedBytes[c] {
			i++
			continue
		}
		if cap(dst)-len(dst) < i-start+len(`\u0000\u0000`) {
			dst = slices.Grow(dst, max(i-start, expected(len(s), start, len(dst)-before, before))+len(`\u0000\u0000`))
		}
		dst = append(dst, s[start:i]...)
		if c < utf8.RuneSelf {
			dst = appendEscape(dst, c)
			i++
		} else {
			r, size := utf8.DecodeRuneInString(s[i:])
			dst = appendRune(dst, r)
			i += size
		}
		start = i
	}
	return append(dst, s[start:]...)
}

// expected is for how much more a text of some length makes room, when up to done it
// became made bytes: of a long one the rest grows as its beginning did. For short ones as
// much is made as there is, since append alone grows by a quarter.
func expected(length, done, made, before int) int {
	rest := length - done
	if rest < 64<<10 || rest < before/4 {
		return before + made
	}
	if done > 0 {
		rest = int(float64(rest) * float64(made) / float64(done))
	}
	return rest + rest/64
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\', '/':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

func appendRune(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		dst = appendRune(dst, 0xD800+(r>>10))
		r = 0xDC00 + (r & 0x3FF)
	}
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// Encode is the JSON form of a value.
func Encode(value any, names Names) []byte { return Append(nil, value, names) }
