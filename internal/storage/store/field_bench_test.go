package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// BenchmarkFields compares lists of 100,000 entries by indexed fields with the newest, which is read
// in turn with each: told are the medians, and the times of the newest that a list takes. The bar
// of those from memory is 2, whatever share a filter finds and wherever in the order that is.
// Neither pages nor entries are remembered. First come lists that the tables are read for, with totals that are
// remembered as between two changes; then those that memory has (docs/adr/0033), also after
// each change. It also measures how long it takes to make three indexes.
func BenchmarkFields(b *testing.B) {
	const size = 100_000
	price := content.IndexedField{Key: "price", Kind: content.FieldNumber, Ready: true}
	late := content.IndexedField{Key: "late", Kind: content.FieldNumber, Ready: true} // a hundredth at the end of the order by rank
	rank := content.IndexedField{Key: "rank", Kind: content.FieldNumber, Ready: true}
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			ctx := context.Background()
			cfg := store.Config{Dir: b.TempDir()}
			key := "CAST('b' AS BLOB)"
			if engine == "postgres" {
				cfg, key = store.Config{URL: server.Database(b)}, "convert_to('b', 'UTF8')"
			}
			db, err := store.Open(ctx, cfg)
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			store.RememberNothing(db)
			db.Indexed = func(context.Context) map[string][]content.IndexedField {
				return map[string][]content.IndexedField{"book": {price, rank, late}}
			}
			numbers := fmt.Sprintf("(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) n", size)
			text := func(expr string) string { return "CAST(" + expr + " AS TEXT)" }
			date := text("2000 + i / 5000") + " || '-01-' || " + text("10 + i % 20") + " || 'T00:00:' || " + text("10 + i % 50")
			statements := []string{
				"INSERT INTO entry (id, type, status, author, parent, date, date_utc, modified, modified_utc, slug, password, guid, mime_type, comment_status, ping_status," +
					" menu_order, sticky, title_key, title, excerpt, content) SELECT i, 'book', 'publish', 1, 0, " + date + ", " + date + ", " + date + ", " + date +
					", 'b-' || " + text("i") + ", '', '', '', 'closed', 'closed', 0, FALSE, " + key + ", 'Book', '', 'Text' FROM " + numbers,
				"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT i, 'price', " + text("i * 7919 % 1000") + ", " + text("i * 7919 % 1000") + " FROM " + numbers,
				"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT i, 'rank', " + text("CAST(i AS BIGINT) * 104729 % 99991") + ", " + text("CAST(i AS BIGINT) * 104729 % 99991") + " FROM " + numbers,
				"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT i, 'late', v, v FROM (SELECT i, " + text("CASE WHEN CAST(i AS BIGINT) * 104729 % 99991 < 1000 THEN 1 ELSE 0 END") + " AS v FROM " + numbers + ") x",
			}
			if engine == "postgres" {
				statements = append(append([]string{"SET LOCAL session_replication_role = replica"}, statements...),
					fmt.Sprintf("INSERT INTO entry_count_part (type, status, author, n) VALUES ('book', 'publish', -1, %d), ('book', 'publish', 1, %d)", size, size))
			}
			err = db.InTx(ctx, func(ctx context.Context) error {
				for _, s := range statements {
					if _, err := store.Exec(db, ctx, s); err != nil {
						return fmt.Errorf("%s: %w", s, err)
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			began := time.Now()
			for after, n := int64(0), 1; n > 0; {
				if after, n, err = db.IndexFields(ctx, "book", []content.IndexedField{price, rank, late}, after, 200); err != nil {
					b.Fatal(err)
				}
			}
			b.Logf("three indexes: %.2f ms an entry", float64(time.Since(began).Milliseconds())/size)
			if engine == "postgres" {
				if err := store.Each(db, ctx, "VACUUM ANALYZE", nil, func(func(...any) error) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			from := func(f content.IndexedField, op content.FieldOp, v any) []content.FieldFilter {
				return []content.FieldFilter{{Field: f, Op: op, Values: []any{v}}}
			}
			byRank := []content.Order{{By: content.ByField, Field: "rank", Desc: true}}
			newest := []content.Order{{By: content.ByDate, Desc: true}}
			type list struct {
				name   string
				fields []content.FieldFilter
				order  []content.Order
			}
			lists := []list{
				{"newest", nil, newest},
				{"order", nil, byRank},
				{"half", from(price, content.FieldFrom, int64(500)), byRank},
				{"twentieth", from(price, content.FieldBelow, int64(50)), byRank},
				{"hundredth", from(price, content.FieldBelow, int64(10)), byRank},
				{"thousandth", from(price, content.FieldIs, int64(7)), byRank},
				{"late-hundredth", from(late, content.FieldIs, int64(1)), byRank},
				{"half-newest", from(price, content.FieldFrom, int64(500)), newest},
				{"hundredth-newest", from(price, content.FieldBelow, int64(10)), newest},
			}
			read := func(b *testing.B, ctx context.Context, c list) {
				q := content.Query{Types: []string{"book"}, Statuses: []content.Status{content.Publish}, Limit: 10, Fields: c.fields, Order: c.order}
				page, err := db.ListEntries(ctx, q)
				if err != nil || len(page.Entries) != 10 {
					b.Fatal(len(page.Entries), err)
				}
			}
			// run reads the newest and a list in turn.
			run := func(name string, request func() context.Context, change func()) {
				for _, c := range lists {
					b.Run(name+"/"+c.name, func(b *testing.B) {
						took := [2][]time.Duration{}
						for b.Loop() {
							for i, c := range []list{lists[0], c} {
								change()
								began := time.Now()
								read(b, request(), c)
								took[i] = append(took[i], time.Since(began))
							}
						}
						for _, t := range took {
							slices.Sort(t)
						}
						base, own := took[0][b.N/2], took[1][b.N/2]
						b.ReportMetric(float64(own.Nanoseconds()), "ns/op")
						b.ReportMetric(float64(own)/float64(base), "newest")
					})
				}
			}
			run("tables", func() context.Context { return ctx }, func() {}) // without a scope nothing is kept
			request := func() context.Context { return scope.New(ctx) }
			for range 3 { // until memory has all columns
				for _, c := range lists {
					read(b, request(), c)
					store.SheetsMade(db)
				}
			}
			if !store.HasSheet(db, "book") {
				b.Fatal("memory has no lists")
			}
			run("memory", request, func() {})
			i := int64(0)
			run("changed", request, func() {
				i = i*7919%size + 1
				if err := db.SetEntryMeta(ctx, i, "price", i%1000); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
