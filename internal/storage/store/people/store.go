// Package people keeps accounts and how they log in, in a database of package sqldb.
package people

import (
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	options *options.Store
	meta    *meta.Store
	entries *entries.Store
}

// New is those in a database.
func New(db *sqldb.DB, options *options.Store, meta *meta.Store, entries *entries.Store) *Store {
	return &Store{DB: db, options: options, meta: meta, entries: entries}
}
