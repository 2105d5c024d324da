package api

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestForgedForms sends every form of a person who is logged in as other sites would:
// without its nonce, with that of another form or person, and with what browsers say of
// where a request comes from. Nothing changes.
func TestForgedForms(t *testing.T) {
	t.Parallel()
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	post := s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish", "comment_status": "open"})
	ann, bob := s.browser(t), s.browser(t)
	ann.logIn("ann", "correct horse")
	bob.logIn("bob", "correct horse")
	nonceAt := func(b *browser, path string) string {
		_, tail, _ := strings.Cut(string(b.visit(path, nil).body), `name="_wpnonce" value="`)
		nonce, _, _ := strings.Cut(tail, `"`)
		return nonce
	}
	const profile, authorize = "/account", "/wp-admin/authorize-application.php?app_name=x"
	state := func() string {
		u, err := s.app.DB.UserByLogin(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		passwords, err1 := s.app.DB.AppPasswords(t.Context(), u.ID)
		factors, err2 := s.app.DB.Factors(t.Context(), u.ID)
		sessions, err3 := s.app.DB.Sessions(t.Context(), u.ID, "")
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		comments := s.do("administrator", "GET", "/api/core/v2/comments?status=any&_fields=id", nil)
		return fmt.Sprint(u.PasswordHash, u.Email, len(passwords), len(factors), len(sessions), string(comments.body), ann.in())
	}
	forms := map[string][]url.Values{
		profile: {
			{"do": {"sessions"}}, {"do": {"issue"}, "name": {"x"}}, {"do": {"password"}, "current": {"correct horse"}, "pass1": {"taken over 1"}, "pass2": {"taken over 1"}},
			{"do": {"address"}, "current": {"correct horse"}, "email": {"taken@example.org"}}, {"do": {"revoke"}, "id": {""}},
		},
		factorsPage:                   {{"do": {"mail"}, "current": {"correct horse"}}, {"do": {"codes"}, "current": {"correct horse"}}, {"do": {"app"}, "current": {"correct horse"}}},
		authorize:                     {{"approve": {"1"}}},
		"/wp-login.php?action=logout": {{}},
	}
	before := state()
	foreign := map[string][]string{
		"another origin": {"Origin", "https://evil.example"}, "no origin": {"Origin", "null"}, "another site": {"Sec-Fetch-Site", "cross-site"}, "a neighbour": {"Sec-Fetch-Site", "same-site", "Origin", "http://evil.example.org"},
	}
	for path, list := range forms {
		for _, form := range list {
			for what, nonce := range map[string]string{"no": "", "a made up": "0123456789", "another's": nonceAt(bob, profile), "another form's": nonceAt(ann, map[bool]string{true: authorize, false: profile}[path == profile])} {
				sent := url.Values{"_wpnonce": {nonce}}
				for k, v := range form {
					sent[k] = v
				}
				if what == "no" {
					sent.Del("_wpnonce")
				}
				ann.visit(path, sent)
				ann.visit(path, sent, "Content-Type", "text/plain")
				if after := state(); after != before {
					t.Fatalf("%s %v with %s nonce: %s, was %s", path, form, what, after, before)
				}
			}
			for what, headers := range foreign {
				sent := url.Values{"_wpnonce": {nonceAt(ann, path)}}
				for k, v := range form {
					sent[k] = v
				}
				if a := ann.visit(path, sent, headers...); a.status != 403 {
					t.Errorf("%s %v from %s: %d", path, form, what, a.status)
				}
				if after := state(); after != before {
					t.Fatalf("%s %v from %s: %s, was %s", path, form, what, after, before)
				}
			}
		}
	}
	for what, headers := range foreign {
		stranger := s.browser(t)
		if a := stranger.visit("/wp-login.php", url.Values{"log": {"bob"}, "pwd": {"correct horse"}}, headers...); a.status != 403 || stranger.in() {
			t.Errorf("a log-in from %s: %d", what, a.status)
		}
		if a := ann.visit("/wp-comments-post.php", url.Values{"comment_post_ID": {post}, "comment": {"from " + what}}, headers...); a.status != 403 {
			t.Errorf("a comment from %s: %d", what, a.status)
		}
	}
	if after := state(); after != before {
		t.Errorf("%s, was %s", after, before)
	}
}

// TestSessionFixation: what a browser was given before a log-in, or had of another
// account, is worth nothing after it.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	home, _ := url.Parse("http://example.org/wp-admin/")
	b := s.browser(t)
	b.logIn("bob", "correct horse")
	planted := b.jar.Cookies(home)
	b.logIn("ann", "correct horse")
	for _, c := range b.jar.Cookies(home) {
		for _, old := range planted {
			if len(c.Value) > 8 && old.Value == c.Value {
				t.Errorf("%s stays as it was", c.Name)
			}
		}
	}
	other := s.browser(t)
	other.jar.SetCookies(home, planted)
	if other.in() {
		t.Error("the session of before the log-in goes on")
	}
	// What the same person has open elsewhere works on.
	before := b.jar.Cookies(home)
	b.logIn("ann", "correct horse")
	for i, c := range b.jar.Cookies(home) {
		if len(c.Value) > 8 && i < len(before) && before[i].Value == c.Value {
			t.Errorf("%s stays as it was", c.Name)
		}
	}
	other = s.browser(t)
	other.jar.SetCookies(home, before)
	if !other.in() || !b.in() {
		t.Error("a second log-in ended the first session")
	}
}

// TestPoisonedCaches: nothing that one caller sends, but the address itself, changes
// what the next is answered.
func TestPoisonedCaches(t *testing.T) {
	t.Parallel()
	plain := func(s *server, path string) string {
		a := s.do("", "GET", path, nil)
		return fmt.Sprint(a.status, a.header.Get("Location"), a.header.Get("Content-Type"), string(a.body))
	}
	// The same site, which nobody attacks.
	sites := [2]*server{}
	for i := range sites {
		clock := newClock()
		sites[i] = start(t, app.Config{Clock: clock.now, NoCache: i == 1})
		sites[i].make("/core/v2/posts", map[string]any{"title": "Open", "content": "Text", "status": "publish", "date": "2026-01-02T03:04:05"})
	}
	s, calm := sites[0], sites[1]
	paths := []string{"/", "/2026/01/02/open/", "/feed/", "/robots.txt", "/wp-sitemap.xml", "/?s=open", "/nowhere/", "/?p=1", "/api/", "/wp-json/", "/api/core/v2/posts", "/wp-json/wp/v2/posts", "/wp-json/wp/v2/posts?_embed&per_page=2"}
	hostile := [][]string{
		{"Host", "evil.example"}, {"X-Forwarded-Host", "evil.example"}, {"X-Forwarded-Proto", "https"}, {"X-Forwarded-Port", "1"}, {"X-Forwarded-Prefix", "/evil"}, {"Forwarded", "host=evil.example;proto=https"},
		{"X-Original-URL", "/wp-login.php"}, {"X-Rewrite-URL", "/wp-login.php"}, {"X-HTTP-Method-Override", "DELETE"}, {"Origin", "https://evil.example"}, {"Accept", "text/evil"},
		{"Accept-Language", "de"}, {"Accept-Encoding", "gzip"}, {"Cookie", "wordpress_logged_in_x=1; comment_author_x=evil"}, {"Range", "bytes=0-3"}, {"X-WP-Nonce", "bad"}, {"Authorization", "Bearer evil"},
		{"Authorization", "Basic ZXZpbDpldmls"}, {"User-Agent", "<script>evil</script>"}, {"Referer", "https://evil.example/"}, {"If-None-Match", "*"}, {"Content-Type", "application/json"},
	}
	for _, path := range paths {
		for _, h := range hostile {
			for _, method := range []string{"GET", "HEAD"} {
				r := httptest.NewRequest(method, path, nil)
				if h[0] == "Host" {
					r.Host = h[1]
				}
				r.Header.Set(h[0], h[1])
				w := httptest.NewRecorder()
				s.handler.ServeHTTP(w, r)
				if w.Code >= 500 {
					t.Errorf("%s with %v: %d", path, h, w.Code)
				}
			}
		}
		for _, query := range []string{"_jsonp=evil", "_method=DELETE", "_envelope=1", "context=edit", "_fields=id", "_locale=user"} {
			sign := "?"
			if strings.Contains(path, "?") {
				sign = "&"
			}
			s.do("", "GET", path+sign+query, nil)
		}
		want := plain(calm, path)
		for range 2 {
			if got := plain(s, path); got != want {
				t.Errorf("%s is answered otherwise after the attacks: %.300s, want %.300s", path, got, want)
			}
		}
	}
}
