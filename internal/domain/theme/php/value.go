package php

import (
	"math"
	"strconv"
	"strings"
)

// Unknown stands for a value that can't be known. Why says what it is: a call,
// a variable.
type Unknown struct{ Why string }

// Closure is a function as a value.
type Closure struct {
	f            *function
	home         *file
	vars         map[string]any
	this         *Object
	self, static *class
	native       func(args []any) any // what isn't written in the file
}

// Array is an ordered map. Keys are int64 or string. A nil Array is empty.
type Array struct {
	order  []any
	values map[any]any
	next   int64
}

// NewArray has values under keys, given one after the other.
func NewArray(pairs ...any) *Array {
	a := &Array{}
	for i := 0; i+1 < len(pairs); i += 2 {
		a.set(pairs[i], pairs[i+1])
	}
	return a
}

// List has values under numbers.
func List(values ...any) *Array { return listOf(values) }

func (a *Array) keys() []any {
	if a == nil {
		return nil
	}
	return a.order
}

// at is the string for any key.
func (a *Array) at(key any) (string, bool) {
	v, _ := a.Get(key)
	s, ok := v.(string)
	return s, ok
}

// Len is the number of items.
func (a *Array) Len() int {
	if a == nil {
		return 0
	}
	return len(a.order)
}

// Get is the value for a key, nil when there is none.
func (a *Array) Get(key any) (any, bool) {
	if a == nil {
		return nil, false
	}
	v, ok := a.values[normalKey(key)]
	return v, ok
}

// Text is the string for a key; false for what is missing or no string.
func (a *Array) Text(key string) (string, bool) {
	v, _ := a.Get(key)
	s, ok := v.(string)
	return s, ok
}

// All calls with each item in order.
func (a *Array) All(yield func(key, value any) bool) {
	if a == nil {
		return
	}
	for _, k := range a.order {
		if !yield(k, a.values[k]) {
			return
		}
	}
}

func (a *Array) add(v any) { a.set(a.next, v) }

func (a *Array) set(key, v any) {
	key = normalKey(key)
	if a.values == nil {
		a.values = map[any]any{}
	}
	if _, ok := a.values[key]; !ok {
		if len(a.order) >= maxItems {
			panic(halt{"an array is too large"})
		}
		a.order = append(a.order, key)
	}
	a.values[key] = v
	if i, ok := key.(int64); ok && i >= a.next && i < math.MaxInt64 {
		a.next = i + 1
	}
}

func (a *Array) remove(key any) {
	key = normalKey(key)
	if _, ok := a.values[key]; !ok {
		return
	}
	delete(a.values, key)
	for i, k := range a.order {
		if k == key {
			a.order = append(a.order[:i:i], a.order[i+1:]...)
			return
		}
	}
}

func (a *Array) clone() *Array {
	out := &Array{}
	if a != nil {
		for _, k := range a.order {
			out.set(k, a.values[k])
		}
		out.next = a.next
	}
	return out
}

// normalKey is the key under which a value is filed.
func normalKey(key any) any {
	switch k := key.(type) {
	case int64:
		return k
	case bool:
		if k {
			return int64(1)
		}
		return int64(0)
	case float64:
		if math.Abs(k) < 1<<62 {
			return int64(k)
		}
		return int64(0)
	case string:
		if i, err := strconv.ParseInt(k, 10, 64); err == nil && strconv.FormatInt(i, 10) == k {
			return i
		}
		return k
	}
	return ""
}

// text is a value as a string; false when it is none that can be printed.
func text(v any) (string, bool) {
	switch x := v.(type) {
	case nil:
		return "", true
	case bool:
		if x {
			return "1", true
		}
		return "", true
	case int64:
		return strconv.FormatInt(x, 10), true
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1e15 {
			return strconv.FormatInt(int64(x), 10), true
		}
		return strings.ToUpper(strconv.FormatFloat(x, 'g', 14, 64)), true
	case string:
		return x, true
	}
	return "", false
}

// truth is a value as a condition; false in ok when it isn't known.
func truth(v any) (yes, ok bool) {
	switch x := v.(type) {
	case nil:
		return false, true
	case bool:
		return x, true
	case int64:
		return x != 0, true
	case float64:
		return x != 0, true
	case string:
		return x != "" && x != "0", true
	case *Array:
		return x.Len() > 0, true
	case *Object, *Closure:
		return true, true
	}
	return false, false
}

// numeric is a value as a number.
func numeric(v any) (float64, bool) {
	switch x := v.(type) {
	case nil:
		return 0, true
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case int64:
		return float64(x), true
	case float64:
		return x, true
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(x), 64)
		return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	return 0, false
}

// whole prints a result as an integer where it is one.
func whole(f float64, ints bool) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Unknown{"a number"}
	}
	if ints && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

func quote(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return strconv.Quote(s)
}
