package store

import (
	"context"
	"fmt"

	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/scope"
)

// CountByDate counts the published entries of a type by year (parts is 1), by
// month (2) or by day (3), newest first.
func (db *DB) CountByDate(ctx context.Context, typ string, parts int) ([]content.DateCount, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	length := [...]int{0, 4, 7, 10}[min(max(parts, 1), 3)]
	text := fmt.Sprintf("SELECT substr(e.date, 1, %d) AS d, COUNT(*) FROM entry e WHERE e.type = ? AND e.status = 'publish' GROUP BY d ORDER BY d DESC", length)
	var list []content.DateCount
	err := db.each(ctx, text, []any{typ}, func(scan func(...any) error) error {
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
