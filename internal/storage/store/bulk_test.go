package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestBulkWrites stores entries in transactions that write much, whose statements may run
// later: all of them are there after the commit, also for what the transaction asks meanwhile,
// and one that fails takes everything back, though nobody hears of it before the commit.
func TestBulkWrites(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		post := func(id int64, slug string) *content.Entry {
			return &content.Entry{ID: id, Type: "post", Status: content.Publish, Title: slug, Slug: slug, Content: strings.Repeat("Some text. ", 50)}
		}
		taken := func(ctx context.Context, slugs ...string) int {
			t.Helper()
			m, err := db.SlugsTaken(ctx, slugs, []string{"post"}, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			return len(m)
		}
		const n = 300
		err := db.InTx(scope.Bulk(t.Context()), func(ctx context.Context) error {
			if err := db.ExpectSlugs(ctx, []string{"slug-1", "slug-2", "never"}); err != nil {
				return err
			}
			for i := range int64(n) {
				slug := fmt.Sprint("slug-", i+1)
				if got := taken(ctx, slug); got != 0 {
					t.Errorf("%s is taken before it is", slug)
				}
				if err := db.InsertEntry(ctx, post(100+i, slug)); err != nil {
					return err
				}
				c := &comment.Comment{ID: 500 + i, Entry: 100 + i, Status: comment.Approved, Type: "comment", Date: "2026-01-01T00:00:00", DateUTC: "2026-01-01T00:00:00"}
				if err := db.InsertComments(ctx, []*comment.Comment{c}); err != nil {
					return err
				}
				if i%100 == 0 && taken(ctx, slug) != 1 {
					t.Errorf("%s is free after it was taken", slug)
				}
			}
			there, err := db.EntriesThere(ctx, []int64{100, 99 + n, 100 + n})
			if err == nil && len(there) != 2 {
				t.Errorf("within the transaction %v are there", there)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		page, err := db.ListEntries(t.Context(), content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{"slug-299"}}, Limit: 10})
		if err != nil || page.Total != 1 || page.Entries[0].CommentCount != 1 {
			t.Errorf("found %+v %v", page, err)
		}
		err = db.InTx(scope.Bulk(t.Context()), func(ctx context.Context) error {
			if err := db.InsertEntry(ctx, post(1000, "new")); err != nil {
				return err
			}
			return db.InsertEntry(ctx, post(100, "twice"))
		})
		if !db.IDTaken(err) {
			t.Errorf("an id that is taken: %v", err)
		}
		if got := taken(t.Context(), "new", "twice"); got != 0 {
			t.Errorf("%d entries are left of a transaction that failed", got)
		}
	})
}

// TestBulkTexts searches between transactions that write much, whose texts are indexed by the
// next one: each search finds all that are committed.
func TestBulkTexts(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		const each = 200
		errFails := errors.New("it fails")
		id, want := int64(0), 0
		for turn, fails := range []bool{false, true, false, false} {
			err := db.InTx(scope.Bulk(t.Context()), func(ctx context.Context) error {
				for range each {
					id++
					e := &content.Entry{ID: id, Type: "post", Status: content.Publish, Title: "Counted", Slug: fmt.Sprint("slug-", id), Content: strings.Repeat("Some text. ", 50)}
					if err := db.InsertEntry(ctx, e); err != nil {
						return err
					}
				}
				if fails {
					return errFails
				}
				return nil
			})
			if fails != errors.Is(err, errFails) || err != nil && !fails {
				t.Fatal(err)
			}
			if !fails {
				want += each
			}
			page, err := db.ListEntries(t.Context(), content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{"counted"}}, Limit: 10})
			if err != nil || page.Total != want {
				t.Errorf("after turn %d: %d are found of %d, %v", turn, page.Total, want, err)
			}
		}
	})
}
