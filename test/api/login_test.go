package api

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/user"
)

func TestLogInAndOut(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := people(t, e)
		b := s.browser(t)
		for _, c := range []struct{ login, password string }{{"ann", "wrong"}, {"nobody", "correct horse"}, {"", "x"}, {"ann", ""}} {
			a := b.logIn(c.login, c.password)
			if a.status != 200 || !strings.Contains(string(a.body), `role="alert"`) || b.in() {
				t.Errorf("%+v: %d", c, a.status)
			}
		}
		for login, to := range map[string]string{"ann": "/wp-admin/", "ANN@example.org": "/wp-admin/", "sub": "/wp-admin/profile.php"} {
			b := s.browser(t)
			if a := b.logIn(login, "correct horse"); a.status != 302 || a.header.Get("Location") != "http://example.org"+to || !b.in() {
				t.Errorf("%s: %d %v", login, a.status, a.header)
			}
		}
		for to, want := range map[string]string{
			"/about/": "http://example.org/about/", "http://example.org/x?y=1": "http://example.org/x?y=1", "http://evil.example/": "http://example.org/wp-admin/",
			"//evil.example": "http://example.org/wp-admin/", `/\evil.example`: "http://example.org/wp-admin/", "javascript:alert(1)": "http://example.org/wp-admin/",
			"http://example.org@evil.example/": "http://example.org/wp-admin/", "/\t/evil.example": "http://example.org/wp-admin/", "http:evil.example": "http://example.org/wp-admin/",
		} {
			form := url.Values{"log": {"ann"}, "pwd": {"correct horse"}, "redirect_to": {to}}
			if a := s.browser(t).visit("/login", form); a.header.Get("Location") != want {
				t.Errorf("led from %q to %q", to, a.header.Get("Location"))
			}
		}
		if a := s.browser(t).visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}}, "Sec-Fetch-Site", "cross-site"); a.status != 403 {
			t.Errorf("a form of another site logs in: %d", a.status)
		}

		b.logIn("ann", "correct horse")
		stolen, admin := s.browser(t), &url.URL{Scheme: "http", Host: "example.org", Path: "/wp-admin/profile.php"}
		for _, c := range b.jar.Cookies(admin) {
			c.Path = "/"
			stolen.jar.SetCookies(admin, []*http.Cookie{c})
		}
		if !stolen.in() {
			t.Fatal("the cookies don't work")
		}
		page := b.visit("/wp-login.php?action=logout", nil)
		if page.status != 403 || !b.in() {
			t.Errorf("log-out without nonce: %d", page.status)
		}
		link := regexp.MustCompile(`href="([^"]*_wpnonce=[^"]*)"`).FindStringSubmatch(string(page.body))
		if link == nil {
			t.Fatalf("no link to confirm: %s", page.body)
		}
		a := b.visit(html.UnescapeString(link[1]), nil)
		if a.status != 302 || a.header.Get("Location") != "http://example.org/wp-login.php?loggedout=true" || b.in() {
			t.Errorf("log-out: %d %v", a.status, a.header)
		}
		if stolen.in() {
			t.Error("the cookie works after the log-out")
		}
	})
}

func TestAccountHeaders(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	b := s.browser(t)
	in := s.browser(t)
	in.logIn("ann", "correct horse")
	for _, a := range []answer{
		b.visit("/wp-login.php", nil), b.visit("/wp-login.php?action=lostpassword", nil), b.visit("/wp-login.php?action=logout", nil), in.visit("/account", nil),
		in.visit("/wp-admin/authorize-application.php?app_name=x", nil), in.visit("/wp-admin/nothing.php", nil), b.visit("/wp-login.php?action=confirmaction", nil),
	} {
		h := a.header
		for name, want := range map[string]string{
			"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "frame-ancestors 'none'", "Referrer-Policy": "origin",
			"X-Frame-Options": "DENY",
		} {
			if !strings.Contains(h.Get(name), want) {
				t.Errorf("%s is %q", name, h.Get(name))
			}
		}
		policy := h.Get("Content-Security-Policy")
		scripts := strings.Count(string(a.body), "<script")
		if scripts > 1 || (scripts == 1) != strings.Contains(policy, "script-src 'sha256-") || strings.Contains(policy, "unsafe") {
			t.Errorf("%d scripts, and %s", scripts, policy)
		}
	}
	for _, c := range b.visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}, "rememberme": {"forever"}}).header["Set-Cookie"] {
		if !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Lax") {
			t.Errorf("cookie %s", c)
		}
	}
}

// A browser that is logged in uses the API with a nonce, and with nothing less.
func TestCookieAndNonce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := people(t, e)
		b := s.browser(t)
		for _, path := range []string{"/wp-admin/admin-ajax.php", "/wp-admin/admin-ajax.php?action=rest-nonce"} {
			if a := b.visit(path, nil); a.status != 400 || string(a.body) != "0" {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
		}
		b.logIn("ann", "correct horse")
		a := b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil)
		nonce := string(a.body)
		if a.status != 200 || !regexp.MustCompile(`^[0-9a-f]{10}$`).MatchString(nonce) {
			t.Fatalf("%d %q", a.status, nonce)
		}
		const me = "/wp-json/wp/v2/users/me"
		for _, c := range []struct {
			path, header, code string
			status             int
		}{
			{me, "", "rest_not_logged_in", 401}, {me, nonce, "", 200}, {me + "?_wpnonce=" + nonce, "", "", 200},
			{me, "0123456789", "rest_cookie_invalid_nonce", 403}, {me + "?_wpnonce=", nonce, "rest_cookie_invalid_nonce", 403},
		} {
			var headers []string
			if c.header != "" {
				headers = []string{"X-WP-Nonce", c.header}
			}
			a := b.visit(c.path, nil, headers...)
			code, _ := a.object(t)["code"].(string)
			if a.status != c.status || code != c.code {
				t.Errorf("%+v: %d %s", c, a.status, a.body)
			}
		}
		if a := s.browser(t).visit(me, nil, "X-WP-Nonce", nonce); a.status != 403 {
			t.Errorf("the nonce without the session: %d", a.status)
		}
	})
}

// Hashes that an import brought let their owners in, once, and are ours after.
func TestImportedPasswordIsHashedAnew(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := people(t, e)
		for login, hash := range map[string]string{
			"phpass": "$P$A0nUm9aS/5jtov1lBeeJumz8UGB3JC0", "md5": "2fe4ec8ae6d81b03c53872358c532293",
		} {
			u := &user.User{Login: login, Slug: login, Email: login + "@example.net", PasswordHash: hash, Roles: []string{"author"}}
			if err := s.app.DB.InsertUser(t.Context(), u); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				b := s.browser(t)
				if b.logIn(login, `Käse "1"`); !b.in() {
					t.Errorf("%s isn't let in", login)
				}
			}
			if u, err := s.app.DB.UserByLogin(t.Context(), login); err != nil || !strings.HasPrefix(u.PasswordHash, "$argon2id$") {
				t.Errorf("%s: %.12s %v", login, u.PasswordHash, err)
			}
		}
	})
}
