// Package typography turns typewriter punctuation into printed punctuation:
// curly quotes, apostrophes, primes, dashes, ellipses, the multiplication
// sign and the trade-mark sign, all written as numeric entities.
//
// Tags, comments and shortcodes are copied, except that a bare ampersand in a
// tag becomes an entity. Text inside pre, code, kbd, style, script and tt, or
// inside the [code] shortcode, is copied as well.
//
// Invariants: the functions are pure, never fail and run in time linear in
// the text. The rules work on bytes, so text that is not valid UTF-8 comes
// through with only its ASCII punctuation changed.
package typography
