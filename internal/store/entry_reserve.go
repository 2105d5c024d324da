package store

import (
	"context"
	"fmt"
)

// Where the database gives out ids before there are rows, an entry is stored at
// once with its slug and GUID, which may need the id; and nobody waits for that.

// ReserveEntry implements content.Store.
func (db *DB) ReserveEntry(ctx context.Context) (int64, error) {
	t := txOf(ctx, db)
	next := db.engine.nextID("entry")
	if t == nil || next == "" || t.reserved != 0 {
		if t == nil {
			return 0, nil
		}
		return t.reserved, nil
	}
	if _, err := db.one(ctx, "SELECT "+next, nil, &t.reserved); err != nil {
		return 0, fmt.Errorf("reserve an id: %w", err)
	}
	return t.reserved, nil
}

// reserving is the end of a query for texts with which a transaction that runs
// beside others also reserves an id, told as one more text; "" where it has one
// or can't.
func (db *DB) reserving(ctx context.Context) string {
	t := db.company(ctx)
	if next := db.engine.nextID("entry"); t != nil && t.reserved == 0 && next != "" {
		return " UNION ALL SELECT '" + reservedMark + "' || " + next
	}
	return ""
}

// reservedMark is what no slug begins with.
const reservedMark = "/"
