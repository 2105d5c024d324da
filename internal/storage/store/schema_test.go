package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/storage/store"
)

// TestSchemasAgree compares the tables and columns that the migrations of both
// engines make.
func TestSchemasAgree(t *testing.T) {
	t.Parallel()
	schema := func(cfg store.Config, text string) []string {
		db, err := store.Open(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var list []string
		err = store.Each(db, context.Background(), text, nil, func(scan func(...any) error) error {
			var table, column string
			var nullable bool
			if err := scan(&table, &column, &nullable); err != nil {
				return err
			}
			list = append(list, fmt.Sprint(table, ".", column, " nullable ", nullable))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(list)
		return list
	}
	lite := schema(store.Config{Dir: t.TempDir()}, "SELECT t.name, c.name, c.\"notnull\" = 0 AND c.pk = 0 FROM sqlite_schema t JOIN pragma_table_info(t.name) c"+
		" WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'entry_trigram%' AND t.name <> 'change'")
	if !slices.ContainsFunc(lite, func(s string) bool { return strings.HasPrefix(s, "entry.title ") }) {
		t.Fatal(lite)
	}
	// Of views the server doesn't know. Counters in parts and notes of changes are its own.
	post := schema(store.Config{URL: server.Database(t)}, "SELECT table_name, column_name, is_nullable = 'YES' AND table_name NOT IN ('entry_count', 'term_count')"+
		" FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN ('change', 'change_history', 'entry_count_part', 'term_count_part')")
	if diff := cmp.Diff(lite, post); diff != "" {
		t.Error(diff)
	}
}

func TestMigrationsRunOnce(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	for range 2 {
		db, err := store.Open(ctx, store.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(ctx, store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	err = db.InTx(ctx, func(ctx context.Context) error {
		_, err := store.Exec(db, ctx, "INSERT INTO migration (version, name, at) VALUES (1000, 'later', '')")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, store.Config{Dir: dir}); err == nil || !strings.Contains(err.Error(), "run a newer one") {
		t.Fatalf("opened a database of a newer program: %v", err)
	}
}
