package httpcache

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// Headers leave in the spelling that clients know, however an answer is written; those
// that are set after it began don't leave at all.
func TestSpelled(t *testing.T) {
	ways := map[string]func(w http.ResponseWriter){
		"/status":  func(w http.ResponseWriter) { w.WriteHeader(http.StatusCreated) },
		"/bytes":   func(w http.ResponseWriter) { _, _ = w.Write([]byte("text")) },
		"/string":  func(w http.ResponseWriter) { _, _ = io.WriteString(w, "text") },
		"/flush":   func(w http.ResponseWriter) { w.(http.Flusher).Flush() },
		"/reader":  func(w http.ResponseWriter) { _, _ = io.Copy(w, strings.NewReader("text")) },
		"/nothing": func(http.ResponseWriter) {},
		"/early": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusEarlyHints)
			w.Header().Set("X-WP-Nonce", "n")
			_, _ = w.Write(nil)
		},
	}
	server := httptest.NewServer(Spelled(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-WP-Total", "3")
		w.Header().Set("X-WP-TotalPages", "1")
		w.Header().Set("Content-Type", "text/plain")
		ways[r.URL.Path](w)
	})))
	defer server.Close()
	for way := range ways {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, "GET "+way+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(c)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
		lines := strings.Split(string(answer), "\r\n")
		want := []string{"X-WP-Total: 3", "X-WP-TotalPages: 1", "Content-Type: text/plain"}
		if way == "/early" {
			want = append(want, "X-WP-Nonce: n")
		}
		for _, line := range want {
			if !slices.Contains(lines, line) {
				t.Errorf("%s: no line %q in %q", way, line, answer)
			}
		}
		if strings.Contains(string(answer), "X-Wp-") {
			t.Errorf("%s: %q", way, answer)
		}
	}
}
