package records

import (
	"context"
	"fmt"

	"quoin/internal/domain/importer/journal"
	"quoin/internal/storage/store/sqldb"
)

var _ journal.Store = (*Store)(nil)

// ImportSource implements journal.Store.
func (db *Store) ImportSource(ctx context.Context, site, name string) (journal.Source, error) {
	var s journal.Source
	_, err := db.One(ctx, "SELECT id, is_open, next_entry, next_term, next_comment, next_account, progress FROM import_source WHERE site = ? AND name = ?",
		[]any{site, name}, &s.ID, &s.Open, &s.Next.Entry, &s.Next.Term, &s.Next.Comment, &s.Next.Account, &s.Cursor)
	if err != nil {
		return s, fmt.Errorf("import source %q: %w", name, err)
	}
	return s, nil
}

// SaveImportSource implements journal.Store.
func (db *Store) SaveImportSource(ctx context.Context, site, name string, s *journal.Source) error {
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.One(ctx, "INSERT INTO import_source (site, name, is_open, next_entry, next_term, next_comment, next_account, progress)"+
			" VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (site, name) DO UPDATE SET is_open = excluded.is_open, next_entry = excluded.next_entry,"+
			" next_term = excluded.next_term, next_comment = excluded.next_comment, next_account = excluded.next_account, progress = excluded.progress RETURNING id",
			[]any{site, name, s.Open, s.Next.Entry, s.Next.Term, s.Next.Comment, s.Next.Account, s.Cursor}, &s.ID)
		if err != nil {
			return fmt.Errorf("save import source %q: %w", name, err)
		}
		return nil
	})
}

// GivenIDs implements journal.Store.
func (db *Store) GivenIDs(ctx context.Context) (journal.IDs, error) {
	return db.importIDs(ctx, db.Engine.LastID)
}

// UsedIDs implements journal.Store.
func (db *Store) UsedIDs(ctx context.Context) (journal.IDs, error) {
	return db.importIDs(ctx, func(table string) string { return "SELECT COALESCE(MAX(id), 0) FROM " + table })
}

func (db *Store) importIDs(ctx context.Context, query func(table string) string) (ids journal.IDs, err error) {
	for _, t := range []struct {
		table string
		id    *int64
	}{{"entry", &ids.Entry}, {"term", &ids.Term}, {"comment", &ids.Comment}, {"account", &ids.Account}} {
		if _, err := db.One(ctx, query(t.table), nil, t.id); err != nil {
			return ids, fmt.Errorf("highest id of table %s: %w", t.table, err)
		}
	}
	return ids, nil
}

// IDTaken implements journal.Store.
func (db *Store) IDTaken(err error) bool { return db.Engine.Unique(err) }

// EntriesThere implements journal.Store.
func (db *Store) EntriesThere(ctx context.Context, ids []int64) (map[int64]bool, error) {
	list, err := db.Ints(ctx, "SELECT id FROM entry WHERE "+db.Engine.IntsIn("id"), db.Engine.IntList(ids))
	if err != nil {
		return nil, fmt.Errorf("which of %d ids are taken: %w", len(ids), err)
	}
	there := make(map[int64]bool, len(list))
	for _, id := range list {
		there[id] = true
	}
	return there, nil
}

// EntriesLike implements journal.Store.
func (db *Store) EntriesLike(ctx context.Context, typ string, like []journal.Like) (map[journal.Like]int64, error) {
	stored := make(map[journal.Like]journal.Like, len(like)) // as given, by what the database has
	dates, titles := make([]string, len(like)), make([]string, len(like))
	for i, l := range like {
		dates[i], titles[i] = sqldb.Clean(l.Date), sqldb.Clean(l.Title)
		stored[journal.Like{Date: dates[i], Title: titles[i]}] = l
	}
	found := map[journal.Like]int64{}
	err := db.Each(ctx, "SELECT e.id, e.date, e.title FROM entry e WHERE e.type = ? AND e.status IN (SELECT c.status FROM entry_count c WHERE c.type = ? AND c.author = -1)"+
		" AND "+db.Engine.TextsIn("e.date")+" AND "+db.Engine.TextsIn(db.Engine.Keep("e.title"))+" ORDER BY e.id DESC",
		[]any{typ, typ, db.Engine.TextList(dates), db.Engine.TextList(titles)}, func(scan func(...any) error) error {
			var id int64
			var l journal.Like
			err := scan(&id, &l.Date, &l.Title)
			if given, ok := stored[l]; ok {
				found[given] = id
			}
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("entries of type %s that are there: %w", typ, err)
	}
	return found, nil
}

// EntrySizes implements journal.Store.
func (db *Store) EntrySizes(ctx context.Context, after int64, limit int) (list []journal.Size, err error) {
	err = db.Each(ctx, "SELECT id, LENGTH(content) FROM entry WHERE id > ? ORDER BY id LIMIT ?", []any{after, limit}, func(scan func(...any) error) error {
		var s journal.Size
		err := scan(&s.ID, &s.Length)
		list = append(list, s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("entries after %d: %w", after, err)
	}
	return list, nil
}
