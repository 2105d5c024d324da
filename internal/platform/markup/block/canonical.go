package block

import (
	"strings"

	"quoin/internal/platform/wire"
)

// Canonical writes content with every delimiter in its usual form: attributes
// without white space and escaped as in EncodeAttrs, a block without content
// as one comment, and a closer for each block that was left open. Attributes
// that can't be read are dropped. Text outside delimiters stays as it is, but
// nothing than a zero or a closer is nothing.
func Canonical(src string) string {
	if src == "0" || onlyCloser(src) {
		return "" // Compat (TestCanonical)
	}
	if Version(src) == 0 {
		return src
	}
	blocks := Parse(src)
	canonical(blocks)
	return Serialize(blocks)
}

// onlyCloser tells whether a text is the end of a block that never began.
func onlyCloser(src string) bool {
	t, ok := (&scanner{src: src}).next(0)
	return ok && t.kind == closer && t.start == 0 && t.end == len(src)
}

func canonical(list []Block) {
	for i := range list {
		b := &list[i]
		if b.Name == "" {
			continue
		}
		canonical(b.Inner)
		b.Open, b.Close, b.RawAttrs = "", "", ""
		// Compat (TestCanonical): a lone zero counts as no content.
		if len(b.InnerContent) == 1 && b.InnerContent[0] != nil && *b.InnerContent[0] == "0" {
			b.InnerContent = nil
		}
	}
}

// DecodeAttrs reads an attribute object. No attributes at all are the zero value.
func DecodeAttrs(raw string) (Attrs, bool) {
	if strings.TrimSpace(raw) == "" {
		return Attrs{}, true
	}
	v, err := wire.Decode([]byte(raw))
	if err != nil {
		return Attrs{}, false
	}
	loosen(v)
	o, ok := v.(*wire.Object)
	return Attrs{o}, ok
}

// loosen makes empty objects print as lists.
//
// Compat (TestCanonical): the reference doesn't tell the two apart once it has read them.
func loosen(v any) {
	switch v := v.(type) {
	case *wire.Object:
		v.Loose = true
		for _, m := range v.Members() {
			loosen(m.Value)
		}
	case []any:
		for i := range v {
			loosen(v[i])
		}
	}
}

// EncodeAttrs writes attributes as they stand in a delimiter: nothing in them
// may end the comment early, nor be changed by what filters the HTML around
// it. No attributes at all are "".
func EncodeAttrs(attrs Attrs) string {
	if attrs.Len() == 0 {
		return ""
	}
	return escapes.Replace(wire.Readable(attrs.Object))
}

var escapes = strings.NewReplacer(`\\`, `\u005c`, `\"`, `\u0022`, "--", `\u002d\u002d`)
