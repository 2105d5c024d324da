package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

func terms(t *testing.T, db *store.DB) {
	term := &taxonomy.Term{Taxonomy: "category", Name: "A &amp; B", Slug: "a-b", Description: "d", Parent: 4, Group: 2, Meta: content.Meta{"k": {"v", "w"}}}
	must(t, db.InsertTerm(background, term))
	if diff := cmp.Diff(term, get(db.TermByID(request(), term.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	if diff := cmp.Diff(term, get(db.TermBySlug(background, "category", "a-b"))(t)); diff != "" {
		t.Fatal(diff)
	}
	term.Name, term.Slug, term.Description, term.Parent, term.Group = "C", "c", "", 0, 0
	must(t, db.UpdateTerm(background, term))
	must(t, db.SetTermMeta(background, term.ID, "k", int64(1)))
	term.Meta = content.Meta{"k": {int64(1)}}
	if diff := cmp.Diff(term, get(db.TermByID(background, term.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	wantErr(t, db.InsertTerm(background, &taxonomy.Term{Taxonomy: "category", Slug: "c"}), taxonomy.ErrTaken)
	other := newTerm(t, db, "post_tag", "C", "c", 0) // other taxonomies don't mind
	other.Taxonomy = "category"
	wantErr(t, db.UpdateTerm(background, other), taxonomy.ErrTaken)
	must(t, db.DeleteTerm(background, term.ID))
	_, err := db.TermByID(background, term.ID)
	wantErr(t, err, taxonomy.ErrNotFound)
}

func termNotFound(t *testing.T, db *store.DB) {
	_, err := db.TermByID(background, 9)
	wantErr(t, err, taxonomy.ErrNotFound)
	_, err = db.TermBySlug(background, "category", "x")
	wantErr(t, err, taxonomy.ErrNotFound)
	newTerm(t, db, "post_tag", "x", "x", 0)
	_, err = db.TermBySlug(background, "category", "x")
	wantErr(t, err, taxonomy.ErrNotFound)
	_, err = db.TermBySlug(background, "post_tag", "X")
	wantErr(t, err, taxonomy.ErrNotFound)
	wantErr(t, db.UpdateTerm(background, &taxonomy.Term{ID: 9}), taxonomy.ErrNotFound)
	wantErr(t, db.DeleteTerm(background, 9), taxonomy.ErrNotFound)
	wantErr(t, db.SetTermMeta(background, 9, "k"), taxonomy.ErrNotFound)
	wantErr(t, db.RecountTerms(background, []int64{9}), taxonomy.ErrNotFound)
	wantErr(t, db.SetEntryTerms(background, 9, "category", nil), content.ErrNotFound)
}

func termLists(t *testing.T, db *store.DB) {
	news := newTerm(t, db, "category", "news", "z-news", 0)
	arts := newTerm(t, db, "category", "Ärts", "arts", news.ID)
	deep := newTerm(t, db, "category", "deep", "deep", arts.ID)
	bare := newTerm(t, db, "category", "Bare &amp; naked", "bare", 0)
	tag := newTerm(t, db, "post_tag", "News", "news", 0)
	for term, about := range map[*taxonomy.Term]string{news: "of things", arts: "Of work", deep: "Of paint"} {
		term.Description = about
		must(t, db.UpdateTerm(background, term))
	}
	e := newPost(t, background, db, nil)
	must(t, db.SetEntryTerms(background, e.ID, "category", []int64{deep.ID}))
	must(t, db.SetEntryTerms(background, e.ID, "post_tag", []int64{tag.ID}))
	category := []string{"category"}
	root, parent := int64(0), news.ID
	for name, test := range map[string]struct {
		q     taxonomy.Query
		want  []int64
		total int
	}{
		"by name":       {taxonomy.Query{Taxonomies: category}, []int64{arts.ID, bare.ID, deep.ID, news.ID}, 4},
		"all":           {taxonomy.Query{Order: taxonomy.ByID}, []int64{news.ID, arts.ID, deep.ID, bare.ID, tag.ID}, 5},
		"descending":    {taxonomy.Query{Taxonomies: category, Order: taxonomy.ByID, Desc: true}, []int64{bare.ID, deep.ID, arts.ID, news.ID}, 4},
		"by slug":       {taxonomy.Query{Taxonomies: category, Order: taxonomy.BySlug}, []int64{arts.ID, bare.ID, deep.ID, news.ID}, 4},
		"by count":      {taxonomy.Query{Taxonomies: category, Order: taxonomy.ByCount, Desc: true}, []int64{deep.ID, news.ID, arts.ID, bare.ID}, 4},
		"description":   {taxonomy.Query{Taxonomies: category, Order: taxonomy.ByDescription, Desc: true}, []int64{arts.ID, news.ID, deep.ID, bare.ID}, 4},
		"window":        {taxonomy.Query{Taxonomies: category, Limit: 2, Offset: 1}, []int64{bare.ID, deep.ID}, 4},
		"beyond":        {taxonomy.Query{Taxonomies: category, Limit: 2, Offset: 9}, nil, 4},
		"ids":           {taxonomy.Query{IDs: []int64{deep.ID, 99, tag.ID, deep.ID}, Order: taxonomy.ByInclude}, []int64{deep.ID, tag.ID}, 2},
		"not ids":       {taxonomy.Query{Taxonomies: category, NotIDs: []int64{deep.ID}}, []int64{arts.ID, bare.ID, news.ID}, 3},
		"slugs":         {taxonomy.Query{Taxonomies: category, Slugs: []string{"deep", "arts"}, Order: taxonomy.BySlugList}, []int64{deep.ID, arts.ID}, 2},
		"top":           {taxonomy.Query{Taxonomies: category, Parent: &root}, []int64{bare.ID, news.ID}, 2},
		"children":      {taxonomy.Query{Taxonomies: category, Parent: &parent}, []int64{arts.ID}, 1},
		"of an entry":   {taxonomy.Query{Entry: e.ID}, []int64{deep.ID, tag.ID}, 2},
		"used":          {taxonomy.Query{Taxonomies: category, HideEmpty: true}, []int64{deep.ID}, 1},
		"used below":    {taxonomy.Query{Taxonomies: category, HideEmpty: true, Hierarchical: true}, []int64{arts.ID, deep.ID, news.ID}, 1},
		"search name":   {taxonomy.Query{Search: "ART"}, []int64{arts.ID}, 1},
		"search slug":   {taxonomy.Query{Search: "z-n"}, []int64{news.ID}, 1},
		"name":          {taxonomy.Query{Name: "NEWS"}, []int64{news.ID, tag.ID}, 2},
		"name, escaped": {taxonomy.Query{Name: "bare &amp; NAKED"}, []int64{bare.ID}, 1},
		"none":          {taxonomy.Query{IDs: []int64{}}, nil, 0},
		"no total":      {taxonomy.Query{Name: "news", SkipTotal: true}, []int64{news.ID, tag.ID}, 0},
	} {
		page := get(db.ListTerms(background, test.q))(t)
		var got []int64
		for _, x := range page.Terms {
			got = append(got, x.ID)
		}
		equalLists(t, name, got, test.want)
		equal(t, name, page.Total, test.total)
	}
	all := get(db.AllTerms(request(), "category"))(t)
	if len(all) != 4 || all[0].ID != arts.ID || all[2].Count != 1 {
		t.Fatal(all)
	}
}

func entryTerms(t *testing.T, db *store.DB) {
	b := newTerm(t, db, "category", "b", "b", 0)
	a := newTerm(t, db, "category", "A", "a", 0)
	tag := newTerm(t, db, "post_tag", "tag", "tag", 0)
	must(t, db.SetTermMeta(background, tag.ID, "k", "v"))
	one, two := newPost(t, background, db, nil), newPost(t, background, db, func(e *content.Entry) { e.Status = content.Draft })
	set := func(e *content.Entry, tax string, list ...int64) {
		t.Helper()
		must(t, db.SetEntryTerms(background, e.ID, tax, list))
	}
	set(one, "category", b.ID, a.ID, b.ID, 999, tag.ID)
	set(one, "post_tag", tag.ID)
	set(two, "category", a.ID)
	check := func(e *content.Entry, want ...int64) {
		t.Helper()
		var got []int64
		for _, x := range get(db.EntryTerms(request(), []int64{one.ID, two.ID, 77}))(t)[e.ID] {
			got = append(got, x.ID)
		}
		equalLists(t, "terms", got, want)
	}
	counts := func(want ...int64) {
		t.Helper()
		for i, x := range []*taxonomy.Term{a, b, tag} {
			equal(t, "count of "+x.Name, get(db.TermByID(background, x.ID))(t).Count, want[i])
		}
	}
	check(one, a.ID, b.ID, tag.ID)
	check(two, a.ID)
	counts(1, 1, 1)
	all := get(db.EntryTerms(background, []int64{one.ID, 77}))(t)
	if list, ok := all[77]; !ok || len(list) != 0 {
		t.Fatal("an asked id without a member")
	}
	equal(t, "meta", all[one.ID][2].Meta.Text("k"), "v")
	two.Status = content.Publish
	must(t, db.UpdateEntry(background, two))
	counts(2, 1, 1)
	set(one, "category", b.ID)
	check(one, b.ID, tag.ID)
	counts(1, 1, 1)
	set(one, "category")
	counts(1, 0, 1)
	one.Status = content.Trash
	must(t, db.UpdateEntry(background, one))
	counts(1, 0, 0)
	equalLists(t, "entries", get(db.EntriesWithTerm(background, tag.ID))(t), []int64{one.ID})
	must(t, db.DeleteTerm(background, a.ID))
	check(two)
	must(t, db.RecountTerms(background, []int64{b.ID, tag.ID}))
	equal(t, "recounted", get(db.TermByID(background, tag.ID))(t).Count, 0)
}

// termsOfNewEntries gives an entry terms in the transaction that makes it: one statement stores
// all that a taxonomy has, unless these are very many.
func termsOfNewEntries(t *testing.T, db *store.DB) {
	const many = 501
	ids := make([]int64, many)
	must(t, db.InTx(background, func(ctx context.Context) error {
		for i := range ids {
			term := &taxonomy.Term{Taxonomy: "category", Name: fmt.Sprintf("T%04d", i), Slug: fmt.Sprintf("t-%d", i)}
			if err := db.InsertTerm(ctx, term); err != nil {
				return err
			}
			ids[i] = term.ID
		}
		return nil
	}))
	for _, want := range []struct{ terms, statements int }{{1, 1}, {7, 1}, {many, 2}} {
		stored := 0
		ctx := store.Watch(background, func(text string, _ []any) error {
			if strings.HasPrefix(text, "INSERT INTO entry_term ") {
				stored++
			}
			return nil
		})
		var e *content.Entry
		must(t, db.InTx(ctx, func(ctx context.Context) error {
			e = newPost(t, ctx, db, nil)
			return db.SetEntryTerms(ctx, e.ID, "category", ids[:want.terms])
		}))
		equal(t, "statements", stored, want.statements)
		var got []int64
		for _, x := range get(db.EntryTerms(request(), []int64{e.ID}))(t)[e.ID] {
			got = append(got, x.ID)
		}
		equalLists(t, "terms", got, ids[:want.terms])
	}
	equal(t, "count", get(db.TermByID(background, ids[0]))(t).Count, 3)
	equal(t, "count of the last", get(db.TermByID(background, ids[many-1]))(t).Count, 1)
}

// countersEqualCounts does random things and compares every counter with the
// number of entries that a model counts.
func countersEqualCounts(t *testing.T, db *store.DB) {
	r := rand.New(rand.NewPCG(3, 5))
	m := fill(t, db, r, 60)
	var all []int64
	for id := range m.tax {
		all = append(all, id)
	}
	for range 150 {
		i := r.IntN(len(m.entries))
		e := m.entries[i]
		must(t, db.InTx(background, func(ctx context.Context) error {
			switch r.IntN(6) {
			case 0:
				m.entries = append(m.entries[:i], m.entries[i+1:]...)
				return db.DeleteEntry(ctx, e.ID)
			case 1:
				n := randomEntry(r)
				m.entries = append(m.entries, n)
				return db.InsertEntry(ctx, n)
			case 2:
				from, to := int64(r.IntN(4)), int64(r.IntN(4))
				for _, x := range m.entries {
					if x.Author == from {
						x.Author = to
					}
				}
				return db.Reassign(ctx, from, to)
			case 3:
				tax := pick(r, []string{"category", "post_tag"})
				var set, rest []int64
				for _, id := range all {
					if m.tax[id] == tax && r.IntN(3) == 0 {
						set = append(set, id)
					}
				}
				for _, id := range m.terms[e.ID] {
					if m.tax[id] != tax {
						rest = append(rest, id)
					}
				}
				m.terms[e.ID] = append(rest, set...)
				return db.SetEntryTerms(ctx, e.ID, tax, set)
			default:
				n := randomEntry(r)
				n.ID, n.Meta = e.ID, e.Meta
				*e = *n
				return db.UpdateEntry(ctx, e)
			}
		}))
	}
	for _, typ := range []string{"post", "page", "attachment", "revision"} {
		counts := get(db.CountByStatus(background, typ))(t)
		for _, status := range append([]content.Status{content.Pending}, someStatuses...) {
			q := content.Query{Types: []string{typ}, Statuses: []content.Status{status}}
			equal(t, fmt.Sprint(typ, status), counts[status], len(m.list(q)))
			for author := range int64(4) {
				q := content.Query{Types: []string{typ}, Statuses: []content.Status{status}, Authors: []int64{author}}
				equal(t, fmt.Sprint(typ, status, author), get(db.ListEntries(background, q))(t).Total, len(m.list(q)))
				equal(t, "is an author", get(db.Authors(background, []int64{author}, []string{typ}, status))(t)[author], len(m.list(q)) > 0)
			}
			for _, id := range all {
				q := content.Query{Types: []string{typ}, Statuses: []content.Status{status}, Terms: []content.TermFilter{{Taxonomy: m.tax[id], Terms: []int64{id}}}}
				equal(t, fmt.Sprint(typ, status, "term", id), get(db.ListEntries(background, q))(t).Total, len(m.list(q)))
			}
		}
	}
	for _, id := range all {
		q := content.Query{Statuses: []content.Status{content.Publish}, Terms: []content.TermFilter{{Taxonomy: m.tax[id], Terms: []int64{id}}}}
		want := int64(len(m.list(q)))
		equal(t, "count", get(db.TermByID(background, id))(t).Count, want)
		must(t, db.RecountTerms(background, []int64{id}))
		equal(t, "recount", get(db.TermByID(background, id))(t).Count, want)
	}
}

func lastModifiedByTerm(t *testing.T, db *store.DB) {
	a, b := newTerm(t, db, "category", "a", "a", 0), newTerm(t, db, "category", "b", "b", 0)
	for i, c := range []struct {
		typ, modified, password string
		status                  content.Status
		terms                   []int64
	}{
		{"post", "2026-01-01T00:00:00", "", content.Publish, []int64{a.ID}},
		{"post", "2026-01-03T00:00:00", "", content.Publish, []int64{a.ID}},
		{"post", "2026-01-04T00:00:00", "secret", content.Publish, []int64{a.ID, b.ID}},
		{"post", "2026-01-05T00:00:00", "", content.Draft, []int64{a.ID, b.ID}},
		{"page", "2026-01-06T00:00:00", "", content.Publish, []int64{a.ID}},
	} {
		e := &content.Entry{Type: c.typ, Status: c.status, Slug: fmt.Sprint("e", i), Password: c.password, Modified: c.modified, ModifiedUTC: c.modified}
		must(t, db.InsertEntry(background, e))
		must(t, db.SetEntryTerms(background, e.ID, "category", c.terms))
	}
	got := get(db.LastModifiedByTerm(background, []string{"post"}, []int64{a.ID, b.ID, 99}))(t)
	if diff := cmp.Diff(map[int64]string{a.ID: "2026-01-03T00:00:00"}, got); diff != "" {
		t.Error(diff)
	}
}
