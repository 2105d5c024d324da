package backup_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"quoin/internal/transfer/backup"
)

// TestCrawl asks a site that has a page which fails behind a link, one that is wanted and
// isn't there, a dead link, and another site.
func TestCrawl(t *testing.T) {
	t.Parallel()
	const base = "http://kept.example"
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "kept.example" {
			t.Errorf("asked as %s", r.Host)
		}
		asked[r.URL.Path]++
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<a href="/good/">x</a><a href="http://kept.example/dead/">y</a><a href="http://other.example/">z</a>`)
		case "/good/":
			fmt.Fprint(w, `<a href="../fails/">x</a><a href="/">x</a><a href="/moved/">x</a>`)
		case "/moved/":
			http.Redirect(w, r, base+"/good/", http.StatusMovedPermanently)
		case "/fails/":
			http.Error(w, "oh", http.StatusInternalServerError)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	c := backup.Crawl{
		Client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		Base:   base, At: server.URL, Most: 100, Wanted: []string{"/", "/post/"},
	}
	found, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Wrong) != 2 || found.Wrong[0].Where != "/post/" || found.Wrong[1].Where != "/fails/" || len(found.Dead) != 1 || found.Dead[0].Where != "/dead/" || found.Pages != 6 {
		t.Errorf("%+v", found)
	}
	for path, n := range asked {
		if n != 1 {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
	c.Most = 2
	if found, err = c.Run(t.Context()); err != nil || found.Pages != 2 || found.Left == 0 {
		t.Errorf("%+v %v", found, err)
	}
}
