package store_test

import (
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
