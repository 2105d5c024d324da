package api

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/redirection"
)

// BenchmarkPageBesideRedirects asks for a cached page that no redirect means, on
// a site without the extension and on sites with more and more rules.
func BenchmarkPageBesideRedirects(b *testing.B) {
	for _, c := range []struct {
		name               string
		on                 bool
		literals, patterns int
	}{
		{"without", false, 0, 0}, {"10", true, 10, 0}, {"1000", true, 1000, 0}, {"100000", true, 100_000, 0}, {"100000+2000", true, 100_000, 2000},
	} {
		b.Run(c.name, func(b *testing.B) {
			var list []ext.Extension
			if c.on {
				list = []ext.Extension{redirection.Extension()}
			}
			s := start(b, app.Config{Extensions: list})
			s.make("/core/v2/pages", map[string]any{"title": "About", "slug": "about", "status": "publish", "content": strings.Repeat("<p>Text of a page.</p>", 200)})
			if c.on {
				var file strings.Builder
				for i := range c.literals - c.patterns {
					fmt.Fprintf(&file, "/old/section-%d/page-%d,/new/%d,0,301\n", i%97, i, i)
				}
				for i := range c.patterns {
					fmt.Fprintf(&file, "^/blog/([0-9]+)/topic-%d/(.*)$,/topic/%d/$2,1,301\n", i, i)
				}
				s.upload("rules.csv", file.String())
			}
			handler := s.app.Handler()
			ask := func() *httptest.ResponseRecorder {
				r := httptest.NewRequest("GET", "http://example.org/about/", nil)
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				return w
			}
			if w := ask(); w.Code != 200 {
				b.Fatal(w.Code)
			}
			b.ReportAllocs()
			for b.Loop() {
				if w := ask(); w.Code != 200 {
					b.Fatal(w.Code)
				}
			}
		})
	}
}
