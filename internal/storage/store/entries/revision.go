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

// lastRevision is the query for the newest revision of an entry that has a slug.
func lastRevision(entry int64, slug string, counted bool) (text string, args []any) {
	many := "0"
	if counted {
		// This reads the row of each.
		many, args = "(SELECT COUNT(*) FROM entry r WHERE r.parent = ? AND r.type = ? AND r.slug = ?)", []any{entry, RevisionType, slug}
	}
	return "SELECT " + EntryColumns + ", " + many + " FROM entry e WHERE e.parent = ? AND e." + asRevisions +
		" AND e.slug = ? ORDER BY e.date DESC, e.id DESC LIMIT 1", append(args, entry, slug)
}

// ExpectRevision implements content.Store.
func (db *Store) ExpectRevision(ctx context.Context, entry int64, slug string, counted bool) {
	text, args := lastRevision(entry, slug, counted)
	db.Expect(ctx, text, args...)
	db.Expect(ctx, db.NextIDQuery("entry"))
}

// LastRevision implements content.Store.
func (db *Store) LastRevision(ctx context.Context, entry int64, slug string, counted bool) (last *content.Entry, n int, err error) {
	scope.DependsOn(ctx, cache.Revisions(entry))
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, 0, err
	}
	text, args := lastRevision(entry, slug, counted)
	err = db.Each(sqldb.Quick(ctx), text, args, func(scan func(...any) error) error {
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
