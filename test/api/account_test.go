package api

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/storage/auth"
)

func TestOwnAccount(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		b, other := s.browser(t), s.browser(t)
		b.logIn("ann", "correct horse")
		other.logIn("ann", "correct horse")
		const own = "/account"
		page := b.visit(own, nil)
		if n := strings.Count(string(page.body), "this browser"); n != 1 {
			t.Errorf("%d sessions are this browser's", n)
		}
		if a := b.visit(own, url.Values{"do": {"sessions"}}); a.status != 403 || !other.in() {
			t.Errorf("without nonce: %d", a.status)
		}
		if b.submit(page, own, "do", "sessions"); other.in() || !b.in() {
			t.Error("the wrong browsers were logged out")
		}
		other.logIn("ann", "correct horse")
		a := b.submit(page, own, "do", "issue", "name", "My program")
		secret := regexp.MustCompile(`<code>([^<]*)</code>`).FindStringSubmatch(string(a.body))
		if secret == nil {
			t.Fatalf("no secret: %s", a.body)
		}
		me := func() int {
			r := httptest.NewRequest(http.MethodGet, "/api/core/v2/users/me", nil)
			r.SetBasicAuth("ann", secret[1])
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			return w.Code
		}
		if me() != 200 {
			t.Error("the application password doesn't work")
		}
		for _, c := range []struct{ scope, expires, shown string }{
			{"drafts", "2090-05-06", "may read and write drafts, until"}, {"read", "", "may only read"}, {"publish", "", ""}, {"all", "", "400"}, {"read", "2001-01-01", "400"}, {"read", "soon", "400"},
		} {
			a := b.submit(page, own, "do", "issue", "name", "Bounded", "scope", c.scope, "expires", c.expires)
			if c.shown == "400" && a.status != 400 || c.shown != "400" && (a.status != 200 || !strings.Contains(string(a.body), c.shown)) {
				t.Errorf("%+v: %d %s", c, a.status, a.body)
			}
			if c.shown == "400" {
				continue
			}
			list, err := s.app.DB.AppPasswords(t.Context(), annID(t, s))
			if err != nil {
				t.Fatal(err)
			}
			last := list[len(list)-1]
			if want := map[string]string{"2090-05-06": "2090-05-07T00:00:00"}[c.expires]; string(last.Scope) != c.scope || last.Expires != want {
				t.Errorf("%+v: %+v", c, last)
			}
			if _, err := auth.Revoke(t.Context(), s.app.DB, s.app.Clock(), last.User, last.UUID); err != nil {
				t.Fatal(err)
			}
		}
		if a := b.submit(page, own, "do", "revoke"); a.status != 400 || me() != 200 {
			t.Errorf("revoking nothing: %d, and the application password gives %d", a.status, me())
		}
		id := regexp.MustCompile(`name="id" value="([0-9a-f-]{36})"`).FindStringSubmatch(string(a.body))
		if b.submit(page, own, "do", "revoke", "id", id[1]); me() != 401 {
			t.Error("the application password works on")
		}
		if a := b.submit(page, own, "do", "password", "current", "wrong", "pass1", "battery staple", "pass2", "battery staple"); a.status != 403 {
			t.Errorf("without the current password: %d", a.status)
		}
		if a := b.submit(page, own, "do", "address", "current", "correct horse", "email", "new@example.org"); a.status != 302 {
			t.Errorf("address: %d", a.status)
		}
		link := box.Link(t, "new@example.org", "Confirm")
		stranger := s.browser(t)
		if a := stranger.visit(link, nil); a.status != 200 || email(t, s) != "ann@example.org" {
			t.Errorf("looking at the link: %d", a.status)
		}
		if a := stranger.submit(stranger.visit(link, nil), link); a.status != 200 || email(t, s) != "new@example.org" {
			t.Errorf("confirming: %d %s", a.status, email(t, s))
		}
		if a := stranger.visit(link, nil); a.status != 403 {
			t.Errorf("the link works twice: %d", a.status)
		}
		if a := b.submit(page, own, "do", "password", "current", "correct horse", "pass1", "battery staple", "pass2", "battery staple"); a.status != 302 {
			t.Errorf("password: %d %s", a.status, a.body)
		}
		if !b.in() || other.in() {
			t.Error("a new password logs out others, and only them")
		}
	})
}

func email(t *testing.T, s *server) string {
	t.Helper()
	u, err := s.app.DB.UserByLogin(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	return u.Email
}

func TestAuthorizeProgram(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := people(t, e)
		b := s.browser(t)
		const path = "/wp-admin/authorize-application.php"
		ask := func(pairs ...string) string {
			q := url.Values{"app_name": {"Rock & Roll"}}
			for i := 0; i+1 < len(pairs); i += 2 {
				q.Set(pairs[i], pairs[i+1])
			}
			return path + "?" + q.Encode()
		}
		a := b.visit(ask("success_url", "https://app.example/done"), nil)
		if a.status != 302 || !strings.HasPrefix(a.header.Get("Location"), "http://example.org/wp-login.php?redirect_to=") || !strings.HasSuffix(a.header.Get("Location"), "&reauth=1") {
			t.Errorf("a stranger: %d %v", a.status, a.header)
		}
		b.logIn("ann", "correct horse")
		for _, bad := range [][]string{
			{"success_url", "http://app.example/"}, {"success_url", "javascript:alert(1)"}, {"success_url", "javascript://x/%0aalert(1)"}, {"reject_url", "data:text/html,x"},
			{"reject_url", "http://app.example/"}, {"success_url", "//app.example/"}, {"success_url", "/x"}, {"app_id", "5"}, {"success_url", "https:app.example"},
			{"success_url", "http://localhost.evil.example/"}, {"success_url", "JavaScript://x/"}, {"success_url", "https://example.org@evil.example/"}, {"success_url", "vbscript://x"},
		} {
			if a := b.visit(ask(bad...), nil); a.status != 400 || strings.Contains(string(a.body), "<form") {
				t.Errorf("%v: %d", bad, a.status)
			}
		}
		for _, good := range []string{"https://app.example/done?x=1", "myapp://done", "http://127.0.0.1:4711/done", "http://[::1]:4711/"} {
			page := b.visit(ask("success_url", good, "app_id", "3b8b4a5e-3c38-4f3a-9f3a-0a1b2c3d4e5f"), nil)
			if page.status != 200 || !strings.Contains(string(page.body), "Rock &amp; Roll") {
				t.Fatalf("%s: %d %s", good, page.status, page.body)
			}
			if a := b.visit(path, url.Values{"approve": {"1"}, "app_name": {"x"}, "success_url": {good}}); a.status != 200 {
				t.Errorf("without nonce: %d %v", a.status, a.header)
			}
			a := b.submit(page, path, "reject", "1", "app_name", "x")
			if u, err := url.Parse(a.header.Get("Location")); err != nil || u.Query().Get("success") != "false" || u.Query().Has("password") {
				t.Errorf("rejected: %d %v", a.status, a.header)
			}
			a = b.submit(page, path, "approve", "1", "app_name", "Rock & Roll")
			u, err := url.Parse(a.header.Get("Location"))
			if err != nil || a.status != 302 || !strings.HasPrefix(u.String(), good[:12]) {
				t.Fatalf("approved: %d %v", a.status, a.header)
			}
			q := u.Query()
			r := httptest.NewRequest(http.MethodGet, "/wp-json/wp/v2/users/me/application-passwords/introspect", nil)
			r.SetBasicAuth(q.Get("user_login"), q.Get("password"))
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			if w.Code != 200 || q.Get("site_url") != "http://example.org" || !strings.Contains(w.Body.String(), `"name":"Rock & Roll"`) && !strings.Contains(w.Body.String(), `"app_id":"3b8b4a5e`) {
				t.Errorf("%v %d %s", q, w.Code, w.Body)
			}
		}
		a = b.submit(b.visit(ask(), nil), path, "approve", "1", "app_name", "Rock")
		if a.status != 200 || !strings.Contains(string(a.body), "<code>") {
			t.Errorf("shown: %d", a.status)
		}
		if a := b.submit(b.visit(ask(), nil), path, "reject", "1", "app_name", "Rock"); a.header.Get("Location") != "http://example.org/wp-admin/" {
			t.Errorf("rejected: %v", a.header)
		}
	})
}
