package wxr_test

import (
	"bytes"
	"io"
	"testing"

	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/importer/wxrgen"
)

// BenchmarkReader reads an export of 5,000 posts.
func BenchmarkReader(b *testing.B) {
	var file bytes.Buffer
	if err := wxrgen.Write(&file, wxrgen.Options{Seed: 1, Posts: 5000}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r := wxr.NewReader(bytes.NewReader(file.Bytes()))
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
