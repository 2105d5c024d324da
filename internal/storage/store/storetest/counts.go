package storetest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// listCounts holds what lists tell beside their entries to the model: months, and what
// authors have published.
func listCounts(t *testing.T, db *store.DB) {
	m := fill(t, db, rand.New(rand.NewPCG(7, 3)), 150)
	m.entries = append(m.entries, ofMonths(t, db)...)
	writers := map[int64]bool{}
	for _, e := range m.entries {
		writers[e.Author] = true
	}
	asked := append(slices.Collect(maps.Keys(writers)), 12345)
	have, err := db.HaveEntries(background, asked)
	must(t, err)
	if want := slices.Sorted(maps.Keys(writers)); !slices.Equal(have, want) {
		t.Errorf("accounts %v have entries, not %v", have, want)
	}
	for _, typ := range []string{"post", "page", "none"} {
		months, counts, authors := map[string]bool{}, map[int64]int{}, []int64{12345}
		for _, e := range m.entries {
			authors = append(authors, e.Author)
			if e.Type != typ {
				continue
			}
			if e.Status != content.Trash && e.Status != content.AutoDraft {
				months[e.Date[:7]] = true
			}
			if e.Status == content.Publish || e.Status == content.Private {
				counts[e.Author]++
			}
		}
		got, err := db.EntryMonths(background, typ)
		must(t, err)
		want := slices.Sorted(maps.Keys(months))
		slices.Reverse(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has months %v, not %v", typ, got, want)
		}
		byAuthor, err := db.CountByAuthor(background, typ, authors)
		must(t, err)
		if !maps.Equal(byAuthor, counts) {
			t.Errorf("authors have %v of %s, not %v", byAuthor, typ, counts)
		}
	}
}

// ofMonths stores posts of some years and statuses, several in a month and at its ends.
func ofMonths(t *testing.T, db *store.DB) (list []*content.Entry) {
	t.Helper()
	for i, date := range []string{"2001-02-28T23:59:59", "2001-03-01T00:00:00", "2001-03-31T23:59:59", "2001-12-31T23:59:59", "2002-01-01T00:00:00", "1999-05-05T05:05:05"} {
		for _, status := range []content.Status{content.Publish, content.Draft, content.Trash} {
			e := &content.Entry{Type: "post", Status: status, Date: date, DateUTC: date, Modified: date, ModifiedUTC: date, Author: int64(i % 2)}
			if i == 5 && status != content.Trash {
				continue // a month of which only the trash knows
			}
			must(t, db.InsertEntry(background, e))
			list = append(list, e)
		}
	}
	return list
}
