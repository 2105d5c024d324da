// Package scan holds the byte-level searches that the classic text filters
// have in common: where markup begins and ends, what counts as a space, and
// forward searches that never look at the same byte twice.
//
// Invariants: every function is pure; offsets are byte offsets; a Finder used
// with non-decreasing positions costs one pass over its text in total, which
// is what keeps the filters linear on hostile input.
package scan
