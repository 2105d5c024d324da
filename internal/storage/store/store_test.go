package store_test

import (
	"context"
	"os"
	"testing"

	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
	"quoin/internal/storage/store/storetest"
)

var server pgtest.Server

func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

func open(t *testing.T, cfg store.Config) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.DB { return open(t, store.Config{Dir: t.TempDir()}) })
}

func TestPostgreSQL(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.DB { return open(t, store.Config{URL: server.Database(t)}) })
}
