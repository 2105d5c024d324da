package options

import (
	"context"
	"sync"

	"quoin/internal/platform/address"
	"quoin/internal/storage/store/sqldb"
)

// optionTx is what a transaction knows of options.
type optionTx struct {
	sqldb.PassivePart
	mu sync.Mutex
	// options are what Options told; the transaction hasn't changed any.
	options *optionSet
	// address is the codec for the site's address as the transaction sees it,
	// nil while it isn't known.
	address *address.Codec
}

// optionTx is that of the transaction of ctx, nil without one.
func (db *Store) optionTx(ctx context.Context) *optionTx {
	return sqldb.PartOf(ctx, db.DB, func(*sqldb.Tx) *optionTx { return new(optionTx) })
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
