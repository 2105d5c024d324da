package comments

import (
	"context"
	"fmt"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// deepest bounds how far up a thread is followed, also where comments answer each other
// in a circle.
const deepest = 100

// CommentsBefore implements comment.Store.
func (db *Store) CommentsBefore(ctx context.Context, ids []int64, threads bool) (map[int64]int64, error) {
	before := make(map[int64]int64, len(ids))
	if len(ids) == 0 {
		return before, nil
	}
	most, begins := 0, "1 = 1"
	if threads {
		most, begins = deepest, "u.parent = 0"
	}
	text := "WITH RECURSIVE up (id, top, parent, depth) AS (" +
		"SELECT c.id, c.id, c.parent, 0 FROM comment c WHERE " + db.Engine.IntsIn("c.id") +
		" UNION ALL SELECT u.id, p.id, p.parent, u.depth + 1 FROM up u JOIN comment p ON p.id = u.parent WHERE u.depth < ?)" +
		" SELECT u.id, t.entry_id, (SELECT COUNT(*) FROM comment o WHERE o.entry_id = t.entry_id AND o.status = 'approved'" +
		" AND o.type <> 'note' AND o.parent = 0 AND o.date_utc < t.date_utc)" +
		" FROM up u JOIN comment t ON t.id = u.top WHERE " + begins
	var entries []int64
	err := db.Each(ctx, text, []any{db.Engine.IntList(sqldb.Distinct(ids)), most}, func(scan func(...any) error) error {
		var id, entry, n int64
		err := scan(&id, &entry, &n)
		before[id] = n
		entries = append(entries, entry)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("pages of comments %v: %w", ids, err)
	}
	for _, entry := range sqldb.Distinct(entries) {
		scope.DependsOn(ctx, cache.EntryComments(entry))
	}
	return before, nil
}
