package theme

import (
	"encoding/json"
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/wire"
)

// templatePart is the block that shows a template part.
const templatePart = "core/template-part"

// WithThemeAttribute names the theme in every template part block that names
// none, so that the part is found whatever theme is active later. Other text
// stays as it is.
func WithThemeAttribute(content, id string) string {
	return editPartBlocks(content, func(attrs *wire.Object) bool {
		if attrs.Has("theme") {
			return false
		}
		attrs.Set("theme", id)
		return true
	})
}

// WithoutThemeAttribute takes the theme out of template part blocks again, as
// it must be in files that become a theme of their own.
func WithoutThemeAttribute(content string) string {
	return editPartBlocks(content, func(attrs *wire.Object) bool {
		if !attrs.Has("theme") {
			return false
		}
		attrs.Delete("theme")
		return true
	})
}

// editPartBlocks runs edit on the attributes of every template part block and
// writes those back that it changed.
func editPartBlocks(content string, edit func(*wire.Object) bool) string {
	if !block.Has(content, templatePart) {
		return content
	}
	blocks := block.Parse(content)
	changed := false
	var walk func([]block.Block)
	walk = func(list []block.Block) {
		for i := range list {
			b := &list[i]
			walk(b.Inner)
			if b.Name != templatePart {
				continue
			}
			attrs, ok := decodeAttributes(b.RawAttrs)
			if !ok || !edit(attrs) {
				continue
			}
			b.Open, b.RawAttrs, b.Attrs = "", encodeAttributes(attrs), nil
			changed = true
		}
	}
	walk(blocks)
	if !changed {
		return content
	}
	return block.Serialize(blocks)
}

func decodeAttributes(raw string) (*wire.Object, bool) {
	if strings.TrimSpace(raw) == "" {
		return &wire.Object{}, true
	}
	v, err := wire.Decode([]byte(raw))
	if err != nil {
		return nil, false
	}
	attrs, ok := v.(*wire.Object)
	return attrs, ok
}

// encodeAttributes writes attributes as they stand in a block comment, where
// nothing may end the comment early. No attributes at all are "".
func encodeAttributes(attrs *wire.Object) string {
	if attrs.Len() == 0 {
		return ""
	}
	var b strings.Builder
	writeJSON(&b, attrs)
	return strings.NewReplacer("--", `\u002d\u002d`).Replace(b.String())
}

// writeJSON writes ordered JSON with slashes and letters as they are.
func writeJSON(b *strings.Builder, v any) {
	switch v := v.(type) {
	case *wire.Object:
		b.WriteByte('{')
		for i, m := range v.Members() {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, m.Key)
			b.WriteByte(':')
			writeJSON(b, m.Value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, v[i])
		}
		b.WriteByte(']')
	case string:
		s, err := json.Marshal(v) // escapes <, > and &, which could end the comment
		if err == nil {
			b.Write(s)
		}
	default:
		b.Write(wire.Encode(v, nil))
	}
}
