package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/platform/telemetry"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	var broken error
	h := &telemetry.Health{Ready: func(context.Context) error { return broken }}
	ask := func(method, path string) (bool, int) {
		w := httptest.NewRecorder()
		ok := h.Handle(w, httptest.NewRequest(method, path, nil))
		return ok, w.Code
	}
	want := func(what, method, path string, handled bool, status int) {
		t.Helper()
		if ok, got := ask(method, path); ok != handled || ok && got != status {
			t.Errorf("%s: %s %s: %v %d, want %v %d", what, method, path, ok, got, handled, status)
		}
	}
	want("working", "GET", "/healthz", true, 200)
	want("working", "HEAD", "/readyz", true, 200)
	want("working", "POST", "/readyz", true, 405)
	want("working", "GET", "/healthz/x", false, 0)
	broken = errors.New("no database")
	want("without a database", "GET", "/healthz", true, 200)
	want("without a database", "GET", "/readyz", true, 503)
	broken = nil
	want("working again", "GET", "/readyz", true, 200)
	h.Drain()
	want("ending", "GET", "/readyz", true, 503)
	want("ending", "GET", "/healthz", true, 200)
}

// TestRequestLine looks at what of a request is logged, and that a hostile id,
// method or query isn't.
func TestRequestLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	m := telemetry.NewMetrics("test")
	q := &telemetry.Requests{
		Surface: telemetry.SurfaceOf("/uploads/", "/api"), Client: func(*http.Request) string { return "192.0.2.1" },
		Log: slog.New(slog.NewJSONHandler(&out, nil)), Metrics: m,
	}
	handler := q.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/missing":
			w.WriteHeader(404)
		case "/api/busy":
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(503)
		case "/api/down":
			w.WriteHeader(503)
		case "/api/broken":
			w.WriteHeader(500)
		case "/api/never":
			w.WriteHeader(501)
		case "/api/mine":
			telemetry.Caller(r.Context(), "ann")
		case "/panic":
			panic(http.ErrAbortHandler)
		}
		_, _ = io.Copy(w, strings.NewReader("hello"))
	}))
	line := func(method, path, id string) (string, map[string]any) {
		t.Helper()
		out.Reset()
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("User-Agent", strings.Repeat("reader", 100))
		r.Header.Set("Referer", "https://example.org/from?key=secret")
		r.Header.Set(telemetry.HeaderID, id)
		w := httptest.NewRecorder()
		func() {
			defer func() { _ = recover() }()
			handler.ServeHTTP(w, r)
		}()
		var got map[string]any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v", out.String(), err)
		}
		return w.Header().Get(telemetry.HeaderID), got
	}
	id, got := line("GET", "/api/missing?key=secret", "from-proxy.1")
	if id != "from-proxy.1" || got["id"] != id || got["status"] != 404.0 || got["bytes"] != 5.0 || got["path"] != "/api/missing" || got["client"] != "192.0.2.1" {
		t.Errorf("%s %v", id, got)
	}
	if strings.Contains(out.String(), "secret") {
		t.Error("the query is in the log")
	}
	if took, ok := got["took_ms"].(float64); !ok || took < 0 || took > 60_000 {
		t.Errorf("took %v", got["took_ms"])
	}
	if agent, _ := got["agent"].(string); !strings.HasPrefix(agent, "reader") || len(agent) > 310 || got["referrer"] != "https://example.org/from" {
		t.Errorf("%q from %v", agent, got["referrer"])
	}
	if id, got := line("BREW", "/"+strings.Repeat("x", 1000), "two words\n"); len(id) != 16 || got["method"] != "other" || len(got["path"].(string)) > 310 {
		t.Errorf("%s %v", id, got)
	}
	if _, got := line("GET", "/api/mine", ""); got["actor"] != "ann" {
		t.Errorf("%v", got)
	}
	if _, got := line("GET", "/panic", ""); got["aborted"] != true || got["actor"] != nil {
		t.Errorf("%v", got)
	}
	// What is refused on purpose is no error; the metrics count it.
	for path, want := range map[string]string{"/api/busy": "INFO", "/api/never": "INFO", "/api/down": "ERROR", "/api/broken": "ERROR", "/api/missing": "INFO"} {
		if _, got := line("GET", path, ""); got["level"] != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	m.Route("/core/v2/posts", "GET", 200, 0)
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`quoin_requests_total{method="GET",status="404",surface="api"} 2`, `quoin_requests_total{method="GET",status="503",surface="api"} 2`, `quoin_requests_total{method="other",status="200",surface="pages"} 1`,
		`quoin_answer_bytes_total{surface="api"} 35`, `quoin_requests_running 0`, `quoin_build_info{version="test"} 1`,
		`quoin_route_seconds_count{method="GET",route="/core/v2/posts",status="200"} 1`, "go_goroutines ",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

// TestNothingWatched takes the way of a server that neither logs nor counts.
func TestNothingWatched(t *testing.T) {
	t.Parallel()
	inner := http.NotFoundHandler()
	w := httptest.NewRecorder()
	new(telemetry.Requests).Handler(inner).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 404 || w.Header().Get(telemetry.HeaderID) != "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
