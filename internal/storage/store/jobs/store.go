// Package jobs keeps work that is waiting, in a database of package sqldb.
package jobs

import (
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	wake chan struct{} // see JobsAdded
}

// New is those in a database.
func New(db *sqldb.DB) *Store { return &Store{DB: db, wake: make(chan struct{}, 1)} }
