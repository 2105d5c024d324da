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
