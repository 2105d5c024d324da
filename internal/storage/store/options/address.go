package options

import (
	"context"
	"fmt"

	"quoin/internal/domain/site"
	"quoin/internal/platform/address"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// Addresses of the own site are stored as marks (package address), in all that
// texts of people are in: contents, excerpts, meta, descriptions, comments,
// addresses of people, options, and what these are found by. Titles, slugs and
// names aren't: they are read by people and sorted. Nor are the GUIDs of
// entries that were made here and aren't files, which stay forever what they were first.

// PlainOptions are the options that say what the address is.
var PlainOptions = map[string]bool{site.URL.Name: true, site.Home.Name: true}

// Address is the codec for the site's address, in the transaction of ctx if it
// has one. It must not be called while rows are read.
func (db *Store) Address(ctx context.Context) (*address.Codec, error) {
	if db.fixed != nil {
		return db.fixed, nil
	}
	t := sqldb.TxOf(ctx, db.DB)
	if t == nil && scope.From(ctx) == nil {
		return db.storedAddress(ctx)
	}
	if t == nil {
		set, err := db.optionSet(ctx)
		if err != nil {
			return nil, fmt.Errorf("address of the site: %w", err)
		}
		db.TextsRead(ctx)
		return set.address, nil
	}
	known := db.optionTx(ctx)
	if own := known.knownAddress(); own != nil {
		return own, nil
	}
	set, err := db.optionsInTx(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	known.setAddress(set.address)
	return set.address, nil
}

// storedAddress reads the one option, for what remembers nothing.
func (db *Store) storedAddress(ctx context.Context) (*address.Codec, error) {
	var text string
	found, err := db.One(sqldb.Quick(ctx), "SELECT value FROM site_option WHERE name = ?", []any{site.URL.Name}, &text)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	if !found {
		return db.codecOf(nil), nil
	}
	value, err := sqldb.DecodeValue(text)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	return db.codecOf(value), nil
}

// codecOf is the codec for a stored address.
func (db *Store) codecOf(stored any) *address.Codec {
	text, _ := stored.(string)
	base := site.Address(db.given, text, db.fallback)
	if last := db.last.Load(); last != nil && last.Base() == base {
		return last
	}
	c := address.New(base)
	db.last.Store(c)
	return c
}
