package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// fill stores random entries with random terms and returns the model of them.
func fill(t *testing.T, db *store.DB, r *rand.Rand, n int) *model {
	t.Helper()
	m := &model{terms: map[int64][]int64{}, tax: map[int64]string{}}
	byTax := map[string][]int64{}
	for i := range 8 {
		tax := []string{"category", "post_tag"}[i%2]
		term := newTerm(t, db, tax, fmt.Sprint("Term ", i), fmt.Sprint("term-", i), 0)
		m.tax[term.ID] = tax
		byTax[tax] = append(byTax[tax], term.ID)
	}
	must(t, db.InTx(background, func(ctx context.Context) error {
		for range n {
			e := randomEntry(r)
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			m.entries = append(m.entries, e)
			for tax, list := range byTax {
				if r.IntN(3) == 0 {
					continue
				}
				var terms []int64
				for _, id := range list {
					if r.IntN(3) == 0 {
						terms = append(terms, id)
					}
				}
				m.terms[e.ID] = append(m.terms[e.ID], terms...)
				if err := db.SetEntryTerms(ctx, e.ID, tax, terms); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	return m
}

func listEqualsModel(t *testing.T, db *store.DB) {
	r := rand.New(rand.NewPCG(6, 11))
	m := fill(t, db, r, 150)
	narrowing, leaving := rand.New(rand.NewPCG(6, 5)), rand.New(rand.NewPCG(6, 4))
	for i := range 700 {
		q := m.narrowed(narrowing, m.randomQuery(r))
		compare := func(ctx context.Context) error {
			want := m.list(q)
			total := len(want)
			want = want[min(q.Offset, total):]
			if q.Limit > 0 {
				want = want[:min(q.Limit, len(want))]
			}
			page, err := db.ListEntries(ctx, q)
			if err != nil {
				return fmt.Errorf("query %+v: %w", q, err)
			}
			what := fmt.Sprintf("query %d %+v search %+v", i, q, q.Search)
			equal(t, what, page.Total, total)
			equalLists(t, what, ids(page.Entries), want)
			for _, e := range page.Entries {
				if e.Meta == nil {
					t.Fatal("no meta")
				}
			}
			bare := q
			bare.OnlyIDs, bare.SkipTotal = true, true
			page, err = db.ListEntries(ctx, bare)
			if err != nil {
				return err
			}
			equalLists(t, "only ids: "+what, ids(page.Entries), want)
			bare.OnlyTotal = true
			page, err = db.ListEntries(ctx, bare)
			equal(t, "only total: "+what, page.Total, total)
			return err
		}
		if i%10 == 0 {
			must(t, db.InTx(background, compare))
		} else {
			must(t, compare(background))
		}
		// As requests ask, which share what they have read; many leave ids out.
		if leaving.IntN(2) == 0 {
			q.NotIDs = m.someIDs(leaving)
		}
		must(t, compare(scope.New(background)))
	}
}

// listLeavingOut: lists that leave ids out share what others like them have read.
func listLeavingOut(t *testing.T, db *store.DB) {
	var all []int64
	for i := range 30 {
		all = append(all, newPost(t, background, db, func(e *content.Entry) {
			e.Date = fmt.Sprintf("2024-01-%02dT00:00:00", 30-i)
			if i%3 == 0 {
				e.Status = content.Draft
			}
		}).ID)
	}
	var published []int64
	for i, id := range all {
		if i%3 != 0 {
			published = append(published, id)
		}
	}
	list := func(want []int64, total, statements int, not ...int64) {
		t.Helper()
		ctx, n := CountStatements(scope.New(background))
		page := get(db.ListEntries(ctx, content.Query{Types: []string{content.TypePost}, Statuses: []content.Status{content.Publish}, NotIDs: not, Offset: 2, Limit: 4}))(t)
		equalLists(t, fmt.Sprint("without ", not), ids(page.Entries), want)
		equal(t, fmt.Sprint("total without ", not), page.Total, total)
		looks := 0 // at what others changed
		if n() > 0 && statements == 0 {
			looks = 1
		}
		if n() > statements+looks {
			t.Errorf("without %v: %d statements", not, n())
		}
	}
	list(published[2:6], 20, 9, 999_999)
	list(published[2:6], 20, 0, 999_998)
	list(published[2:6], 20, 0, 999_997, -1, 0)
	list(published[3:7], 19, 9, published[0])
	list(published[3:7], 19, 0, published[0], 999_996)
	list(published[4:8], 18, 9, published[0], published[2])
	list(published[4:8], 18, 0, published[0], published[2], 999_996)
	list(published[2:6], 20, 3, all[0], all[3])
	list(published[2:6], 20, 0, all[0], all[3], 999_995)
	added := newPost(t, background, db, func(e *content.Entry) { e.Date = "2024-02-01T00:00:00" })
	list(published[2:6], 20, 9, added.ID)
	list(published[1:5], 21, 3, added.ID+1)
	must(t, db.DeleteEntry(background, added.ID))
	list(published[2:6], 20, 9, added.ID)
	list(published[2:6], 20, 3, added.ID+1)
}

func listEmpty(t *testing.T, db *store.DB) {
	newPost(t, background, db, nil)
	none := []int64{}
	for i, q := range []content.Query{
		{IDs: none}, {Authors: none}, {Parents: none}, {Slugs: []string{}}, {Types: []string{}}, {MimeTypes: []string{}}, {Statuses: []content.Status{}},
		{Types: []string{"nothing"}}, {Statuses: []content.Status{"nothing"}}, {Terms: []content.TermFilter{{Taxonomy: "category"}}},
		{Terms: []content.TermFilter{{Taxonomy: "category", All: true}}}, {Terms: []content.TermFilter{{Taxonomy: "category", Groups: [][]int64{}}}},
	} {
		page := get(db.ListEntries(background, q))(t)
		if page.Total != 0 || len(page.Entries) != 0 {
			t.Errorf("query %d found %d", i, page.Total)
		}
	}
	for i, q := range []content.Query{
		{}, {NotIDs: none, NotAuthors: none, NotParents: none}, {Terms: []content.TermFilter{{Taxonomy: "category", Exclude: true}}},
		{Terms: []content.TermFilter{{Taxonomy: "category", Without: true}}}, {Search: &content.Search{}}, {Limit: 5, Offset: -0},
	} {
		page := get(db.ListEntries(background, q))(t)
		if page.Total != 1 || len(page.Entries) != 1 {
			t.Errorf("query %d found %d", i, page.Total)
		}
	}
	beyond := get(db.ListEntries(background, content.Query{Limit: 10, Offset: 10}))(t)
	if beyond.Total != 1 || len(beyond.Entries) != 0 {
		t.Fatal(beyond)
	}
}

func listSticky(t *testing.T, db *store.DB) {
	var all []int64
	for i := range 6 {
		e := newPost(t, background, db, func(e *content.Entry) {
			e.Date = fmt.Sprintf("2024-01-0%dT00:00:00", i+1)
			e.Sticky = i == 0 || i == 1 || i == 4
		})
		all = append(all, e.ID)
	}
	newPost(t, background, db, func(e *content.Entry) { e.Type, e.Sticky = "page", true })
	newPost(t, background, db, func(e *content.Entry) { e.Status, e.Sticky = content.Draft, true })
	for _, onlyIDs := range []bool{false, true} {
		q := content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 3, StickyTop: true, OnlyIDs: onlyIDs}
		page := get(db.ListEntries(background, q))(t)
		equalLists(t, "first page", ids(page.Entries), []int64{all[4], all[1], all[0], all[5], all[3]})
		equal(t, "total", page.Total, 6)
		q.Offset = 3
		equalLists(t, "at an offset", ids(get(db.ListEntries(background, q))(t).Entries), []int64{all[1], all[0], all[4], all[2]})
		q.Offset, q.Authors = 0, []int64{999}
		equalLists(t, "on top of nothing", ids(get(db.ListEntries(background, q))(t).Entries), []int64{all[4], all[1], all[0]})
		q.Offset, q.Authors = 3, nil
		q.StickyTop = false
		equalLists(t, "second page", ids(get(db.ListEntries(background, q))(t).Entries), []int64{all[2], all[1], all[0]})
	}
}

func listRelevance(t *testing.T, db *store.DB) {
	add := func(title, excerpt, body, date string) int64 {
		return newPost(t, background, db, func(e *content.Entry) { e.Title, e.Excerpt, e.Content, e.Date = title, excerpt, body, date }).ID
	}
	phrase := add("The Blue Whale", "", "", "2020-01-01T00:00:00")
	both := add("whale, blue", "", "", "2020-01-02T00:00:00")
	one := add("blue", "", "a whale", "2020-01-03T00:00:00")
	excerpt := add("x", "blue whale", "", "2020-01-04T00:00:00")
	body := add("x", "", "blue whale", "2020-01-05T00:00:00")
	rest := add("x", "", "whale, blue", "2020-01-06T00:00:00")
	newer := add("x", "", "whale and blue", "2020-01-07T00:00:00")
	add("x", "", "whale", "2020-01-07T00:00:00")
	search := &content.Search{Phrase: "blue whale", Terms: []string{"blue", "whale"}}
	order := []content.Order{{By: content.ByRelevance, Desc: true}}
	page := get(db.ListEntries(background, content.Query{Search: search, Order: order}))(t)
	equalLists(t, "several terms", ids(page.Entries), []int64{phrase, both, one, excerpt, body, newer, rest})
	equal(t, "total", page.Total, 7)
	// With an excluded term the phrase in the title counts no more.
	search = &content.Search{Phrase: "blue whale -zzz", Terms: []string{"blue", "whale"}, Excluded: []string{"zzz"}}
	page = get(db.ListEntries(background, content.Query{Search: search, Order: order, Limit: 2}))(t)
	equalLists(t, "excluded term", ids(page.Entries), []int64{both, phrase})
	search = &content.Search{Phrase: "whale", Terms: []string{"whale"}}
	page = get(db.ListEntries(background, content.Query{Search: search, Order: order, Limit: 3}))(t)
	equalLists(t, "one term", ids(page.Entries)[:2], []int64{both, phrase})
	// The direction of the order is that of the dates alone.
	page = get(db.ListEntries(background, content.Query{Search: search, Order: []content.Order{{By: content.ByRelevance}}, Limit: 3}))(t)
	equalLists(t, "oldest first", ids(page.Entries), []int64{phrase, both, one})
	// The phrase ranks too when the text has words that aren't looked for.
	search = &content.Search{Phrase: "a whale", Terms: []string{"whale"}, Words: 2}
	page = get(db.ListEntries(background, content.Query{Search: search, Order: order, Limit: 3}))(t)
	equalLists(t, "phrase of a word and a stop word", ids(page.Entries), []int64{both, phrase, one})
	search = &content.Search{Terms: []string{"whale"}, Excluded: []string{""}}
	equal(t, "all excluded", get(db.ListEntries(background, content.Query{Search: search}))(t).Total, 0)
}

// listLongTerms searches for terms that are longer than what an index is asked
// for, and must still tell texts apart that begin alike.
func listLongTerms(t *testing.T, db *store.DB) {
	long := strings.Repeat("stone wall ", 4000)
	whole := newPost(t, background, db, func(e *content.Entry) { e.Content = "x" + long + "y" })
	newPost(t, background, db, func(e *content.Entry) { e.Content = long[:40000] })
	file := newPost(t, background, db, nil)
	must(t, db.SetEntryMeta(background, file.ID, content.MetaAttachedFile, strings.Repeat("a", 300)+".jpg"))
	for _, search := range []*content.Search{
		{Terms: []string{long}}, {Terms: []string{long, "wall y"}}, {Terms: []string{long}, Columns: []content.SearchColumn{content.SearchContent}},
		{Phrase: long, Terms: []string{long + "Y"}},
	} {
		for _, q := range []content.Query{{Search: search}, {Search: search, Order: []content.Order{{By: content.ByRelevance}}, Limit: 1}} {
			page := get(db.ListEntries(background, q))(t)
			equalLists(t, "long term", ids(page.Entries), []int64{whole.ID})
			equal(t, "total", page.Total, 1)
		}
	}
	for term, want := range map[string]int{strings.Repeat("a", 300) + ".jpg": 1, strings.Repeat("a", 301): 0, strings.Repeat("*", 60000): 0, strings.Repeat("é", 60000): 0} {
		q := content.Query{Search: &content.Search{Terms: []string{term}, FilePath: true}}
		equal(t, "file", get(db.ListEntries(background, q))(t).Total, want)
	}
}

func listTaxonomies(t *testing.T, db *store.DB) {
	tag := newTerm(t, db, "post_tag", "x", "x", 0)
	e := newPost(t, background, db, nil)
	must(t, db.SetEntryTerms(background, e.ID, "post_tag", []int64{tag.ID}))
	for tax, want := range map[string]int{"post_tag": 1, "category": 0} {
		q := content.Query{Terms: []content.TermFilter{{Taxonomy: tax, Terms: []int64{tag.ID}}}}
		equal(t, tax, get(db.ListEntries(background, q))(t).Total, want)
	}
}

func searchFollowsWrites(t *testing.T, db *store.DB) {
	find := func(ctx context.Context, word string, file bool) int {
		t.Helper()
		return get(db.ListEntries(ctx, content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{word}, FilePath: file}}))(t).Total
	}
	e := newPost(t, background, db, func(e *content.Entry) { e.Content = "elephant" })
	equal(t, "new", find(background, "PHANT", false), 1)
	must(t, db.InTx(background, func(ctx context.Context) error {
		e.Content = "giraffe"
		must(t, db.UpdateEntry(ctx, e))
		must(t, db.SetEntryMeta(ctx, e.ID, content.MetaAttachedFile, "2024/Zebra.jpg"))
		equal(t, "new word inside", find(ctx, "giraffe", false), 1)
		equal(t, "old word inside", find(ctx, "elephant", false), 0)
		equal(t, "file inside", find(ctx, "zebra", true), 1)
		e.Content = "lion"
		return db.UpdateEntry(ctx, e)
	}))
	for word, want := range map[string]int{"elephant": 0, "giraffe": 0, "lion": 1, "zebra": 0} {
		equal(t, word, find(background, word, false), want)
	}
	equal(t, "file", find(background, "zebra", true), 1)
	must(t, db.SetEntryMeta(background, e.ID, content.MetaAttachedFile))
	equal(t, "no file", find(background, "zebra", true), 0)
	wantErr(t, db.InTx(background, func(ctx context.Context) error {
		e.Content = "tiger"
		must(t, db.UpdateEntry(ctx, e))
		must(t, db.DeleteEntry(ctx, e.ID))
		newPost(t, ctx, db, func(e *content.Entry) { e.Content = "panther" })
		equal(t, "inside", find(ctx, "panther", false), 1)
		return errOops
	}), errOops)
	for word, want := range map[string]int{"lion": 1, "tiger": 0, "panther": 0} {
		equal(t, word, find(background, word, false), want)
	}
	e.Type = "revision"
	must(t, db.UpdateEntry(background, e))
	equal(t, "as revision", find(background, "lion", false), 0)
	all := get(db.ListEntries(background, content.Query{Types: []string{"post", "revision"}, Search: &content.Search{Terms: []string{"tiger"}}}))(t)
	equal(t, "among revisions", all.Total, 1)
}

func totalsFollowWrites(t *testing.T, db *store.DB) {
	term := newTerm(t, db, "category", "a", "a", 0)
	other := newTerm(t, db, "category", "b", "b", 0)
	// Totals that no counter holds are remembered: each write must undo that.
	q := content.Query{Types: []string{"post"}, After: "2001-01-01T00:00:00",
		Terms: []content.TermFilter{{Taxonomy: "category", Terms: []int64{term.ID, other.ID}}}}
	check := func(want int) {
		t.Helper()
		equal(t, "total", get(db.ListEntries(background, q))(t).Total, want)
	}
	check(0)
	e := newPost(t, background, db, nil)
	check(0)
	must(t, db.SetEntryTerms(background, e.ID, "category", []int64{term.ID, other.ID}))
	check(1)
	e.Date = "2000-01-01T00:00:00"
	must(t, db.UpdateEntry(background, e))
	check(0)
	e.Date = "2002-01-01T00:00:00"
	must(t, db.UpdateEntry(background, e))
	check(1)
	must(t, db.DeleteTerm(background, term.ID))
	check(1)
	must(t, db.DeleteTerm(background, other.ID))
	check(0)
}

// listDeep reads windows all over a long list, so that later ones begin where
// earlier ones were remembered, and changes the list in between.
func listDeep(t *testing.T, db *store.DB) {
	r := rand.New(rand.NewPCG(9, 9))
	m := &model{}
	add := func(ctx context.Context, n int) error {
		for range n {
			e := randomEntry(r)
			e.Type, e.Content, e.Excerpt = "post", "", ""
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			m.entries = append(m.entries, e)
		}
		return nil
	}
	must(t, db.InTx(background, func(ctx context.Context) error { return add(ctx, 900) }))
	queries := []content.Query{
		{},
		{Order: []content.Order{{By: content.ByDate}}, Statuses: []content.Status{content.Publish}},
		{Order: []content.Order{{By: content.ByTitle, Desc: true}}, OnlyIDs: true},
		{Order: []content.Order{{By: content.ByID}}, SkipTotal: true},
		{Order: []content.Order{{By: content.ByMenuOrder}, {By: content.ByTitle, Desc: true}}},
		{Order: []content.Order{{By: content.ByMenuOrder, Desc: true}}, NotAuthors: []int64{2}},
	}
	for range 4 {
		for i, q := range queries {
			q.Types = []string{"post"}
			want := m.list(q)
			for range 25 {
				q.Limit, q.Offset = 1+r.IntN(20), r.IntN(len(want)+10)
				got := ids(get(db.ListEntries(background, q))(t).Entries)
				from := min(q.Offset, len(want))
				equalLists(t, fmt.Sprint("query ", i, " offset ", q.Offset), got, append([]int64{}, want[from:min(from+q.Limit, len(want))]...))
			}
		}
		must(t, db.InTx(background, func(ctx context.Context) error { return add(ctx, 3) }))
		gone := r.IntN(len(m.entries))
		must(t, db.DeleteEntry(background, m.entries[gone].ID))
		m.entries = append(m.entries[:gone], m.entries[gone+1:]...)
	}
}
