package store_test

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestShortRowsAreRemembered lists entries whose contents nobody wants: the next list takes
// no statement, until one of them changes.
func TestShortRowsAreRemembered(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		db := open(t, cfg)
		var all []*content.Entry
		for i := range 5 {
			e := &content.Entry{Type: "page", Status: content.Publish, Title: fmt.Sprint("Page ", i), Content: "Long text", Slug: fmt.Sprint("p-", i), MenuOrder: int64(i)}
			if err := db.InsertEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		}
		list := func() (titles string, statements int) {
			t.Helper()
			ctx := scope.New(t.Context())
			page, err := db.ListEntries(ctx, content.Query{
				Types: []string{"page"}, Statuses: []content.Status{content.Publish}, SkipTotal: true, SkipMeta: true, Short: true,
				Order: []content.Order{{By: content.ByMenuOrder}},
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Entries {
				if e.Content != "" {
					t.Errorf("%d has its content", e.ID)
				}
				titles += fmt.Sprintf("%s %d,", e.Title, e.CommentCount)
			}
			return titles, scope.From(ctx).Statements()
		}
		first, most := list()
		if strings.Count(first, ",") != 5 {
			t.Fatal(first)
		}
		again, n := list()
		if again != first || n >= most {
			t.Errorf("%q and %q, %d and %d statements", first, again, most, n)
		}
		changed := all[1].Clone()
		changed.Title = "Another"
		if err := db.UpdateEntry(t.Context(), changed); err != nil {
			t.Fatal(err)
		}
		if got, _ := list(); !strings.Contains(got, "Another") {
			t.Errorf("after a change: %q", got)
		}
		if err := db.InsertComment(t.Context(), &comment.Comment{Entry: all[2].ID, Type: comment.TypeComment, Status: comment.Approved, Date: "2026-01-01T00:00:00", DateUTC: "2026-01-01T00:00:00", Content: "Hello"}); err != nil {
			t.Fatal(err)
		}
		if got, _ := list(); !strings.Contains(got, "Page 2 1,") {
			t.Errorf("after a comment: %q", got)
		}
		if err := db.InsertEntry(t.Context(), &content.Entry{Type: "page", Status: content.Publish, Title: "New", Slug: "new"}); err != nil {
			t.Fatal(err)
		}
		if got, _ := list(); strings.Count(got, ",") != 6 {
			t.Errorf("after a new one: %q", got)
		}
	})
}
