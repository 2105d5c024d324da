package shortcode

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/markup/scan"
)

// Attr is one attribute of a shortcode.
type Attr struct {
	Name       string // lower case; the number of a positional one, from "0"
	Value      string
	Positional bool // written without a name
}

// Attrs are the attributes of a shortcode, in the order in which their names
// first occurred. A name occurs once, with its last value.
type Attrs []Attr

// Get returns the value of a named attribute, or of a positional one by its
// number, and whether it is there.
func (a Attrs) Get(name string) (string, bool) {
	for i := range a {
		if a[i].Name == name {
			return a[i].Value, true
		}
	}
	return "", false
}

// Or returns the value of an attribute, or def when it is not there.
func (a Attrs) Or(name, def string) string {
	if v, ok := a.Get(name); ok {
		return v
	}
	return def
}

// Positional returns the values written without a name.
func (a Attrs) Positional() []string {
	var values []string
	for _, attr := range a {
		if attr.Positional {
			values = append(values, attr.Value)
		}
	}
	return values
}

// ParseAttrs reads the attributes in the text between a shortcode's name and
// its closing bracket. Anything is accepted: what is not name=value, quoted or
// not, is a positional value up to the next white space. Backslash escapes are
// those of C. A value with an unclosed "<" is emptied. Text that is not UTF-8
// has no attributes.
func ParseAttrs(text string) Attrs {
	if !utf8.ValidString(text) {
		return nil
	}
	p := attrParser{text: joinSpaces(text)}
	p.double, p.single = *scan.NewFinder(p.text, `"`), *scan.NewFinder(p.text, "'")
	for i := scan.SkipSpace(p.text, 0); i < len(p.text); i = scan.SkipSpace(p.text, i) {
		i = p.read(i)
	}
	for i := range p.attrs {
		if !elementsClosed(p.attrs[i].Value) {
			p.attrs[i].Value = ""
		}
	}
	return p.attrs
}

// joinSpaces makes each run of no-break and zero-width spaces one space.
func joinSpaces(text string) string {
	if !strings.ContainsAny(text, "\u00a0\u200b") {
		return text
	}
	var out strings.Builder
	inRun := false
	for _, r := range text {
		wide := r == '\u00a0' || r == '\u200b'
		switch {
		case !wide:
			out.WriteRune(r)
		case !inRun:
			out.WriteByte(' ')
		}
		inRun = wide
	}
	return out.String()
}

func elementsClosed(value string) bool {
	for {
		_, rest, found := strings.Cut(value, "<")
		if !found {
			return true
		}
		if _, value, found = strings.Cut(rest, ">"); !found {
			return false
		}
	}
}

type attrParser struct {
	text           string
	double, single scan.Finder
	attrs          Attrs
	index          map[string]int // name to its place in attrs, once these are many
	nextNumber     int
}

// read takes the attribute that begins at i, a byte that is not white space,
// and returns the offset after it.
func (p *attrParser) read(i int) int {
	if name := p.nameEnd(i); name > i {
		if j := scan.SkipSpace(p.text, name); j < len(p.text) && p.text[j] == '=' {
			j = scan.SkipSpace(p.text, j+1)
			if value, end := p.value(j); end > 0 {
				p.setNamed(p.text[i:name], value)
				return end
			}
		}
	}
	if value, end := p.quoted(i); end > 0 {
		if value != "" {
			p.positional(value)
		}
		return end
	}
	end := i
	for end < len(p.text) && !scan.IsSpace(p.text[end]) {
		end++
	}
	p.positional(p.text[i:end])
	return end
}

func (p *attrParser) nameEnd(i int) int {
	for i < len(p.text) && (scan.IsWord(p.text[i]) || p.text[i] == '-') {
		i++
	}
	return i
}

func (p *attrParser) value(i int) (string, int) {
	if value, end := p.quoted(i); end > 0 {
		return value, end
	}
	j := i
	for j < len(p.text) && !scan.IsSpace(p.text[j]) {
		if p.text[j] == '"' || p.text[j] == '\'' {
			return "", 0
		}
		j++
	}
	if j == i {
		return "", 0
	}
	return p.text[i:j], j
}

// quoted reads a quoted value with white space or nothing after it.
func (p *attrParser) quoted(i int) (string, int) {
	if i == len(p.text) {
		return "", 0
	}
	closing := &p.double
	switch p.text[i] {
	case '"':
	case '\'':
		closing = &p.single
	default:
		return "", 0
	}
	j := closing.Next(i + 1)
	if j < 0 || j+1 < len(p.text) && !scan.IsSpace(p.text[j+1]) {
		return "", 0
	}
	return p.text[i+1 : j], j + 1
}

func (p *attrParser) setNamed(name, value string) {
	if name == "0" {
		// Compat (TestParseAttrs): this name is taken for none.
		return
	}
	name = lower(name)
	if scan.IsDigit(name[0]) || name[0] == '-' { // else it is no number, which needn't be said at length
		if n, err := strconv.Atoi(name); err == nil && strconv.Itoa(n) == name && n >= p.nextNumber {
			p.nextNumber = n + 1
		}
	}
	p.set(Attr{Name: name, Value: unescape(value)})
}

func (p *attrParser) positional(value string) {
	p.set(Attr{Name: strconv.Itoa(p.nextNumber), Value: unescape(value), Positional: true})
	p.nextNumber++
}

// manyAttrs is from how many on attributes are found by an index.
const manyAttrs = 16

func (p *attrParser) set(a Attr) {
	if i := p.place(a.Name); i >= 0 {
		p.attrs[i].Value = a.Value
		return
	}
	if p.index != nil {
		p.index[a.Name] = len(p.attrs)
	}
	p.attrs = append(p.attrs, a)
}

// place is where the attribute of a name is, or -1.
func (p *attrParser) place(name string) int {
	if p.index == nil && len(p.attrs) >= manyAttrs {
		p.index = make(map[string]int, 2*manyAttrs)
		for i, a := range p.attrs {
			p.index[a.Name] = i
		}
	}
	if p.index == nil {
		return slices.IndexFunc(p.attrs, func(a Attr) bool { return a.Name == name })
	}
	if i, ok := p.index[name]; ok {
		return i
	}
	return -1
}

func lower(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' }) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// unescape resolves the backslash escapes of C; a backslash before anything
// else is dropped, one at the end stays.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case strings.IndexByte("ntravbf", c) >= 0:
			out.WriteByte("\n\t\r\a\v\b\f"[strings.IndexByte("ntravbf", c)])
		case c == 'x' && i+1 < len(s) && isDigitOf(s[i+1], 16):
			i++
			i += number(&out, s[i:], 16, 2) - 1
		case isDigitOf(c, 8):
			i += number(&out, s[i:], 8, 3) - 1
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// number writes the byte whose digits begin s and returns how many there are.
func number(out *strings.Builder, s string, base, most int) int {
	n := 0
	for n < len(s) && n < most && isDigitOf(s[n], base) {
		n++
	}
	v, _ := strconv.ParseUint(s[:n], base, 16) // n digits of the base always fit
	out.WriteByte(byte(v))
	return n
}

func isDigitOf(b byte, base int) bool {
	if base == 8 {
		return b >= '0' && b <= '7'
	}
	return scan.IsDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f'
}
