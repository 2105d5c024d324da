package lists

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// CountByDate counts the published entries of a type by year (parts is 1), by
// month (2) or by day (3), newest first.
func (db *Store) CountByDate(ctx context.Context, typ string, parts int) ([]content.DateCount, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	length := [...]int{0, 4, 7, 10}[min(max(parts, 1), 3)]
	text := fmt.Sprintf("SELECT substr(e.date, 1, %d) AS d, COUNT(*) FROM entry e WHERE e.type = ? AND e.status = 'publish' GROUP BY d ORDER BY d DESC", length)
	var list []content.DateCount
	err := db.Each(ctx, text, []any{typ}, func(scan func(...any) error) error {
		var c content.DateCount
		err := scan(&c.Date, &c.N)
		list = append(list, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count entries of type %q by date: %w", typ, err)
	}
	return list, nil
}

// LastModifiedByTerm tells for each of some terms when a published entry of some
// types that has it was last changed, UTC; entries with a password don't count.
// Terms without any are left out.
func (db *Store) LastModifiedByTerm(ctx context.Context, types []string, terms []int64) (map[int64]string, error) {
	for _, typ := range types {
		scope.DependsOn(ctx, cache.Entries(typ))
	}
	text := "SELECT x.term_id, MAX(e.modified_utc) FROM entry_term x JOIN entry e ON e.id = x.entry_id WHERE " + db.Engine.IntsIn("x.term_id") +
		" AND " + db.Engine.TextsIn("x.type") + " AND x.status = 'publish' AND e.password = '' GROUP BY x.term_id"
	out := make(map[int64]string, len(terms))
	err := db.Each(ctx, text, []any{db.Engine.IntList(terms), db.Engine.TextList(types)}, func(scan func(...any) error) error {
		var id int64
		var at string
		err := scan(&id, &at)
		out[id] = at
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find when entries of terms changed: %w", err)
	}
	return out, nil
}

// MetaValues implements content.Store. Values are compared, and told, in the
// form in which they are found.
func (db *Store) MetaValues(ctx context.Context, key string, limit, offset int) (values []string, total int, err error) {
	count := func(scan func(...any) error) error { return scan(&total) }
	if err := db.Each(ctx, "SELECT COUNT(DISTINCT m.compare) FROM entry_meta m WHERE m.key = ?", []any{key}, count); err != nil {
		return nil, 0, fmt.Errorf("count the values of %q: %w", key, err)
	}
	err = db.Each(ctx, "SELECT m.compare FROM entry_meta m WHERE m.key = ? GROUP BY m.compare ORDER BY MIN(m.id) LIMIT ? OFFSET ?",
		[]any{key, limit, offset}, func(scan func(...any) error) error {
			var v string
			err := scan(&v)
			values = append(values, v)
			return err
		})
	if err != nil {
		return nil, 0, fmt.Errorf("values of %q: %w", key, err)
	}
	return values, total, nil
}
