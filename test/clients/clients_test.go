// Package clients runs clients that others wrote, unmodified, against a site:
// those of the reference at /wp-json, and one that is generated from the
// description of the API.
//
// They come from the npm registry:
//
//	make clients
//
// installs them and runs the tests. Without them the tests are skipped, unless
// QUOIN_TEST_STRICT is set.
package clients

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/storage/auth"
)

// installed skips a test when the clients aren't there.
func installed(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("node")
	if err == nil {
		_, err = os.Stat(filepath.Join("node_modules", "wpapi"))
	}
	switch {
	case err != nil && os.Getenv("QUOIN_TEST_STRICT") != "":
		t.Fatalf("clients aren't installed (%v): make clients", err)
	case err != nil:
		t.Skip("clients aren't installed: make clients")
	}
}

// site serves a new site with sample content, prepared further, and tells tests of it.
func site(t *testing.T, prepare ...func(a *app.App) error) (env []string) {
	t.Helper()
	const password = "password of the tests"
	t.Setenv("QUOIN_ADMIN_PASSWORD", password)
	var handler http.Handler
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(srv.Close)
	receiver := freeAddress(t)
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), BackupTo: t.TempDir(), BackupKeep: 2, URL: srv.URL, OutboundAllow: receiver, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	handler = a.Handler()
	if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, step := range append(prepare, func(a *app.App) error { return a.Prepare(t.Context()) }) {
		if err := step(a); err != nil {
			t.Fatal(err)
		}
	}
	// As a server does, until it ends.
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan struct{})
	go func() { defer close(done); _ = a.Work.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	_, secret, err := auth.Issue(t.Context(), a.DB, time.Now(), 1, auth.NewPassword{Name: "tests"})
	if err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "QUOIN_BASE="+srv.URL, "QUOIN_PASSWORD="+password, "QUOIN_SECRET="+secret, "QUOIN_RECEIVER="+receiver, "NODE_NO_WARNINGS=1")
}

// freeAddress is where a client may listen, for calls of the site.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestClients(t *testing.T) {
	installed(t)
	files, err := filepath.Glob("*.test.mjs")
	if err != nil || len(files) < 6 {
		t.Fatalf("only %v: %v", files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".test.mjs"), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", "--test", "--test-reporter=spec", file)
			cmd.Env = site(t)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
