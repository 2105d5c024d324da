package api

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/platform/outbound"
)

// TestHostileWebhooks gives addresses that must not be asked, and receivers
// that lead elsewhere or never end.
func TestHostileWebhooks(t *testing.T) {
	t.Parallel()
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked what nobody may ask") }))
	t.Cleanup(inner.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL, http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(bytes.Repeat([]byte("a"), 64<<10)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server doesn't see the client go
		w.WriteHeader(200)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	client := outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(srv.Listener.Addr().String())}, Timeout: 300 * time.Millisecond})
	s := changing(t, engine{"sqlite"}, app.Config{Outbound: client})
	s.runJobs()
	for _, address := range []string{
		inner.URL, "http://127.0.0.1/", "http://localhost:8080/", "http://[::1]/", "http://169.254.169.254/latest/", "http://10.0.0.1/", "http://100.64.0.1/",
		"file:///etc/passwd", "gopher://example.org/", "http://user:pass@example.org/", "http://example.org:22/", "http://", "nothing", "", "//example.org/",
		"http://example.org/" + strings.Repeat("a", 3000), "javascript:alert(1)", "http://\x00/",
		"http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/",
		"http://xn--/", "http://www.xn--a.example/", "http://localhost./", "http://a.localhost/",
	} {
		if a := s.do("administrator", "POST", hookPath, map[string]any{"url": address}); a.status != 400 {
			t.Errorf("%.60q: %d %s", address, a.status, a.body)
		}
	}
	h := &receiver{t: t}
	for path, want := range map[string]string{"/redirect": "307", "/endless": "200", "/slow": "0"} {
		at := s.hook(h, map[string]any{"url": srv.URL + path})
		a := s.do("administrator", "POST", at+"/test", nil)
		if got := valueAt(a.json(t), "status"); got != want || len(a.body) > 4000 {
			t.Errorf("%s: %.300s", path, a.body)
		}
		if a := s.do("administrator", "PUT", at, map[string]any{"url": inner.URL}); a.status != 400 {
			t.Errorf("moved: %d %s", a.status, a.body)
		}
	}
	// Writes don't wait for receivers.
	for i := range 20 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("No. ", i), "status": "publish"})
	}
	for _, role := range []string{"", "subscriber", "author", "editor"} {
		want := map[bool]int{true: 401, false: 403}[role == ""]
		for _, try := range []struct{ method, path string }{
			{"GET", ""}, {"POST", "?url=https://example.org/"}, {"GET", "/1"}, {"PUT", "/1"}, {"DELETE", "/1"}, {"POST", "/1/test"}, {"GET", "/1/deliveries"},
			{"GET", "/1/deliveries/1"}, {"POST", "/1/deliveries/1/redeliver"},
		} {
			if a := s.do(role, try.method, hookPath+try.path, nil); a.status != want {
				t.Errorf("%q %s %s: %d", role, try.method, try.path, a.status)
			}
		}
	}
	for path, want := range map[string]int{"/99": 404, "/999999999999999999": 404, "/9999999999999999999999": 404, "/1/deliveries/99999": 404, "/2/deliveries/1": 404, "/0": 404} {
		if a := s.do("administrator", "GET", hookPath+path, nil); a.status != want {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	for _, body := range []map[string]any{
		{"events": []string{"exploded"}}, {"types": []string{"nothing"}}, {"audience": "everybody"}, {"active": "maybe"}, {"events": strings.Repeat("a,", 200)},
	} {
		if a := s.do("administrator", "PUT", hookPath+"/1", body); a.status != 400 {
			t.Errorf("%v: %d %s", body, a.status, a.body)
		}
	}
	for i := 3; i < 100; i++ {
		s.hook(h, map[string]any{"url": srv.URL + "/x"})
	}
	if a := s.do("administrator", "POST", hookPath, map[string]any{"url": srv.URL}); a.status != 409 {
		t.Errorf("one too many: %d %s", a.status, a.body)
	}
}
