package phpvalue

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// blanks are the characters that the format's usual readers trim.
const blanks = " \t\n\r\x00\x0b"

// IsSerialized reports whether s has the shape of a serialised value. It looks
// at the ends of s only, so Decode may still refuse it.
func IsSerialized(s string) bool {
	s = strings.Trim(s, blanks)
	if s == "N;" {
		return true
	}
	if len(s) < 4 || s[1] != ':' {
		return false
	}
	last, body := s[len(s)-1], s[2:len(s)-1]
	switch s[0] {
	case 's':
		n, rest, ok := cutDigits(body)
		return ok && n != "" && last == ';' && len(rest) >= 3 && rest[:2] == ":\"" && rest[len(rest)-1] == '"'
	case 'a', 'O', 'E':
		n, rest, ok := cutDigits(body)
		return ok && n != "" && strings.HasPrefix(rest, ":") && (last == '}' || (s[0] == 'E' && last == ';'))
	case 'b', 'i', 'd':
		return last == ';' && strings.Trim(body, "0123456789.Ee+-INFA") == ""
	}
	return false
}

func cutDigits(s string) (digits, rest string, ok bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:], i > 0
}

// Decode returns the value that s serialises, blanks around it ignored. The
// error wraps ErrSyntax, ErrLimit or ErrUnsupported.
func Decode(s string) (any, error) {
	if len(s) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrLimit, len(s))
	}
	d := decoder{s: strings.Trim(s, blanks)}
	v, err := d.value(0)
	if err != nil {
		return nil, err
	}
	if d.pos < len(d.s) {
		return nil, d.fail(ErrSyntax, "expected the end")
	}
	return v, nil
}

type decoder struct {
	s      string
	pos    int
	values int
}

func (d *decoder) fail(err error, msg string) error {
	return fmt.Errorf("%w: %s at byte %d", err, msg, d.pos)
}

func (d *decoder) expect(text string) error {
	if !strings.HasPrefix(d.s[d.pos:], text) {
		return d.fail(ErrSyntax, "expected "+strconv.Quote(text))
	}
	d.pos += len(text)
	return nil
}

// until returns the text before the next end byte and passes both.
func (d *decoder) until(end byte) (string, error) {
	const longest = 64 // no number is longer
	rest := d.s[d.pos:]
	i := strings.IndexByte(rest[:min(len(rest), longest)], end)
	if i < 0 {
		return "", d.fail(ErrSyntax, "expected "+strconv.QuoteRune(rune(end)))
	}
	d.pos += i + 1
	return rest[:i], nil
}

func (d *decoder) value(depth int) (any, error) {
	if d.values++; d.values > MaxValues || depth > MaxDepth {
		return nil, d.fail(ErrLimit, "too many values")
	}
	if d.pos >= len(d.s) {
		return nil, d.fail(ErrSyntax, "expected a value")
	}
	kind := d.s[d.pos]
	switch kind {
	case 'N':
		return nil, d.expect("N;")
	case 'b', 'i', 'd', 's', 'a', 'O':
		d.pos++
		if err := d.expect(":"); err != nil {
			return nil, err
		}
	case 'R', 'r', 'C', 'E', 'S':
		return nil, d.fail(ErrUnsupported, "kind "+string(kind))
	default:
		return nil, d.fail(ErrSyntax, "expected a value")
	}
	switch kind {
	case 'b':
		return d.boolean()
	case 'i':
		return d.integer(';')
	case 'd':
		return d.float()
	case 's':
		s, err := d.quoted()
		if err != nil {
			return nil, err
		}
		return s, d.expect(";")
	case 'a':
		return d.array(depth)
	}
	return d.object(depth)
}

func (d *decoder) boolean() (any, error) {
	text, err := d.until(';')
	if err == nil && text != "0" && text != "1" {
		err = d.fail(ErrSyntax, "expected 0 or 1")
	}
	return text == "1", err
}

func (d *decoder) integer(end byte) (int64, error) {
	text, err := d.until(end)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, d.fail(ErrSyntax, "expected a whole number")
	}
	return n, nil
}

func (d *decoder) float() (any, error) {
	text, err := d.until(';')
	if err != nil {
		return nil, err
	}
	switch text {
	case "INF":
		return math.Inf(1), nil
	case "-INF":
		return math.Inf(-1), nil
	case "NAN":
		return math.NaN(), nil
	}
	// ParseFloat also takes words, hexadecimal digits and underscores.
	if strings.Trim(text, "0123456789.eE+-") != "" {
		return nil, d.fail(ErrSyntax, "expected a number")
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, d.fail(ErrSyntax, "expected a number")
	}
	return f, nil
}

// quoted reads a length and that many bytes in quotes.
func (d *decoder) quoted() (string, error) {
	n, err := d.integer(':')
	if err != nil {
		return "", err
	}
	if err := d.expect("\""); err != nil {
		return "", err
	}
	if n < 0 || n > int64(len(d.s)-d.pos) {
		return "", d.fail(ErrSyntax, "expected a string of "+strconv.FormatInt(n, 10)+" bytes")
	}
	s := d.s[d.pos : d.pos+int(n)]
	d.pos += int(n)
	return s, d.expect("\"")
}

func (d *decoder) array(depth int) (any, error) {
	pairs, err := d.pairs(depth, StringKey)
	if err != nil {
		return nil, err
	}
	for i := range pairs {
		if pairs[i].Key != IntKey(int64(i)) {
			return &Map{Pairs: pairs}, nil
		}
	}
	list := make([]any, len(pairs))
	for i := range pairs {
		list[i] = pairs[i].Value
	}
	return list, nil
}

func (d *decoder) object(depth int) (any, error) {
	class, err := d.quoted()
	if err != nil {
		return nil, err
	}
	if class == "" {
		return nil, d.fail(ErrSyntax, "expected the name of a class")
	}
	if err := d.expect(":"); err != nil {
		return nil, err
	}
	pairs, err := d.pairs(depth, propertyKey)
	if err != nil {
		return nil, err
	}
	return &Map{Class: class, Pairs: pairs}, nil
}

// propertyKey drops the mark of private and protected properties, which is
// the class or a star between two zero bytes.
func propertyKey(name string) Key {
	if rest, ok := strings.CutPrefix(name, "\x00"); ok {
		if _, plain, ok := strings.Cut(rest, "\x00"); ok {
			name = plain
		}
	}
	return StringKey(name)
}

// pairs reads a count and that many keys and values in braces. A key that
// comes again replaces the value and keeps its place.
func (d *decoder) pairs(depth int, stringKey func(string) Key) ([]Pair, error) {
	n, err := d.integer(':')
	if err != nil {
		return nil, err
	}
	if err := d.expect("{"); err != nil {
		return nil, err
	}
	// The shortest element, i:0;N; has six bytes.
	if n < 0 || n > int64(len(d.s)-d.pos)/6 {
		return nil, d.fail(ErrSyntax, "expected "+strconv.FormatInt(n, 10)+" elements")
	}
	pairs := make([]Pair, 0, min(n, 64))
	seen := keyIndex{}
	for range n {
		key, err := d.key(stringKey)
		if err != nil {
			return nil, err
		}
		v, err := d.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if at, ok := seen.find(pairs, key); ok {
			pairs[at].Value = v
			continue
		}
		pairs = append(pairs, Pair{key, v})
		seen.add(pairs)
	}
	return pairs, d.expect("}")
}

func (d *decoder) key(stringKey func(string) Key) (Key, error) {
	switch {
	case strings.HasPrefix(d.s[d.pos:], "i:"):
		d.pos += 2
		n, err := d.integer(';')
		return IntKey(n), err
	case strings.HasPrefix(d.s[d.pos:], "s:"):
		d.pos += 2
		s, err := d.quoted()
		if err != nil {
			return Key{}, err
		}
		return stringKey(s), d.expect(";")
	}
	return Key{}, d.fail(ErrSyntax, "expected a key")
}
