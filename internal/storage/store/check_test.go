package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

// harm changes a database behind the back of what keeps its rows together.
func harm(t *testing.T, cfg store.Config, text string) {
	t.Helper()
	if cfg.URL != "" {
		pgtest.Exec(t, cfg.URL, "SET session_replication_role = replica; "+text)
		return
	}
	db, err := sql.Open("sqlite", filepath.Join(cfg.Dir, "quoin.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = 0; " + text); err != nil {
		t.Fatal(err)
	}
}

// TestMendingLetsOthersWrite mends much, and counts the transactions that it takes:
// others write between them.
func TestMendingLetsOthersWrite(t *testing.T) {
	t.Parallel()
	const many = 1200
	numbers := fmt.Sprintf("WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < %d)", many)
	for name, cfg := range map[string]store.Config{"sqlite": {Dir: t.TempDir()}, "postgres": {URL: server.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			commits := 0
			db := open(t, cfg)
			db.OnChange(func(context.Context, []cache.Tag) { commits++ })
			err := db.InTx(t.Context(), func(ctx context.Context) error {
				term := &taxonomy.Term{Taxonomy: taxonomy.Tag, Name: "Term", Slug: "term"}
				if err := db.InsertTerm(ctx, term); err != nil {
					return err
				}
				for i := range many {
					e := &content.Entry{Type: content.TypePost, Status: content.Publish, Author: 1, Slug: fmt.Sprint("post-", i), Date: "2024-01-01T00:00:00",
						DateUTC: "2024-01-01T00:00:00", Modified: "2024-01-01T00:00:00", ModifiedUTC: "2024-01-01T00:00:00"}
					if err := db.InsertEntry(ctx, e); err != nil {
						return err
					}
					if err := db.SetEntryTerms(ctx, e.ID, taxonomy.Tag, []int64{term.ID}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []struct {
				name, text string
				look       func(context.Context) (store.Flaws, error)
				mend       func(context.Context) error
				found      int64
			}{
				{"orphans", "INSERT INTO entry_meta (entry_id, key, compare, value) " + numbers + " SELECT 90000 + n, 'k', 'v', '\"v\"' FROM number", db.CheckOrphans, db.MendOrphans, many},
				{"term counts", "UPDATE entry_term SET date = '1999-01-01T00:00:00'", db.CheckTermCounts, db.MendTermCounts, many},
				{"comment counts", "UPDATE entry SET comment_count = 12", db.CheckCommentCounts, db.MendCommentCounts, many},
			} {
				harm(t, cfg, x.text)
				if f, err := x.look(t.Context()); err != nil || f.Count != x.found {
					t.Errorf("%s: %d found, %v", x.name, f.Count, err)
				}
				commits = 0
				if err := x.mend(t.Context()); err != nil {
					t.Errorf("%s: %v", x.name, err)
				}
				if commits < 3 {
					t.Errorf("%s: %d rows were mended in %d transactions", x.name, many, commits)
				}
				if f, err := x.look(t.Context()); err != nil || f.Count != 0 {
					t.Errorf("%s: %d are left: %v, %v", x.name, f.Count, f.Examples, err)
				}
			}
		})
	}
}
