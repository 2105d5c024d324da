package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"quoin/internal/storage/store"
)

// TestTablesOfOthers opens a database that has somebody else's table: nothing is made in it,
// and the message names the table. With the table away it is a site, which is opened again
// though a table came to it.
func TestTablesOfOthers(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]store.Config{"postgres": {URL: server.Database(t)}, "sqlite": {Dir: t.TempDir()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := func(text string) {
				t.Helper()
				if cfg.URL != "" {
					conn, err := pgx.Connect(t.Context(), cfg.URL)
					if err == nil {
						_, err = conn.Exec(t.Context(), text)
						err = errors.Join(err, conn.Close(t.Context()))
					}
					if err != nil {
						t.Fatal(err)
					}
					return
				}
				bare := cfg
				bare.AsItIs = true
				db, err := store.Open(t.Context(), bare)
				if err != nil {
					t.Fatal(err)
				}
				err = db.InTx(t.Context(), func(ctx context.Context) error { _, err := store.Exec(db, ctx, text); return err })
				if err = errors.Join(err, db.Close()); err != nil {
					t.Fatal(err)
				}
			}
			run("CREATE TABLE mine (n INTEGER)")
			if other, err := store.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "tables of others") || !strings.Contains(err.Error(), "mine") || strings.Contains(err.Error(), "\n") {
				if err == nil {
					other.Close()
				}
				t.Fatalf("opened beside another table: %v", err)
			}
			run("DROP TABLE mine")
			open(t, cfg)
			run("CREATE TABLE mine (n INTEGER)")
			open(t, cfg)
		})
	}
}
