package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/analytics"
	"quoin/internal/platform/outbound"
)

const browserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// popular is what the command tells.
func (s *server) popular() string {
	s.t.Helper()
	var out bytes.Buffer
	err := s.app.Ext.Run(s.t.Context(), "analytics", "popular", &ext.Call{Flags: map[string]any{"days": int64(30), "limit": int64(10)}, Out: &out})
	if err != nil {
		s.t.Fatal(err)
	}
	return out.String()
}

// TestViews counts views of pages, and not those of programs and of entries
// that aren't tracked.
func TestViews(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Clock: c.now, Extensions: []ext.Extension{analytics.Extension()}})
		post := func(title string, more map[string]any) (id, page string) {
			body := map[string]any{"title": title, "status": "publish"}
			for k, v := range more {
				body[k] = v
			}
			id = s.make("/core/v2/posts", body)
			return id, strings.TrimPrefix(valueAt(s.entry(id), "link"), "http://example.org")
		}
		first, firstPage := post("First", nil)
		second, secondPage := post("Second", nil)
		_, skipped := post("Skipped", map[string]any{"meta": map[string]any{"_analytics_skip_tracking": true}})
		view := func(n int, page string, headers ...string) {
			for range n {
				s.do("", "GET", page, nil, append([]string{"User-Agent", browserAgent}, headers...)...)
			}
		}
		if page := strings.ToLower(string(s.do("", "GET", firstPage, nil).body)); strings.Contains(page, "monsterinsights") {
			t.Errorf("a page names who counts: %s", page)
		}
		view(2, firstPage)
		view(3, secondPage)
		view(1, "/") // a list
		view(5, skipped)
		view(5, firstPage, "User-Agent", "Googlebot/2.1")
		view(5, firstPage, "User-Agent", "")
		view(5, firstPage, "Sec-Purpose", "prefetch")
		view(5, firstPage+"nowhere/")
		view(5, "/api/core/v2/posts/"+first)
		s.do("", "HEAD", firstPage, nil, "User-Agent", browserAgent)
		want := fmt.Sprintf("3\t%s\tSecond\n2\t%s\tFirst\n", second, first)
		if got := s.popular(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		// An answer that the browser has already counts as well.
		tag := s.do("", "GET", firstPage, nil).header.Get("ETag")
		if a := s.do("", "GET", firstPage, nil, "User-Agent", browserAgent, "If-None-Match", tag); a.status != 304 {
			t.Fatalf("%d", a.status)
		}
		s.make("/core/v2/pages", map[string]any{"title": "Reads", "slug": "reads", "status": "publish", "content": "<!-- wp:monsterinsights/popular-posts-widget {\"post_count\":1} /-->"})
		if a := s.do("", "GET", "/reads/", nil); !strings.Contains(string(a.body), `<a href="http://example.org`+secondPage+`">Second</a>`) || strings.Contains(string(a.body), ">First</a>") {
			t.Errorf("the block: %s", a.body)
		}
		s.do("administrator", "DELETE", "/api/core/v2/posts/"+second+"?force=true", nil)
		if got, want := s.popular(), fmt.Sprintf("3\t%s\tFirst\n", first); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		// Old days don't count.
		c.unix.Add(int64(40 * 24 * time.Hour / time.Second))
		view(1, firstPage)
		if got, want := s.popular(), fmt.Sprintf("1\t%s\tFirst\n", first); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if err := s.app.Options.Set(t.Context(), "analytics:tracking", "false"); err != nil {
			t.Fatal(err)
		}
		view(3, firstPage)
		if got, want := s.popular(), fmt.Sprintf("1\t%s\tFirst\n", first); got != want {
			t.Errorf("switched off: %q, want %q", got, want)
		}
	})
}

// provider is a provider of analytics.
type provider struct {
	mu    sync.Mutex
	calls []string
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	p.mu.Lock()
	p.calls = append(p.calls, r.Method+" "+r.URL.Path+" "+string(body))
	p.mu.Unlock()
	var sent map[string]any
	_ = json.Unmarshal(body, &sent)
	if sent["license"] == "bad" {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"message":"This licence has ended."}`)
	}
}

func (p *provider) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.calls...)
}

// neighbour lets a site ask a server on this machine.
func neighbour(t testing.TB, h http.Handler) (address string, c *outbound.Client) {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	return srv.URL, outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(u.Host)}})
}

func TestOnboarding(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		p := &provider{}
		address, client := neighbour(t, p)
		c := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Clock: c.now, Outbound: client, Extensions: []ext.Extension{analytics.Extension()}})
		begin := func() string {
			a := s.do("administrator", "POST", "/wp-admin/admin.php?action=analytics_onboarding", nil)
			to, err := url.Parse(a.header.Get("Location"))
			if err != nil || a.status != 302 {
				t.Fatalf("%d %v", a.status, err)
			}
			return to.Query().Get("onboarding_key")
		}
		const root = "/api/analytics/v1/onboarding/"
		call := func(method, path, key string, body map[string]any, status int) answer {
			t.Helper()
			if body == nil {
				body = map[string]any{}
			}
			body["onboarding_key"] = key
			var a answer
			if method == "GET" {
				q := url.Values{}
				for k, v := range body {
					q.Set(k, fmt.Sprint(v))
				}
				a = s.do("", "GET", root+path+"?"+q.Encode(), nil)
			} else {
				a = s.do("", method, root+path, body)
			}
			if a.status != status {
				t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
			}
			return a
		}
		license := map[string]any{"license_key": "good"}
		if a := call("GET", "settings", "", nil, 401); valueAt(a.json(t), "code") != "invalid_onboarding_key" {
			t.Errorf("%s", a.body)
		}
		old := begin()
		key := begin()
		call("GET", "settings", old, nil, 401)
		if a := s.do("editor", "POST", "/wp-admin/admin.php?action=analytics_onboarding", nil); a.status != 403 {
			t.Errorf("an editor: %d", a.status)
		}
		if a := s.do("", "GET", root+"settings", nil); a.status != 400 || valueAt(a.json(t), "code") != "rest_missing_callback_param" {
			t.Errorf("without a key: %d", a.status)
		}
		s.wantAt(call("GET", "settings", key, nil, 200).json(t), map[string]string{
			"settings/tracking": "true", "site/url": "http://example.org", "profile/connected": "false", "settings/popular_posts": "5",
		})
		call("GET", "connect-url", key, license, 400)
		call("POST", "set-license-key", key, license, 400)
		if err := s.app.Options.Set(t.Context(), "analytics:base_url", address); err != nil {
			t.Fatal(err)
		}
		to := valueAt(call("GET", "connect-url", key, license, 200).json(t), "data/url")
		if u, err := url.Parse(to); err != nil || !strings.HasPrefix(to, address+"/connect?") || u.Query().Get("site") != "http://example.org" || u.Query().Get("onboarding_key") != key {
			t.Errorf("connect at %s", to)
		}
		call("POST", "settings", key, map[string]any{"settings": map[string]any{"popular_posts": 3, "unknown": 1}}, 200)
		call("POST", "settings", key, map[string]any{"popular_posts": 4, "keep_days": 0}, 400)
		s.wantAt(call("GET", "settings", key, nil, 200).json(t), map[string]string{"settings/popular_posts": "3", "settings/keep_days": "400"})
		s.wantAt(call("POST", "set-license-key", key, map[string]any{"license_key": "bad"}, 400).json(t), map[string]string{"message": "This licence has ended."})
		s.wantAt(call("GET", "settings", key, nil, 200).json(t), map[string]string{"profile/licensed": "false"})
		call("POST", "set-license-key", key, license, 200)
		s.wantAt(call("GET", "settings", key, nil, 200).json(t), map[string]string{"profile/licensed": "true", "profile/connected": "true"})
		if got := p.heard(); len(got) != 2 || got[1] != `POST /validate-license {"license":"good","site":"http:\/\/example.org"}` {
			t.Errorf("the provider heard %q", got)
		}
		call("POST", "delete-onboarding-key", key, nil, 200)
		call("GET", "settings", key, nil, 401)
		key = begin()
		c.unix.Add(int64(25 * time.Hour / time.Second))
		call("GET", "settings", key, nil, 401)
	})
}

// TestFeedback keeps feedback until the provider takes it.
func TestFeedback(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		p := &provider{}
		address, client := neighbour(t, p)
		// The work of each day is due at once, by the clock of the jobs.
		c := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Clock: c.now, Outbound: client, Extensions: []ext.Extension{analytics.Extension()}})
		send := func(body map[string]any, status int) {
			t.Helper()
			if a := s.do("administrator", "POST", "/wp-json/monsterinsights/v1/feedback", body); a.status != status {
				t.Errorf("%v: %d %s", body, a.status, a.body)
			}
		}
		send(map[string]any{"rating": 2, "feature_key": "a"}, 200)
		send(map[string]any{"rating": 4, "feature_key": "a", "message": "fine"}, 200)
		send(map[string]any{"rating": []any{1}, "feature_key": "b"}, 400)
		send(map[string]any{"rating": 1, "feature_key": strings.Repeat("k", 300)}, 400)
		if err := s.app.Options.Set(t.Context(), "analytics:base_url", address); err != nil {
			t.Fatal(err)
		}
		const want = `POST /feature-feedback {"feedback":[{"feature_key":"a","rating":"4","feedback":"fine"}]}`
		waiting := func() (n int64) {
			if _, err := s.app.DB.Tables("analytics").QueryRow(t.Context(), "SELECT COUNT(*) FROM analytics_feedback WHERE waiting = ?", []any{true}, &n); err != nil {
				t.Error(err)
			}
			return n
		}
		s.work(func() bool { return waiting() == 0 })
		if got := p.heard(); len(got) == 0 || got[0] != want || waiting() != 0 {
			t.Errorf("the provider heard %q, want %q; %d wait on", got, want, waiting())
		}
	})
}

// TestCachedViewsCostNoStatements views a page from the cache: counting that
// asks the database nothing.
func TestCachedViewsCostNoStatements(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{"title": "Seen", "status": "publish"})
	page := strings.TrimPrefix(valueAt(s.do("", "GET", "/api/core/v2/posts/"+id, nil).json(t), "link"), "http://example.org")
	view := func() {
		t.Helper()
		if a := s.do("", "GET", page, nil, "User-Agent", "Mozilla/5.0 (X11; Linux x86_64)"); a.status != 200 {
			t.Fatalf("%d", a.status)
		}
	}
	view()
	view()
	before, _ := s.app.DB.Ran()
	const times = 100
	for range times {
		view()
	}
	// The day is asked for again every ten seconds.
	if after, _ := s.app.DB.Ran(); after-before > times/10 {
		t.Errorf("%d views cost %d statements", times, after-before)
	}
}

// TestWhatEditorsAskOf are the answers that editors choose popular posts by.
func TestWhatEditorsAskOf(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Extensions: []ext.Extension{analytics.Extension()}})
	ask := func(path string) any { return s.do("author", "GET", "/api/analytics/v1/"+path, nil).json(t) }
	s.wantAt(ask("popular-posts/themes/inline"), map[string]string{"selected": "alpha", "themes/november/label": "November"})
	s.wantAt(ask("popular-posts/themes/INLINE"), map[string]string{"selected": "", "themes/mike/level": "plus"})
	s.wantAt(ask("popular-posts/themes/other"), map[string]string{"selected": "", "themes": "[]"})
	s.wantAt(ask("taxonomy/post_format"), map[string]string{"label": "Formats", "show_ui": "false", "show_in_nav_menus": "true"})
	s.wantAt(ask("taxonomy/nav_menu"), map[string]string{"show_ui": "false", "show_in_menu": "false"})
	s.wantAt(ask("taxonomy/core_pattern_category"), map[string]string{"show_ui": "true", "show_tagcloud": "false", "show_admin_column": "true"})
	inReference := s.do("author", "GET", "/wp-json/monsterinsights/v1/taxonomy/wp_template_part_area", nil).json(t)
	s.wantAt(inReference, map[string]string{"name": "wp_template_part_area", "label": "Template Part Areas", "cap/manage_terms": "manage_categories"})
}

// TestDescribedTaxonomies are names that clients know the parts of an administration by.
func TestDescribedTaxonomies(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Extensions: []ext.Extension{analytics.Extension()}})
	ask := func(name string) any {
		return s.do("author", "GET", "/wp-json/monsterinsights/v1/taxonomy/"+name, nil).json(t)
	}
	s.wantAt(ask("category"), map[string]string{
		"meta_box_cb": "post_categories_meta_box", "meta_box_sanitize_cb": "taxonomy_meta_box_sanitize_cb_checkboxes",
		"rest_controller_class": "WP_REST_Terms_Controller", "rest_controller": "map[]",
	})
	s.wantAt(ask("post_format"), map[string]string{
		"meta_box_cb": "post_tags_meta_box", "meta_box_sanitize_cb": "taxonomy_meta_box_sanitize_cb_input", "rest_controller_class": "false",
	})
	s.wantAt(ask("nav_menu"), map[string]string{"rest_controller_class": "WP_REST_Menus_Controller"})
	s.wantAt(ask("wp_pattern_category"), map[string]string{"rest_base": "false", "rest_namespace": "wp/v2"})
	s.wantAt(ask("link_category"), map[string]string{
		"label": "Link Categories", "labels/popular_items": "<nil>", "labels/back_to_items": "&larr; Go to Link Categories", "object_type/0": "link",
		"show_ui": "true", "show_tagcloud": "true", "show_admin_column": "false", "cap/assign_terms": "manage_links",
	})
}
