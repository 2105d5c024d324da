package phpvalue

import (
	"errors"
	"strconv"
)

// Limits of what is decoded and encoded.
const (
	MaxBytes  = 16 << 20 // length of a serialised value
	MaxDepth  = 64       // arrays and objects inside each other
	MaxValues = 1 << 20  // values in total, keys not counted
)

// Errors of Decode and Encode. What they return wraps one of these and says
// where it was met.
var (
	ErrSyntax      = errors.New("not a serialised value")
	ErrLimit       = errors.New("serialised value is too large or too deep")
	ErrUnsupported = errors.New("serialised value of a kind that is not accepted")
)

// Key is the key of an array element, an integer or a string.
type Key struct {
	Int      int64
	Str      string
	IsString bool
}

// IntKey returns the key i.
func IntKey(i int64) Key { return Key{Int: i} }

// StringKey returns the key s. Like in PHP, a string that is a whole number in
// its shortest form is an integer key.
func StringKey(s string) Key {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return IntKey(n)
	}
	return Key{Str: s, IsString: true}
}

// String returns the key as text.
func (k Key) String() string {
	if k.IsString {
		return k.Str
	}
	return strconv.FormatInt(k.Int, 10)
}

// Pair is an element of a Map.
type Pair struct {
	Key   Key
	Value any
}

// Map is an array with its keys, or the properties of an object, in order. No
// key occurs twice.
type Map struct {
	Class string // class of an object, "" for an array
	Pairs []Pair
}

// Get returns the value of the key that StringKey makes of name.
func (m *Map) Get(name string) (any, bool) {
	k := StringKey(name)
	for i := range m.Pairs {
		if m.Pairs[i].Key == k {
			return m.Pairs[i].Value, true
		}
	}
	return nil, false
}
