// Package shadow stands before an old site until this one takes its place: visitors get
// the old site's answers, byte for byte, and this site makes its own beside them, within
// a budget, which are compared. What each route came to is counted; a route whose answers
// have proved equal may be answered here.
//
// Invariants: what a visitor gets of the old site is what the old site sent, but for the
// headers of one connection, and never waits for this site. Only GET requests without
// cookies and credentials are asked here too, without anything of the visitor but the
// address and what kinds of answers are taken; the answers are forgotten once they are
// compared. Writes go to one of the two sites at any time, on all nodes: a node that
// doesn't know to which lets them wait, see phase.go.
//
// Start reading in shadow.go.
package shadow
