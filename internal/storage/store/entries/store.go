// Package entries keeps entries, with their texts for searching, their terms and the index of their fields, in a database of package sqldb.
package entries

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
	"quoin/internal/storage/store/terms"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	options *options.Store
	meta    *meta.Store
	terms   *terms.Store

	// Indexed are the indexed fields by type of entry, as ctx sees them. Set it before the
	// first write; nil means that there are none.
	Indexed func(ctx context.Context) map[string][]content.IndexedField

	asked asked
}

// New is those in a database.
func New(db *sqldb.DB, options *options.Store, meta *meta.Store, terms *terms.Store) *Store {
	return &Store{DB: db, options: options, meta: meta, terms: terms}
}
