package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// A searched site in these tests: texts of few words, of which one is in most.
var matchWords = strings.Fields("common common common rare Ümlaut of two mortar-and-lime 50%")

func matchText(r *rand.Rand, words int) string {
	var list []string
	for range words {
		list = append(list, matchWords[r.IntN(len(matchWords))])
	}
	return strings.Join(list, " ")
}

func matchEntry(r *rand.Rand) *content.Entry {
	day := fmt.Sprintf("2026-%02d-%02dT00:00:00", 1+r.IntN(12), 1+r.IntN(28))
	e := &content.Entry{
		Type: []string{"post", "post", "post", "page"}[r.IntN(4)], Status: []content.Status{content.Publish, content.Publish, content.Publish, content.Draft}[r.IntN(4)],
		Author: int64(1 + r.IntN(3)), Title: matchText(r, 2), Excerpt: matchText(r, 1), Content: matchText(r, 3), Date: day, Modified: day, Sticky: r.IntN(9) == 0,
	}
	if r.IntN(6) == 0 {
		e.Password = "secret"
	}
	return e
}

func matchQuery(r *rand.Rand, entries []*content.Entry) content.Query {
	phrases := [][]string{{"common"}, {"rare"}, {"umlaut"}, {"of"}, {"and-l"}, {"common", "rare"}, {"two", "of"}, {"50%"}, {"nowhere"}}
	s := &content.Search{Terms: phrases[r.IntN(len(phrases))]}
	s.Phrase, s.Words = strings.Join(s.Terms, " "), len(s.Terms)
	switch r.IntN(8) {
	case 0:
		s.Columns = []content.SearchColumn{content.SearchTitle}
	case 1:
		s.Excluded = []string{"mortar"}
	case 2:
		s.FilePath = true
	case 3:
		s.Exact = true
	}
	q := content.Query{Search: s, Limit: 1 + r.IntN(20), Offset: r.IntN(3) * r.IntN(150), OnlyIDs: r.IntN(2) == 0, OnlyTotal: r.IntN(8) == 0}
	q.Types = [][]string{{"post"}, {"post", "page"}, nil}[r.IntN(3)]
	q.Statuses = [][]content.Status{{content.Publish}, {content.Publish, content.Draft}, nil}[r.IntN(3)]
	by := []content.OrderBy{content.ByRelevance, content.ByRelevance, content.ByDate, content.ByTitle}[r.IntN(4)]
	q.Order = []content.Order{{By: by, Desc: r.IntN(3) > 0}}
	if r.IntN(2) == 0 { // as pages of searches ask
		q.Order = append(q.Order, content.Order{By: []content.OrderBy{content.ByDate, content.ByDate, content.ByTitle, content.ByRelevance}[r.IntN(4)], Desc: r.IntN(2) == 0})
	}
	if r.IntN(3) == 0 {
		no := false
		q.WithPassword = &no
	}
	switch r.IntN(9) {
	case 0:
		q.PrivateOf = 1
	case 1:
		q.Authors = []int64{1, 2}
	case 2:
		q.After = "2026-03-05T00:00:00"
	case 3:
		yes := r.IntN(2) == 0
		q.Sticky = &yes
	case 4:
		q.Reader = &content.Reader{Read: content.Reach{Any: []content.Kinds{{Types: []string{"post", "page"}, Statuses: []content.Status{content.Publish}}}}}
	}
	for range r.IntN(3) {
		q.NotIDs = append(q.NotIDs, entries[r.IntN(len(entries))].ID)
	}
	return q
}

// matchNodes are two stores of one database that take twenty entries for many.
func matchNodes(t *testing.T, cfg store.Config) []*store.DB {
	t.Helper()
	nodes := []*store.DB{open(t, cfg), open(t, cfg)}
	for _, db := range nodes {
		db.InspectLists().MatchesFrom(20, 1<<20)
	}
	return nodes
}

// TestMatchesEqualTables searches random entries while two nodes write them in every way, by
// what is kept of searches and, in a transaction, by the tables alone.
func TestMatchesEqualTables(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		nodes := matchNodes(t, cfg)
		r := rand.New(rand.NewPCG(7, 8))
		var all []*content.Entry
		create := func(ctx context.Context, db *store.DB) error {
			e := matchEntry(r)
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			all = append(all, e)
			return nil
		}
		if err := nodes[0].InTx(t.Context(), func(ctx context.Context) error {
			for range 400 {
				if err := create(ctx, nodes[0]); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		write := func(db *store.DB) error {
			at := r.IntN(len(all))
			e := all[at]
			switch r.IntN(6) {
			case 0:
				return create(t.Context(), db)
			case 1:
				all = slices.Delete(all, at, at+1)
				return db.DeleteEntry(t.Context(), e.ID)
			case 2:
				return db.SetEntryMeta(t.Context(), e.ID, content.MetaAttachedFile, matchText(r, 1))
			case 3:
				return db.Reassign(t.Context(), int64(1+r.IntN(3)), int64(1+r.IntN(3)))
			}
			next := matchEntry(r)
			next.ID = e.ID
			all[at] = next
			return db.UpdateEntry(t.Context(), next)
		}
		for i := range 700 {
			other := 0
			if cfg.URL != "" || i%70 == 0 { // on SQLite what another process writes has everything forgotten
				other = r.IntN(2)
			}
			for range r.IntN(3) {
				if err := write(nodes[other]); err != nil {
					t.Fatal(err)
				}
			}
			for range 4 {
				q := matchQuery(r, all)
				var want content.Page
				if err := nodes[0].InTx(t.Context(), func(ctx context.Context) (err error) {
					want, err = nodes[0].ListEntries(ctx, q)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				got, err := nodes[0].ListEntries(scope.New(t.Context()), q)
				if err != nil {
					t.Fatal(err)
				}
				if got.Total != want.Total || !slices.Equal(idsOf(got.Entries), idsOf(want.Entries)) {
					t.Fatalf("list %d, %+v, %+v:\nkept: %d %v\ntables: %d %v", i, q, q.Search, got.Total, idsOf(got.Entries), want.Total, idsOf(want.Entries))
				}
			}
		}
		if n, bytes := nodes[0].InspectLists().Kept(); n == 0 || bytes > 1<<20 {
			t.Errorf("%d searches are kept, in %d bytes", n, bytes)
		}
	})
}

// TestCommonWordsAreCountedOnce has a word that most entries have searched for again after
// each change: only what changed is looked at, in each order.
func TestCommonWordsAreCountedOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		db.InspectLists().MatchesFrom(20, 1<<20)
		r := rand.New(rand.NewPCG(9, 9))
		var one *content.Entry
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			for range 600 {
				e := matchEntry(r)
				e.Type, e.Status, e.Content = "post", content.Publish, "common "+e.Content
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
				one = e
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, order := range [][]content.Order{
			{{By: content.ByDate, Desc: true}},
			{{By: content.ByRelevance, Desc: true}},
			{{By: content.ByRelevance, Desc: true}, {By: content.ByDate, Desc: true}}, // of pages
		} {
			by, word := fmt.Sprint(order), "common"
			if len(order) > 1 {
				word = "ommon" // which nobody has looked for before
			}
			q := content.Query{
				Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10, OnlyIDs: true,
				Search: &content.Search{Phrase: word, Terms: []string{word}, Words: 1}, Order: order,
			}
			texts := func() (list []string, total int) {
				ctx, ran := store.RecordStatements(scope.New(t.Context()))
				page, err := db.ListEntries(ctx, q)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range ran() {
					if strings.Contains(s.Text(), "entry_text") {
						list = append(list, s.Text())
					}
				}
				return list, page.Total
			}
			first, total := texts()
			if len(first) == 0 || total != 600 {
				t.Fatalf("%s: %d found by %q", by, total, first)
			}
			for i := range 4 {
				one.Content = []string{"nothing", "common"}[i%2]
				one.Title, one.Excerpt = "None", ""
				if err := db.UpdateEntry(t.Context(), one); err != nil {
					t.Fatal(err)
				}
				again, n := texts()
				for _, text := range again {
					// All that are found, with how well each fits, is all there are.
					ranked := strings.Contains(text, "END AS k0") && !strings.Contains(text, "e.id IN") && !strings.Contains(text, "e.id = ")
					if text == first[0] || ranked {
						t.Errorf("%s: all were looked at again by %q", by, text)
					}
				}
				if want := total - 1 + i%2; n != want {
					t.Errorf("%s: %d found after change %d, want %d", by, n, i, want)
				}
			}
		}
	})
}

// TestMatchesTellOwnWrites has many write while they search: whoever was told of a write finds
// it, on every node.
func TestMatchesTellOwnWrites(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		nodes := matchNodes(t, cfg)
		if cfg.URL == "" {
			nodes = nodes[:1]
		}
		var all sync.WaitGroup
		for w := range 6 {
			all.Go(func() {
				db := nodes[w%len(nodes)]
				word := fmt.Sprintf("writer%dword", w)
				q := content.Query{
					Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10,
					Search: &content.Search{Phrase: word, Terms: []string{word}, Words: 1}, Order: []content.Order{{By: content.ByRelevance, Desc: true}},
				}
				var ids []int64
				for i := range 20 {
					e := matchEntry(rand.New(rand.NewPCG(1, uint64(i)))) // #nosec G404
					e.Type, e.Status, e.Password, e.Title, e.Date = "post", content.Publish, "", word, fmt.Sprintf("2026-01-%02dT00:00:00", i+1)
					if err := db.InsertEntry(t.Context(), e); err != nil {
						t.Error(err)
						return
					}
					ids = append([]int64{e.ID}, ids...)
					for n, db := range nodes {
						page, err := db.ListEntries(scope.New(t.Context()), q)
						if want := ids[:min(10, len(ids))]; err != nil || page.Total != len(ids) || !slices.Equal(idsOf(page.Entries), want) {
							t.Errorf("node %d: %d %v, want %d %v, %v", n, page.Total, idsOf(page.Entries), len(ids), want, err)
							return
						}
					}
				}
			})
		}
		all.Wait()
	})
}

// TestMatchesAreBounded searches for more words than there is room for.
func TestMatchesAreBounded(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		db.InspectLists().MatchesFrom(20, 40_000)
		if err := db.InsertEntry(t.Context(), &content.Entry{Type: "post", Status: content.Publish, Title: "A word", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00"}); err != nil {
			t.Fatal(err)
		}
		for i := range 30 {
			word := []string{"word", fmt.Sprint("word", i)}[i%2]
			page, err := db.ListEntries(scope.New(t.Context()), content.Query{
				Types: []string{"post"}, Search: &content.Search{Phrase: word, Terms: []string{word}, Words: 1}, NotIDs: []int64{int64(1000 + i)}, MimeTypes: nil, After: fmt.Sprintf("2000-01-01T00:00:%02d", i), Limit: 1,
			})
			if err != nil || page.Total != 1-i%2 {
				t.Fatal(page.Total, err)
			}
			if n, bytes := db.InspectLists().Kept(); bytes > 40_000 || n == 0 {
				t.Fatalf("%d searches are kept, in %d bytes", n, bytes)
			}
		}
	})
}
