package store_test

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// TestLatestCommentsAreNotSorted asks for the newest comments as feeds and blocks do: the
// database walks along their dates, and neither sorts nor counts all there are.
func TestLatestCommentsAreNotSorted(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	ctx, statements := store.RecordStatements(t.Context())
	_, err := db.ListComments(ctx, comment.Query{
		Statuses: []comment.Status{comment.Approved}, NotTypes: []string{"note"}, EntryStatus: []content.Status{content.Publish},
		Order: "date_gmt", Desc: true, Limit: 10, SkipTotal: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(statements()) == 0 {
		t.Error("no statement ran")
	}
	for _, s := range statements() {
		plan, err := store.Explain(t.Context(), db, s)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(plan, "TEMP B-TREE") || strings.Contains(s.Text(), "COUNT(") {
			t.Errorf("%s\n%s", s.Text(), plan)
		}
	}
}

// TestCommentsByIDAreFoundByKey asks for comments by their ids as feeds do for the parents of
// answers: the database looks these up, and walks along nothing.
func TestCommentsByIDAreFoundByKey(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	for _, ids := range [][]int64{{7}, {7, 9, 11}} {
		ctx, statements := store.RecordStatements(t.Context())
		_, err := db.ListComments(ctx, comment.Query{
			IDs: ids, Statuses: []comment.Status{comment.Approved}, NotTypes: []string{"note"}, Order: "date_gmt", SkipTotal: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range statements() {
			if !strings.Contains(s.Text(), "FROM comment c") {
				continue
			}
			found = true
			plan, err := store.Explain(t.Context(), db, s)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(plan, "SEARCH c USING INTEGER PRIMARY KEY") {
				t.Errorf("%v: %s\n%s", ids, s.Text(), plan)
			}
		}
		if !found {
			t.Errorf("%v: no statement ran", ids)
		}
	}
}

// TestFewCommentsLead asks for comments by what few have: an index of that leads, and not that
// of the status, which most of a site's comments share.
func TestFewCommentsLead(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	approved := []comment.Status{comment.Approved}
	list := func(q comment.Query) func(context.Context) error {
		q.NotTypes, q.Order, q.Desc, q.Limit = []string{"note"}, "date_gmt", true, 10
		return func(ctx context.Context) error {
			_, err := db.ListComments(ctx, q)
			return err
		}
	}
	for _, c := range []struct {
		name, index string
		ask         func(context.Context) error
	}{
		{"which have answers", "comment_by_parent", func(ctx context.Context) error { _, err := db.HasChildren(ctx, []int64{7, 9}); return err }},
		{"answers to some", "comment_by_parent", func(ctx context.Context) error {
			_, err := db.ListCommentsByParent(ctx, comment.Query{Statuses: approved, NotTypes: []string{"note"}, Desc: true}, []int64{7, 9}, 100)
			return err
		}},
		{"of some entries", "comment_by_entry", func(ctx context.Context) error {
			_, err := db.ListCommentsByEntry(ctx, comment.Query{Statuses: approved, NotTypes: []string{"note"}, Desc: true}, []int64{7, 9}, 100)
			return err
		}},
		{"that answer none, of an entry", "comment_by_entry", list(comment.Query{Statuses: approved, Entries: []int64{7}, Parents: []int64{0}})},
		{"answers to one", "comment_by_parent", list(comment.Query{Statuses: approved, Parents: []int64{7}})},
		{"of an account", "comment_by_account", list(comment.Query{Statuses: approved, Authors: []int64{7}})},
		{"of an account, of a type", "comment_by_account", list(comment.Query{Statuses: approved, Types: []string{"comment"}, Authors: []int64{7, 9}})},
		{"of an address", "comment_by_email", list(comment.Query{Statuses: approved, AuthorEmail: "a@example.org"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, statements := store.RecordStatements(t.Context())
			if err := c.ask(ctx); err != nil {
				t.Fatal(err)
			}
			ran := 0
			for _, s := range statements() {
				if !strings.Contains(s.Text(), "FROM comment ") {
					continue
				}
				ran++
				plan, err := store.Explain(t.Context(), db, s)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(plan, c.index) {
					t.Errorf("%s\n%s", s.Text(), plan)
				}
			}
			if ran == 0 {
				t.Error("no statement ran")
			}
		})
	}
}
