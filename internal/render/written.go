package render

import (
	"crypto/md5" // #nosec G501 -- names of classes, no secret
	"encoding/hex"
	"reflect"
	"slices"
	"strconv"

	"quoin/internal/markup/block"
	"quoin/internal/wire"
)

// Some class names are a digest of a block as it was written. Style sheets
// made elsewhere name them, so the digits must be those of the reference: the
// JSON that it would print decides, with members in the order of the text.

// wireHash makes a class name of the first 8 digits of a value's digest.
func wireHash(prefix string, v any) string {
	sum := md5.Sum(wire.Encode(v, nil)) // #nosec G401 -- names a class, no secret
	return prefix + hex.EncodeToString(sum[:4])
}

// writtenAttrs are attributes in the order of the text, nil when the text has
// none that can be read.
func writtenAttrs(b *block.Block) *wire.Object {
	if b.RawAttrs == "" {
		return nil
	}
	v, err := wire.Decode([]byte(b.RawAttrs))
	if err != nil {
		return nil
	}
	o, _ := v.(*wire.Object)
	return o
}

// written is the block with all that is inside it, in the order of the text,
// and with what was changed since the text was parsed.
func (inst *instance) written() *wire.Object {
	o := parsed(&inst.block)
	if inst.parent != nil {
		if layout := writtenAttrs(&inst.parent.block).Get("layout"); layout != nil {
			o.Set("parentLayout", asPrinted(layout))
		}
	}
	return o
}

// changedAttrs are written attributes with the values they have now.
func changedAttrs(b *block.Block) *wire.Object {
	attrs := writtenAttrs(b)
	if attrs == nil {
		attrs = &wire.Object{}
	}
	for _, name := range sortedKeys(b.Attrs) {
		if v := b.Attrs[name]; !reflect.DeepEqual(v, block.Plain(attrs.Get(name))) {
			attrs.Set(name, ordered(v))
		}
	}
	return attrs
}

// parsed is a block as the reference parses it.
func parsed(b *block.Block) *wire.Object {
	var attrs any
	if b.Attrs != nil || b.RawAttrs == "" {
		attrs = asPrinted(changedAttrs(b))
	}
	inner, content := make([]any, len(b.Inner)), make([]any, len(b.InnerContent))
	for i := range b.Inner {
		inner[i] = parsed(&b.Inner[i])
	}
	for i, piece := range b.InnerContent {
		if piece != nil {
			content[i] = *piece
		}
	}
	return wire.NewObject("blockName", b.Name, "attrs", attrs, "innerBlocks", inner, "innerHTML", b.InnerHTML, "innerContent", content)
}

// asPrinted gives a decoded value the form in which the reference prints it
// again.
func asPrinted(v any) any {
	switch v := v.(type) {
	case *wire.Object:
		list := true
		for i, m := range v.Members() {
			list = list && m.Key == strconv.Itoa(i)
		}
		// Compat (TestClassesOfWrittenStyles): an object whose keys count from 0, or an empty one, is a list.
		if list {
			out := make([]any, 0, v.Len())
			for _, m := range v.Members() {
				out = append(out, asPrinted(m.Value))
			}
			return out
		}
		out := &wire.Object{}
		for _, m := range v.Members() {
			out.Set(m.Key, asPrinted(m.Value))
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = asPrinted(v[i])
		}
		return out
	}
	return v
}

// ordered gives a value of decoded attributes some lasting order.
func ordered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := &wire.Object{}
		for _, k := range sortedKeys(v) {
			o.Set(k, ordered(v[k]))
		}
		return o
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = ordered(v[i])
		}
		return out
	case float64:
		if v == float64(int64(v)) {
			return int64(v)
		}
	}
	return v
}

func sortedKeys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
