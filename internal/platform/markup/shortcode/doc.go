// Package shortcode finds shortcodes such as [name key="value"]text[/name] in
// a text and replaces them by what their handlers return.
//
// A shortcode may close itself ([name/]), may stand without a closing tag and
// is shown as typed when it is written in double brackets ([[name]]). What a
// handler returns is not searched again. A shortcode of the same name inside
// another one ends at the first closing tag: shortcodes nest by name only.
//
// Inside HTML tags shortcodes work in attributes. When the attribute value is
// quoted, what the handler returned goes through a filter, since a harmless
// text may become a harmful attribute there.
//
// Where two names match at one place, such as "a" and "a.b", the one that
// sorts first wins.
//
// Invariants: no function fails or panics on any text; the search takes time
// linear in the text (times the number of names that occur in it), and
// handlers are called in the order of the text, those inside tags first.
package shortcode
