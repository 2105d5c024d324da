package entries

import (
	"context"
	"errors"
	"fmt"
)

// The database gives out an id before there is a row: an entry is stored at once
// with its slug and GUID, which may need the id.

// ReserveEntry implements content.Store.
func (db *Store) ReserveEntry(ctx context.Context) (int64, error) {
	t := db.entryTx(ctx)
	if t == nil {
		return 0, errors.New("an id is reserved outside of a transaction")
	}
	if t.reserved == 0 {
		t.expected = false
		if _, err := db.One(ctx, db.NextIDQuery("entry"), nil, &t.reserved); err != nil {
			return 0, fmt.Errorf("reserve an id: %w", err)
		}
	}
	return t.reserved, nil
}

// expectEntry says that an id is going to be reserved: it is asked for with the next query.
func (db *Store) expectEntry(ctx context.Context) {
	if t := db.entryTx(ctx); t != nil && t.reserved == 0 && !t.expected {
		t.expected = true
		db.Expect(ctx, db.NextIDQuery("entry"))
	}
}
