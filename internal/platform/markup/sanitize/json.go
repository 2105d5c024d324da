package sanitize

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxJSONDepth bounds the nesting of block attributes.
const maxJSONDepth = 512

type valueType int

const (
	literalValue valueType = iota // null, true, false or a number, as it is written
	stringValue
	arrayValue
	objectValue
)

// value is JSON with the members of objects in order.
type value struct {
	kind  valueType
	text  string
	keys  []string // of an object
	items []*value
	place map[string]int
}

func newObject() *value { return &value{kind: objectValue, place: map[string]int{}} }

func (v *value) get(key string) *value {
	if i, ok := v.place[key]; ok {
		return v.items[i]
	}
	return nil
}

// set replaces a member where it stands or adds it at the end.
func (v *value) set(key string, e *value) {
	if i, ok := v.place[key]; ok {
		v.items[i] = e
		return
	}
	v.place[key] = len(v.items)
	v.keys = append(v.keys, key)
	v.items = append(v.items, e)
}

// remove leaves a hole, so that places stay; nil items are not written.
func (v *value) remove(key string) {
	if i, ok := v.place[key]; ok {
		v.items[i] = nil
		delete(v.place, key)
	}
}

func (v *value) size() int {
	if v.kind == objectValue {
		return len(v.place)
	}
	return len(v.items)
}

// empty: null, false, zero, "", "0" and what holds nothing.
func (v *value) empty() bool {
	switch v.kind {
	case stringValue:
		return v.text == "" || v.text == "0"
	case literalValue:
		return v.text == "null" || v.text == "false" || v.text == "0" || v.text == "-0"
	}
	return v.size() == 0
}

// isList reports whether the names of an object are 0, 1, 2 and so on; such
// an object, and one without members, is written as an array.
func (v *value) isList() bool {
	n := 0
	for i, e := range v.items {
		if e == nil {
			continue
		}
		if v.keys[i] != strconv.Itoa(n) {
			return false
		}
		n++
	}
	return true
}

// encode writes the value as block comments hold it: nothing in it can end
// the comment, start a tag, or be changed by a filter that undoes slashes.
func (v *value) encode() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

func (v *value) write(b *strings.Builder) {
	switch v.kind {
	case literalValue:
		b.WriteString(v.text)
	case stringValue:
		writeString(b, v.text)
	default:
		object := v.kind == objectValue && !v.isList()
		brackets := "[]"
		if object {
			brackets = "{}"
		}
		b.WriteByte(brackets[0])
		first := true
		for i, e := range v.items {
			if e == nil {
				continue
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			if object {
				writeString(b, v.keys[i])
				b.WriteByte(':')
			}
			e.write(b)
		}
		b.WriteByte(brackets[1])
	}
}

var stringEscapes = strings.NewReplacer(jsonEscapes()...)

func jsonEscapes() []string {
	pairs := []string{
		"--", `\u002d\u002d`, `\`, `\u005c`, `"`, `\u0022`, "<", `\u003c`, ">", `\u003e`, "&", `\u0026`,
		"\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\u2028", `\u2028`, "\u2029", `\u2029`,
	}
	for c := range 0x20 {
		if !strings.ContainsRune("\b\f\n\r\t", rune(c)) {
			pairs = append(pairs, string(rune(c)), `\u00`+strconv.FormatInt(int64(c)+0x100, 16)[1:])
		}
	}
	return pairs
}

func writeString(b *strings.Builder, s string) {
	b.WriteByte('"')
	_, _ = stringEscapes.WriteString(b, s)
	b.WriteByte('"')
}

// number writes a number in the shortest form; whole numbers beyond 64 bits
// and those with a fraction or exponent become floating point.
func number(s string) (string, bool) {
	if !strings.ContainsAny(s, ".eE") {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return strconv.FormatInt(n, 10), true
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) {
		return "", false
	}
	if f == 0 {
		return strings.TrimSuffix(strconv.FormatFloat(f, 'f', -1, 64), ".0"), true
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exp, _ := strings.Cut(text, "e")
	e, err := strconv.Atoi(exp)
	if err != nil {
		return "", false
	}
	if e >= -4 && e <= 16 {
		return strconv.FormatFloat(f, 'f', -1, 64), true
	}
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	sign := "+"
	if e < 0 {
		sign, e = "-", -e
	}
	return mantissa + "e" + sign + strconv.Itoa(e), true
}

func validText(s string) bool { return utf8.ValidString(s) }
