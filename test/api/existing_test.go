package api

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/storage/store"
)

// Whoever needs a site makes nothing where there is none: no folder, and no tables
// in a database that is empty.
func TestExistingMakesNothing(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		address, dir := e.database(t), filepath.Join(t.TempDir(), "none")
		if _, err := app.New(t.Context(), app.Config{Data: dir, DatabaseURL: address, Existing: true}); !errors.Is(err, config.ErrNoSite) {
			t.Fatal(err)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("the folder is there: %v", err)
		}
		db, err := store.Open(t.Context(), store.Config{Dir: dir, URL: address, AsItIs: true})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		states, err := db.MigrationStates(t.Context(), nil)
		if err != nil || states[0].Now != 0 {
			t.Errorf("%+v %v", states, err)
		}
		// Another node of a site whose database is elsewhere may have no folder yet.
		start(t, app.Config{DatabaseURL: address})
		if address != "" {
			a, err := app.New(t.Context(), app.Config{Data: dir, DatabaseURL: address, Existing: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
