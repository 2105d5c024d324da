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
		if _, err := db.One(ctx, db.NextIDQuery("entry"), nil, &t.reserved); err != nil {
			return 0, fmt.Errorf("reserve an id: %w", err)
		}
	}
	return t.reserved, nil
}

// reserving is the end of a query for texts with which a transaction also reserves
// an id, told as one more text; "" where it has one.
func (db *Store) reserving(ctx context.Context) string {
	if t := db.entryTx(ctx); t != nil && t.reserved == 0 {
		return " UNION ALL SELECT '" + reservedMark + "' || " + db.Engine.NextID("entry")
	}
	return ""
}

// reservedMark is what no slug begins with.
const reservedMark = "/"
