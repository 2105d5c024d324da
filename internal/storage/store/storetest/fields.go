package storetest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// The indexed fields of books in these tests.
var (
	fieldPrice = content.IndexedField{Key: "price", Kind: content.FieldNumber, Ready: true}
	fieldName  = content.IndexedField{Key: "name", Kind: content.FieldText, Ready: true}
	fieldDay   = content.IndexedField{Key: "day", Kind: content.FieldDate, Ready: true}
	fieldTones = content.IndexedField{Key: "tones", Kind: content.FieldText, Many: true, Ready: true}
	fieldISBN  = content.IndexedField{Key: "isbn", Kind: content.FieldText, Unique: true, Ready: true}
)

func index(db *store.DB, fields ...content.IndexedField) {
	db.Indexed = func(context.Context) map[string][]content.IndexedField {
		return map[string][]content.IndexedField{"book": fields}
	}
}

func book(t *testing.T, db *store.DB, m content.Meta) *content.Entry {
	t.Helper()
	e := &content.Entry{Type: "book", Status: content.Publish, Title: "B", Date: "2026-01-01T00:00:00", Modified: "2026-01-01T00:00:00", Meta: m}
	must(t, db.InsertEntry(background, e))
	return e
}

var names = []string{"Ánné", "anne", "Zebra", "zebra fish", "978-1", "9781", "a", "", strings.Repeat("long ", 200) + "x", strings.Repeat("long ", 200) + "y"}

// fieldsEqualModel lists random entries by random filters and orders, while they are
// written in every way, and compares with the plainest way to do it.
func fieldsEqualModel(t *testing.T, db *store.DB) {
	all := []content.IndexedField{fieldPrice, fieldName, fieldDay, fieldTones}
	index(db, all...)
	r := rand.New(rand.NewPCG(1, 2))
	numbers := []any{int64(-3), int64(0), 0.5, "12.5", int64(1) << 40, -1e300, true}
	days := []any{"2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00", "2026-05-01", "1969-01-01T00:00:00"}
	random := func(f content.IndexedField) []any {
		one := func() any {
			switch f.Kind {
			case content.FieldNumber:
				return numbers[r.IntN(len(numbers))]
			case content.FieldDate:
				return days[r.IntN(len(days))]
			}
			return names[r.IntN(len(names))]
		}
		switch n := r.IntN(4); {
		case n == 0:
			return nil
		case f.Many && n > 1:
			return []any{one(), one()}
		case f.Many:
			return []any{[]any{one(), one(), one()}}
		}
		return []any{one()}
	}
	entries := map[int64]*content.Entry{}
	for range 120 {
		e := &content.Entry{Type: "book", Status: []content.Status{content.Publish, content.Draft}[r.IntN(2)], Author: int64(1 + r.IntN(2)), Title: "B",
			Date: fmt.Sprintf("2026-01-%02dT00:00:00", 1+r.IntN(28)), Meta: content.Meta{}}
		for _, f := range all {
			if v := random(f); v != nil {
				e.Meta[f.Key] = v
			}
		}
		must(t, db.InsertEntry(background, e))
		entries[e.ID] = e
	}
	change := func() {
		for _, e := range entries {
			switch r.IntN(8) {
			case 0:
				f := all[r.IntN(len(all))]
				v := random(f)
				must(t, db.SetEntryMeta(background, e.ID, f.Key, v...))
				e.Meta[f.Key] = v
			case 1:
				e.Status = []content.Status{content.Publish, content.Draft, content.Trash}[r.IntN(3)]
				must(t, db.UpdateEntry(background, e))
			case 2:
				if r.IntN(10) == 0 {
					must(t, db.DeleteEntry(background, e.ID))
					delete(entries, e.ID)
				}
			}
		}
	}
	ops := []content.FieldOp{content.FieldIs, content.FieldAbove, content.FieldFrom, content.FieldBelow, content.FieldUpTo, content.FieldContains, content.FieldExists, content.FieldIsEmpty}
	filter := func() content.FieldFilter {
		f := content.FieldFilter{Field: all[r.IntN(len(all))], Op: ops[r.IntN(len(ops))]}
		if f.Op == content.FieldExists || f.Op == content.FieldIsEmpty {
			return f
		}
		if f.Op == content.FieldContains {
			f.Field, f.Values = fieldName, []any{[]string{"ANN", "EB", "-1", "long"}[r.IntN(4)]}
			return f
		}
		for len(f.Values) == 0 {
			for _, v := range random(f.Field) {
				if _, list := v.([]any); !list && f.Field.Takes(v) {
					f.Values = append(f.Values, v)
				}
			}
		}
		if f.Op != content.FieldIs {
			f.Values = f.Values[:1]
		}
		return f
	}
	for range 400 {
		if r.IntN(10) == 0 {
			change()
		}
		q := content.Query{Types: []string{"book"}, Statuses: []content.Status{content.Publish}, Limit: 1 + r.IntN(30), Offset: r.IntN(10)}
		if r.IntN(3) == 0 {
			q.Statuses = append(q.Statuses, content.Draft)
		}
		if r.IntN(4) == 0 {
			q.Authors = []int64{1}
		}
		for range r.IntN(3) {
			q.Fields = append(q.Fields, filter())
		}
		desc := r.IntN(2) == 0
		by := []content.IndexedField{fieldPrice, fieldName, fieldDay}[r.IntN(3)]
		q.Order = []content.Order{{By: content.ByField, Field: by.Key, Desc: desc}}
		if r.IntN(3) == 0 {
			q.Order = []content.Order{{By: content.ByDate, Desc: desc}}
		}
		var want []*content.Entry
		for _, e := range entries {
			ok := in(e.Status, q.Statuses) && in(e.Author, q.Authors)
			for _, f := range q.Fields {
				ok = ok && fieldFits(e, f)
			}
			if ok {
				want = append(want, e)
			}
		}
		slices.SortFunc(want, func(a, b *content.Entry) int {
			c := cmp.Compare(a.Date, b.Date)
			if q.Order[0].By == content.ByField {
				c = compareFields(fieldOf(a, by), fieldOf(b, by))
			}
			c = cmp.Or(c, cmp.Compare(a.ID, b.ID))
			if desc {
				c = -c
			}
			return c
		})
		page, err := db.ListEntries(background, q)
		must(t, err)
		if page.Total != len(want) {
			t.Fatalf("%+v: %d, want %d", q, page.Total, len(want))
		}
		want = want[min(q.Offset, len(want)):]
		want = want[:min(q.Limit, len(want))]
		if got, want := ids(page.Entries), ids(want); !slices.Equal(got, want) {
			t.Fatalf("%+v:\n%v, want\n%v", q, got, want)
		}
	}
	of := []content.FieldFilter{
		{Field: fieldTones, Op: content.FieldIs, Values: []any{"Zebra"}}, {Field: fieldTones, Op: content.FieldIs, Values: []any{"none"}},
		{Field: fieldTones, Op: content.FieldIs, Values: []any{"a"}},
	}
	q := content.Query{Types: []string{"book"}, Statuses: []content.Status{content.Publish, content.Draft}, Limit: 3, Order: []content.Order{{By: content.ByDate, Desc: true}}}
	several, err := db.ListSeveral(background, q, of)
	must(t, err)
	for i, f := range of {
		one := q
		one.Fields = []content.FieldFilter{f}
		page, err := db.ListEntries(background, one)
		must(t, err)
		if !slices.Equal(ids(several[i]), ids(page.Entries)) {
			t.Errorf("list %d of several: %v, alone %v", i, ids(several[i]), ids(page.Entries))
		}
	}
}

// fieldOf is a number or a folded text, nil for none; of the first value.
func fieldOf(e *content.Entry, f content.IndexedField) any {
	for _, v := range e.Meta[f.Key] {
		return comparedAs(f, v)
	}
	return nil
}

func comparedAs(f content.IndexedField, v any) any {
	if f.Kind == content.FieldText {
		if text := plainText(content.FieldTextOf(v)); text != "" {
			return text
		}
		return nil
	}
	if n, ok := f.Kind.Number(v); ok {
		return n
	}
	return nil
}

// compareFields compares as lists do.
func compareFields(a, b any) int {
	switch a := a.(type) {
	case nil:
		if b == nil {
			return 0
		}
		return -1
	case float64:
		if b, ok := b.(float64); ok {
			return cmp.Compare(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			if len(a) > 400 && len(b) > 400 && a != b {
				return cmp.Compare(digestOrder(a), digestOrder(b))
			}
			return strings.Compare(a, b)
		}
	}
	return 1
}

func fieldFits(e *content.Entry, f content.FieldFilter) bool {
	var values []any
	var add func(v any)
	add = func(v any) {
		if list, ok := v.([]any); ok {
			for _, one := range list {
				add(one)
			}
		} else if c := comparedAs(f.Field, v); c != nil {
			values = append(values, c)
		}
	}
	for _, v := range e.Meta[f.Field.Key] {
		add(v)
		if !f.Field.Many {
			break
		}
	}
	switch f.Op {
	case content.FieldExists:
		return len(values) > 0
	case content.FieldIsEmpty:
		return len(values) == 0
	}
	return slices.ContainsFunc(values, func(v any) bool {
		return slices.ContainsFunc(f.Values, func(w any) bool {
			if f.Op == content.FieldContains {
				return strings.Contains(v.(string), plainText(w.(string)))
			}
			c := compareFields(v, comparedAs(f.Field, w))
			switch f.Op {
			case content.FieldIs:
				return c == 0
			case content.FieldAbove:
				return c > 0
			case content.FieldFrom:
				return c >= 0
			case content.FieldBelow:
				return c < 0
			}
			return c <= 0
		})
	})
}

// uniqueFields: of writers that write the same value at the same time one gets it.
func uniqueFields(t *testing.T, db *store.DB) {
	index(db, fieldISBN)
	first := book(t, db, content.Meta{"isbn": {"978-A"}})
	var taken *content.FieldTakenError
	err := db.InsertEntry(background, &content.Entry{Type: "book", Status: content.Draft, Meta: content.Meta{"isbn": {"978-a"}}})
	if !errors.As(err, &taken) || taken.Key != "isbn" {
		t.Fatalf("a second book with the value: %v", err)
	}
	must(t, db.SetEntryMeta(background, first.ID, "isbn", "978-A"))
	other := book(t, db, content.Meta{})
	book(t, db, content.Meta{"isbn": {""}})
	if err := db.SetEntryMeta(background, other.ID, "isbn", "978-a"); !errors.As(err, &taken) {
		t.Fatalf("the value of another: %v", err)
	}
	must(t, db.SetEntryMeta(background, first.ID, "isbn", "978-B"))
	must(t, db.SetEntryMeta(background, other.ID, "isbn", "978-a"))
	for round := range 5 {
		value := fmt.Sprint("race-", round)
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() {
				errs[i] = db.InsertEntry(background, &content.Entry{Type: "book", Status: content.Publish, Meta: content.Meta{"isbn": {value}}})
			})
		}
		wg.Wait()
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			} else if !errors.As(err, &taken) {
				t.Fatal(err)
			}
		}
		page, err := db.ListEntries(background, content.Query{Types: []string{"book"}, Fields: []content.FieldFilter{{Field: fieldISBN, Op: content.FieldIs, Values: []any{value}}}})
		must(t, err)
		if got != 1 || page.Total != 1 {
			t.Fatalf("%d writers got the value, %d entries have it", got, page.Total)
		}
	}
}

// fieldsIndexedLater: an index of entries that were there before is made while others
// write, and a field that isn't indexed any more leaves nothing.
func fieldsIndexedLater(t *testing.T, db *store.DB) {
	var list []*content.Entry
	for i := range 50 {
		list = append(list, book(t, db, content.Meta{"price": {int64(i)}}))
	}
	index(db, fieldPrice)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i, e := range list {
			must(t, db.SetEntryMeta(background, e.ID, "price", int64(1000+i)))
		}
	})
	for after := int64(0); ; {
		last, n, err := db.IndexFields(background, "book", []content.IndexedField{fieldPrice}, after, 7)
		must(t, err)
		if n == 0 {
			break
		}
		after = last
	}
	wg.Wait()
	count := func(f content.FieldFilter) int {
		page, err := db.ListEntries(background, content.Query{Types: []string{"book"}, Fields: []content.FieldFilter{f}})
		must(t, err)
		return page.Total
	}
	if n := count(content.FieldFilter{Field: fieldPrice, Op: content.FieldFrom, Values: []any{int64(1000)}}); n != 50 {
		t.Errorf("%d entries have what was written", n)
	}
	if n := count(content.FieldFilter{Field: fieldPrice, Op: content.FieldBelow, Values: []any{int64(1000)}}); n != 0 {
		t.Errorf("%d entries have what was there before", n)
	}
	must(t, db.SetEntryMeta(background, list[0].ID, "price", int64(1001)))
	if a, b, err := db.SharedValue(background, "book", "price"); err != nil || a != list[0].ID || b != list[1].ID {
		t.Errorf("the entries that share a value: %d and %d, %v", a, b, err)
	}
	must(t, db.DropField(background, "book", "price"))
	if n := count(content.FieldFilter{Field: fieldPrice, Op: content.FieldExists}); n != 0 {
		t.Errorf("%d entries are in an index that is gone", n)
	}
}

// digestOrder is what two long texts with the same beginning are ordered by.
func digestOrder(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:16])
}
