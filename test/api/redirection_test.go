package api

import (
	"bytes"
	"database/sql"
	"fmt"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/redirection"
	"quoin/internal/storage/store"
)

// redirecting starts a site with the extension alone.
func redirecting(t testing.TB, e engine) *server {
	t.Helper()
	return start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{redirection.Extension()}})
}

// rule makes a redirect from one path to another; more are further members.
func (s *server) rule(from, to string, more map[string]any) answer {
	s.t.Helper()
	body := map[string]any{
		"url": from, "match_type": "url", "action_type": "url", "action_code": 301, "action_data": map[string]any{"url": to}, "group_id": 1,
	}
	for k, v := range more {
		body[k] = v
	}
	return s.do("administrator", "POST", "/api/redirection/v1/redirect", body)
}

func (s *server) mustRule(from, to string, more map[string]any) string {
	s.t.Helper()
	a := s.rule(from, to, more)
	if a.status != 200 {
		s.t.Fatalf("redirect %s: %d %s", from, a.status, a.body)
	}
	return valueAt(a.object(s.t)["items"].([]any)[0], "id")
}

// leads fails unless a path answers a status and a location.
func (s *server) leads(path string, status int, location string, headers ...string) answer {
	s.t.Helper()
	a := s.do("", "GET", path, nil, headers...)
	if a.status != status || a.header.Get("Location") != location {
		s.t.Errorf("%s %v: %d %q, want %d %q", path, headers, a.status, a.header.Get("Location"), status, location)
	}
	return a
}

// TestRulesByTarget holds that rules are found by where they lead and what they look at.
func TestRulesByTarget(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.mustRule("/a", "/Xylophone", nil)
		s.mustRule("/b", "", map[string]any{"match_type": "agent", "action_data": map[string]any{"agent": "Lynx", "url_from": "/to"}})
		s.mustRule("/c", "", map[string]any{"match_type": "login", "action_data": map[string]any{"logged_in": "/to"}})
		for text, want := range map[string]string{"xylo": "1", "lynx": "1", "x": "2", "regex": "1", "logged_out": "1", "/to": "2", "_": "2", "%25": "0"} {
			if got := valueAt(s.do("administrator", "GET", "/api/redirection/v1/redirect?filterBy[target]="+text, nil).object(t), "total"); got != want {
				t.Errorf("%s rules lead to %q, want %s", got, text, want)
			}
		}
	})
}

// TestRulesByTitle holds that titles are searched without regard to case and accents, also
// after a rule was changed.
func TestRulesByTitle(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.mustRule("/a", "/to", map[string]any{"title": "Café au lait"})
		id := s.mustRule("/b", "/to", map[string]any{"title": "Tea"})
		s.mustRule("/c", "/to", nil)
		count := func(text, want string) {
			t.Helper()
			if got := valueAt(s.do("administrator", "GET", "/api/redirection/v1/redirect?filterBy[title]="+text, nil).object(t), "total"); got != want {
				t.Errorf("%s rules have the title %q, want %s", got, text, want)
			}
		}
		count("CAFE", "1")
		count("%C3%89", "2")
		count("lait", "1")
		count("%25", "0")
		s.do("administrator", "POST", "/api/redirection/v1/redirect/"+id, map[string]any{
			"url": "/b", "title": "Crème", "match_type": "url", "action_type": "url", "action_code": 301, "action_data": map[string]any{"url": "/to"}, "group_id": 1,
		})
		count("creme", "1")
		count("tea", "0")
		// As rules are that were stored before titles had a key.
		s.mustRule("/d", "/to", map[string]any{"title": "Old Inn"})
		if _, err := s.app.DB.Tables("test").Exec(t.Context(), "UPDATE redirection_rule SET title_key = LOWER(title)"); err != nil {
			t.Fatal(err)
		}
		count("old%20inn", "1")
	})
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.make("/core/v2/pages", map[string]any{"title": "About", "slug": "about", "status": "publish"})
		s.leads("/old", 404, "")
		id := s.mustRule("/old", "/about/", nil)
		a := s.leads("/old/", 301, "/about/")
		if a.header.Get("Cache-Control") != "max-age=3600" || a.header.Get("X-Redirect-By") != "redirection" ||
			a.header.Get("Content-Type") != "text/html; charset=UTF-8" {
			t.Errorf("headers %v", a.header)
		}
		s.leads("/OLD", 301, "/about/")
		s.leads("/old?x", 404, "")
		s.mustRule("/gone", "", map[string]any{"action_type": "error", "action_code": 410})
		s.leads("/gone", 410, "")
		s.mustRule("/quiet", "", map[string]any{"action_type": "nothing"})
		s.leads("/quiet", 404, "")
		s.mustRule("/inside", "/about/", map[string]any{"action_type": "pass"})
		// Of the API what everybody may read is served in place, to whoever asks.
		s.mustRule("/programs", "/wp-json/wp/v2/settings", map[string]any{"action_type": "pass"})
		s.mustRule("/types", "/wp-json/wp/v2/types/post", map[string]any{"action_type": "pass"})
		s.mustRule("/writes", "/wp-json/wp/v2/posts?_method=POST", map[string]any{"action_type": "pass"})
		if a := s.leads("/types", 200, ""); !bytes.Contains(a.body, []byte(`"slug":"post"`)) {
			t.Errorf("the API isn't served in place: %s", a.body)
		}
		s.leads("/programs", 401, "")
		if a := s.do("administrator", "GET", "/programs", nil); a.status != 401 {
			t.Errorf("a rule shows what an administrator may read: %d", a.status)
		}
		if a := s.do("administrator", "POST", "/types", nil); a.status != 404 {
			t.Errorf("a rule lets visitors write: %d", a.status)
		}
		s.leads("/writes", 404, "")
		// What can't be fetched is no empty page, and the log has it.
		s.mustRule("/away", "http://127.0.0.1:9/x", map[string]any{"action_type": "pass"})
		s.leads("/away", 502, "")
		if items := at(s.do("administrator", "GET", "/api/redirection/v1/log?filterBy[url]=/away", nil).object(t), "items").([]any); len(items) != 1 {
			t.Errorf("the log has %d entries of what couldn't be fetched", len(items))
		}
		if a := s.leads("/inside", 200, ""); !bytes.Contains(a.body, []byte("About")) {
			t.Error("the page isn't served in place")
		}
		s.mustRule("^/go/(.*)$", "$1", map[string]any{"regex": true, "action_code": 302})
		s.leads("/go/about/", 302, "about/")
		// The site takes a doubled slash out before it looks for anything.
		s.leads("/go/https://elsewhere.example/", 301, "http://example.org/go/https:/elsewhere.example/")
		s.leads("/go/https:%2felsewhere.example/", 404, "")
		s.leads("/go/https:/elsewhere.example/", 404, "")
		s.leads("/go//elsewhere.example", 302, "/elsewhere.example")
		s.leads("/go/%0d%0aSet-Cookie:x=1", 404, "")
		s.mustRule("/bot", "", map[string]any{"match_type": "agent", "action_data": map[string]any{
			"agent": "BotX", "regex": true, "url_from": "/about/", "url_notfrom": ""}})
		if a := s.leads("/bot", 301, "/about/", "User-Agent", "my botx/2"); !slices.Contains(a.header["Vary"], "User-Agent") {
			t.Errorf("caches aren't told for whom a redirect is: %v", a.header)
		}
		s.leads("/bot", 404, "", "User-Agent", "other")
		s.mustRule("/lost", "/about/", map[string]any{"match_type": "page", "action_data": map[string]any{"page": "404", "url": "/about/"}})
		s.leads("/lost", 301, "/about/")
		s.mustRule("/one", "/two", nil)
		s.mustRule("/two", "/one", nil)
		s.leads("/one", 404, "") // a loop is passed over
		s.mustRule("/random", "", map[string]any{"action_type": "random", "action_code": 302})
		post := s.make("/core/v2/posts", map[string]any{"title": "Any", "status": "publish"})
		_ = post
		s.mustRule("/astray", "", map[string]any{"match_type": "page", "action_type": "random", "action_code": 302, "action_data": map[string]any{"page": "404"}})
		for _, path := range []string{"/random", "/astray"} {
			if a := s.do("", "GET", path, nil); a.status != 302 || a.header.Get("Location") == "" {
				t.Errorf("%s: %d %v", path, a.status, a.header)
			}
		}
		rule := s.do("administrator", "GET", "/wp-json/redirection/v1/redirect?filterBy[id]="+id, nil).object(t)
		if got := fmt.Sprint(at(rule, "items").([]any)[0].(map[string]any)["hits"]); got != "2" {
			t.Errorf("hits %s", got)
		}
		log := s.do("administrator", "GET", "/api/redirection/v1/log?filterBy[url]=/old&groupBy=url", nil).object(t)
		if fmt.Sprint(log["total"]) != "2" {
			t.Errorf("log %v", log)
		}
		missing := s.do("administrator", "GET", "/api/redirection/v1/404?filterBy[url]=/quiet", nil).object(t)
		if fmt.Sprint(missing["total"]) != "0" {
			t.Errorf("an address that is to be ignored is logged: %v", missing)
		}
		s.do("administrator", "POST", "/api/redirection/v1/bulk/group/disable", map[string]any{"items": []any{1}})
		s.leads("/old", 404, "")
		s.do("administrator", "POST", "/api/redirection/v1/bulk/group/enable", map[string]any{"items": []any{1}})
		s.leads("/old", 301, "/about/")
		if a := s.do("administrator", "PUT", "/api/core/v2/plugins/redirection/redirection", map[string]any{"status": "inactive"}); a.status != 200 {
			t.Fatalf("switch off: %d %s", a.status, a.body)
		}
		s.leads("/old", 404, "")
	})
}

// TestRedirectsFromElsewhere: what a client takes over from another site keeps
// its hits, a redirect without a target leads to the front page, and entries are
// found in the order in which they were made.
func TestRedirectsFromElsewhere(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.mustRule("/moved", "", nil)
		s.leads("/moved", 301, "/")
		s.mustRule("/counted", "/about/", map[string]any{"hits": 7})
		list := s.do("administrator", "GET", "/wp-json/redirection/v1/redirect?filterBy[url]=/counted", nil).object(t)
		if got := fmt.Sprint(at(list, "items").([]any)[0].(map[string]any)["hits"]); got != "7" {
			t.Errorf("hits %s", got)
		}
		id := fmt.Sprint(at(list, "items").([]any)[0].(map[string]any)["id"])
		change := map[string]any{"url": "/counted", "match_type": "url", "action_type": "url", "action_data": map[string]any{"url": "/about/"}, "group_id": 1, "title": "T"}
		for _, step := range []struct {
			hits any
			want string
		}{{nil, "7"}, {9, "9"}, {-3, "0"}} {
			if delete(change, "hits"); step.hits != nil {
				change["hits"] = step.hits
			}
			item := at(s.do("administrator", "POST", "/wp-json/redirection/v1/redirect/"+id, change).object(t), "item").(map[string]any)
			again := s.do("administrator", "GET", "/wp-json/redirection/v1/redirect?filterBy[url]=/counted", nil).object(t)
			if kept := at(again, "items").([]any)[0].(map[string]any)["hits"]; fmt.Sprint(item["hits"]) != step.want || fmt.Sprint(kept) != step.want {
				t.Errorf("a change with hits %v: answered %v, kept %v", step.hits, item["hits"], kept)
			}
		}
		for i, date := range []string{"2021-01-01T00:00:00", "2023-01-01T00:00:00", "2022-01-01T00:00:00"} {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("A quarry ", i), "status": "publish", "date": date})
		}
		for i := range 9 {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("A wall ", i), "status": "publish"})
		}
		for _, text := range []string{"quarry", " <i>Quarry </i>", ""} {
			a := s.do("administrator", "GET", "/wp-json/redirection/v1/redirect/post?text="+url.QueryEscape(text), nil)
			first, second, third := strings.Index(string(a.body), "a-quarry-0\\/"), strings.Index(string(a.body), "a-quarry-1\\/"), strings.Index(string(a.body), "a-quarry-2\\/")
			if a.status != 200 || first < 0 || second < first || third < second {
				t.Errorf("%q finds %d %s", text, a.status, a.body)
			}
			if text == "" && !strings.Contains(string(a.body), "a-wall-8") {
				t.Errorf("not all entries have the empty text: %s", a.body)
			}
		}
	})
}

func TestRedirectsRefused(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		for name, c := range map[string]struct {
			from, to string
			more     map[string]any
			want     string
		}{
			"look-ahead":     {"^/a(?=b)", "/b", map[string]any{"regex": true}, "look-ahead"},
			"back-reference": {`^/(a)\1`, "/b", map[string]any{"regex": true}, "back-reference"},
			"script":         {"/a", "javascript:alert(1)", nil, "Invalid target URL"},
			"group":          {"/a", "/b", map[string]any{"group_id": 99}, "Invalid group"},
			"matcher":        {"/a", "/b", map[string]any{"match_type": "moon"}, "Invalid redirect matcher"},
			"long":           {"/" + strings.Repeat("a", 3000), "/b", nil, "Invalid source URL"},
		} {
			if a := s.rule(c.from, c.to, c.more); a.status != 400 || !strings.Contains(string(a.body), c.want) {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
		}
		if a := s.do("editor", "GET", "/api/redirection/v1/redirect", nil); a.status != 403 {
			t.Errorf("editor: %d", a.status)
		}
		if a := s.do("", "GET", "/api/redirection/v1/redirect?filterBy[bogus]=1", nil); a.status != 400 {
			t.Errorf("bad filter: %d", a.status)
		}
	})
}

// upload imports a file.
func (s *server) upload(name, text string) map[string]any {
	s.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		s.t.Fatal(err)
	}
	_, _ = part.Write([]byte(text))
	if err := form.Close(); err != nil {
		s.t.Fatal(err)
	}
	a := s.do("administrator", "POST", "/api/redirection/v1/import/file/1", &b, "Content-Type", form.FormDataContentType())
	if a.status != 200 {
		s.t.Fatalf("import %s: %d %s", name, a.status, a.body)
	}
	return a.object(s.t)
}

func TestRedirectImports(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		got := s.upload("a.csv", "source;target;regex;code\n/c1;/n1;0;302\n^/c2(?=x);/n2;1;301\n/same;/same;0;301\n/c3;;0;410\n")
		if fmt.Sprint(got["imported"]) != "2" || len(got["skipped"].([]any)) != 1 || !strings.Contains(fmt.Sprint(got["skipped"]), "look-ahead") {
			t.Errorf("csv: %v", got)
		}
		s.leads("/c1", 302, "/n1")
		s.leads("/c3", 410, "")
		got = s.upload(".htaccess", "RewriteEngine On\nRewriteRule ^h1/?$ /m1 [R=301,L]\nRedirect permanent /h2 /m2\nRedirectMatch 302 ^/h3/(.*)$ /m3/$1\nRedirectPermanent /h4 /m4\nRewriteRule broken\n")
		if fmt.Sprint(got["imported"]) != "3" || len(got["skipped"].([]any)) != 2 {
			t.Errorf("htaccess: %v", got)
		}
		s.leads("/h1/", 301, "/m1")
		s.leads("/h2", 301, "/m2")
		s.leads("/h3/x", 302, "/m3/x")
		s.leads("/h4", 404, "")
		exported := fmt.Sprint(s.do("administrator", "GET", "/api/redirection/v1/export/all/json", nil).object(t)["data"])
		s.do("administrator", "POST", "/api/redirection/v1/bulk/redirect/delete", map[string]any{"global": true})
		s.leads("/c1", 404, "")
		if got = s.upload("b.json", exported); fmt.Sprint(got["imported"]) != "5" || got["skipped"] != nil {
			t.Errorf("json: %v", got)
		}
		s.leads("/c1", 302, "/n1")
		s.leads("/h3/x", 302, "/m3/x")
		for _, format := range []string{"csv", "apache", "nginx"} {
			if data := fmt.Sprint(s.do("administrator", "GET", "/api/redirection/v1/export/1/"+format, nil).object(t)["data"]); !strings.Contains(data, "/n1") {
				t.Errorf("%s: %s", format, data)
			}
		}
	})
}

// TestLargeRedirectImport imports more rows than one transaction takes, with
// refused ones among them, and answers visitors meanwhile.
func TestLargeRedirectImport(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		const rows, every = 2500, 500
		var file strings.Builder
		for i := range rows {
			if i%every == 7 {
				fmt.Fprintf(&file, "^/bad-%d(?=x),/b,1,301\n", i)
				continue
			}
			fmt.Fprintf(&file, "/old/%d,/new/%d,0,301\n", i, i)
		}
		got := s.upload("many.csv", file.String())
		if bad := got["skipped"].([]any); fmt.Sprint(got["imported"]) != fmt.Sprint(rows-rows/every) || len(bad) != rows/every ||
			valueAt(bad[1], "line") != fmt.Sprint(every+8) || !strings.Contains(valueAt(bad[0], "reason"), "look-ahead") {
			t.Errorf("import: %v %v", got["imported"], got["skipped"])
		}
		for _, i := range []int{0, 499, 500, 2499} {
			s.leads(fmt.Sprint("/old/", i), 301, fmt.Sprint("/new/", i))
		}
		list := s.do("administrator", "GET", "/api/redirection/v1/redirect?orderby=position&per_page=5", nil).object(t)["items"].([]any)
		if valueAt(list[0], "position") != fmt.Sprint(rows-rows/every-1) || valueAt(list[0], "url") != "/old/2499" {
			t.Errorf("the last one is %v", list[0])
		}
	})
}

func TestRedirectsFollowEntries(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.do("administrator", "POST", "/api/redirection/v1/setting", map[string]any{"monitor_types": []any{"page", "trash"}, "monitor_post": 2, "associated_redirect": "feed"})
		id := s.make("/core/v2/pages", map[string]any{"title": "P", "slug": "before", "status": "publish"})
		s.do("administrator", "POST", "/api/core/v2/pages/"+id, map[string]any{"slug": "after"})
		s.leads("/before/", 301, "/after/")
		s.leads("/before/feed", 301, "/after/feed")
		s.do("administrator", "POST", "/api/core/v2/pages/"+id, map[string]any{"slug": "before"})
		s.leads("/before/", 200, "")
		s.leads("/after/", 301, "/before/")
		s.do("administrator", "DELETE", "/api/core/v2/pages/"+id, nil)
		rules := fmt.Sprint(s.do("administrator", "GET", "/api/redirection/v1/redirect?filterBy[target]=\"/\"", nil).object(t)["total"])
		if rules != "1" {
			t.Errorf("rules for what is in the trash: %s", rules)
		}
		hidden := s.make("/core/v2/pages", map[string]any{"title": "H", "slug": "hidden", "status": "private"})
		s.do("administrator", "DELETE", "/api/core/v2/pages/"+hidden, nil)
		rules = fmt.Sprint(s.do("administrator", "GET", "/api/redirection/v1/redirect?filterBy[url]=/hidden/", nil).object(t)["total"])
		if rules != "1" {
			t.Errorf("rules for what was private: %s", rules)
		}
		found := s.do("administrator", "GET", "/api/redirection/v1/import/plugin", nil)
		if found.status != 200 {
			t.Errorf("importers: %d %s", found.status, found.body)
		}
	})
}

func TestRedirectionRemoved(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		s.mustRule("/old", "/new", nil)
		if a := s.do("administrator", "POST", "/api/redirection/v1/plugin/delete", map[string]any{}); a.status != 200 {
			t.Fatalf("delete: %d %s", a.status, a.body)
		}
		s.leads("/old", 404, "")
		if a := s.do("administrator", "GET", "/api/redirection/v1/redirect", nil); a.status != 404 {
			t.Errorf("routes of what was removed: %d", a.status)
		}
		s.do("administrator", "PUT", "/api/core/v2/plugins/redirection/redirection", map[string]any{"status": "active"})
		list := s.do("administrator", "GET", "/api/redirection/v1/group?orderby=id&direction=asc", nil).object(t)
		if fmt.Sprint(list["total"]) != "2" {
			t.Errorf("groups after all: %v", list)
		}
	})
}

// TestRedirectsOnNodes saves, changes and removes rules on either of two
// nodes: when the answer is there, both act by it.
func TestRedirectsOnNodes(t *testing.T) {
	t.Parallel()
	c := app.Config{DatabaseURL: postgres.Database(t), Extensions: []ext.Extension{redirection.Extension()}}
	first := start(t, c)
	second := first.node(c)
	for _, s := range []*server{first, second} {
		s.follow()
		s.leads("/old", 404, "")
	}
	awaitFollowers(t, c.DatabaseURL, 2)
	nodes := []*server{first, second}
	for i := range 30 {
		writer, other := nodes[i%2], nodes[1-i%2]
		from, to := fmt.Sprint("/old-", i), fmt.Sprint("/new-", i)
		other.leads(from, 404, "")
		id := writer.mustRule(from, to, nil)
		other.leads(from, 301, to)
		writer.leads(from, 301, to)
		if a := writer.do("administrator", "POST", "/api/redirection/v1/bulk/redirect/disable", map[string]any{"items": []any{id}}); a.status != 200 {
			t.Fatalf("disable: %d %s", a.status, a.body)
		}
		other.leads(from, 404, "")
	}
}

// awaitFollowers returns when nodes of a database hear what others change.
func awaitFollowers(t *testing.T, address string, nodes int) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for deadline := time.Now().Add(agreeWithin); ; time.Sleep(10 * time.Millisecond) {
		n := 0
		if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted"+
			" AND database = (SELECT oid FROM pg_database WHERE datname = current_database())").Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == nodes {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d nodes follow", n, nodes)
		}
	}
}

// TestMonitorReadsNothing holds that an update which leaves the address of an entry alone asks
// for no settings: most updates are such.
func TestMonitorReadsNothing(t *testing.T) {
	t.Parallel()
	s := redirecting(t, engine{"sqlite"})
	id := s.make("/core/v2/posts", map[string]any{"title": "Kept", "status": "publish"})
	asked := func(body string) (n int) {
		t.Helper()
		ctx := store.Watch(t.Context(), func(text string, _ []any) error {
			if strings.Contains(text, "redirection_setting") {
				n++
			}
			return nil
		})
		req := httptest.NewRequestWithContext(ctx, "POST", "/api/core/v2/posts/"+id, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.SetBasicAuth("test_administrator", s.secrets["administrator"])
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, req)
		if w.Code != 200 {
			t.Fatalf("%s: %d %.300s", body, w.Code, w.Body)
		}
		return n
	}
	if n := asked(`{"title": "Other", "content": "words"}`); n != 0 {
		t.Errorf("settings were read %d times for a title", n)
	}
	if n := asked(`{"slug": "moved"}`); n != 1 {
		t.Errorf("settings were read %d times for a slug", n)
	}
}

// TestWatchedTypes has rules follow entries of the owner's own public types.
func TestWatchedTypes(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := redirecting(t, e)
		book := `{"kind":"type","name":"book","labels":{"name":"Books"},"public":true,"show_in_rest":true,"rest_base":"books","supports":["title","editor"]}`
		if a := s.do("administrator", "POST", definitionsPath, sent(book)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		got := s.do("administrator", "POST", "/api/redirection/v1/setting", map[string]any{"monitor_types": []any{"book", "attachment", "nothing"}, "monitor_post": 2}).object(t)
		if types, watched := fmt.Sprint(got["post_types"]), fmt.Sprint(at(got, "settings", "monitor_types")); types != "map[book:Books page:Pages post:Posts trash:Trash]" || watched != "[book]" {
			t.Errorf("%s may be watched, %s are", types, watched)
		}
		id := s.make("/core/v2/books", map[string]any{"title": "B", "slug": "before", "status": "publish"})
		s.do("administrator", "POST", "/api/core/v2/books/"+id, map[string]any{"slug": "after"})
		s.leads("/book/before/", 301, "/book/after/")
	})
}
