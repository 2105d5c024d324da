// Package phpvalue reads and writes the serialisation format of PHP, which
// export files use for stored values that are no plain strings.
//
// The Go values are:
//
//	N;          nil
//	b:1;        bool
//	i:5;        int64
//	d:0.5;      float64
//	s:3:"abc";  string, its length counted in bytes
//	a:…         []any when the keys are 0, 1, 2 … in this order, else *Map
//	O:…         *Map with its Class set; nothing is constructed
//
// References, classes with their own format and enumerations are refused.
//
// Invariants: no input panics, recurses deeper than MaxDepth or allocates more
// than a small multiple of its own length; what Decode accepts, Encode writes
// so that Decode reads the same value again.
package phpvalue
