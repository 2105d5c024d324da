package phpvalue

import (
	"fmt"
	"math"
	"strconv"
)

// Encode returns the serialised form of v, which is built of the types that
// Decode returns; int is accepted too.
func Encode(v any) (string, error) {
	b, err := appendValue(nil, v, 0)
	if err != nil {
		return "", err
	}
	if len(b) > MaxBytes {
		return "", fmt.Errorf("%w: %d bytes", ErrLimit, len(b))
	}
	return string(b), nil
}

func appendValue(b []byte, v any, depth int) ([]byte, error) {
	if depth > MaxDepth || len(b) > MaxBytes {
		return nil, fmt.Errorf("%w: %d levels, %d bytes so far", ErrLimit, depth, len(b))
	}
	switch v := v.(type) {
	case nil:
		return append(b, "N;"...), nil
	case bool:
		if v {
			return append(b, "b:1;"...), nil
		}
		return append(b, "b:0;"...), nil
	case int:
		return appendInt(b, int64(v)), nil
	case int64:
		return appendInt(b, v), nil
	case float64:
		return appendFloat(b, v), nil
	case string:
		return append(appendQuoted(append(b, "s:"...), v), ';'), nil
	case []any:
		b = fmt.Appendf(b, "a:%d:{", len(v))
		for i, element := range v {
			var err error
			if b, err = appendValue(appendInt(b, int64(i)), element, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case *Map:
		return appendMap(b, v, depth)
	}
	return nil, fmt.Errorf("%w: Go type %T", ErrUnsupported, v)
}

func appendMap(b []byte, m *Map, depth int) ([]byte, error) {
	if m.Class == "" {
		b = append(b, 'a')
	} else {
		b = appendQuoted(append(b, "O:"...), m.Class)
	}
	b = fmt.Appendf(b, ":%d:{", len(m.Pairs))
	for _, p := range m.Pairs {
		if p.Key.IsString {
			b = append(appendQuoted(append(b, "s:"...), p.Key.Str), ';')
		} else {
			b = appendInt(b, p.Key.Int)
		}
		var err error
		if b, err = appendValue(b, p.Value, depth+1); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendInt(b []byte, n int64) []byte {
	return append(strconv.AppendInt(append(b, "i:"...), n, 10), ';')
}

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "d:NAN;"...)
	case math.IsInf(f, 1):
		return append(b, "d:INF;"...)
	case math.IsInf(f, -1):
		return append(b, "d:-INF;"...)
	}
	return append(strconv.AppendFloat(append(b, "d:"...), f, 'G', -1, 64), ';')
}

func appendQuoted(b []byte, s string) []byte {
	b = strconv.AppendInt(b, int64(len(s)), 10)
	b = append(b, ":\""...)
	b = append(b, s...)
	return append(b, '"')
}
