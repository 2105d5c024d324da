package importer_test

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"testing"

	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/wxrgen"
)

// writeExport writes a generated export to a file.
func writeExport(t testing.TB, o wxrgen.Options) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "export.xml"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := wxrgen.Write(f, o); err != nil {
		t.Fatal(err)
	}
	return f
}

// liveHeap is how much memory is in use after a collection.
func liveHeap() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestMemory checks that what is held doesn't grow with the file. It runs
// alone, since the heap is everybody's.
func TestMemory(t *testing.T) {
	s := newSite(t, "")
	f := writeExport(t, wxrgen.Options{Seed: 9, Posts: 1500, Attachments: -1, Comments: 1})
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	start := liveHeap()
	var early, late uint64
	s.run(t, f, importer.Options{BatchSize: 50, Progress: func(step importer.Step) {
		if step.Part != importer.Importing {
			return
		}
		// Early is after a tenth of the file, when everything has been used.
		switch share := step.Done * 100 / step.Total; {
		case share < 10 || share > 20 && share < 80:
		case share <= 20:
			early = max(early, liveHeap()-min(start, liveHeap()))
		default:
			late = max(late, liveHeap()-min(start, liveHeap()))
		}
	}})
	if early == 0 || late == 0 {
		t.Fatal("no step was seen")
	}
	// Batches differ in size; the file is much larger than the slack.
	const slack = 4 << 20
	if late > early+slack {
		t.Errorf("%d bytes are held after a tenth of a file of %d bytes, %d near its end", early, info.Size(), late)
	}
}

// BenchmarkImport measures whole imports; the unit is a post.
func BenchmarkImport(b *testing.B) {
	for _, files := range []string{"texts", "pictures"} {
		b.Run(files, func(b *testing.B) {
			s := newSite(b, "")
			o := wxrgen.Options{Seed: 5, Posts: b.N, Attachments: -1}
			options := importer.Options{}
			if files == "pictures" {
				o.Attachments = 0
				options.Uploads = newAnyFile()
			}
			f := writeExport(b, o)
			b.ResetTimer()
			s.run(b, f, options)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
		})
	}
}
