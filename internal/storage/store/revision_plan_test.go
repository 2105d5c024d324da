package store_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestNewestRevisionIsFoundByDate asks for the newest revision as each update does: however many
// an entry has, the database takes the last of them along an index, and sorts none.
func TestNewestRevisionIsFoundByDate(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	for name, ask := range map[string]func(context.Context) error{
		"last": func(ctx context.Context) error {
			_, _, err := db.LastRevision(ctx, 7, "7-revision-v1", false)
			return err
		},
		"info":     func(ctx context.Context) error { _, err := db.RevisionInfo(ctx, []int64{7, 9}); return err },
		"one info": func(ctx context.Context) error { _, err := db.RevisionInfo(ctx, []int64{8}); return err },
		"autosave": func(ctx context.Context) error { _, err := db.Autosave(ctx, 7, 1); return err },
	} {
		ctx, statements := store.RecordStatements(scope.New(t.Context()))
		if err := ask(ctx); err != nil {
			t.Fatal(name, err)
		}
		found := false
		for _, s := range statements() {
			if !strings.Contains(s.Text(), "FROM entry e") {
				continue
			}
			found = true
			plan, err := store.Explain(t.Context(), db, s)
			if err != nil {
				t.Fatal(name, err)
			}
			if strings.Contains(plan, "TEMP B-TREE") || !strings.Contains(plan, "entry_by_parent (parent=? AND type=? AND status=?") {
				t.Errorf("%s: %s\n%s", name, s.Text(), plan)
			}
		}
		if !found {
			t.Errorf("%s: no statement ran", name)
		}
	}
}
