// Package view shows a site to its visitors: it renders entries and comments,
// answering what rendering asks about the site from the stores.
//
// View is the entrance. For every request and viewer it makes one Source,
// which remembers in the scope of the request what it has looked up, so that a
// list costs the same number of statements whatever its size: Prefetch loads
// at once what the texts of all its entries will ask for.
//
// Finished texts are cached across requests (texts.go) with what they depend
// on; whoever owns the store tells Caches of every commit (see package cache).
//
// Invariants: nothing here writes; a look-up that fails is logged and counts
// as "not found"; no text is cached that was made inside a transaction.
package view
