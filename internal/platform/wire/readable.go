package wire

import (
	"encoding/json"
	"strings"
)

// Readable writes a value as JSON that people read: slashes and letters stand
// as they are. The characters that have a meaning in HTML are escaped.
func Readable(v any) string {
	var b strings.Builder
	writeReadable(&b, v)
	return b.String()
}

func writeReadable(b *strings.Builder, v any) {
	switch v := v.(type) {
	case *Object:
		if v.Len() == 0 && v.Loose {
			b.WriteString("[]")
			return
		}
		b.WriteByte('{')
		for i, m := range v.Members() {
			if i > 0 {
				b.WriteByte(',')
			}
			writeReadable(b, m.Key)
			b.WriteByte(':')
			writeReadable(b, m.Value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeReadable(b, v[i])
		}
		b.WriteByte(']')
	case string:
		s, err := json.Marshal(v)
		if err == nil {
			b.Write(s)
		}
	default:
		b.Write(Encode(v, nil))
	}
}
