package check

import (
	"context"
	"fmt"

	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// The figures that the tables keep beside what they count, each held against a
// count. Each query is one statement, so that writes between don't disturb it.
const (
	wrongEntryCounts = "SELECT type, status, author, SUM(kept), SUM(found) FROM (" +
		"SELECT type, status, author, n AS kept, 0 AS found FROM entry_count" +
		" UNION ALL SELECT type, status, -1, 0, COUNT(*) FROM entry GROUP BY type, status" +
		" UNION ALL SELECT type, status, author, 0, COUNT(*) FROM entry GROUP BY type, status, author" +
		") c GROUP BY type, status, author HAVING SUM(kept) <> SUM(found) ORDER BY type, status, author"
	strayTermRows   = " FROM entry_term x JOIN entry e ON e.id = x.entry_id WHERE (x.type <> e.type OR x.status <> e.status OR x.date <> e.date)"
	wrongTermCounts = "SELECT term_id, type, status, SUM(kept), SUM(found) FROM (" +
		"SELECT term_id, type, status, n AS kept, 0 AS found FROM term_count" +
		" UNION ALL SELECT term_id, type, status, 0, COUNT(*) FROM entry_term GROUP BY term_id, type, status" +
		") c GROUP BY term_id, type, status HAVING SUM(kept) <> SUM(found) ORDER BY term_id, type, status"
	publishedOf     = "(SELECT COUNT(*) FROM entry_term x WHERE x.term_id = t.id AND x.status = 'publish')"
	commentsOf      = "(SELECT COUNT(*) FROM comment c WHERE c.entry_id = e.id AND c.status = 'approved' AND c.type <> 'note')"
	wrongCommented  = "SELECT e.id, e.comment_count, " + commentsOf + " FROM entry e WHERE e.comment_count <> " + commentsOf + " ORDER BY e.id"
	mendedTermCount = "UPDATE term SET count = (SELECT COUNT(*) FROM entry_term x WHERE x.term_id = term.id AND x.status = 'publish') WHERE id = ?"
)

// wrongTerms are terms whose count of published entries is wrong.
func wrongTerms(e sqldb.Engine) string {
	count := e.TermCount("t")
	return "SELECT t.id, t.taxonomy, " + count + ", " + publishedOf + " FROM term t WHERE " + count + " <> " + publishedOf + " ORDER BY t.id"
}

// CheckEntryCounts holds the counts of entries by type, status and author
// against the entries.
func (db *Store) CheckEntryCounts(ctx context.Context) (f Flaws, err error) {
	err = db.Each(ctx, wrongEntryCounts, nil, func(scan func(...any) error) error {
		var typ, status string
		var author, kept, found int64
		err := scan(&typ, &status, &author, &kept, &found)
		of := fmt.Sprintf(" of author %d", author)
		if author == -1 {
			of = ""
		}
		f.add(fmt.Sprintf("%s entries of type %s%s: %d are counted, there are %d", status, typ, of, kept, found))
		return err
	})
	return f, err
}

// MendEntryCounts counts the entries again, while nobody writes any.
func (db *Store) MendEntryCounts(ctx context.Context) error {
	return db.mend(ctx, []string{"entry", "entry_count"}, func(ctx context.Context) error {
		types := "SELECT DISTINCT type FROM entry_count"
		touched := func() error {
			return db.Each(ctx, types, nil, func(scan func(...any) error) error {
				var typ string
				err := scan(&typ)
				sqldb.TxOf(ctx, db.DB).Note(cache.Entries(typ)) // each holds the lock
				return err
			})
		}
		if err := touched(); err != nil {
			return err
		}
		for _, text := range []string{
			"DELETE FROM entry_count",
			"INSERT INTO entry_count (type, status, author, n) SELECT type, status, -1, COUNT(*) FROM entry GROUP BY type, status",
			"INSERT INTO entry_count (type, status, author, n) SELECT type, status, author, COUNT(*) FROM entry GROUP BY type, status, author",
		} {
			if _, err := db.Exec(ctx, text); err != nil {
				return err
			}
		}
		return touched()
	})
}

// CheckTermCounts holds the counts of terms against the entries that have them,
// and what is noted beside these against the entries.
func (db *Store) CheckTermCounts(ctx context.Context) (f Flaws, err error) {
	err = db.Each(ctx, "SELECT x.entry_id, x.term_id"+strayTermRows, nil, func(scan func(...any) error) error {
		var entry, term int64
		err := scan(&entry, &term)
		f.add(fmt.Sprintf("entry %d with term %d: its type, status or date is noted wrongly", entry, term))
		return err
	})
	if err != nil {
		return f, err
	}
	err = db.Each(ctx, wrongTermCounts, nil, func(scan func(...any) error) error {
		var typ, status string
		var term, kept, found int64
		err := scan(&term, &typ, &status, &kept, &found)
		f.add(fmt.Sprintf("term %d, %s entries of type %s: %d are counted, there are %d", term, status, typ, kept, found))
		return err
	})
	if err != nil {
		return f, err
	}
	err = db.Each(ctx, wrongTerms(db.Engine), nil, func(scan func(...any) error) error {
		var taxonomy string
		var term, kept, found int64
		err := scan(&term, &taxonomy, &kept, &found)
		f.add(fmt.Sprintf("term %d of %s: %d published entries are counted, there are %d", term, taxonomy, kept, found))
		return err
	})
	return f, err
}

// MendTermCounts sets right what CheckTermCounts finds. What is noted beside terms
// comes first, some entries at a time; then the terms are counted again, while
// nobody writes any.
func (db *Store) MendTermCounts(ctx context.Context) error {
	if err := db.mendTermRows(ctx); err != nil {
		return err
	}
	return db.mend(ctx, []string{"entry", "entry_term", "term", "term_count"}, func(ctx context.Context) error {
		for _, text := range []string{
			"DELETE FROM term_count",
			"INSERT INTO term_count (term_id, type, status, n) SELECT term_id, type, status, COUNT(*) FROM entry_term GROUP BY term_id, type, status",
		} {
			if _, err := db.Exec(ctx, text); err != nil {
				return err
			}
		}
		wrong := map[int64]string{}
		err := db.Each(ctx, wrongTerms(db.Engine), nil, func(scan func(...any) error) error {
			var id, kept, found int64
			var taxonomy string
			err := scan(&id, &taxonomy, &kept, &found)
			wrong[id] = taxonomy
			return err
		})
		if err != nil {
			return err
		}
		for id, taxonomy := range wrong {
			if _, err := db.Exec(ctx, mendedTermCount, id); err != nil {
				return err
			}
			db.terms.TermChanged(ctx, id, taxonomy)
		}
		// Lists by term may have counted with what was wrong.
		db.Changed(ctx, cache.AllTerms(), cache.AllEntries())
		return nil
	})
}

// mendTermRows notes again what terms know of their entries.
func (db *Store) mendTermRows(ctx context.Context) error {
	last := int64(0)
	for {
		ids, err := db.Ints(ctx, "SELECT DISTINCT x.entry_id"+strayTermRows+" AND x.entry_id > ? ORDER BY x.entry_id LIMIT ?", last, mendAtOnce)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = db.InTx(ctx, func(ctx context.Context) error {
			db.Changed(ctx, cache.AllTerms(), cache.AllEntries())
			_, err := db.Exec(ctx, "UPDATE entry_term SET type = (SELECT e.type FROM entry e WHERE e.id = entry_id), status = (SELECT e.status FROM entry e WHERE e.id = entry_id),"+
				" date = (SELECT e.date FROM entry e WHERE e.id = entry_id) WHERE "+db.Engine.IntsIn("entry_id"), db.Engine.IntList(ids))
			return err
		})
		if err != nil {
			return err
		}
		last = ids[len(ids)-1]
	}
}

// CheckCommentCounts holds the count of comments that each entry has against
// its comments.
func (db *Store) CheckCommentCounts(ctx context.Context) (f Flaws, err error) {
	err = db.Each(ctx, wrongCommented, nil, func(scan func(...any) error) error {
		var id, kept, found int64
		err := scan(&id, &kept, &found)
		f.add(fmt.Sprintf("entry %d: %d comments are counted, there are %d", id, kept, found))
		return err
	})
	return f, err
}

// mendAtOnce is how many rows one transaction of mending changes, so that
// others get the write lock.
const mendAtOnce = 500

// MendCommentCounts counts the comments of the entries again that CheckCommentCounts
// finds.
func (db *Store) MendCommentCounts(ctx context.Context) error {
	last := int64(0)
	for {
		ids, err := db.Ints(ctx, "SELECT e.id FROM entry e WHERE e.id > ? AND e.comment_count <> "+commentsOf+" ORDER BY e.id LIMIT ?", last, mendAtOnce)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := db.InTx(ctx, func(ctx context.Context) error { return db.comments.Recounted(ctx, ids...) }); err != nil {
			return err
		}
		last = ids[len(ids)-1]
	}
}

// mend changes tables that nobody else writes to meanwhile.
func (db *Store) mend(ctx context.Context, tables []string, fn func(ctx context.Context) error) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		err := db.Use(ctx, func(ex sqldb.Executor) error { return db.Engine.Freeze(ctx, ex, tables...) })
		if err != nil {
			return err
		}
		return fn(ctx)
	})
}
