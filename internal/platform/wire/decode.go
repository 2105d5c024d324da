package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// MaxDepth bounds how deep a decoded document may nest.
const MaxDepth = 512

// ErrDepth is returned for documents that nest deeper than MaxDepth.
var ErrDepth = errors.New("nested too deeply")

// Decode reads one JSON document and keeps the order of members. Integers that
// fit become int64, other numbers float64. Of a key given twice the last value
// counts.
func Decode(data []byte) (any, error) {
	read, err := data, error(nil)
	if !json.Valid(data) {
		err = json.Unmarshal(data, new(json.RawMessage))
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			read = data[:syntax.Offset]
		}
	}
	switch {
	case depth(read) > MaxDepth:
		return nil, ErrDepth
	case err != nil:
		return nil, fmt.Errorf("decode JSON: %w", err)
	}
	d := decoder{data: data}
	return d.value()
}

// depth is how deep the lists and objects of a text nest at most.
func depth(data []byte) int {
	deepest, now, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			now++
			deepest = max(deepest, now)
		case c == ']' || c == '}':
			now--
		}
	}
	return deepest
}

// decoder reads a document that is known to be valid.
type decoder struct {
	data []byte
	at   int
}

// next is the byte that the next token begins with.
func (d *decoder) next() byte {
	for {
		switch c := d.data[d.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			d.at++
		default:
			return c
		}
	}
}

func (d *decoder) value() (any, error) {
	switch d.next() {
	case '{':
		return d.object()
	case '[':
		return d.list()
	case '"':
		return d.text()
	case 't':
		d.at += len("true")
		return true, nil
	case 'f':
		d.at += len("false")
		return false, nil
	case 'n':
		d.at += len("null")
		return nil, nil
	}
	from := d.at
	for d.at < len(d.data) && isNumberByte[d.data[d.at]] {
		d.at++
	}
	return decodeNumber(string(d.data[from:d.at]))
}

// isNumberByte tells which bytes numbers are written with.
var isNumberByte = func() (t [256]bool) {
	for _, c := range "0123456789+-.eE" {
		t[c] = true
	}
	return t
}()

func decodeNumber(s string) (any, error) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return nil, err
	}
	if math.IsInf(f, 0) {
		f = math.Copysign(math.MaxFloat64, f)
	}
	return f, nil
}

// text reads a string. One without escapes is taken as it stands.
func (d *decoder) text() (string, error) {
	from, plain := d.at, true
	d.at++
	for c := d.data[d.at]; c != '"'; c = d.data[d.at] {
		if c == '\\' {
			plain = false
			d.at++
		}
		d.at++
	}
	d.at++
	if inside := d.data[from+1 : d.at-1]; plain && utf8.Valid(inside) {
		return string(inside), nil
	}
	var s string
	err := json.Unmarshal(d.data[from:d.at], &s)
	return s, err
}

func (d *decoder) list() (any, error) {
	list := []any{}
	for d.at++; d.next() != ']'; {
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	d.at++
	return list, nil
}

func (d *decoder) object() (any, error) {
	o := &Object{}
	for d.at++; d.next() != '}'; {
		key, err := d.text()
		if err != nil {
			return nil, err
		}
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		if o.members == nil {
			o.members = make([]Member, 0, 4)
		}
		o.Set(key, v)
	}
	d.at++
	return o, nil
}
