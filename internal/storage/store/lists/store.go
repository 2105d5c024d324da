// Package lists reads lists of entries: it plans how each is read, and remembers what it can.
package lists

import (
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/options"
	"quoin/internal/storage/store/sqldb"
)

// Store keeps them. It is safe for concurrent use.
type Store struct {
	*sqldb.DB
	options *options.Store
	entries *entries.Store
	anchors *anchors
	sheets  *sheets
	matches *matches
}

// New is the lists in a database.
func New(db *sqldb.DB, options *options.Store, entries *entries.Store) *Store {
	return &Store{DB: db, options: options, entries: entries, anchors: newAnchors(), sheets: newSheets(db.Now), matches: newMatches()}
}

// Attach has what is remembered of lists hear of changes.
func (db *Store) Attach() {
	db.Objects.Derive(db.sheets)
	db.Objects.Derive(db.matches)
}

// Close ends what is made in the background.
func (db *Store) Close() { db.sheets.close() }
