package size

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"quoin/internal/domain/importer/wxrgen"
	"quoin/test/program"
)

// TestImport tells how fast a generated export comes in, and how much memory
// that takes. QUOIN_IMPORT_POSTS makes it larger.
func TestImport(t *testing.T) {
	posts := 1000
	if s := os.Getenv("QUOIN_IMPORT_POSTS"); s != "" {
		var err error
		if posts, err = strconv.Atoi(s); err != nil {
			t.Fatalf("QUOIN_IMPORT_POSTS: %v", err)
		}
	}
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := wxrgen.Options{Seed: 1, Posts: posts, Attachments: -1}
	path := filepath.Join(t.TempDir(), "export.xml")
	size := export(t, path, o)
	s := program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "site")}
	cmd := s.Command("import", "wxr", path)
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	took := time.Since(begin).Seconds()
	entries := o.Totals().Entries()
	t.Logf("import          %7d posts, %d entries, %.1f MB in %.1f s: %.0f entries/s", posts, entries, float64(size)/1e6, took, float64(entries)/took)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.Logf("import memory   %7.1f MB at most", float64(usage.Maxrss)/1000)
	}
}

func export(t *testing.T, path string, o wxrgen.Options) int64 {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err := wxrgen.Write(w, o); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
