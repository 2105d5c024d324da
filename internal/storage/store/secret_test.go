package store_test

import (
	"context"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"quoin/internal/storage/store"
)

// TestSecretsMigrate runs the move of keys out of the options.
func TestSecretsMigrate(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		engine := "sqlite"
		if text, err := db.ServerInfo(t.Context()); err != nil {
			t.Fatal(err)
		} else if strings.HasPrefix(text, "Postgre") {
			engine = "postgres"
		}
		text, err := os.ReadFile("sqldb/migrations/" + engine + "/0010_secrets.sql")
		if err != nil {
			t.Fatal(err)
		}
		_, move, ok := strings.Cut(string(text), "\n);\n")
		if !ok {
			t.Fatal("the migration has another form")
		}
		auth, widgets := strings.Repeat("0a", 32), strings.Repeat("0b", 32)
		for name, value := range map[string]any{"auth_secret": auth, "widget_key": widgets, "blogname": "stays"} {
			if err := db.SetOption(t.Context(), name, value); err != nil {
				t.Fatal(err)
			}
		}
		err = db.InTx(t.Context(), func(ctx context.Context) error {
			for statement := range strings.SplitSeq(strings.TrimSuffix(move, ";\n"), ";\n") {
				if _, err := store.Exec(db, ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"auth": auth, "widgets": widgets} {
			if key, err := db.Secret(t.Context(), name); err != nil || hex.EncodeToString(key) != want {
				t.Errorf("%s is %x, %v", name, key, err)
			}
		}
		left := 0
		err = store.Each(db, t.Context(), "SELECT COUNT(*) FROM site_option WHERE name IN ('auth_secret', 'widget_key')", nil,
			func(scan func(...any) error) error { return scan(&left) })
		if err != nil || left != 0 {
			t.Errorf("%d keys are still options, %v", left, err)
		}
	})
}
