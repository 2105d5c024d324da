package entries

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// LastRevision implements content.Store.
func (db *Store) LastRevision(ctx context.Context, entry int64, slug string) (last *content.Entry, n int, err error) {
	scope.DependsOn(ctx, cache.Revisions(entry))
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, 0, err
	}
	text := "SELECT " + EntryColumns + ", (SELECT COUNT(*) FROM entry r WHERE r.parent = ? AND r.type = ? AND r.slug = ?)" +
		" FROM entry e WHERE e.parent = ? AND e.type = ? AND e.slug = ? ORDER BY e.date DESC, e.id DESC LIMIT 1"
	err = db.Each(sqldb.Quick(ctx), text, []any{entry, RevisionType, slug, entry, RevisionType, slug}, func(scan func(...any) error) error {
		var err error
		last, err = ScanEntry(own, scan, &n)
		return err
	})
	if err == nil && last != nil {
		err = db.WithMeta(ctx, []*content.Entry{last})
	}
	if err != nil {
		return nil, 0, fmt.Errorf("last revision of entry %d: %w", entry, err)
	}
	return last, n, nil
}
