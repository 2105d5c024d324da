package uploads_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"quoin/internal/display/uploads"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/blob/disk"
	"quoin/internal/platform/blob/s3"
	"quoin/internal/platform/fault"
)

func onDisk(t *testing.T, files map[string]string) blob.Store {
	t.Helper()
	s, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for key, data := range files {
		blobtest.Put(t, s, key, []byte(data))
	}
	return s
}

func get(t *testing.T, s blob.Store, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://example.org/", nil)
	r.URL = &url.URL{Path: path}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	uploads.Handler(s, slog.New(slog.DiscardHandler)).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTypesAndHeaders(t *testing.T) {
	t.Parallel()
	const evil = "<script>alert(1)</script>"
	s := onDisk(t, map[string]string{
		"2026/11/a.jpg": evil, "2026/11/a.svg": evil, "2026/11/a.html": evil, "2026/11/a.xml": evil, "2026/11/a.js": evil,
		"2026/11/a.pdf": "%PDF", "2026/11/a.txt": evil, "2026/11/noext": evil, "2026/11/a.php": evil, "2026/11/a.XHTML": evil, "a.mp4": "x",
	})
	for key, want := range map[string]struct {
		mime   string
		attach bool
	}{
		"2026/11/a.jpg": {"image/jpeg", false}, "2026/11/a.svg": {"image/svg+xml", true},
		"2026/11/a.html": {"text/html; charset=utf-8", true}, "2026/11/a.xml": {"text/xml; charset=utf-8", true},
		"2026/11/a.js": {"application/javascript", true}, "2026/11/a.pdf": {"application/pdf", false},
		"2026/11/a.txt": {"text/plain; charset=utf-8", false}, "2026/11/noext": {"application/octet-stream", false},
		"2026/11/a.php": {"application/octet-stream", false}, "2026/11/a.XHTML": {"application/xhtml+xml", true}, "a.mp4": {"video/mp4", false},
	} {
		res := get(t, s, "GET", "/wp-content/uploads/"+key)
		h := res.Header
		if res.StatusCode != 200 || h.Get("Content-Type") != want.mime || (h.Get("Content-Disposition") == "attachment") != want.attach {
			t.Errorf("%s: %d %q %q", key, res.StatusCode, h.Get("Content-Type"), h.Get("Content-Disposition"))
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") ||
			!strings.Contains(h.Get("Cache-Control"), "max-age=31536000") || h.Get("ETag") == "" {
			t.Errorf("%s: headers %v", key, h)
		}
		if sandboxed := strings.Contains(h.Get("Content-Security-Policy"), "sandbox"); sandboxed == (want.mime == "application/pdf") {
			t.Errorf("%s: policy %q", key, h.Get("Content-Security-Policy"))
		}
	}
}

func TestNothingElseIsServed(t *testing.T) {
	t.Parallel()
	s := onDisk(t, map[string]string{"2026/11/a.jpg": "x"})
	for _, path := range []string{
		"", "2026", "2026/", "2026/11", "2026/11/", "2026/11/b.jpg", "2026/11/a.jpg/", "2026/11/a.jpg/x", "../secret", "2026/../2026/11/a.jpg",
		"2026/11/../../../../etc/passwd", "./2026/11/a.jpg", "/2026/11/a.jpg", `2026\11\a.jpg`, "2026/11/a.jpg\x00", ".incoming", ".incoming/x",
		"2026//11/a.jpg", strings.Repeat("a/", 1000) + "b", "2026/11/\xff.jpg",
	} {
		if res := get(t, s, "GET", "/wp-content/uploads/"+path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %d", path, res.StatusCode)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PROPFIND"} {
		if res := get(t, s, method, "/wp-content/uploads/2026/11/a.jpg"); res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, res.StatusCode)
		}
	}
}

func checkRanges(t *testing.T, s blob.Store) {
	const path = "/wp-content/uploads/2026/11/film.mp4"
	data := string(blobtest.Bytes(100_000))
	blobtest.Put(t, s, "2026/11/film.mp4", []byte(data))
	whole := get(t, s, "GET", path)
	if body(t, whole) != data || whole.Header.Get("Accept-Ranges") != "bytes" || whole.ContentLength != 100_000 {
		t.Errorf("whole file: %v", whole.Header)
	}
	etag := whole.Header.Get("ETag")
	for spec, want := range map[string]string{"bytes=0-9": data[:10], "bytes=50000-50099": data[50000:50100], "bytes=-7": data[99993:]} {
		res := get(t, s, "GET", path, "Range", spec, "If-Range", etag)
		if got := body(t, res); res.StatusCode != http.StatusPartialContent || got != want {
			t.Errorf("%s: %d, %d bytes", spec, res.StatusCode, len(got))
		}
	}
	if res := get(t, s, "GET", path, "Range", "bytes=0-9", "If-Range", `"other"`); res.StatusCode != 200 {
		t.Errorf("range of another version: %d", res.StatusCode)
	}
	if res := get(t, s, "GET", path, "Range", "bytes=200000-"); res.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("range beyond the end: %d", res.StatusCode)
	}
	if res := get(t, s, "GET", path, "If-None-Match", etag); res.StatusCode != http.StatusNotModified || body(t, res) != "" {
		t.Errorf("known version: %d", res.StatusCode)
	}
	if res := get(t, s, "HEAD", path); res.StatusCode != 200 || res.Header.Get("Content-Length") != "100000" || body(t, res) != "" {
		t.Errorf("HEAD: %d %v", res.StatusCode, res.Header)
	}
	blobtest.Put(t, s, "2026/11/film.mp4", []byte(data[1:]))
	if res := get(t, s, "GET", path, "If-None-Match", etag); res.StatusCode != 200 {
		t.Errorf("replaced file: %d", res.StatusCode)
	}
}

func TestRanges(t *testing.T) {
	t.Parallel()
	checkRanges(t, onDisk(t, nil))
}

func TestS3(t *testing.T) {
	t.Parallel()
	server := blobtest.StartS3(t)
	server.MakeBucket(t, "media", nil)
	open := func(more url.Values) blob.Store {
		c, err := s3.ParseURL(server.Address("media", more), os.Getenv)
		if err != nil {
			t.Fatal(err)
		}
		s, err := s3.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	checkRanges(t, open(nil))

	signed := open(url.Values{"redirect": {"signed"}})
	blobtest.Put(t, signed, "2026/11/a b.jpg", []byte("picture"))
	blobtest.Put(t, signed, "2026/11/a.svg", []byte("<svg/>"))
	res := get(t, signed, "GET", "/wp-content/uploads/2026/11/a b.jpg")
	if res.StatusCode != http.StatusFound || !strings.Contains(res.Header.Get("Cache-Control"), "max-age=600") {
		t.Fatalf("signed: %d %v", res.StatusCode, res.Header)
	}
	direct, err := http.Get(res.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Body.Close()
	if got := body(t, direct); direct.StatusCode != 200 || got != "picture" {
		t.Errorf("behind the redirect: %d %q", direct.StatusCode, got)
	}
	if res := get(t, signed, "GET", "/wp-content/uploads/2026/11/a.svg"); res.StatusCode != 200 || res.Header.Get("Content-Disposition") != "attachment" {
		t.Errorf("SVG: %d %v", res.StatusCode, res.Header)
	}
	public := open(url.Values{"public_url": {"https://cdn.example.org/media"}})
	if res := get(t, public, "GET", "/wp-content/uploads/2026/11/a b.jpg"); res.Header.Get("Location") != "https://cdn.example.org/media/2026/11/a%20b.jpg" {
		t.Errorf("public: %v", res.Header)
	}
}

// broken fails to open anything.
type broken struct {
	blob.Store
	err error
}

func (b broken) Open(context.Context, string) (blob.Object, error) { return nil, b.err }

// TestStorageAway has readers told to come back.
func TestStorageAway(t *testing.T) {
	t.Parallel()
	away := broken{onDisk(t, nil), fmt.Errorf("open: %w", fault.ErrNoStorage)}
	if res := get(t, away, "GET", "/wp-content/uploads/2026/11/a.jpg"); res.StatusCode != 503 || res.Header.Get("Retry-After") == "" || res.Header.Get("Cache-Control") != "" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
}

func TestFailingStore(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := httptest.NewRequest("GET", "/wp-content/uploads/2026/11/a.jpg", nil)
	w := httptest.NewRecorder()
	uploads.Handler(broken{onDisk(t, nil), errors.New("no disk")}, slog.New(slog.NewTextHandler(&log, nil))).ServeHTTP(w, r)
	if w.Code != http.StatusBadGateway || strings.Contains(w.Body.String(), "no disk") || !strings.Contains(log.String(), "no disk") {
		t.Errorf("%d %q, log %q", w.Code, w.Body, log.String())
	}
	if c := w.Header().Get("Cache-Control"); strings.Contains(c, "max-age") {
		t.Errorf("the failure is kept: %q", c)
	}
}
