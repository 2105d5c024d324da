// Package tags works on the tags of a text without understanding the page
// they make: it strips and balances them, makes plain addresses links, counts
// words between them, and splits a text at the "more" and "next page" marks.
//
// Invariants: every function is pure and never fails; time is linear in the
// text, whatever its tags.
package tags
