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
	rate := float64(posts) / took
	t.Logf("import          %7d posts, %d entries, %.1f MB in %.1f s: %.0f posts/s, bar: %d (%s)", posts, entries, float64(size)/1e6, took, rate, importBar, held(rate >= importBar))
	spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("import work     %7.2f ms of processor time a post, %.0f %% of two processors", spent.Seconds()*1000/float64(posts), 100*spent.Seconds()/took/2)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory := float64(usage.Maxrss) / 1000
		t.Logf("import memory   %7.1f MB at most, bar: %d (%s)", memory, memoryBar, held(memory <= memoryBar))
	}
}

// The bars of an import with all extensions: posts a second on two processors that nothing
// else uses, and the most memory in MB.
const (
	importBar = 2000
	memoryBar = 150
)

func held(is bool) string {
	if is {
		return "held"
	}
	return "missed"
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
