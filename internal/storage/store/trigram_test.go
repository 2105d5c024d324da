package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/sqldb"
)

// TestNewTextsAreFound writes, changes and deletes entries while the index of
// SQLite is behind and while it isn't, and holds every search to what the
// texts have.
func TestNewTextsAreFound(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := openAt(t, t.TempDir())
	words := map[int64]string{}
	check := func(when string) {
		t.Helper()
		for _, word := range []string{"basalt", "granite", "number 7", "arbl"} {
			page, err := db.ListEntries(ctx, content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{word}}, Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			var got, want []int64
			for _, e := range page.Entries {
				got = append(got, e.ID)
			}
			for id, text := range words {
				if strings.Contains(text, word) {
					want = append(want, id)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %q: found %v, want %v", when, word, got, want)
			}
		}
	}
	upto := func() (id int64) {
		t.Helper()
		if _, err := db.base.One(ctx, "SELECT id FROM entry_trigram_upto", nil, &id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	text := func(i int) string {
		return fmt.Sprintf("number %d of %s", i, []string{"basalt", "granite", "marble"}[i%3])
	}
	var last int64
	add := func(i int) {
		t.Helper()
		e := &content.Entry{Type: "post", Status: content.Publish, Title: text(i), Slug: fmt.Sprint(i)}
		if err := db.InsertEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
		words[e.ID], last = text(i), e.ID
	}
	change := func(id int64, i int) {
		t.Helper()
		e, err := db.EntryByID(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		e = e.Clone()
		if i < 0 {
			delete(words, id)
			err = db.DeleteEntry(ctx, id)
		} else {
			e.Title, words[id] = text(i), text(i)
			err = db.UpdateEntry(ctx, e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		add(i)
	}
	if n := upto(); n != 0 {
		t.Fatalf("texts up to %d are indexed, one by one", n)
	}
	check("new")
	change(last, 7)
	change(last-1, -1)
	check("changed before they are indexed")
	for i := range 2 * sqldb.UnindexedEntries {
		add(i)
	}
	behind := upto()
	if behind == 0 || behind == last {
		t.Fatalf("indexed up to %d of %d", behind, last)
	}
	check("many")
	change(last, 6)
	change(last-1, -1)
	change(1, 3)
	change(2, -1)
	check("changed on both sides")
	if err := db.base.Inspect().IndexIdle(ctx); err != nil {
		t.Fatal(err)
	}
	if n := upto(); n < last {
		t.Fatalf("indexed up to %d of %d when idle", n, last)
	}
	check("all indexed")
	// An id that was given may be below the last.
	e := &content.Entry{ID: 2, Type: "post", Status: content.Publish, Title: text(1), Slug: "two"}
	if err := db.InsertEntry(ctx, e); err != nil {
		t.Fatal(err)
	}
	words[2] = text(1)
	check("with an id that was free")
	change(2, 7)
	change(last, 1)
	check("at the end")
	// The index holds just what the texts have.
	if err := db.base.Inspect().CheckIndex(ctx, true); err != nil {
		t.Errorf("the index isn't that of the texts: %v", err)
	}
}
