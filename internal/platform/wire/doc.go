// Package wire holds the values that answers are made of, and the encoder
// that writes them.
//
// An answer is a tree of plain Go values: nil, bool, the integer types,
// float64, string, []any, []int64, []string and *Object, an ordered map. Two
// kinds of string are names rather than text: Symbol (the name of a type, a
// status, a taxonomy) and Ref (an address inside the API). They are the only
// values that the encoder writes differently in each dialect; text is never
// touched.
//
// The printed form follows the reference: slashes are escaped, everything
// outside ASCII is written as \uXXXX, whole floats print as integers, and an
// empty map that is "loose" prints as [].
package wire
