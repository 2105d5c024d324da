package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

// benchSizes are the sizes of site that are compared. BENCH_HUGE adds a
// million entries.
func benchSizes() []int {
	sizes := []int{1_000, 100_000}
	if os.Getenv("BENCH_HUGE") != "" {
		sizes = append(sizes, 1_000_000)
	}
	return sizes
}

const (
	benchCategories = 10
	benchTags       = 200
)

// seed fills a store with n posts: spread over ten categories, two of 200
// tags each, ten authors; every second text has the word "common", one in
// 500 the word "seldom".
func seed(b testing.TB, db *store.DB, n int) (categories, tags []int64) {
	b.Helper()
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 3000)
	for i := range words {
		word := make([]byte, 3+rnd.IntN(8))
		for j := range word {
			word[j] = byte('a' + rnd.IntN(26))
		}
		words[i] = string(word)
	}
	text := func(n int) string {
		var s strings.Builder
		for range n {
			s.WriteString(words[int(float64(len(words))*rnd.Float64()*rnd.Float64())])
			s.WriteByte(' ')
		}
		return s.String()
	}
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for i := range benchCategories + benchTags {
		t := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: fmt.Sprint("Term ", i), Slug: fmt.Sprint("term-", i)}
		if i >= benchCategories {
			t.Taxonomy = taxonomy.Tag
		}
		must(db.InsertTerm(ctx, t))
		if i < benchCategories {
			categories = append(categories, t.ID)
		} else {
			tags = append(tags, t.ID)
		}
	}
	const batch = 500
	for from := 0; from < n; from += batch {
		must(db.InTx(ctx, func(ctx context.Context) error {
			for i := from; i < min(from+batch, n); i++ {
				body := text(60)
				if i%2 == 0 {
					body += "common "
				}
				if i%(n/20) == 7 {
					body += "seldom "
				}
				date := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", 2000+i*20/n, 1+rnd.IntN(12), 1+rnd.IntN(28), rnd.IntN(24), rnd.IntN(60), rnd.IntN(60))
				e := &content.Entry{Type: "post", Status: content.Publish, Author: int64(1 + i%10), Date: date, DateUTC: date, Modified: date, ModifiedUTC: date,
					Title: text(4), Content: body, Slug: fmt.Sprint("post-", i), CommentStatus: "open", PingStatus: "open", Meta: content.Meta{content.MetaFeaturedMedia: {int64(i)}}}
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
				if err := db.SetEntryTerms(ctx, e.ID, taxonomy.Category, []int64{categories[i%benchCategories]}); err != nil {
					return err
				}
				if err := db.SetEntryTerms(ctx, e.ID, taxonomy.Tag, []int64{tags[i%benchTags], tags[(i+7)%benchTags]}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	return categories, tags
}

// BenchmarkList compares the cost of a page of ten, total included, by the
// size of the site.
func BenchmarkList(b *testing.B) {
	engines := map[string]func(testing.TB) store.Config{
		"sqlite":   func(t testing.TB) store.Config { return store.Config{Dir: t.TempDir()} },
		"postgres": func(t testing.TB) store.Config { return store.Config{URL: server.Database(t)} },
	}
	for _, name := range []string{"sqlite", "postgres"} {
		for _, size := range benchSizes() {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				ctx := context.Background()
				db, err := store.Open(ctx, engines[name](b))
				if err != nil {
					b.Fatal(err)
				}
				defer db.Close()
				categories, tags := seed(b, db, size)
				for _, q := range benchQueries(size, categories, tags) {
					b.Run(q.name, func(b *testing.B) {
						for b.Loop() {
							page, err := db.ListEntries(ctx, q.q)
							if err != nil || len(page.Entries) == 0 || page.Total == 0 {
								b.Fatal(len(page.Entries), page.Total, err)
							}
						}
					})
				}
			})
		}
	}
}

type benchQuery struct {
	name string
	q    content.Query
}

func benchQueries(size int, categories, tags []int64) []benchQuery {
	plain := content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10,
		Order: []content.Order{{By: content.ByDate, Desc: true}}}
	var list []benchQuery
	add := func(name string, change func(q *content.Query)) {
		q := plain
		change(&q)
		list = append(list, benchQuery{name, q})
	}
	term := func(tax string, ids ...int64) content.TermFilter {
		return content.TermFilter{Taxonomy: tax, Terms: ids}
	}
	order := func(by content.OrderBy) func(q *content.Query) {
		return func(q *content.Query) { q.Order = []content.Order{{By: by}} }
	}
	add("newest", func(*content.Query) {})
	add("page90", func(q *content.Query) { q.Offset = 890 })
	if size >= 100_000 {
		add("page1000", func(q *content.Query) { q.Offset = 9990 })
		add("page5000", func(q *content.Query) { q.Offset = 49990 })
	}
	add("last", func(q *content.Query) { q.Offset = size - 10 })
	add("any-status", func(q *content.Query) {
		q.Types, q.Statuses, q.PrivateOf = []string{"post", "page"}, []content.Status{content.Publish, content.Draft, content.Future}, 3
	})
	add("category", func(q *content.Query) { q.Terms = []content.TermFilter{term(taxonomy.Category, categories[3])} })
	add("category-page9", func(q *content.Query) {
		q.Terms, q.Offset = []content.TermFilter{term(taxonomy.Category, categories[3])}, 80
	})
	add("tag", func(q *content.Query) { q.Terms = []content.TermFilter{term(taxonomy.Tag, tags[3])} })
	add("three-categories", func(q *content.Query) { q.Terms = []content.TermFilter{term(taxonomy.Category, categories[:3]...)} })
	add("category-and-tag", func(q *content.Query) {
		q.Terms = []content.TermFilter{term(taxonomy.Category, categories[3]), term(taxonomy.Tag, tags[3])}
	})
	add("not-category", func(q *content.Query) {
		q.Terms = []content.TermFilter{{Taxonomy: taxonomy.Category, Terms: categories[:1], Exclude: true}}
	})
	add("author", func(q *content.Query) { q.Authors = []int64{4} })
	add("not-ids", func(q *content.Query) { q.NotIDs = []int64{5, 6, 7} })
	add("after", func(q *content.Query) { q.After = "2010-01-01T00:00:00" })
	add("sticky-no", func(q *content.Query) { no := false; q.Sticky = &no })
	add("by-title", order(content.ByTitle))
	add("by-modified", order(content.ByModified))
	add("by-id", order(content.ByID))
	add("by-slug", order(content.BySlug))
	add("by-author", order(content.ByAuthor))
	add("by-menu-order", order(content.ByMenuOrder))
	add("category-by-title", func(q *content.Query) {
		q.Terms = []content.TermFilter{term(taxonomy.Category, categories[3])}
		q.Order = []content.Order{{By: content.ByTitle}}
	})
	add("search-seldom", func(q *content.Query) { q.Search = &content.Search{Phrase: "seldom", Terms: []string{"seldom"}} })
	add("search-common", func(q *content.Query) { q.Search = &content.Search{Phrase: "common", Terms: []string{"common"}} })
	add("search-relevance", func(q *content.Query) {
		q.Search = &content.Search{Phrase: "seldom", Terms: []string{"seldom"}}
		q.Order = []content.Order{{By: content.ByRelevance}}
	})
	return list
}
