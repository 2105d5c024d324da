// Package meta keeps further values of entries, terms, people and comments, in a database of package sqldb.
package meta

import (
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	options *options.Store
}

// New is those in a database.
func New(db *sqldb.DB, options *options.Store) *Store { return &Store{DB: db, options: options} }
