package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

// TestWritersOfTheSameTermsDontCollide gives the same terms to entries from
// two nodes at once, in all orders. Each transaction must get through at its
// first try: one that had to be run again had been in a deadlock.
func TestWritersOfTheSameTermsDontCollide(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	var nodes []*store.DB
	for range 2 {
		db, err := store.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		nodes = append(nodes, db)
	}
	var terms []int64
	for i := range 5 {
		term := &taxonomy.Term{Taxonomy: taxonomy.Tag, Name: fmt.Sprint("Term ", i), Slug: fmt.Sprint("term-", i)}
		if err := nodes[0].InsertTerm(t.Context(), term); err != nil {
			t.Fatal(err)
		}
		terms = append(terms, term.ID)
	}
	const writers, each = 8, 12
	var tries atomic.Int64
	var writing sync.WaitGroup
	for i := range writers {
		e := &content.Entry{Type: "post", Status: content.Publish, Author: 1, Title: "x", Slug: "x",
			Date: "2024-01-01T00:00:00", DateUTC: "2024-01-01T00:00:00", Modified: "2024-01-01T00:00:00", ModifiedUTC: "2024-01-01T00:00:00"}
		if err := nodes[0].InsertEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		writing.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(i)))
			db := nodes[i%len(nodes)]
			for range each {
				err := db.InTx(t.Context(), func(ctx context.Context) error {
					tries.Add(1)
					for _, place := range rnd.Perm(len(terms)) {
						if err := db.SetEntryTerms(ctx, e.ID, taxonomy.Tag, []int64{terms[place]}); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
	if n := tries.Load(); n != writers*each {
		t.Errorf("%d transactions took %d tries", writers*each, n)
	}
	var sum int64
	for _, id := range terms {
		term, err := nodes[0].TermByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		sum += term.Count
	}
	if sum != writers {
		t.Errorf("the terms count %d entries, want %d", sum, writers)
	}
}
