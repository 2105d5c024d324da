package app

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// The index by ?rest_route=/ is the reference's, since that form of addresses is; a namespace
// in it tells the dialect.
func TestIndexByQuery(t *testing.T) {
	t.Parallel()
	a := openSite(t, t.TempDir(), "http://site.test")
	defer a.Close()
	h := a.Handler()
	for query, want := range map[string]string{
		"/": `"wp/v2"`, "": `"wp/v2"`, "/core/v2": `"namespace":"core/v2"`, "/wp/v2": `"namespace":"wp/v2"`,
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "http://site.test/?rest_route="+query, nil))
		if text := strings.ReplaceAll(w.Body.String(), `\/`, "/"); w.Code != 200 || !strings.Contains(text, want) {
			t.Errorf("%q: %d %.200s", query, w.Code, text)
		}
	}
}
