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
	"quoin/internal/domain/site"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
)

// The indexed fields of books in these tests.
var (
	sheetPrice = content.IndexedField{Key: "price", Kind: content.FieldNumber, Ready: true}
	sheetName  = content.IndexedField{Key: "name", Kind: content.FieldText, Ready: true}
	sheetDay   = content.IndexedField{Key: "day", Kind: content.FieldDate, Ready: true}
	sheetTones = content.IndexedField{Key: "tones", Kind: content.FieldText, Many: true, Ready: true}
	sheetParts = content.IndexedField{Key: "parts", Kind: content.FieldNumber, Many: true, Ready: true}
	sheetAll   = []content.IndexedField{sheetPrice, sheetName, sheetDay, sheetTones, sheetParts}
)

// sheetNodes are two stores of one database that keep sheets of few entries.
func sheetNodes(t *testing.T, cfg store.Config) []*store.DB {
	t.Helper()
	nodes := []*store.DB{open(t, cfg), open(t, cfg)}
	for _, db := range nodes {
		db.Indexed = func(context.Context) map[string][]content.IndexedField {
			return map[string][]content.IndexedField{"book": sheetAll}
		}
		store.SheetsFrom(db, 1, 16<<20)
	}
	return nodes
}

func onBothConfigs(t *testing.T, test func(t *testing.T, cfg store.Config)) {
	t.Helper()
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); test(t, store.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); test(t, store.Config{URL: server.Database(t)}) })
}

func sheetValue(r *rand.Rand, f content.IndexedField) []any {
	one := func() any {
		switch f.Kind {
		case content.FieldNumber:
			return []any{int64(-3), int64(0), 0.5, "12.5", int64(1) << 40, -1e300, 1e300, true}[r.IntN(8)]
		case content.FieldDate:
			return []any{"2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00", "2026-05-01", "1969-01-01T00:00:00"}[r.IntN(4)]
		}
		return []any{"Ánné", "anne", "Zebra", "zebra fish", "978-1", "a", "", strings.Repeat("long ", 200) + "x", strings.Repeat("long ", 200) + "y"}[r.IntN(9)]
	}
	switch n := r.IntN(4); {
	case n == 0:
		return nil
	case f.Many:
		return []any{[]any{one(), one(), one()}}
	}
	return []any{one()}
}

func sheetFilter(r *rand.Rand) content.FieldFilter {
	for {
		f := content.FieldFilter{Field: sheetAll[r.IntN(len(sheetAll))]}
		switch f.Op = []content.FieldOp{
			content.FieldIs, content.FieldAbove, content.FieldFrom, content.FieldBelow, content.FieldUpTo,
			content.FieldContains, content.FieldExists, content.FieldIsEmpty,
		}[r.IntN(8)]; f.Op {
		case content.FieldExists, content.FieldIsEmpty:
			return f
		case content.FieldContains:
			f.Field = []content.IndexedField{sheetName, sheetTones}[r.IntN(2)]
			f.Values = []any{[]string{"ANN", "EB", "-1", "long", "'"}[r.IntN(5)]}
			return f
		}
		for _, v := range append(sheetValue(r, f.Field), sheetValue(r, f.Field)...) {
			list, many := v.([]any)
			if !many {
				list = []any{v}
			}
			for _, v := range list {
				if f.Field.Takes(v) {
					f.Values = append(f.Values, v)
				}
			}
		}
		if f.Op != content.FieldIs && len(f.Values) > 1 {
			f.Values = f.Values[:1]
		}
		if len(f.Values) > 0 {
			return f
		}
	}
}

func sheetQuery(r *rand.Rand) content.Query {
	q := content.Query{Types: []string{"book"}, Limit: r.IntN(30), Offset: r.IntN(3) * r.IntN(40), OnlyIDs: r.IntN(2) == 0}
	q.Statuses = [][]content.Status{{content.Publish}, {content.Publish, content.Draft}, nil}[r.IntN(3)]
	for range 1 + r.IntN(2) {
		q.Fields = append(q.Fields, sheetFilter(r))
	}
	by := content.Order{Desc: r.IntN(2) == 0}
	switch n := r.IntN(7); n {
	case 0, 1, 2:
		by.By, by.Field = content.ByField, sheetAll[n].Key
	default:
		by.By = []content.OrderBy{content.ByDate, content.ByModified, content.ByTitle, content.ByID}[n-3]
	}
	q.Order = []content.Order{by}
	return q
}

// TestSheetsEqualTables lists random entries by random filters and orders while two nodes write
// them in every way, from memory and from the tables.
func TestSheetsEqualTables(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		nodes := sheetNodes(t, cfg)
		r := rand.New(rand.NewPCG(5, 6))
		var books []*content.Entry
		create := func(db *store.DB) {
			day := fmt.Sprintf("2026-%02d-%02dT00:00:00", 1+r.IntN(12), 1+r.IntN(28))
			e := &content.Entry{
				Type: "book", Status: []content.Status{content.Publish, content.Draft}[r.IntN(2)], Title: fmt.Sprint("Book ", r.IntN(9)),
				Date: day, Modified: day, Meta: content.Meta{},
			}
			for _, f := range sheetAll {
				if v := sheetValue(r, f); v != nil {
					e.Meta[f.Key] = v
				}
			}
			if err := db.InsertEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			books = append(books, e)
		}
		for range 150 {
			create(nodes[0])
		}
		write := func(db *store.DB) error {
			at := r.IntN(len(books))
			e := books[at]
			switch r.IntN(6) {
			case 0:
				create(db)
			case 1:
				e.Status = []content.Status{content.Publish, content.Draft, content.Trash}[r.IntN(3)]
				return db.UpdateEntry(t.Context(), e)
			case 2:
				e.Title, e.Date = fmt.Sprint("Other ", r.IntN(9)), fmt.Sprintf("2025-01-%02dT00:00:00", 1+r.IntN(28))
				return db.UpdateEntry(t.Context(), e)
			case 3:
				books = slices.Delete(books, at, at+1)
				return db.DeleteEntry(t.Context(), e.ID)
			default:
				f := sheetAll[r.IntN(len(sheetAll))]
				return db.SetEntryMeta(t.Context(), e.ID, f.Key, sheetValue(r, f)...)
			}
			return nil
		}
		kept := 0
		for i := range 1500 {
			if i%3 == 0 {
				// On SQLite what another process writes has everything forgotten.
				other := 0
				if cfg.URL != "" || i%100 == 0 {
					other = r.IntN(2)
				}
				for range r.IntN(4) {
					if err := write(nodes[other]); err != nil {
						t.Fatal(err)
					}
				}
			}
			q := sheetQuery(r)
			want, err := nodes[0].ListEntries(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			// The first list of a state may still be read from the tables.
			for range 2 {
				got, err := nodes[0].ListEntries(scope.New(t.Context()), q)
				if err != nil {
					t.Fatal(err)
				}
				if got.Total != want.Total || !slices.Equal(idsOf(got.Entries), idsOf(want.Entries)) {
					t.Fatalf("list %d, %+v:\nfrom memory: %d %v\nfrom tables: %d %v", i, q, got.Total, idsOf(got.Entries), want.Total, idsOf(want.Entries))
				}
				if len(got.Entries) > 0 && !q.OnlyIDs && got.Entries[0].Date == "" {
					t.Fatal("an entry isn't whole")
				}
				store.SheetsMade(nodes[0])
			}
			if store.HasSheet(nodes[0], "book") {
				kept++
			}
		}
		if kept < 1200 {
			t.Errorf("only %d lists had a sheet", kept)
		}
	})
}

func idsOf(list []*content.Entry) []int64 {
	ids := make([]int64, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	return ids
}

// TestSheetsTellOwnWrites has many write while lists are asked: whoever was told of a write
// finds it by its value, on every node, and nothing by the value before.
func TestSheetsTellOwnWrites(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		nodes := sheetNodes(t, cfg)
		if cfg.URL == "" {
			nodes = nodes[:1]
		}
		by := func(v int64) content.Query {
			return content.Query{
				Types: []string{"book"}, Statuses: []content.Status{content.Publish}, Limit: 10,
				Fields: []content.FieldFilter{{Field: sheetPrice, Op: content.FieldIs, Values: []any{v}}},
				Order:  []content.Order{{By: content.ByField, Field: "name"}},
			}
		}
		const writers, steps = 8, 30
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				db := nodes[w%len(nodes)]
				e := &content.Entry{Type: "book", Status: content.Publish, Title: "B", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00", Meta: content.Meta{"price": {int64(w * 1000)}}}
				if err := db.InsertEntry(t.Context(), e); err != nil {
					t.Error(err)
					return
				}
				for i := range int64(steps) {
					value := int64(w)*1000 + i
					if err := db.SetEntryMeta(t.Context(), e.ID, "price", value); err != nil {
						t.Error(err)
						return
					}
					for n, db := range nodes {
						for v, want := range map[int64][]int64{value: {e.ID}, value - 1: {}} {
							page, err := db.ListEntries(scope.New(t.Context()), by(v))
							if err != nil || page.Total != len(want) || !slices.Equal(idsOf(page.Entries), want) {
								t.Errorf("node %d, %d: %d %v, want %v, %v", n, v, page.Total, idsOf(page.Entries), want, err)
								return
							}
						}
					}
				}
			})
		}
		all.Wait()
		for _, db := range nodes {
			store.SheetsMade(db)
			if !store.HasSheet(db, "book") {
				t.Error("a node has no sheet")
			}
		}
	})
}

// TestSheetsAreForgotten when indexes become others, when too much changes and where they
// would take too much.
func TestSheetsAreForgotten(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		db.Indexed = func(context.Context) map[string][]content.IndexedField {
			return map[string][]content.IndexedField{"book": sheetAll, "film": sheetAll}
		}
		store.SheetsFrom(db, 1, 1<<20)
		for _, typ := range []string{"book", "film"} {
			e := &content.Entry{Type: typ, Status: content.Publish, Title: "B", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00"}
			if err := db.InsertEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		list := func(typ string) {
			t.Helper()
			q := content.Query{
				Types: []string{typ}, Fields: []content.FieldFilter{{Field: sheetName, Op: content.FieldIsEmpty}},
				Order: []content.Order{{By: content.ByField, Field: "price"}},
			}
			for range 2 {
				if page, err := db.ListEntries(scope.New(t.Context()), q); err != nil || page.Total == 0 {
					t.Fatal(page.Total, err)
				}
				store.SheetsMade(db)
			}
		}
		has := func(typ string, want bool, when string) {
			t.Helper()
			if store.HasSheet(db, typ) != want {
				t.Errorf("%s: sheet of %s %t", when, typ, !want)
			}
		}
		list("book")
		has("book", true, "asked")
		if err := site.FieldIndexes.Set(t.Context(), &site.Site{Store: db}, wire.NewObject("a", "b")); err != nil {
			t.Fatal(err)
		}
		has("book", false, "indexes are others")
		list("book")
		has("book", true, "asked again")
		for range 4 {
			err := db.InTx(t.Context(), func(ctx context.Context) error {
				for range 200 {
					e := &content.Entry{Type: "book", Status: content.Publish, Title: "B", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00"}
					if err := db.InsertEntry(ctx, e); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		has("book", false, "much changed")
		list("book")
		has("book", true, "asked a third time")
		store.SheetsFrom(db, 1, 20_000)
		list("film")
		has("book", false, "another needs the room")
		has("film", true, "asked")
		list("book")
		has("book", false, "too large")
	})
}

// TestFieldTextsOfNothing asks for texts of which nothing is left to compare: no entry has one.
func TestFieldTextsOfNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		db.Indexed = func(context.Context) map[string][]content.IndexedField {
			return map[string][]content.IndexedField{"book": sheetAll}
		}
		store.SheetsFrom(db, 1, 1<<20)
		for _, m := range []content.Meta{{}, {"name": {"a"}}} {
			e := &content.Entry{Type: "book", Status: content.Publish, Title: "B", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00", Meta: m}
			if err := db.InsertEntry(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		for _, nothing := range []string{"\x00", "\u0301"} {
			for op, want := range map[content.FieldOp]int{
				content.FieldIs: 0, content.FieldAbove: 1, content.FieldFrom: 1, content.FieldBelow: 0, content.FieldUpTo: 0, content.FieldContains: 1,
			} {
				q := content.Query{Types: []string{"book"}, Fields: []content.FieldFilter{{Field: sheetName, Op: op, Values: []any{nothing}}}}
				for range 3 { // from the tables, and from memory
					page, err := db.ListEntries(scope.New(t.Context()), q)
					if err != nil || page.Total != want {
						t.Errorf("%s %q: %d, want %d, %v", op, nothing, page.Total, want, err)
					}
					store.SheetsMade(db)
				}
			}
		}
	})
}
