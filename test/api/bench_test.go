package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
)

// benchSite is a site of 100 posts with content of a usual length.
func benchSite(b *testing.B, c app.Config) *server {
	s := start(b, c)
	s.grow(100)
	text := "<!-- wp:paragraph -->\n<p>" + strings.Repeat("Lorem ipsum dolor sit amet, \"consectetur\" adipiscing elit. ", 8) + "</p>\n<!-- /wp:paragraph -->\n\n"
	err := s.app.DB.InTx(b.Context(), func(ctx context.Context) error {
		for id := int64(2); id <= 200; id += 2 {
			e, err := s.app.DB.EntryByID(ctx, id)
			if err != nil {
				return err
			}
			e = e.Clone()
			e.Content = strings.Repeat(text, 10)
			if err := s.app.DB.UpdateEntry(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func (s *server) read(b *testing.B, path string) {
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if w.Code != http.StatusOK {
		b.Fatalf("GET %s: %d %.300s", path, w.Code, w.Body)
	}
	b.SetBytes(int64(w.Body.Len()))
}

// BenchmarkUncached makes each answer again, from another address each time.
func BenchmarkUncached(b *testing.B) {
	s := benchSite(b, app.Config{})
	for name, path := range map[string]string{
		"list":     "/api/core/v2/posts?x=%d",
		"one":      "/api/core/v2/posts/2?x=%d",
		"search":   "/api/core/v2/posts?search=lorem&x=%d",
		"category": "/api/core/v2/posts?categories=3&x=%d",
		"embed":    "/api/core/v2/posts?_embed&per_page=100&x=%d",
		"fields":   "/api/core/v2/posts?_fields=id,title&x=%d",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n++
				s.read(b, fmt.Sprintf(path, n))
			}
		})
	}
}

// BenchmarkCached asks for the same addresses again and again.
func BenchmarkCached(b *testing.B) {
	s := benchSite(b, app.Config{})
	for name, path := range map[string]string{
		"list": "/api/core/v2/posts", "one": "/api/core/v2/posts/2", "embed": "/api/core/v2/posts?_embed&per_page=100",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.read(b, path)
			}
		})
	}
}

// BenchmarkWrite creates posts as a user with an application password: one that
// is as short as can be, again and again, and others of usual length.
func BenchmarkWrite(b *testing.B) {
	text := "<!-- wp:paragraph --><p>" + strings.Repeat("Some words of a post. ", 20) + "</p><!-- /wp:paragraph -->"
	for name, post := range map[string]func(n int) map[string]any{
		"short": func(int) map[string]any {
			return map[string]any{"title": "Bench", "content": "Text", "categories": []int{1}}
		},
		"usual": func(n int) map[string]any {
			return map[string]any{"title": fmt.Sprintf("Written as number %d", n), "content": text, "status": "publish"}
		},
	} {
		for _, preset := range []string{"core", "full"} {
			b.Run(name+"/"+preset, func(b *testing.B) {
				s := benchSite(b, app.Config{Preset: preset})
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n++
					if a := s.do("author", "POST", "/api/core/v2/posts", post(n)); a.status != http.StatusCreated {
						b.Fatalf("%d %s", a.status, a.body)
					}
				}
			})
		}
	}
}
