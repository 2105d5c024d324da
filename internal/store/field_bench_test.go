package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"quoin/internal/content"
	"quoin/internal/store"
)

// BenchmarkFields compares lists of 100,000 entries by indexed fields with the newest, total
// included and remembered, as lists between two changes have it; and measures how long
// it takes to make two indexes of them.
func BenchmarkFields(b *testing.B) {
	const size = 100_000
	price := content.IndexedField{Key: "price", Kind: content.FieldNumber, Ready: true}
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
			numbers := fmt.Sprintf("(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) n", size)
			text := func(expr string) string { return "CAST(" + expr + " AS TEXT)" }
			date := text("2000 + i / 5000") + " || '-01-' || " + text("10 + i % 20") + " || 'T00:00:' || " + text("10 + i % 50")
			statements := []string{
				"INSERT INTO entry (id, type, status, author, parent, date, date_utc, modified, modified_utc, slug, password, guid, mime_type, comment_status, ping_status," +
					" menu_order, sticky, title_key, title, excerpt, content) SELECT i, 'book', 'publish', 1, 0, " + date + ", " + date + ", " + date + ", " + date +
					", 'b-' || " + text("i") + ", '', '', '', 'closed', 'closed', 0, FALSE, " + key + ", 'Book', '', 'Text' FROM " + numbers,
				"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT i, 'price', " + text("i * 7919 % 1000") + ", " + text("i * 7919 % 1000") + " FROM " + numbers,
				"INSERT INTO entry_meta (entry_id, key, compare, value) SELECT i, 'rank', " + text("CAST(i AS BIGINT) * 104729 % 99991") + ", " + text("CAST(i AS BIGINT) * 104729 % 99991") + " FROM " + numbers,
			}
			if engine == "postgres" {
				statements = append(append([]string{"SET LOCAL session_replication_role = replica"}, statements...),
					fmt.Sprintf("INSERT INTO entry_count (type, status, author, n) VALUES ('book', 'publish', -1, %d), ('book', 'publish', 1, %d)", size, size))
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
				if after, n, err = db.IndexFields(ctx, "book", []content.IndexedField{price, rank}, after, 200); err != nil {
					b.Fatal(err)
				}
			}
			b.Logf("two indexes: %.2f ms an entry", float64(time.Since(began).Milliseconds())/size)
			if engine == "postgres" {
				if err := store.Each(db, ctx, "VACUUM ANALYZE", nil, func(func(...any) error) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			from := func(f content.IndexedField, op content.FieldOp, v any) []content.FieldFilter {
				return []content.FieldFilter{{Field: f, Op: op, Values: []any{v}}}
			}
			byRank := []content.Order{{By: content.ByField, Field: "rank", Desc: true}}
			for _, c := range []struct {
				name   string
				fields []content.FieldFilter
				order  []content.Order
			}{
				{"newest", nil, []content.Order{{By: content.ByDate, Desc: true}}},
				{"order", nil, byRank},
				{"half", from(price, content.FieldFrom, int64(500)), byRank},
				{"twentieth", from(price, content.FieldBelow, int64(50)), byRank},
				{"hundredth", from(price, content.FieldBelow, int64(10)), byRank},
				{"thousandth", from(price, content.FieldIs, int64(7)), byRank},
				{"half-newest", from(price, content.FieldFrom, int64(500)), []content.Order{{By: content.ByDate, Desc: true}}},
			} {
				b.Run(c.name, func(b *testing.B) {
					q := content.Query{Types: []string{"book"}, Statuses: []content.Status{content.Publish}, Limit: 10, Fields: c.fields, Order: c.order}
					for b.Loop() {
						page, err := db.ListEntries(ctx, q)
						if err != nil || len(page.Entries) != 10 {
							b.Fatal(len(page.Entries), err)
						}
					}
				})
			}
		})
	}
}
