package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

// An account is found along an index by each of its names: who logs in and each account that moves
// in is looked for so, however many there are.
func TestAccountsAreFoundAlongIndexes(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	for index, ask := range map[string]func(context.Context) (*user.User, error){
		"account_by_login": func(ctx context.Context) (*user.User, error) { return db.UserByLogin(ctx, "ann") },
		"account_by_email": func(ctx context.Context) (*user.User, error) { return db.UserByEmail(ctx, "ann@example.org") },
		"account_by_slug":  func(ctx context.Context) (*user.User, error) { return db.UserBySlug(ctx, "ann") },
	} {
		ctx, statements := store.RecordStatements(t.Context())
		if _, err := ask(ctx); !errors.Is(err, user.ErrNotFound) {
			t.Fatal(err)
		}
		ran := 0
		for _, s := range statements() {
			if !strings.Contains(s.Text(), "FROM account ") {
				continue
			}
			ran++
			plan, err := store.Explain(t.Context(), db, s)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(plan, index) {
				t.Errorf("%s: %s", index, plan)
			}
		}
		if ran != 1 {
			t.Errorf("%s: %d statements", index, ran)
		}
	}
}
