package entries

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
)

// EachOf tells fn of all entries of some types by their ids, with their meta, a
// page of them in memory at a time.
func (db *Store) EachOf(ctx context.Context, types []string, fn func(e *content.Entry) error) error {
	const page = 500
	last := int64(0)
	for {
		ids, err := db.Ints(ctx, "SELECT id FROM entry WHERE "+db.Engine.TextsIn("type")+" AND id > ? ORDER BY id LIMIT ?", db.Engine.TextList(types), last, page)
		if err != nil {
			return fmt.Errorf("list entries of %v after %d: %w", types, last, err)
		}
		if len(ids) == 0 {
			return nil
		}
		found, err := db.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if e := found[id]; e != nil {
				if err := fn(e); err != nil {
					return err
				}
			}
		}
		last = ids[len(ids)-1]
	}
}
