package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/seo"
)

// BenchmarkHeads holds lists with heads against lists without, and creates with
// the extension against those without it. Each list is asked for at another
// address, so that no whole answer is one from before.
func BenchmarkHeads(b *testing.B) {
	for _, with := range []bool{false, true} {
		extensions := []ext.Extension{}
		if with {
			extensions = append(extensions, seo.Extension())
		}
		s := benchSite(b, app.Config{Extensions: extensions})
		b.Run(fmt.Sprintf("list/heads=%v", with), func(b *testing.B) {
			for i := range b.N {
				s.read(b, fmt.Sprintf("/api/core/v2/posts?per_page=100&x=%d", i))
			}
		})
		text := "<!-- wp:paragraph -->\n<p>" + strings.Repeat("Lorem ipsum dolor sit amet, <a href=\\\"/page-4/\\\">consectetur</a> elit. ", 20) + "</p>\n<!-- /wp:paragraph -->"
		b.Run(fmt.Sprintf("create/heads=%v", with), func(b *testing.B) {
			for i := range b.N {
				r := httptest.NewRequest("POST", "/api/core/v2/posts", strings.NewReader(fmt.Sprintf(`{"title":"Post %d","status":"publish","content":"%s"}`, i, strings.ReplaceAll(text, "\n", `\n`))))
				r.Header.Set("Content-Type", "application/json")
				r.SetBasicAuth("test_administrator", s.secrets["administrator"])
				w := httptest.NewRecorder()
				s.handler.ServeHTTP(w, r)
				if w.Code != http.StatusCreated {
					b.Fatalf("create: %d %.300s", w.Code, w.Body)
				}
			}
		})
	}
}
