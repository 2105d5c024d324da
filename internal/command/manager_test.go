//go:build unix

package command

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestManagerIsTold has a server say when it serves and when it ends, as systemd
// waits for.
func TestManagerIsTold(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	// Paths of sockets are short, those of t.TempDir may not be.
	dir, err := os.MkdirTemp("", "quoin")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	told := func() string {
		t.Helper()
		if err := l.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 100)
		n, err := l.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs, done := &output{}, make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--data", filepath.Join(t.TempDir(), "site"), "--listen", "127.0.0.1:0"}, io.Discard, errs)
	}()
	if state := told(); state != "READY=1" || !strings.Contains(errs.String(), "Serving http://") {
		t.Fatalf("told %q first, after\n%s", state, errs)
	}
	stop()
	if state := told(); state != "STOPPING=1" {
		t.Errorf("told %q at the end", state)
	}
	if code := <-done; code != 0 {
		t.Errorf("ended with %d: %s", code, errs)
	}
}
