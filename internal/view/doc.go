// Package view shows a site to its visitors: it renders entries and comments,
// answering what rendering asks about the site from the stores.
//
// View is the entrance. For every request and viewer it makes one Source,
// which remembers in the scope of the request what it has looked up, so that a
// list costs the same number of statements whatever its size: Prefetch loads
// at once what the texts of all its entries will ask for.
//
// Finished texts are kept across requests (keep.go), each with the tags of
// everything it was made of; whoever owns the store calls Changed with the
// tags of every commit.
//
// Invariants: nothing here writes; a look-up that fails is logged and counts
// as "not found"; a text is only kept when nothing that it was made of changed
// while it was made, and never when it was made inside a transaction.
package view
