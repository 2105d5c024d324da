package entries

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// asRevisions tells which entries are revisions and autosaves of a parent. They all have one
// status: with it the index of parents has them by date, and the newest is found without
// reading the others, whose texts a sort would carry along.
const asRevisions = "type = '" + RevisionType + "' AND e.status = '" + string(content.Inherit) + "'"

// LastRevision implements content.Store.
func (db *Store) LastRevision(ctx context.Context, entry int64, slug string, counted bool) (last *content.Entry, n int, err error) {
	scope.DependsOn(ctx, cache.Revisions(entry))
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, 0, err
	}
	many, args := "0", []any(nil)
	if counted {
		// This reads the row of each.
		many, args = "(SELECT COUNT(*) FROM entry r WHERE r.parent = ? AND r.type = ? AND r.slug = ?)", []any{entry, RevisionType, slug}
	}
	text := "SELECT " + EntryColumns + ", " + many +
		" FROM entry e WHERE e.parent = ? AND e." + asRevisions + " AND e.slug = ? ORDER BY e.date DESC, e.id DESC LIMIT 1"
	err = db.Each(sqldb.Quick(ctx), text, append(args, entry, slug), func(scan func(...any) error) error {
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
