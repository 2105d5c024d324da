package api

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/storage/store/storetest"
)

// TestFormerAddresses changes the structure of addresses again and again: what
// was linked before leads to where it is now.
func TestFormerAddresses(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	category := func(name string, parent any) any {
		return s.do("administrator", "POST", "/api/core/v2/categories", map[string]any{"name": name, "parent": parent}).object(t)["id"]
	}
	rocks := category("Rocks", 0)
	chalk := category("Chalk", rocks)
	post := func(title, status string, categories ...any) int64 {
		return s.newEntry("editor", "posts", map[string]any{
			"title": title, "status": status, "date": "2020-05-06T07:08:09", "categories": categories,
			"content": "<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage --><!-- wp:paragraph --><p>Two</p><!-- /wp:paragraph -->",
		})
	}
	flint := post("Flint", "publish", chalk)
	post("Hidden", "private", chalk)
	s.newEntry("editor", "pages", map[string]any{"title": "About", "status": "publish"})
	set := func(name, value string) {
		t.Helper()
		if err := s.app.Options.Set(app.AsOperator(t.Context()), name, value); err != nil {
			t.Fatal(err)
		}
	}
	leads := func(cases map[string]string) {
		t.Helper()
		for from, to := range cases {
			a := s.do("", "GET", from, nil)
			location, found := strings.CutPrefix(a.header.Get("Location"), "http://example.org")
			switch {
			case to == "404" && a.status == 404, to == "200" && a.status == 200:
			case to == "404" || to == "200" || a.status != 301 || !found || location != to:
				t.Errorf("%s: %d to %q, want %s", from, a.status, a.header.Get("Location"), to)
			default:
				if b := s.do("", "GET", strings.Split(location, "#")[0], nil); b.status != 200 {
					t.Errorf("%s leads to %s, which answers %d to %q", from, to, b.status, b.header.Get("Location"))
				}
			}
		}
	}
	const day = "/2020/05/06"
	leads(map[string]string{day + "/flint/": "200", "/flint/": day + "/flint/"})
	set("permalink_structure", "/%postname%/")
	leads(map[string]string{
		"/flint/": "200", day + "/flint/": "/flint/", day + "/flint": "/flint/", day + "/flint/2/": "/flint/2/", day + "/flint/?x=1": "/flint/?x=1",
		day + "/flint/feed/": "/flint/feed/", day + "/flint/feed/atom/": "/flint/feed/atom/", day + "/flint/embed/": "/flint/embed/",
		"/2020/05/07/flint/": "404",
		day + "/hidden/":     "404", day + "/nothing-at-all/": "404", "/about/": "200", "/2020/05/": "200",
	})
	if a := s.do("", "HEAD", day+"/flint/", nil); a.status != 301 {
		t.Errorf("HEAD: %d", a.status)
	}
	set("category_base", "topics")
	leads(map[string]string{"/topics/rocks/chalk/": "200", "/category/rocks/chalk/": "/topics/rocks/chalk/", "/category/rocks/chalk/feed/": "/topics/rocks/chalk/feed/"})
	set("permalink_structure", "/%category%/%postname%")
	leads(map[string]string{
		"/rocks/chalk/flint": "200", day + "/flint/": "/rocks/chalk/flint", "/flint/": "/rocks/chalk/flint", "/flint/2/": "/rocks/chalk/flint/2",
		"/rocks/flint": "/rocks/chalk/flint", "/nowhere/flint": "/rocks/chalk/flint", "/category/rocks/chalk/": "/topics/rocks/chalk",
	})
	set("permalink_structure", "/archives/%post_id%/")
	id := fmt.Sprintf("/archives/%d/", flint)
	leads(map[string]string{
		id: "200", "/rocks/chalk/flint": id, "/rocks/chalk/flint/2": id + "2/", "/flint/": id, day + "/flint/": id,
		"/rocks/chalk/hidden": "404", "/archives/99999/": "404",
	})
	if a := s.do("editor", "POST", fmt.Sprintf("/api/core/v2/posts/%d", flint), map[string]any{"slug": "silex"}); a.status != 200 {
		t.Fatal(a.status)
	}
	leads(map[string]string{"/rocks/chalk/flint": id, day + "/flint/": id, day + "/silex/": id})
	set("permalink_structure", "")
	leads(map[string]string{id: fmt.Sprintf("/?p=%d", flint), day + "/silex/": fmt.Sprintf("/?p=%d", flint), "/rocks/chalk/silex/2": fmt.Sprintf("/?p=%d&page=2", flint), "/nothing/": "404"})
	// Back and forth: the form in effect isn't a former one, and few are kept.
	for i := range 8 {
		set("permalink_structure", fmt.Sprintf("/v%d/%%postname%%/", i))
	}
	set("permalink_structure", "/%year%/%monthnum%/%day%/%postname%/")
	leads(map[string]string{day + "/silex/": "200", "/v7/silex/": day + "/silex/", "/v4/silex/feed/": day + "/silex/feed/"})
	forms := s.app.Env.Site.FormerAddresses(t.Context())
	if len(forms) != 5 || forms[0].Posts != "/v7/%postname%/" || forms[4].Posts != "/v3/%postname%/" {
		t.Errorf("remembered: %v", forms)
	}
	if n := s.missStatements(day + "/nothing-at-all/"); n > 60 {
		t.Errorf("%d statements for nothing", n)
	}
}

// missStatements counts the statements of a request for an address that means
// nothing.
func (s *server) missStatements(path string) int {
	s.t.Helper()
	ctx, count := storetest.CountStatements(s.t.Context())
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", path, nil))
	if w.Code != 404 {
		s.t.Errorf("%s: %d", path, w.Code)
	}
	return count()
}
