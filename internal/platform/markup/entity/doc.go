// Package entity reads and writes HTML character references.
//
// It is the shared ground of the cleaners of stored text: Normalize makes the
// ampersands of a text unambiguous, Escape makes a text harmless inside HTML,
// DecodeAttribute gives the value a browser sees.
//
// Invariants: every function is linear in its input and never panics;
// Normalize and EscapeLoneLess are idempotent. Text is taken as bytes, so
// invalid UTF-8 passes through unless a function says otherwise.
package entity
