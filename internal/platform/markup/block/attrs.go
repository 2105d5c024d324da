package block

import (
	"math"
	"strconv"

	"quoin/internal/platform/wire"
)

// Attrs is a decoded attribute object, or an object inside one, with its members in
// the order of the text. The zero value has none. The methods take a path of keys and
// never fail: what is missing or of another type is the zero value. Attributes are
// shared and never changed, With makes others of them.
type Attrs struct{ *wire.Object }

// Of makes attributes from alternating keys and values.
func Of(pairs ...any) Attrs { return Attrs{}.With(pairs...) }

// With are the attributes with some values of others, given as keys and values. Attrs
// that are such a value stand as an object.
func (a Attrs) With(pairs ...any) Attrs {
	o := a.Shallow()
	for i := 0; i < len(pairs); i += 2 {
		v := pairs[i+1]
		if inner, ok := v.(Attrs); ok {
			v = inner.Value()
		}
		o.Set(pairs[i].(string), v)
	}
	return Attrs{o}
}

// Over are the attributes with those of others beneath them.
func (a Attrs) Over(others Attrs) Attrs {
	o := others.Shallow()
	for _, m := range a.Members() {
		o.Set(m.Key, m.Value)
	}
	return Attrs{o}
}

// Only are the members whose key is wanted.
func (a Attrs) Only(wanted func(key string) bool) Attrs {
	o := &wire.Object{}
	for _, m := range a.Members() {
		if wanted(m.Key) {
			o.Add(m)
		}
	}
	return Attrs{o}
}

// Value are the attributes as a member of others, nil when there are none at all.
func (a Attrs) Value() any {
	if a.Object == nil {
		return nil
	}
	return a.Object
}

// Has tells whether there is a value other than null at a path.
func (a Attrs) Has(path ...string) bool { return a.Get(path...) != nil }

// Map is the object at a path.
func (a Attrs) Map(path ...string) Attrs { return Attrs{a.Object.Object(path...)} }

// String is the string at a path.
func (a Attrs) String(path ...string) string { return a.Object.Text(path...) }

// Text is the string, number or true at a path, as text.
func (a Attrs) Text(path ...string) string { return Text(a.Get(path...)) }

// Text writes a scalar as the reference does when it prints one: numbers
// without a trailing fraction, true as "1", anything else as "".
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		if v {
			return "1"
		}
	}
	return ""
}

// Int is the number at a path, cut to a whole one; numeric strings count.
func (a Attrs) Int(path ...string) int { return Int(a.Get(path...)) }

// Int is a number cut to a whole one, or that at the beginning of a text.
func Int(v any) int {
	switch v := v.(type) {
	case int64:
		return int(min(max(v, -maxInt), maxInt))
	case float64:
		if math.Abs(v) <= maxInt {
			return int(v)
		}
	case string:
		end := 0
		for end < len(v) && end < 18 && (v[end] >= '0' && v[end] <= '9' || end == 0 && v[0] == '-') {
			end++
		}
		n, _ := strconv.Atoi(v[:end])
		return n
	}
	return 0
}

// maxInt is the largest number that all readers of JSON agree on.
const maxInt = 1<<53 - 1

// Bool tells whether the value at a path counts as true: not null, false, 0,
// "", "0" or empty.
func (a Attrs) Bool(path ...string) bool { return Truth(a.Get(path...)) }

// Truth tells whether a value counts as true.
func Truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		return v != "" && v != "0"
	case []any:
		return len(v) > 0
	case *wire.Object:
		return v.Len() > 0
	}
	return true
}
