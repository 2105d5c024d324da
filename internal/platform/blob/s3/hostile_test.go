package s3

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/blob"
)

// hostile is a store at a service that answers with a handler, once it was opened.
func hostile(t *testing.T, h http.HandlerFunc) *Store {
	t.Helper()
	var opened atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if opened.Load() {
			h(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/xml")
		_, _ = io.WriteString(w, page("", "")) // a client that went away is found by the test
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	s, err := Open(t.Context(), Config{
		Bucket: "bucket", Endpoint: strings.TrimPrefix(server.URL, "http://"), Insecure: true, Region: "r", AccessKey: "a", SecretKey: "b", PathStyle: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.client, err = connect(s.config, patience{transport(), 300 * time.Millisecond, 600 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	opened.Store(true)
	return s
}

// page is one of a list of objects; with a token for the next one it isn't the last.
func page(contents, next string) string {
	truncated := ""
	if next != "" {
		truncated = "<IsTruncated>true</IsTruncated><NextContinuationToken>" + next + "</NextContinuationToken>"
	}
	return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>bucket</Name>` + truncated + contents + "</ListBucketResult>"
}

func entry(key string, size string) string {
	return "<Contents><Key>" + key + "</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;a&quot;</ETag><Size>" + size + "</Size></Contents>"
}

// forever repeats a text until the client goes away, and tells of how many bytes.
func forever(w http.ResponseWriter, r *http.Request, start, text string, sent *atomic.Int64) {
	_, err := io.WriteString(w, start)
	piece := strings.Repeat(text, 64<<10/len(text)+1)
	for n := 0; err == nil && r.Method != http.MethodHead && r.Context().Err() == nil; sent.Add(int64(n)) {
		n, err = io.WriteString(w, piece)
	}
}

// TestHostileService asks a service for everything that lies, never ends, comes byte by
// byte or leads elsewhere. Each call ends, with an error where there is no answer, and
// has read a bounded part.
func TestHostileService(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the service has led elsewhere")
	}))
	defer elsewhere.Close()
	slowly := func(w http.ResponseWriter, r *http.Request, text string) {
		for i := 0; r.Context().Err() == nil; i++ {
			if _, err := io.WriteString(w, text[i%len(text):i%len(text)+1]); err != nil {
				return
			}
			if http.NewResponseController(w).Flush() != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	for name, h := range map[string]http.HandlerFunc{
		"endless name": func(w http.ResponseWriter, r *http.Request) {
			forever(w, r, "<ListBucketResult><Contents><Key>", "a", &sent)
		},
		"endless list": func(w http.ResponseWriter, r *http.Request) {
			forever(w, r, "<ListBucketResult>", entry("a", "1"), &sent)
		},
		"endless blanks": func(w http.ResponseWriter, r *http.Request) { forever(w, r, "<?xml version=\"1.0\"?>", " ", &sent) },
		"deep":           func(w http.ResponseWriter, r *http.Request) { forever(w, r, "<ListBucketResult>", "<a>", &sent) },
		"attributes":     func(w http.ResponseWriter, r *http.Request) { forever(w, r, "<ListBucketResult ", "a='b' ", &sent) },
		"byte by byte":   func(w http.ResponseWriter, r *http.Request) { slowly(w, r, "<a>b</a>") },
		"same page": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, page(entry("a", "1")+entry("b", "1"), "again"))
		},
		"long refusal": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			forever(w, r, "<Error><Code>", "a", &sent)
		},
		"long header": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Long", strings.Repeat("a", 1<<20)) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusTemporaryRedirect)
		},
		"moved": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusMovedPermanently)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := hostile(t, h)
			listed, failed := 0, error(nil)
			for info, err := range s.List(t.Context(), "") {
				if err != nil {
					failed = err
					break
				}
				if blob.CheckKey(info.Key) != nil {
					t.Errorf("lists %q", info.Key)
				}
				if listed++; listed > 100_000 {
					t.Fatal("a list never ends")
				}
			}
			if failed == nil {
				t.Errorf("%d objects are listed", listed)
			}
			if err := s.Copy(t.Context(), "a", "b"); err == nil && name != "same page" {
				t.Error("something is copied")
			}
			_, _ = s.Stat(t.Context(), "a") // ends, too
		})
	}
	t.Cleanup(func() {
		if n := sent.Load(); n > 1<<30 {
			t.Errorf("%d MB were taken", n>>20)
		}
	})
}

// TestHostileLists lists names and sizes that no object has.
func TestHostileLists(t *testing.T) {
	t.Parallel()
	s := hostile(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, page(entry("../a", "1")+entry("/a", "1")+entry("a//b", "1")+entry("&#x202e;", "1")+entry(strings.Repeat("a", 5000), "1")+entry("ok.txt", "5"), ""))
	})
	var keys []string
	for info, err := range s.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	for _, key := range keys {
		if blob.CheckKey(key) != nil {
			t.Errorf("lists %q", key)
		}
	}
	if len(keys) == 0 || keys[len(keys)-1] != "ok.txt" {
		t.Errorf("%q", keys)
	}
}

// TestHostileObjects reads objects whose sizes are lies: never more than was said, and
// an error where there is less.
func TestHostileObjects(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		length, body string
		want         string // "" for an error
	}{
		"longer":    {"5", "0123456789", "01234"},
		"shorter":   {"20", "0123456789", ""},
		"huge":      {"9223372036854775807", "0123456789", ""},
		"negative":  {"-1", "0123456789", ""},
		"no number": {"x", "0123456789", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := hostile(t, func(w http.ResponseWriter, r *http.Request) {
				conn, out, err := w.(http.Hijacker).Hijack()
				if err != nil {
					return
				}
				defer conn.Close()
				head := "HTTP/1.1 200 OK\r\nConnection: close\r\nETag: \"a\"\r\nLast-Modified: Mon, 02 Jan 2006 15:04:05 GMT\r\nContent-Type: text/plain\r\n"
				if r.Method == http.MethodHead {
					_, _ = fmt.Fprintf(out, "%sContent-Length: %s\r\n\r\n", head, c.length)
				} else {
					_, _ = fmt.Fprintf(out, "%sContent-Length: %d\r\n\r\n%s", head, len(c.body), c.body)
				}
				_ = out.Flush()
			})
			o, err := s.Open(t.Context(), "a.txt")
			var got []byte
			if err == nil {
				defer o.Close()
				got, err = io.ReadAll(io.LimitReader(o, 1<<20))
			}
			if c.want == "" && err == nil || c.want != "" && (err != nil || string(got) != c.want) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
