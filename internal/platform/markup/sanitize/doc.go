// Package sanitize filters the HTML of writers who may not post raw HTML.
//
// A Policy names the elements and attributes that stay. The filter reads tags
// and comments in one pass without building a tree: what is not allowed goes,
// the text inside stays, unclosed and wrongly nested tags stay unclosed.
// Attribute values are decoded, checked and written again with double quotes;
// addresses lose forbidden protocols, styles lose forbidden declarations.
// Block comments are parsed, every string of their attributes is filtered with
// the same policy, and they are written in their canonical form.
//
// Invariants:
//   - Nothing that runs survives: no scripts, event handlers, frames, forms, or
//     addresses and styles that execute. The tests parse the output as a
//     browser does and look.
//   - Post, Inline and TermDescription are idempotent.
//   - Time is linear in the input.
//
// Start reading at Sanitizer, then filter.run. docs/adr/0002-html-filter.md
// tells why this is not a general purpose sanitiser.
package sanitize
