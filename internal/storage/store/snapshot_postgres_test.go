package store_test

import (
	"context"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// titleOf is the title of an entry as a new request sees it.
func titleOf(t *testing.T, db *store.DB, id int64) string {
	t.Helper()
	e, err := db.EntryByID(scope.New(t.Context()), id)
	if err != nil {
		t.Fatal(err)
	}
	return e.Title
}

// retitle changes the title of an entry, and calls meanwhile before the commit.
func retitle(ctx context.Context, db *store.DB, id int64, title string, meanwhile func()) error {
	return db.InTx(scope.Concurrent(ctx, "retitle", id), func(ctx context.Context) error {
		e, err := db.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		e = e.Clone()
		e.Title = title
		if err := db.UpdateEntry(ctx, e); err != nil {
			return err
		}
		meanwhile()
		return nil
	})
}

// twoNodes are two stores on one database, with an entry and the titles of two.
func twoNodes(t *testing.T) (here, there *store.DB, one, two int64) {
	t.Helper()
	address := server.Database(t)
	here, there = open(t, store.Config{URL: address}), open(t, store.Config{URL: address})
	ids := make([]int64, 2)
	for i, slug := range []string{"one", "two"} {
		e := &content.Entry{Type: content.TypePost, Status: content.Publish, Slug: slug, Title: "before"}
		if err := here.InsertEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		ids[i] = e.ID
		titleOf(t, here, e.ID)
		titleOf(t, there, e.ID)
	}
	return here, there, ids[0], ids[1]
}

// TestCommitsAreHeardOfInAnyOrder has a transaction that began first commit last, after
// others have looked at what changed since: they hear of it all the same, and of each
// once.
func TestCommitsAreHeardOfInAnyOrder(t *testing.T) {
	t.Parallel()
	here, there, one, two := twoNodes(t)
	err := retitle(t.Context(), here, one, "late", func() {
		// A transaction that has done something has an id, which is below those that follow.
		if err := retitle(t.Context(), here, two, "early", func() {}); err != nil {
			t.Error(err)
		}
		for range 2 {
			if got := titleOf(t, there, two); got != "early" {
				t.Errorf("title %q after the commit", got)
			}
			if got := titleOf(t, there, one); got != "before" {
				t.Errorf("title %q before the commit", got)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, db := range map[string]*store.DB{"here": here, "there": there} {
		if got := titleOf(t, db, one); got != "late" {
			t.Errorf("title %q %s after the late commit", got, name)
		}
	}
	ctx, statements := store.CountStatements(scope.New(t.Context()))
	for _, id := range []int64{one, two} {
		if _, err := there.EntryByID(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if n := statements(); n != 1 {
		t.Errorf("%d statements for a look at what is known, want 1", n)
	}
}

// TestForgottenChangesAreNotMissed has notes of changes go, and ids of transactions mean
// something else, before a node looks: it drops all that it knew.
func TestForgottenChangesAreNotMissed(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]string{
		"forgotten":       "UPDATE change SET at = at - interval '2 hours'",
		"another history": "WITH gone AS (DELETE FROM change) UPDATE change_history SET name = 'restored'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there, one, _ := twoNodes(t)
			if err := retitle(t.Context(), here, one, "after", func() {}); err != nil {
				t.Fatal(err)
			}
			err := here.InTx(t.Context(), func(ctx context.Context) error {
				_, err := store.Exec(here, ctx, lose)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			store.ForgetChanges(here, t.Context())
			var left int
			if err := store.Each(here, t.Context(), "SELECT COUNT(*) FROM change", nil, func(scan func(...any) error) error { return scan(&left) }); err != nil || left > 0 {
				t.Fatalf("%d changes are left, %v", left, err)
			}
			if got := titleOf(t, there, one); got != "after" {
				t.Errorf("title %q, though the change isn't to be found any more", got)
			}
		})
	}
}

// TestCountersAreKeptInParts has transactions count at the same time, each in a part of
// its own, and sees the sums whole, within them too.
func TestCountersAreKeptInParts(t *testing.T) {
	t.Parallel()
	here, _, _, _ := twoNodes(t)
	count := func(ctx context.Context) int {
		counts, err := here.CountByStatus(ctx, content.TypePost)
		if err != nil {
			t.Error(err)
		}
		return counts[content.Publish]
	}
	var nest func(n int)
	nest = func(n int) {
		if n == 0 {
			return
		}
		err := here.InTx(scope.Concurrent(t.Context(), "nested"), func(ctx context.Context) error {
			if err := here.InsertEntry(ctx, &content.Entry{Type: content.TypePost, Status: content.Publish}); err != nil {
				return err
			}
			nest(n - 1)
			// Those inside are committed by now.
			if got := count(ctx); got != 2+n {
				t.Errorf("%d entries are counted in transaction %d, want %d", got, n, 2+n)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	nest(3)
	if got := count(scope.New(t.Context())); got != 5 {
		t.Errorf("%d entries are counted, want 5", got)
	}
	var parts int
	err := store.Each(here, t.Context(), "SELECT COUNT(DISTINCT part) FROM entry_count_part", nil, func(scan func(...any) error) error { return scan(&parts) })
	if err != nil || parts != 3 {
		t.Errorf("%d parts for three transactions at the same time, %v", parts, err)
	}
}
