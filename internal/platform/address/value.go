package address

import (
	"slices"

	"quoin/internal/platform/wire"
)

// EncodeValue encodes all texts of a value as it is stored: strings, lists and
// objects, whose keys are texts too. It changes nothing in place.
func (c *Codec) EncodeValue(v any) any {
	if !c.concernsValue(v) {
		return v
	}
	return each(v, c.Encode)
}

// DecodeValue is the way back.
func (c *Codec) DecodeValue(v any) any { return each(v, c.Decode) }

func (c *Codec) concernsValue(v any) bool {
	switch v := v.(type) {
	case string:
		return c.Concerns(v)
	case []any:
		return slices.ContainsFunc(v, c.concernsValue)
	case []string:
		return slices.ContainsFunc(v, c.Concerns)
	case *wire.Object:
		return slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return c.Concerns(m.Key) || c.concernsValue(m.Value) })
	}
	return false
}

func each(v any, change func(string) string) any {
	switch v := v.(type) {
	case string:
		return change(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = each(v[i], change)
		}
		return out
	case []string:
		out := make([]string, len(v))
		for i := range v {
			out[i] = change(v[i])
		}
		return out
	case *wire.Object:
		if v == nil {
			return v
		}
		out := &wire.Object{Loose: v.Loose, Solid: v.Solid}
		out.Grow(v.Len())
		for _, m := range v.Members() {
			m.Key, m.Value = change(m.Key), each(m.Value, change)
			out.Add(m)
		}
		return out
	}
	return v
}
