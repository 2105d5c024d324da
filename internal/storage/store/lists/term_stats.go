package lists

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// termStats is what is known of the terms that a list is filtered by.
type termStats struct {
	taxonomy map[int64]string
	counts   map[int64]map[[2]string]int // by type and status
}

// termStatsKey is where what is known of some terms is remembered.
type termStatsKey struct{ ids string }

func (db *Store) readTermStats(ctx context.Context, filters []content.TermFilter) (termStats, error) {
	var ids []int64
	for _, f := range filters {
		ids = append(ids, f.Terms...)
		for _, g := range f.Groups {
			ids = append(ids, g...)
		}
	}
	ids = sqldb.Distinct(ids)
	size := func(s termStats) int { return 256 * len(s.counts) }
	return sqldb.Remembered(ctx, db.DB, termStatsKey{sqldb.JoinInts(ids)}, size, func() (termStats, error) { return db.countTerms(ctx, ids) },
		cache.AllTerms(), cache.AllEntries())
}

func (db *Store) countTerms(ctx context.Context, ids []int64) (termStats, error) {
	stats := termStats{taxonomy: map[int64]string{}, counts: map[int64]map[[2]string]int{}}
	text := "SELECT t.id, t.taxonomy, COALESCE(c.type, ''), COALESCE(c.status, ''), COALESCE(c.n, 0) FROM term t" +
		" LEFT JOIN term_count c ON c.term_id = t.id WHERE " + db.Engine.IntsIn("t.id")
	err := db.Each(ctx, text, []any{db.Engine.IntList(ids)}, func(scan func(...any) error) error {
		var id int64
		var taxonomy, typ, status string
		var n int
		if err := scan(&id, &taxonomy, &typ, &status, &n); err != nil {
			return err
		}
		stats.taxonomy[id] = taxonomy
		if stats.counts[id] == nil {
			stats.counts[id] = map[[2]string]int{}
		}
		stats.counts[id][[2]string{typ, status}] = n
		return nil
	})
	if err != nil {
		return stats, fmt.Errorf("count terms %v: %w", ids, err)
	}
	return stats, nil
}

// existing drops from filters the terms that don't exist in their taxonomy. A
// term that "all" asked for stays, as one that nothing has.
func (s termStats) existing(filters []content.TermFilter) []content.TermFilter {
	out := make([]content.TermFilter, len(filters))
	for i, f := range filters {
		exists := func(ids []int64) []int64 {
			list := []int64{}
			for _, id := range sqldb.Distinct(ids) {
				if f.Taxonomy == "" || s.taxonomy[id] == f.Taxonomy {
					list = append(list, id)
				}
			}
			return list
		}
		if f.Groups != nil {
			groups := make([][]int64, len(f.Groups))
			for j, g := range f.Groups {
				groups[j] = exists(g)
			}
			f.Groups = groups
		}
		asked := len(sqldb.Distinct(f.Terms))
		f.Terms = exists(f.Terms)
		if f.All && !f.Exclude && len(f.Terms) < asked {
			// Nothing has all of them.
			f.Terms, f.Without, f.All = []int64{}, false, false
		}
		out[i] = f
	}
	return out
}

// sum is how many entries of the kinds have the terms, an entry counted for
// each term that it has.
func (s termStats) sum(ids []int64, kinds []entries.KindCount) int {
	n := 0
	for _, id := range ids {
		for _, p := range kinds {
			n += s.counts[id][[2]string{p.Typ, p.Status}]
		}
	}
	return n
}
