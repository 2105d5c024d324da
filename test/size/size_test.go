// Package size tells how big the program is, how fast it starts and how much
// memory it takes. It judges nothing: the figures depend on the machine.
package size

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"quoin/test/program"
)

func TestSize(t *testing.T) {
	bin, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(bin)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("binary          %7.1f MB", float64(info.Size())/1e6)
	s := program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "site")}
	for _, what := range []string{"first start", "second start"} {
		begin := time.Now()
		p, err := s.Serve()
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(begin)
		for i := range 300 {
			read(t, fmt.Sprint(p.Base, "/api/core/v2/posts?x=", i))
		}
		memory, err := p.Memory()
		if err != nil {
			t.Logf("memory isn't known here: %v", err)
		}
		t.Logf("%-15s %7.0f ms, then %.1f MB of memory after 300 lists", what, took.Seconds()*1000, float64(memory)/1e6)
		if err := p.Kill(); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, address string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d %v", address, resp.StatusCode, err)
	}
}
