// Package paragraph makes paragraphs of text whose author separated them by
// blank lines, and keeps shortcodes that stand alone out of paragraphs.
//
// Invariants: the functions are pure, never fail, and run in time linear in
// the text. The order of the steps in Auto is the behaviour: later steps
// repair what earlier ones do to block-level tags.
package paragraph
