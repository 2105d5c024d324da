// Package check finds what is wrong with a database, and mends it.
package check

import (
	"quoin/internal/storage/store/comments"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/jobs"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
	"quoin/internal/storage/store/terms"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	options  *options.Store
	terms    *terms.Store
	entries  *entries.Store
	comments *comments.Store
	jobs     *jobs.Store
}

// New is those in a database.
func New(db *sqldb.DB, options *options.Store, terms *terms.Store, entries *entries.Store, comments *comments.Store, jobs *jobs.Store) *Store {
	return &Store{DB: db, options: options, terms: terms, entries: entries, comments: comments, jobs: jobs}
}
