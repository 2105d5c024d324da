// Package sqldb is the database of a site: SQLite or PostgreSQL behind one Engine, statements
// and transactions, what they change and who hears of it, and the objects that were read.
//
// Writes happen inside InTx; a write outside of one opens its own. On SQLite there is one
// writer, which commits in groups. On PostgreSQL transactions that are declared fit for it
// run at the same time on all nodes, all others alone (concurrent.go).
package sqldb
