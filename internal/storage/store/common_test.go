package store_test

import (
	"fmt"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestCommonSearchesAreFoundAgain has a process do the searches that another found many
// entries by: what they find is kept before anybody asks, whoever asks and for whatever page.
func TestCommonSearchesAreFoundAgain(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		db := open(t, cfg)
		for i := range 40 {
			e := &content.Entry{Type: "post", Status: content.Publish, Title: "Common", Content: fmt.Sprint("entry ", i), Slug: fmt.Sprint("e-", i), Date: "2026-01-01T00:00:00"}
			if err := db.InsertEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		query := func(word string, by content.OrderBy) content.Query {
			return content.Query{
				Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10, Order: []content.Order{{By: by, Desc: true}},
				Search: &content.Search{Terms: []string{word}, Phrase: word, Words: 1},
				Reader: &content.Reader{Read: content.Reach{Any: []content.Kinds{{Types: []string{"post"}, Statuses: []content.Status{content.Publish}}}}},
			}
		}
		find := func(db *store.DB, q content.Query) int {
			t.Helper()
			page, err := db.ListEntries(scope.New(t.Context()), q)
			if err != nil {
				t.Fatal(err)
			}
			return page.Total
		}
		db.InspectLists().MatchesFrom(20, 1<<20)
		if n := find(db, query("entry 1", content.ByDate)); n != 11 {
			t.Errorf("found %d", n)
		}
		if list := db.CommonSearches(); len(list) != 0 {
			t.Errorf("a search that finds few is common: %q", list)
		}
		own := query("common", content.BySlug)
		own.Reader.Read.Own, own.Reader.Read.Author = own.Reader.Read.Any, 7
		if n := find(db, own); n != 40 {
			t.Errorf("found %d", n)
		}
		if list := db.CommonSearches(); len(list) != 0 {
			t.Errorf("a search tells who looked: %q", list)
		}
		asked := []content.Query{query("common", content.ByDate), query("common", content.ByRelevance)}
		for _, q := range asked {
			for _, offset := range []int{0, 10} {
				q.Offset, q.NotIDs = offset, []int64{int64(1000 + offset)}
				if n := find(db, q); n != 40 {
					t.Errorf("found %d", n)
				}
			}
		}
		list := db.CommonSearches()
		if len(list) != 2 {
			t.Fatalf("common are %q", list)
		}
		other := open(t, cfg)
		other.InspectLists().MatchesFrom(20, 1<<20)
		for _, search := range append(list, "{}") {
			if err := other.FindAgain(t.Context(), search); err != nil {
				t.Error(err)
			}
		}
		if err := other.FindAgain(t.Context(), "no search"); err == nil {
			t.Error("what is no search was done")
		}
		kept, _ := other.InspectLists().Kept()
		for _, q := range asked {
			if n := find(other, q); n != 40 {
				t.Errorf("found %d", n)
			}
		}
		if now, _ := other.InspectLists().Kept(); kept != 2 || now != kept {
			t.Errorf("%d searches are kept, %d after they were asked for", kept, now)
		}
		if same := other.CommonSearches(); len(same) != 2 || same[0] != list[0] || same[1] != list[1] {
			t.Errorf("common are %q, were %q", same, list)
		}
		// What changes afterwards is found as ever.
		e := &content.Entry{Type: "post", Status: content.Publish, Title: "Common too", Slug: "new", Date: "2026-01-02T00:00:00"}
		if err := other.InsertEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if n := find(other, asked[0]); n != 41 {
			t.Errorf("found %d after one more", n)
		}
	})
}
