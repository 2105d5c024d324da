package golden

import (
	"flag"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "record the answers anew; read the difference before you keep it")

// TestScenarios runs every scenario on SQLite in both dialects and on
// PostgreSQL; the answers are the same but for the names. Recorded are those
// in our own names on SQLite. Last it looks whether all of the API is on
// record.
func TestScenarios(t *testing.T) {
	list := scenarios(t)
	all := func(t *testing.T, tpl *template, reference, written bool) {
		contracts := map[string]func() *contract{}
		for _, preset := range []string{"core", "full"} {
			contracts[preset] = sync.OnceValue(tpl.copy(t, preset, reference).contract)
		}
		for _, sc := range list {
			t.Run(sc.name, func(t *testing.T) {
				t.Parallel()
				s := tpl.copy(t, sc.preset(), reference)
				s.contracts = contracts[sc.preset()]
				if s.define(sc) {
					s.contracts = sync.OnceValue(s.contract)
				}
				record(t, sc.golden(), s.run(sc), written)
			})
		}
	}
	sqlite := newTemplate(t, "")
	t.Run("sqlite", func(t *testing.T) { all(t, sqlite, false, true) })
	t.Run("reference", func(t *testing.T) { all(t, sqlite, true, false) })
	t.Run("postgres", func(t *testing.T) { all(t, newTemplate(t, postgres.Database(t)), false, false) })
	t.Run("index", func(t *testing.T) {
		for _, reference := range []bool{false, true} {
			core := sqlite.copy(t, "core", reference).routes()
			checkIndex(t, core, !reference)
			checkIndex(t, ofExtensions(core, sqlite.copy(t, "full", reference).routes()), !reference)
		}
	})
	t.Run("endpoints", func(t *testing.T) {
		core := sqlite.copy(t, "core", false).routes()
		extensions := ofExtensions(core, sqlite.copy(t, "full", false).routes())
		checkEveryEndpoint(t, append(core, withScenarios(list, extensions)...))
		checkRecords(t, list, append(core, extensions...))
	})
}

// record compares an answer with the recorded one. With -update it is written
// first when it is the one to record.
func record(t *testing.T, file, got string, written bool) {
	t.Helper()
	if *update && written {
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
		t.Fatalf("%v\nrecord it with go test ./test/golden -update", err)
	}
	if d := diff.Diff(file, want, "now", []byte(got)); d != nil {
		t.Errorf("another answer than recorded; if it is right: go test ./test/golden -update\n%s", d)
	}
}
