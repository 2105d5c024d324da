package gateway

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"quoin/internal/domain/site"
)

// An entry with the slug of the path is reached where a proxy says that it took the path off.
func TestBelowProxy(t *testing.T) {
	t.Parallel()
	got := ""
	r := httptest.NewRequest("GET", "/shop/kid/", nil)
	r.Header.Set("X-Forwarded-Prefix", "/shop")
	Below(&site.Site{URL: "https://example.org/shop"}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path })).ServeHTTP(httptest.NewRecorder(), r)
	if got != "/shop/kid/" {
		t.Errorf("%s", got)
	}
}

// A site whose address has a path gets requests below it as it gets them from a proxy that takes
// the path off.
func TestBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ base, method, asked, got string }{
		{"https://example.org/shop", "GET", "/shop/", "/"},
		{"https://example.org/shop", "GET", "/shop/a/?b=%2F", "/a/?b=%2F"},
		{"https://example.org/shop", "GET", "/shop/a%2Fb%20c", "/a%2Fb%20c"},
		{"https://example.org/shop", "POST", "/shop/wp-json/wp/v2/posts", "/wp-json/wp/v2/posts"},
		{"https://example.org/shop", "GET", "/shop?p=1", "to /shop/?p=1"},
		{"https://example.org/shop", "POST", "/shop?p=1", "/?p=1"},
		{"https://example.org/shop", "GET", "/shopping/", "/shopping/"},
		{"https://example.org/shop", "GET", "/a/", "/a/"},
		{"https://example.org/a/b", "GET", "/a/b/c", "/c"},
		{"https://example.org/a/b", "GET", "/a/c", "/a/c"},
		{"https://example.org/caf%C3%A9", "GET", "/caf%C3%A9/c", "/c"},
		{"https://example.org/caf%C3%A9", "GET", "/caf%c3%a9/%d1%82/", "/%d1%82/"},
		{"https://example.org/café", "GET", "/caf%C3%A9/a%2Fb", "/a%2Fb"},
		{"https://example.org/café", "GET", "/caf%C3%A9", "to /caf%C3%A9/"},
		{"https://example.org/shop", "GET", "/%73hop/a", "/a"},
		{"https://example.org/shop", "GET", "/shop%2Fa", "/shop%2Fa"},
		{"https://example.org/shop", "GET", "/shop//a", "//a"},
		{"https://example.org", "GET", "/shop/", "/shop/"},
		{"https://example.org", "GET", "//shop/", "//shop/"},
	} {
		got := ""
		w := httptest.NewRecorder()
		Below(&site.Site{URL: c.base}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if got = r.RequestURI; r.URL.RequestURI() != got {
				t.Errorf("%s: the target is %s, the address %s", c.asked, got, r.URL.RequestURI())
			}
		})).ServeHTTP(w, httptest.NewRequest(c.method, c.asked, nil))
		if to := w.Header().Get("Location"); to != "" {
			got = "to " + to
		}
		if got != c.got {
			t.Errorf("%s %s at %s is %q, want %q", c.method, c.asked, c.base, got, c.got)
		}
	}
}
