package block

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Attrs is a decoded attribute object, or an object inside one. Numbers are
// float64. The methods take a path of keys and never fail: what is missing or
// of another type is the zero value.
type Attrs map[string]any

// Get is the value at a path, nil when there is none.
func (a Attrs) Get(path ...string) any {
	var v any = map[string]any(a)
	for _, key := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[key]
	}
	if len(path) == 0 {
		return nil
	}
	return v
}

// Has tells whether there is a value other than null at a path.
func (a Attrs) Has(path ...string) bool { return a.Get(path...) != nil }

// Map is the object at a path.
func (a Attrs) Map(path ...string) Attrs {
	m, _ := a.Get(path...).(map[string]any)
	return m
}

// List is the array at a path.
func (a Attrs) List(path ...string) []any {
	l, _ := a.Get(path...).([]any)
	return l
}

// String is the string at a path.
func (a Attrs) String(path ...string) string {
	s, _ := a.Get(path...).(string)
	return s
}

// Text is the string, number or true at a path, as text.
func (a Attrs) Text(path ...string) string { return Text(a.Get(path...)) }

// Text writes a scalar as the reference does when it prints one: numbers
// without a trailing fraction, true as "1", anything else as "".
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
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
func (a Attrs) Int(path ...string) int {
	switch v := a.Get(path...).(type) {
	case float64:
		if v > -1<<53 && v < 1<<53 {
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
	case float64:
		return v != 0
	case string:
		return v != "" && v != "0"
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return true
}

// Keys lists the keys of the object at a path in the order they were written.
func (b *Block) Keys(path ...string) []string {
	return objectKeys(b.RawAttrs, path)
}

func objectKeys(raw string, path []string) []string {
	dec := json.NewDecoder(strings.NewReader(raw))
	for {
		t, err := dec.Token()
		if err != nil || t != json.Delim('{') {
			return nil
		}
		var keys []string
		found := false
		for dec.More() {
			t, err := dec.Token()
			key, ok := t.(string)
			if err != nil || !ok {
				return nil
			}
			if len(path) > 0 && key == path[0] {
				path, found = path[1:], true
				break
			}
			keys = append(keys, key)
			var skip json.RawMessage
			if dec.Decode(&skip) != nil {
				return nil
			}
		}
		if !found {
			if len(path) > 0 {
				return nil
			}
			return keys
		}
	}
}
