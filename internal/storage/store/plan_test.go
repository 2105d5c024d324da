package store_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

var update = flag.Bool("update", false, "write testdata/plans anew; read the difference before you keep it")

// TestPlans holds how each shape of list is read: the way that the planner
// chose, the statements, and the steps and indexes by which the database
// answers them. Without an index that a list needs it fails.
func TestPlans(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			cfg := planConfig(t, engine)
			site := openPlans(t, engine, cfg)
			if v := serverVersion(t, engine, cfg); v != planVersion[engine] {
				t.Skipf("the plans were recorded with version %q; this is %q, which may choose others", planVersion[engine], v)
			}
			dir := filepath.Join("testdata", "plans", engine)
			wanted := map[string]bool{}
			var all []explained
			for _, s := range planShapes(site) {
				wanted[s.name+".txt"] = true
				t.Run(s.name, func(t *testing.T) {
					db := open(t, cfg) // which remembers nothing
					text, list := explainShape(t, db, s)
					golden(t, filepath.Join(dir, s.name+".txt"), text)
					all = append(all, list...)
				})
			}
			files, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if !wanted[f.Name()] {
					t.Errorf("%s is of no shape", f.Name())
				}
			}
			t.Run("lost index", func(t *testing.T) { lostIndexShows(t, open(t, cfg), all) })
		})
	}
}

// explained is a statement and how the database runs it.
type explained struct {
	statement store.Statement
	how       string
}

// listIndexes are the indexes that lists read; the others guard or find single
// rows.
var listIndexes = []string{
	"entry_by_date", "entry_by_modified", "entry_by_title", "entry_by_type_slug", "entry_by_menu_order", "entry_by_type_author",
	"entry_by_type_parent", "entry_by_type_id", "entry_by_author", "entry_by_parent", "entry_by_slug", "entry_by_sticky", "entry_locked",
	"entry_meta_by_value", "entry_term_by_date", "entry_field_by_value",
}

// lostIndexShows drops each index of lists and sees that a plan changes.
func lostIndexShows(t *testing.T, db *store.DB, all []explained) {
	undo := errors.New("undo")
	for _, index := range listIndexes {
		changed := 0
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := store.Exec(db, ctx, "DROP INDEX "+index); err != nil {
				return err
			}
			for _, e := range all {
				how, err := store.Explain(ctx, db, e.statement)
				if err != nil {
					return err
				}
				if how != e.how {
					changed++
				}
			}
			return undo
		})
		if !errors.Is(err, undo) {
			t.Fatal(err)
		}
		if changed == 0 {
			t.Errorf("no plan tells that %s is lost", index)
		}
	}
}

// planVersion is the version of the server that the plans were recorded with;
// SQLite is part of the program.
var planVersion = map[string]string{"postgres": "15"}

func serverVersion(t *testing.T, engine string, cfg store.Config) string {
	if engine == "sqlite" {
		return ""
	}
	var version string
	err := store.Each(open(t, cfg), t.Context(), "SHOW server_version", nil, func(scan func(...any) error) error { return scan(&version) })
	if err != nil {
		t.Fatal(err)
	}
	major, _, _ := strings.Cut(version, ".")
	return major
}

func planConfig(t *testing.T, engine string) store.Config {
	if engine == "sqlite" {
		return store.Config{Dir: t.TempDir()}
	}
	return store.Config{URL: server.Database(t)}
}

// openPlans seeds a database for plans.
func openPlans(t *testing.T, engine string, cfg store.Config) planSite {
	t.Helper()
	db := open(t, cfg)
	site := seedPlans(t, db, engine)
	if engine == "postgres" {
		none := func(func(...any) error) error { return nil }
		// The plans depend on how many pages the tables have: FULL leaves none that
		// are half empty, and the second run marks what an index alone can answer.
		// The server's own would come between on a busy machine, and keep the second run from marking.
		const alone = `DO $$ DECLARE name text; BEGIN
			FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() LOOP
				EXECUTE 'ALTER TABLE ' || name || ' SET (autovacuum_enabled = off)';
			END LOOP; END $$`
		for _, text := range []string{alone, "VACUUM FULL", "VACUUM ANALYZE"} {
			if err := store.Each(db, t.Context(), text, nil, none); err != nil {
				t.Fatal(err)
			}
		}
	}
	return site
}

// explainShape is how a list is read, as text.
func explainShape(t *testing.T, db *store.DB, s shape) (string, []explained) {
	t.Helper()
	ctx, statements := store.RecordStatements(scope.New(context.Background()))
	page, err := db.ListEntries(ctx, s.q)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d entries\n", len(page.Entries), page.Total)
	ways, err := store.Plans(ctx, db, s.q)
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString(ways)
	var list []explained
	for _, st := range statements() {
		if !ofList(st.Text()) {
			continue
		}
		how, err := store.Explain(t.Context(), db, st)
		if err != nil {
			t.Fatalf("%s: %v", st.Text(), err)
		}
		fmt.Fprintf(&b, "\n%s\n%s", wrapped(st.Text()), how)
		list = append(list, explained{st, how})
	}
	return b.String(), list
}

// ofList tells the statements that find or count a list from those that every
// list runs: what there is of each kind, the state of the database, entries by
// id. The latter look into small tables or by key.
func ofList(text string) bool {
	return strings.HasPrefix(text, "SELECT p.") || strings.HasPrefix(text, "SELECT COUNT(*)") || strings.HasPrefix(text, "SELECT * FROM (")
}

var clauses = regexp.MustCompile(` (FROM|WHERE|ORDER BY|UNION ALL|LIMIT) `)

// wrapped puts each clause of a statement on a line.
func wrapped(text string) string { return clauses.ReplaceAllString(text, "\n  $1 ") }

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is read in another way (-recorded +now):\n%s", file, diff)
	}
}
