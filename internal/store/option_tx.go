package store

import (
	"context"
	"sync"

	"quoin/internal/address"
	"quoin/internal/cache"
)

// optionTx is what a transaction knows of options.
type optionTx struct {
	mu sync.Mutex
	// options are what Options told; the transaction hasn't changed any.
	options *optionSet
	// address is the codec for the site's address as the transaction sees it,
	// nil while it isn't known.
	address *address.Codec
}

// optionTx is that of the transaction of ctx, nil without one.
func (db *DB) optionTx(ctx context.Context) *optionTx {
	return partOf(ctx, db, func(*tx) *optionTx { return new(optionTx) })
}

func (t *optionTx) knownOptions() *optionSet {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.options
}

func (t *optionTx) setOptions(set *optionSet) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.options = set
}

func (t *optionTx) knownAddress() *address.Codec {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.address
}

func (t *optionTx) setAddress(own *address.Codec) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.address = own
}

// changed implements txPart.
func (t *optionTx) changed(cache.Tag) {}

// ending implements txPart.
func (t *optionTx) ending(context.Context) error { return nil }

// committed implements txPart.
func (t *optionTx) committed(*stateVersion) {}

// restore implements txPart.
func (t *optionTx) restore(context.Context) {}
