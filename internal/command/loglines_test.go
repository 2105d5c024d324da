package command

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLogForMachines starts a server with --log-format json: every line that it
// writes is one object, from the site that it makes to the error that ends it.
func TestLogForMachines(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "")
	site := filepath.Join(t.TempDir(), "site")
	serve := func(want string, args ...string) string {
		t.Helper()
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		errs, done := &output{}, make(chan int, 1)
		go func() {
			done <- run(ctx, append([]string{"serve", "--data", site, "--log-format", "json"}, args...), io.Discard, errs)
		}()
		for !strings.Contains(errs.String(), want) {
			if ctx.Err() != nil {
				t.Fatalf("nothing of %q in\n%s", want, errs)
			}
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		<-done
		return errs.String()
	}
	records := func(log string) map[string]string {
		t.Helper()
		levels := map[string]string{}
		for lines := bufio.NewScanner(strings.NewReader(log)); lines.Scan(); {
			var r struct{ Time, Level, Msg string }
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil || r.Time == "" || r.Level == "" || r.Msg == "" {
				t.Errorf("%s: %v", lines.Text(), err)
			}
			levels[strings.Fields(r.Msg)[0]] = r.Level
		}
		return levels
	}
	levels := records(serve("curl -u", "--listen", "127.0.0.1:0", "--sample"))
	for _, first := range []string{"Created", "Serving", "No", "Try:", "curl"} {
		if levels[first] != "INFO" {
			t.Errorf("the line that begins with %s: level %q", first, levels[first])
		}
	}
	if levels := records(serve("can't", "--listen", "192.0.2.1:1")); levels["can't"] != "ERROR" {
		t.Errorf("an error that ends it: %v", levels)
	}
}
