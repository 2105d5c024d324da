// Package svg cleans SVG images that anonymous callers upload.
//
// Clean reads XML tokens and writes a new document of known elements and
// attributes. It drops scripts, event handlers, foreign content, links,
// references to anything outside the file, comments, processing instructions
// and document types. It refuses what is not well-formed XML, what is not an
// SVG, entities of its own, and files made to exhaust a reader: too large, too
// deep, or drawing the same shapes over and over.
//
// Invariants: Clean(Clean(x)) == Clean(x); memory and time are linear in the
// input; the output is UTF-8 with the svg element as root.
package svg
