// Package urlquery reads and writes the queries of addresses, and forms, in the naming
// of PHP.
package urlquery

import (
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// Bounds on what a query string or form may hold; what is beyond is ignored.
const (
	maxParams     = 5000
	maxParamDepth = 32
)

// Parse reads a query string or urlencoded form in the naming of PHP:
// a[]=1&a[]=2 is a list, a[k]=v an object, a name given twice keeps the last
// value, and dots and blanks in names become underscores. The values are
// strings, []any and *wire.Object.
func Parse(raw string) *wire.Object {
	out := &wire.Object{}
	for n := 0; raw != "" && n < maxParams; n++ {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		Set(out, unescape(name), unescape(value))
	}
	Listify(out)
	return out
}

// unescape decodes what it can and leaves broken escapes as they are.
func unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	if v, err := url.QueryUnescape(s); err == nil {
		return v
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+':
			b = append(b, ' ')
		case c == '%' && i+2 < len(s):
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(v))
				i += 2
				continue
			}
			b = append(b, c)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

var paramNames = strings.NewReplacer(".", "_", " ", "_")

// Set puts a value where its name points to.
func Set(out *wire.Object, name string, value any) {
	name = strings.TrimLeft(name, " ")
	base, path, brackets := name, "", false
	if i := strings.IndexByte(name, '['); i > 0 {
		base, path, brackets = name[:i], name[i:], true
	}
	base = paramNames.Replace(base)
	if base == "" {
		return
	}
	if !brackets || !strings.Contains(path, "]") {
		if brackets {
			base += "_" + paramNames.Replace(path[1:])
		}
		out.Set(base, value)
		return
	}
	at, key := out, base
	for depth := 0; strings.HasPrefix(path, "["); depth++ {
		end := strings.IndexByte(path, ']')
		if end < 0 {
			break
		}
		if depth >= maxParamDepth {
			return
		}
		next := at.Object(key)
		if next == nil {
			next = &wire.Object{}
			at.Set(key, next)
		}
		at, key, path = next, path[1:end], path[end+1:]
		if key == "" {
			key = nextIndex(at)
		}
	}
	at.Set(key, value)
}

// nextIndex is the number after the highest one among the keys.
func nextIndex(o *wire.Object) string {
	next := 0
	if n := o.Len(); n > 0 {
		if i, err := strconv.Atoi(o.Members()[n-1].Key); err == nil {
			return strconv.Itoa(i + 1)
		}
	}
	for _, m := range o.Members() {
		if i, err := strconv.Atoi(m.Key); err == nil && i >= next {
			next = i + 1
		}
	}
	return strconv.Itoa(next)
}

// Listify turns objects whose keys count up from 0 into lists, at any depth
// below the top.
func Listify(o *wire.Object) {
	for _, m := range o.Members() {
		child, ok := m.Value.(*wire.Object)
		if !ok {
			continue
		}
		Listify(child)
		if list, ok := counted(child); ok {
			o.Set(m.Key, list)
		}
	}
}

func counted(o *wire.Object) ([]any, bool) {
	list := make([]any, 0, o.Len())
	for i, m := range o.Members() {
		if m.Key != strconv.Itoa(i) {
			return nil, false
		}
		list = append(list, m.Value)
	}
	return list, true
}

// Build prints parameters as the reference does: lists with numbered
// keys, true as 1, false without a value, blanks as +.
func Build(params *wire.Object) string {
	var b strings.Builder
	for _, m := range params.Members() {
		appendParam(&b, escape(m.Key), m.Value)
	}
	return b.String()
}

func appendParam(b *strings.Builder, name string, v any) {
	separate := func() {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
	}
	switch v := v.(type) {
	case nil:
	case []any:
		for i := range v {
			appendParam(b, name+"%5B"+strconv.Itoa(i)+"%5D", v[i])
		}
	case *wire.Object:
		for _, m := range v.Members() {
			appendParam(b, name+"%5B"+escape(m.Key)+"%5D", m.Value)
		}
	default:
		separate()
		b.WriteString(name)
		if text := Text(v); text != "" {
			b.WriteByte('=')
			b.WriteString(escape(text))
		}
	}
}

// Text is a value as it stands in a query.
func Text(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "1"
		}
		return ""
	case string:
		return v
	}
	return string(wire.Append(nil, v, nil))
}

func escape(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "~", "%7E")
}
