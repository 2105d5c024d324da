// Package records keeps what a site knows of itself beside its content: the audit log, secrets, language packs, what was put aside, in a database of package sqldb.
package records

import (
	"sync"

	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	secrets sync.Map // of []byte by name
}

// New is those in a database.
func New(db *sqldb.DB) *Store { return &Store{DB: db} }
