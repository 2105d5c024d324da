// Package options keeps options of the site, and the address that they tell, in a database of package sqldb.
package options

import (
	"sync/atomic"

	"quoin/internal/domain/site"
	"quoin/internal/platform/address"
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	given, fallback string                        // the addresses of New
	fixed           *address.Codec                // for the address that was given; nil takes the option
	last            atomic.Pointer[address.Codec] // the one that was used last
}

// New is the options in a database. given is the address of the site; "" takes the option
// siteurl, and where that isn't set fallback.
func New(db *sqldb.DB, given, fallback string) *Store {
	s := &Store{DB: db, given: given, fallback: fallback}
	if given != "" {
		s.fixed = address.New(given)
	}
	return s
}

// Attach has a change of the address drop what was read for the one before.
func (db *Store) Attach() {
	if db.fixed == nil {
		db.MadeFor(site.URL.Tag())
	}
}
