package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// TestPrivateFiles looks at who may read the files of a database, a new one
// and one that an earlier version made.
func TestPrivateFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	look := func(when string) {
		t.Helper()
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) < 4 { // database, journal, shared memory, change stamp
			t.Fatalf("%s: %v", when, list)
		}
		for _, f := range list {
			info, err := f.Info()
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s is %v", when, f.Name(), info.Mode())
			}
		}
	}
	write := func(db *store.DB) {
		t.Helper()
		if err := db.InsertEntry(t.Context(), &content.Entry{Type: "post"}); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	write(db)
	look("new")
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"quoin.db", "quoin.db-stamp"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if db, err = store.Open(t.Context(), store.Config{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	write(db)
	look("opened again")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
