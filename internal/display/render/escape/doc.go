// Package escape has the short forms in which rendering makes text and
// addresses safe inside HTML.
//
// All functions are pure and leave entities that are already there alone, so
// applying one twice gives the same text as applying it once.
package escape
