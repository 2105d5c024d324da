// Package dump keeps whole databases, written and read for backups, in a database of package sqldb.
package dump

import (
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
}

// New is those in a database.
func New(db *sqldb.DB) *Store { return &Store{DB: db} }
