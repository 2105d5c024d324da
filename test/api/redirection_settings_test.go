package api

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/exttest"
	"quoin/internal/ext/redirection"
)

// redirectSettings changes settings.
func (s *server) redirectSettings(set map[string]any) map[string]any {
	s.t.Helper()
	a := s.do("administrator", "POST", "/api/redirection/v1/setting", set)
	if a.status != 200 {
		s.t.Fatalf("settings: %d %s", a.status, a.body)
	}
	return a.object(s.t)["settings"].(map[string]any)
}

// redirectLog is the log of redirects, the newest first.
func (s *server) redirectLog(query string) []any {
	s.t.Helper()
	return s.do("administrator", "GET", "/api/redirection/v1/log?"+query, nil).object(s.t)["items"].([]any)
}

// TestRedirectsByFormerAddresses leads addresses of posts in the forms that
// the site's permalinks had to those that they have.
func TestRedirectsByFormerAddresses(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "Lime", "slug": "lime", "status": "publish", "date": "2026-03-04T05:06:07"})
		s.make("/core/v2/posts", map[string]any{"title": "Draft", "slug": "unseen", "status": "draft", "date": "2026-03-04T05:06:07"})
		now := "http://example.org/2026/03/04/lime/"
		s.leads("/archives/"+id, 404, "")
		s.leads("/lime", 301, now) // as is guessed
		s.redirectSettings(map[string]any{"permalinks": []any{"/archives/%post_id%", "/blog/%year%/%postname%/", "/%minute%/x-%postname%/", "/%nonsense%/", "/plain/", " /%monthnum%/%postname%/ ", "/%category%/c-%postname%/"}})
		if a := s.leads("/archives/"+id+"?x=1", 301, strings.TrimSuffix(now, "/")); a.header.Get("X-Redirect-By") != "redirection" {
			t.Errorf("by %v", a.header)
		}
		s.leads("/03/lime/", 301, now)
		s.leads("/blog/2026/Lime", 301, now)
		s.leads("/06/x-lime/", 301, now)
		s.leads("/uncategorized/c-lime/", 404, "") // what looks like an encoded byte went from its form
		for _, path := range []string{"/archives/99999999999999999999", "/archives/" + id + "0", "/blog/2026/unseen/", "/blog/2026/lime/more", "/plain/"} {
			s.leads(path, 404, "")
		}
		if a := s.do("", "POST", "/archives/"+id, nil); a.status != 301 {
			t.Errorf("a form: %d", a.status)
		}
		if log := s.redirectLog(""); len(log) != 0 {
			t.Errorf("log %v", log)
		}
	})
}

// TestRedirectsOfOthers logs redirects that the site makes itself.
func TestRedirectsOfOthers(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.make("/core/v2/pages", map[string]any{"title": "About", "slug": "about", "status": "publish"})
		s.mustRule("/old", "/about/", nil)
		s.leads("/about", 301, "http://example.org/about/")
		if log := s.redirectLog(""); len(log) != 0 {
			t.Errorf("logged without the setting: %v", log)
		}
		s.redirectSettings(map[string]any{"log_external": true, "log_header": true})
		s.leads("/about?x=1", 301, "http://example.org/about/?x=1", "User-Agent", "Mason", "Cookie", "secret=1")
		s.leads("/old", 301, "/about/")
		s.leads("/about/", 200, "")
		s.leads("/nowhere/", 404, "")
		log := s.redirectLog("filterBy[redirect_by]=wordpress")
		if len(log) != 1 || len(s.redirectLog("")) != 2 {
			t.Fatalf("log %v", s.redirectLog(""))
		}
		got := log[0].(map[string]any)
		for name, want := range map[string]any{
			"url": "/about?x=1", "sent_to": "http://example.org/about/?x=1", "http_code": "301", "agent": "Mason",
			"redirect_by": "WordPress", "redirect_by_slug": "wordpress", "redirection_id": "0", "request_method": "GET",
		} {
			if fmt.Sprint(got[name]) != want {
				t.Errorf("%s: %v, want %v", name, got[name], want)
			}
		}
		if data := fmt.Sprint(got["request_data"]); !strings.Contains(data, "Mason") || strings.Contains(data, "secret") {
			t.Errorf("headers %s", data)
		}
	})
}

// TestRedirectsByConditions asks a condition that another extension declares,
// while that is active.
func TestRedirectsByConditions(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{redirection.Extension(), exttest.Extension()}})
		for path, filter := range map[string]string{"/both": "probe-asked", "/none": "nobody"} {
			s.mustRule(path, "", map[string]any{"match_type": "custom", "action_data": map[string]any{"filter": filter + "!", "url_from": "/yes", "url_notfrom": "/no"}})
		}
		s.leads("/both", 301, "/yes", "X-Asked", "yes")
		s.leads("/both", 301, "/no")
		s.leads("/none", 301, "/no", "X-Asked", "yes")
		s.switchProbe("inactive")
		s.leads("/both", 301, "/no", "X-Asked", "yes")
	})
}

// TestAddressesInHeaders holds that a visitor's address is that of the header that the settings
// name: the first in it, and none where the header has something else.
func TestAddressesInHeaders(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.mustRule("/near", "", map[string]any{"match_type": "ip", "action_data": map[string]any{"ip": []any{"192.0.2.1"}, "url_from": "/yes", "url_notfrom": "/no"}})
		s.mustRule("/far", "", map[string]any{"match_type": "ip", "action_data": map[string]any{"ip": []any{"198.51.100.7"}, "url_from": "/yes", "url_notfrom": "/no"}})
		s.leads("/near", 301, "/yes", "X-Forwarded-For", "198.51.100.7")
		if a := s.do("administrator", "POST", "/api/redirection/v1/setting", map[string]any{"ip_headers": []any{"HTTP_X_FORWARDED_FOR"}}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		s.leads("/near", 301, "/yes")
		s.leads("/near", 301, "/no", "X-Forwarded-For", "garbage")
		s.leads("/far", 301, "/yes", "X-Forwarded-For", "198.51.100.7, 10.0.0.1")
	})
}

// TestRedirectsThatAreCached tells browsers to keep redirects for as long as the
// settings say, and never those that others may be led elsewhere by.
func TestRedirectsThatAreCached(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		for _, code := range []int{301, 302, 303, 304, 307, 308} {
			s.mustRule(fmt.Sprint("/c", code), "/to", map[string]any{"action_code": code})
		}
		s.mustRule("/me", "", map[string]any{"match_type": "login", "action_data": map[string]any{"logged_in": "/in", "logged_out": ""}})
		// Who isn't led by the first rule is led by the second, which says so.
		s.mustRule("/me", "/everybody", nil)
		s.mustRule("/here", "", map[string]any{"match_type": "ip", "action_data": map[string]any{"ip": []string{"203.0.113.9"}, "url_from": "/in", "url_notfrom": ""}})
		s.mustRule("/here", "/everybody", nil)
		s.mustRule("/any", "", map[string]any{"action_type": "random"})
		// Nobody declares such a condition: it holds for nobody.
		s.mustRule("/own", "", map[string]any{"match_type": "custom", "action_data": map[string]any{"filter": "nothing", "url_from": "/in", "url_notfrom": "/out"}})
		lost := map[string]any{"page": "404", "url": "/to"}
		s.mustRule("/lost", "/to", map[string]any{"match_type": "page", "action_data": lost})
		s.mustRule("/lost302", "/to", map[string]any{"match_type": "page", "action_code": 302, "action_data": lost})
		s.make("/core/v2/posts", map[string]any{"title": "Any", "status": "publish"})
		const never = "no-cache, must-revalidate, max-age=0, no-store, private"
		for hours, permanent := range map[int]string{-1: never, 0: "", 1: "max-age=3600", 168: "max-age=604800"} {
			s.redirectSettings(map[string]any{"redirect_cache": hours})
			for path, want := range map[string]string{
				"/c301": permanent, "/c308": "", "/c302": "", "/c303": "", "/c304": "", "/c307": never, "/me": permanent, "/any": permanent, "/here": never,
				"/own": permanent, "/lost": map[bool]string{true: permanent, false: never}[permanent != ""], "/lost302": never,
			} {
				a := s.do("", "GET", path, nil)
				if got := a.header.Get("Cache-Control"); got != want || (a.header.Get("Expires") == "") != (want == "") {
					t.Errorf("%d hours, %s: %q, want %q", hours, path, got, want)
				}
				if varies := slices.Contains(a.header["Vary"], "Cookie"); varies != (path == "/me") {
					t.Errorf("%s varies by %q", path, a.header["Vary"])
				}
			}
		}
		// What was taken for gone is there again without a trace of it.
		id := s.mustRule("/about/", "", map[string]any{"action_type": "error", "action_code": 410})
		s.make("/core/v2/pages", map[string]any{"title": "About", "slug": "about", "status": "publish"})
		if a := s.leads("/about/", 410, ""); !strings.Contains(a.header.Get("Cache-Control"), "no-cache") {
			t.Errorf("an error may be kept: %v", a.header)
		}
		if a := s.do("", "POST", "/about/", nil); a.status != 410 {
			t.Errorf("POST: %d", a.status)
		}
		s.do("administrator", "POST", "/api/redirection/v1/bulk/redirect/delete", map[string]any{"items": []any{id}})
		s.leads("/about/", 200, "")
	})
}

// TestRedirectCacheKey changes the key for caches whenever a rule does.
func TestRedirectCacheKey(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Clock: clock.now, Extensions: []ext.Extension{redirection.Extension()}})
		key := func(set map[string]any) string { return fmt.Sprintf("%.0f", s.redirectSettings(set)["cache_key"]) }
		s.mustRule("/a", "/b", nil)
		if got := key(map[string]any{}); got != "0" {
			t.Errorf("key %s", got)
		}
		first := key(map[string]any{"cache_key": true})
		if first != fmt.Sprint(clock.now().Unix()) {
			t.Errorf("key %s", first)
		}
		clock.unix.Add(60)
		s.mustRule("/c", "/d", nil)
		if got := key(map[string]any{}); got != fmt.Sprint(clock.now().Unix()) || got == first {
			t.Errorf("key %s after a new rule", got)
		}
		if got := key(map[string]any{"cache_key": false}); got != "0" {
			t.Errorf("key %s", got)
		}
		if got := key(map[string]any{"cache_key": 7}); got != "7" {
			t.Errorf("key %s", got)
		}
	})
}

// TestNamesOfTheSite leads from other names of a site to its own: with and without
// www. on every site, others as the settings say.
func TestNamesOfTheSite(t *testing.T) {
	t.Parallel()
	s := redirecting(t, engine{"sqlite"})
	s.make("/core/v2/pages", map[string]any{"title": "About", "slug": "about", "status": "publish"})
	asked := func(method, host, path string) (int, string, string) {
		t.Helper()
		r := httptest.NewRequest(method, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w.Code, w.Header().Get("Location"), w.Header().Get("X-Redirect-By")
	}
	want := func(method, host, path string, status int, location, by string) {
		t.Helper()
		if gotStatus, gotTo, gotBy := asked(method, host, path); gotStatus != status || gotTo != location || gotBy != by {
			t.Errorf("%s %s%s: %d %q by %q, want %d %q by %q", method, host, path, gotStatus, gotTo, gotBy, status, location, by)
		}
	}
	const own = "http://example.org"
	want("GET", "www.example.org", "/about/?b=1&a[]=%20", 301, own+"/about/?b=1&a[]=%20", "")
	want("GET", "www.example.org", "/about", 301, own+"/about/", "")
	want("HEAD", "WWW.example.org", "/nowhere", 301, own+"/nowhere", "")
	want("POST", "www.example.org", "/about/", 200, "", "")
	want("GET", "www.example.org", "/robots.txt?x=1", 301, own+"/robots.txt?x=1", "")
	want("GET", "www.example.org", "/feed/", 301, own+"/feed/", "")
	want("GET", "EXAMPLE.org", "/about/", 200, "", "")
	want("GET", "other.example", "/about/", 200, "", "")
	want("GET", "other.example", "/about", 301, own+"/about/", "") // a cache would give it to others
	want("GET", "other.example", "/nowhere(x)?a=1", 301, own+"/nowhere(x?a=1", "")
	s.redirectSettings(map[string]any{"aliases": []any{"http://old.example/x", "bad host", ""}, "preferred_domain": "nowww"})
	want("GET", "old.example", "/about/?x=1", 301, own+"/about/?x=1", "redirection")
	want("POST", "www.old.example", "/about/", 301, own+"/about/", "redirection")
	want("GET", "badhost", "/about/", 301, own+"/about/", "redirection")
	want("GET", "old.example", "/wp-json/", 200, "", "") // programs are served where they ask
	want("GET", "example.org", "/about/", 200, "", "")
	// What the site's own address doesn't say leads nowhere.
	s.redirectSettings(map[string]any{"preferred_domain": "www"})
	want("GET", "example.org", "/about/", 200, "", "")
	want("GET", "old.example", "/about/", 200, "", "")
	s.redirectSettings(map[string]any{"preferred_domain": "", "https": true})
	want("GET", "old.example", "/about/", 200, "", "")
	settings := s.redirectSettings(map[string]any{"relocate": "https://new.example:8443/base/"})
	if settings["relocate"] != "https://new.example/base/" || settings["https"] != false {
		t.Errorf("settings %v", settings)
	}
	want("POST", "example.org", "/about/?x=1", 301, "https://new.example/base/about/?x=1", "redirection")
	want("GET", "new.example", "/about/", 200, "", "")
	if status, to, _ := asked("GET", "example.org", "/wp-login.php"); status != 200 {
		t.Errorf("log-in: %d %s", status, to)
	}
}
