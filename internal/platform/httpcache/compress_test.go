package httpcache

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// TestEncodersAreUsedAgain sends answers to reads and writes in both encodings, many at a
// time: each is the one that was sent, whoever used its encoder before.
func TestEncodersAreUsedAgain(t *testing.T) {
	t.Parallel()
	decode := map[string]func(r io.Reader) (io.Reader, error){
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	}
	var sending sync.WaitGroup
	for i := range 64 {
		sending.Go(func() {
			body := strings.Repeat(fmt.Sprintf("Answer %d of those that are sent. ", i), 100+i)
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
				for encoding, open := range decode {
					w := httptest.NewRecorder()
					r := httptest.NewRequest(method, "/", nil)
					r.Header.Set("Accept-Encoding", encoding)
					Send(w, r, http.StatusOK, []byte(body))
					if got := w.Header().Get("Content-Encoding"); got != encoding || w.Body.Len() > len(body)/4 {
						t.Errorf("%s %s: encoded as %q in %d bytes of %d", method, encoding, got, w.Body.Len(), len(body))
					}
					in, err := open(w.Body)
					if err != nil {
						t.Errorf("%s %s: %v", method, encoding, err)
						continue
					}
					if got, err := io.ReadAll(in); err != nil || string(got) != body {
						t.Errorf("%s %s: %d bytes of %d, %v", method, encoding, len(got), len(body), err)
					}
				}
			}
		})
	}
	sending.Wait()
}

// BenchmarkSend compresses an answer of 13 KB to a read, and to a write.
func BenchmarkSend(b *testing.B) {
	var body strings.Builder
	for i := 0; body.Len() < 13<<10; i++ {
		fmt.Fprintf(&body, `{"id":%d,"slug":"written-%d","link":"http:\/\/example.org\/%d\/"},`, i, i*7, i*13)
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for _, encoding := range encodings {
			b.Run(method+" "+encoding, func(b *testing.B) {
				r := httptest.NewRequest(method, "/", nil)
				r.Header.Set("Accept-Encoding", encoding)
				b.ReportAllocs()
				for b.Loop() {
					w := httptest.NewRecorder()
					Send(w, r, http.StatusOK, []byte(body.String()))
					b.ReportMetric(float64(w.Body.Len()), "bytes")
				}
			})
		}
	}
}
