package gateway

import (
	"net/http"
	"strings"
	"testing"

	"quoin/internal/ext"
	"quoin/internal/platform/access"
)

// A page of an extension says who may read it, and takes no place of the site.
func TestPagesAreChecked(t *testing.T) {
	t.Parallel()
	serve := func(http.ResponseWriter, *http.Request, access.Actor) {}
	for path, want := range map[string]string{
		"/reports": "", "/reports/": "", "/wp-administer": "", "/": "isn't one below", "reports": "isn't one below", "//x": "isn't one below",
		"/a/../wp-admin": "isn't one below", "/wp-admin": "stands where", "/wp-admin/reports/": "stands where", "/api": "stands where",
		"/api/x": "stands where", "/wp-json/": "stands where", "/wp-content/": "stands where", "/wp-login.php": "stands where", "/wp-login.php/": "stands where",
	} {
		err := CheckPages([]ext.OwnPage{{Path: path, Public: true, Serve: serve}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, p := range []ext.OwnPage{
		{Path: "/reports", Serve: serve}, {Path: "/reports", Public: true, Cap: "edit_posts", Serve: serve}, {Path: "/reports", Public: true},
	} {
		if CheckPages([]ext.OwnPage{p}) == nil {
			t.Errorf("%+v starts", p)
		}
	}
}

// What would lock people out can't be led away from.
func TestProtectedPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/wp-admin": true, "/wp-admin/": true, "/wp-admin/x": true, "/wp-login.php": true, "/api": true, "/api/core/v2/posts": true, "/wp-json/wp/v2": true,
		"/account": true, "/": false, "/apiary": false, "/hello": false, "/wp-content/uploads/a.jpg": false,
	} {
		if Protected(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}
