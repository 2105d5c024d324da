package lists

import (
	"context"
	"fmt"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// entryMonths goes from each month to the one before by the index of dates, for each status that
// entries have: a type of any number of entries has few months.
const entryMonths = `WITH RECURSIVE month (status, d) AS (
	SELECT s.status, (SELECT MAX(e.date) FROM entry e WHERE e.type = ? AND e.status = s.status)
	FROM (SELECT DISTINCT c.status FROM entry_count c WHERE c.type = ? AND c.n > 0 AND c.status NOT IN ('trash', 'auto-draft')) s
	UNION ALL
	SELECT m.status, (SELECT MAX(e.date) FROM entry e WHERE e.type = ? AND e.status = m.status AND e.date < substr(m.d, 1, 7))
	FROM month m WHERE m.d <> ''
) SELECT DISTINCT substr(d, 1, 7) AS d FROM month WHERE d <> '' ORDER BY d DESC`

// EntryMonths are the months (YYYY-MM) in which there are entries of a type that aren't in the
// trash, the newest first.
func (db *Store) EntryMonths(ctx context.Context, typ string) ([]string, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	var list []string
	err := db.Each(ctx, entryMonths, []any{typ, typ, typ}, func(scan func(...any) error) error {
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

// HaveEntries tells which of some accounts have entries of any type and status, revisions and
// those in the trash included. It reads no entry, and is for answers that nobody keeps.
func (db *Store) HaveEntries(ctx context.Context, accounts []int64) ([]int64, error) {
	have := []int64{}
	text := "SELECT DISTINCT e.author FROM entry_count e WHERE e.n > 0 AND " + db.Engine.IntsIn("e.author") + " ORDER BY e.author"
	err := db.Each(ctx, text, []any{db.Engine.IntList(accounts)}, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		have = append(have, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("which accounts have entries: %w", err)
	}
	return have, nil
}
