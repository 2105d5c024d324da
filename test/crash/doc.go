// Package crash kills the real program with SIGKILL while many writers are at
// it, and its database too, starts it again on the same data and holds it to
// what it had answered: everything acknowledged is there and whole, and of
// what got no answer there is all or nothing.
package crash
