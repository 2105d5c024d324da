package theme

import (
	"strconv"

	"quoin/internal/platform/wire"
)

// The functions here treat *wire.Object and []any as one kind of container,
// because the reference does: there an empty object is an empty list, a list
// is addressed by numbers, and both count as "array" in every rule.

// normalize copies a decoded value; empty objects become empty lists.
func normalize(v any) any {
	return wire.Rewrite(v, func(v any) any {
		if o, ok := v.(*wire.Object); ok && o.Len() == 0 {
			return []any{}
		}
		return v
	})
}

func isArray(v any) bool {
	switch v.(type) {
	case *wire.Object, []any:
		return true
	}
	return false
}

// object is v as an object: a list becomes one with numbers for keys, anything
// that is no container a new empty one.
func object(v any) *wire.Object {
	switch v := v.(type) {
	case *wire.Object:
		return v
	case []any:
		o := &wire.Object{}
		for i := range v {
			o.Set(strconv.Itoa(i), v[i])
		}
		return o
	}
	return &wire.Object{}
}

// lookup follows keys through objects.
func lookup(v any, path ...string) (any, bool) {
	for _, key := range path {
		o, ok := v.(*wire.Object)
		if !ok {
			return nil, false
		}
		if v, ok = o.Lookup(key); !ok {
			return nil, false
		}
	}
	return v, true
}

// get is lookup for values where absent and null are the same.
func get(v any, path ...string) any {
	v, _ = lookup(v, path...)
	return v
}

func text(v any, path ...string) string {
	s, _ := get(v, path...).(string)
	return s
}

func objectAt(v any, path ...string) *wire.Object {
	o, _ := get(v, path...).(*wire.Object)
	return o
}

// set puts a value at a path below o and makes the objects on the way, in
// place of scalars if need be.
func set(o *wire.Object, value any, path ...string) {
	for _, key := range path[:len(path)-1] {
		next, ok := o.Get(key).(*wire.Object)
		if !ok {
			next = object(o.Get(key))
			o.Set(key, next)
		}
		o = next
	}
	o.Set(path[len(path)-1], value)
}

// empty tells whether a value counts as missing: null, false, "", "0", zero
// or a container without members.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == "" || v == "0"
	case int64:
		return v == 0
	case float64:
		return v == 0
	case *wire.Object:
		return v.Len() == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// overlay lays one value over another: containers are joined member by member
// (lists by position), anything else replaces what was there. The result
// shares nothing with either.
func overlay(base, over any) any {
	if !isArray(base) || !isArray(over) {
		return wire.CloneValue(over)
	}
	if empty(over) {
		return wire.CloneValue(base)
	}
	if empty(base) {
		return wire.CloneValue(over)
	}
	under, isList := base.([]any)
	top, both := over.([]any)
	if isList && both {
		out := make([]any, 0, max(len(under), len(top)))
		for i := range max(len(under), len(top)) {
			switch {
			case i >= len(under):
				out = append(out, wire.CloneValue(top[i]))
			case i >= len(top):
				out = append(out, wire.CloneValue(under[i]))
			default:
				out = append(out, overlay(under[i], top[i]))
			}
		}
		return out
	}
	out := object(base).Clone()
	for _, m := range object(over).Members() {
		if had, ok := out.Lookup(m.Key); ok {
			out.Set(m.Key, overlay(had, m.Value))
		} else {
			out.Set(m.Key, wire.CloneValue(m.Value))
		}
	}
	return out
}

// overlayObject is overlay for objects that may be absent.
func overlayObject(base, over any) *wire.Object {
	if !isArray(base) {
		base = &wire.Object{}
	}
	if !isArray(over) {
		over = &wire.Object{}
	}
	return object(overlay(base, over))
}

// items are the objects of a list, in order; what isn't an object is left out.
func items(v any) []*wire.Object {
	list, _ := v.([]any)
	out := make([]*wire.Object, 0, len(list))
	for _, item := range list {
		if o, ok := item.(*wire.Object); ok {
			out = append(out, o)
		}
	}
	return out
}

// number is a value that reads as a number.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		f, err := strconv.ParseFloat(v, 64)
		return f, err == nil && f-f == 0
	}
	return 0, false
}

// printNumber writes a number as the reference does inside text: 14 digits at
// most.
func printNumber(f float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 14, 64), 64)
	if err != nil {
		rounded = f
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
