package lists

import (
	"context"
	"fmt"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// EntryMonths are the months (YYYY-MM) in which there are entries of a type that aren't in the
// trash, the newest first.
func (db *Store) EntryMonths(ctx context.Context, typ string) ([]string, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	var list []string
	err := db.Each(ctx, "SELECT DISTINCT substr(e.date, 1, 7) AS d FROM entry e WHERE e.type = ? AND e.status NOT IN ('trash', 'auto-draft') ORDER BY d DESC", []any{typ}, func(scan func(...any) error) error {
		var month string
		err := scan(&month)
		list = append(list, month)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("months of entries of type %q: %w", typ, err)
	}
	return list, nil
}

// CountByAuthor counts the entries of a type that some accounts have published, by account.
// Those without any are left out.
func (db *Store) CountByAuthor(ctx context.Context, typ string, authors []int64) (map[int64]int, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	out := make(map[int64]int, len(authors))
	text := "SELECT e.author, SUM(e.n) FROM entry_count e WHERE e.type = ? AND e.status IN ('publish', 'private') AND " + db.Engine.IntsIn("e.author") + " GROUP BY e.author"
	err := db.Each(ctx, text, []any{typ, db.Engine.IntList(authors)}, func(scan func(...any) error) error {
		var id int64
		var n int
		err := scan(&id, &n)
		out[id] = n
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count entries of type %q by author: %w", typ, err)
	}
	return out, nil
}
