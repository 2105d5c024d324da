package store_test

import (
	"context"
	"testing"

	"quoin/internal/storage/store"
)

// BenchmarkInsert is the cost of one entry of an import: row, searched text,
// meta, three terms.
func BenchmarkInsert(b *testing.B) {
	db, err := store.Open(context.Background(), store.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	b.ResetTimer()
	seed(b, db, max(b.N, 20))
}
