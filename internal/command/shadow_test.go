package command

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/shadow"
)

// A switch without a server before the old site is refused. One that was made all the same is
// told by the server that comes after it.
func TestShadowSwitchWithoutServers(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "old") }))
	defer old.Close()
	site := filepath.Join(t.TempDir(), "site")
	newSite(t, site)
	do := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(t.Context(), append(args, "--data", site), &out, &errs)
		return code, out.String() + errs.String()
	}
	starts := func() string {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		errs, done := &output{}, make(chan int, 1)
		go func() {
			done <- run(ctx, []string{"serve", "--data", site, "--listen", "127.0.0.1:0", "--shadow", old.URL}, io.Discard, errs)
		}()
		servedAt(t, errs)
		for !strings.Contains(errs.String(), "QUOIN_MAIL_URL") { // who answers is told before that, and a stop earlier is one of a start
			select {
			case code := <-done:
				t.Fatalf("%d: %s", code, errs)
			case <-time.After(10 * time.Millisecond):
			}
		}
		stop()
		if code := <-done; code != 0 {
			t.Fatalf("%d: %s", code, errs)
		}
		return errs.String()
	}
	if code, said := do("shadow", "switch"); code != exitFailed || !strings.Contains(said, "no server stands before the old site") {
		t.Errorf("%d %s", code, said)
	}
	if code, said := do("shadow", "status"); code != 0 || !strings.HasPrefix(said, "the old site answers") {
		t.Errorf("%d %s", code, said)
	}
	if said := starts(); !strings.Contains(said, "Visitors get the answers of "+old.URL+" until quoin shadow switch") {
		t.Error(said)
	}
	if code, said := do("shadow", "switch", "--unserved"); code != 0 {
		t.Errorf("%d %s", code, said)
	}
	if said := starts(); !strings.Contains(said, "This site answers visitors") || !strings.Contains(said, "quoin shadow switch --back") || strings.Contains(said, "Visitors get") {
		t.Error(said)
	}
}

// The address and the difference of a route are told apart.
func TestShadowStatusOfADifference(t *testing.T) {
	t.Parallel()
	said := shadowText(shadow.Status{Phase: shadow.Phase{Name: shadow.Old}, Routes: []shadow.RouteStatus{{Route: shadow.Route{Route: "/robots.txt", Path: "/robots.txt", Difference: "bytes: 156 is\n59"}}}})
	if !strings.Contains(said, "\n    /robots.txt bytes: 156 is 59\n") {
		t.Error(said)
	}
}
