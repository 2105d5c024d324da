// Package clean turns what an anonymous caller typed into the plain values that are
// stored: lines of text, keys, slugs, file names, addresses.
//
// Each function answers for every input: it drops or replaces what does not
// belong and gives "" when nothing is left. None of them knows the domain, so
// uniqueness, length limits of columns and permissions are decided elsewhere.
//
// Invariants: time is linear in the input; Slug(Slug(x)) == Slug(x). HTML that
// is meant to stay HTML is the business of package sanitize.
package clean
