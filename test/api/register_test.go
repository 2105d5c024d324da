package api

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/people/mail/mailtest"
	"quoin/internal/platform/netlimit"
)

const registration = "/wp-login.php?action=register"

// opened lets strangers register at a site.
func (s *server) opened() {
	s.t.Helper()
	if err := s.app.Options.Set(s.t.Context(), "users_can_register", "true"); err != nil {
		s.t.Fatal(err)
	}
}

// TestRegistration: strangers who may make accounts get the role of new ones, and set a
// password by mail.
func TestRegistration(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		b := s.browser(t)
		if page := b.visit("/wp-login.php", nil); strings.Contains(string(page.body), "action=register") {
			t.Error("the log-in page leads to a form that isn't there")
		}
		closed := b.visit(registration, url.Values{"user_login": {"early"}, "user_email": {"early@example.org"}})
		if closed.status != 302 || closed.header.Get("Location") != "http://example.org/wp-login.php?registration=disabled" {
			t.Errorf("closed: %d to %s", closed.status, closed.header.Get("Location"))
		}
		if _, err := s.app.DB.UserByLogin(t.Context(), "early"); err == nil {
			t.Error("somebody registered at a site that takes nobody")
		}
		s.opened()
		if err := s.app.Options.Set(t.Context(), "default_role", "contributor"); err != nil {
			t.Fatal(err)
		}
		if page := b.visit("/wp-login.php", nil); !strings.Contains(string(page.body), `class="wp-login-register" href="http://example.org/wp-login.php?action=register"`) {
			t.Error("the log-in page doesn't lead to the form")
		}
		form := b.visit(registration, nil)
		for _, part := range []string{`id="registerform"`, `id="user_login"`, `id="user_email"`, `id="wp-submit"`, `id="reg_passmail"`, `class="wp-login-log-in"`, `class="wp-login-lost-password"`} {
			if form.status != 200 || !strings.Contains(string(form.body), part) {
				t.Errorf("%d, or the form has no %s", form.status, part)
			}
		}
		done := b.submit(form, registration, "user_login", "Eve Adams", "user_email", "eve@example.org", "role", "administrator")
		if done.status != 302 || done.header.Get("Location") != "http://example.org/wp-login.php?checkemail=registered" {
			t.Fatalf("%d to %s: %s", done.status, done.header.Get("Location"), done.body)
		}
		if page := b.visit("/wp-login.php?checkemail=registered", nil); page.status != 200 || !strings.Contains(string(page.body), "You are registered.") {
			t.Errorf("%d %s", page.status, page.body)
		}
		u, err := s.app.DB.UserByLogin(t.Context(), "Eve Adams")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(u.Roles, []string{"contributor"}) || u.PasswordHash != "" {
			t.Errorf("roles %v, a password: %v", u.Roles, u.PasswordHash != "")
		}
		b.visit(box.Link(t, "eve@example.org", "Your new account"), nil)
		page := b.visit("/wp-login.php?action=rp", nil)
		if a := b.submit(page, "/wp-login.php?action=resetpass", "pass1", "battery staple", "pass2", "battery staple"); a.status != 302 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if b.logIn("eve@example.org", "battery staple"); !b.in() {
			t.Error("whoever registered can't log in")
		}
		c := s.browser(t)
		again := c.submit(c.visit(registration, nil), registration, "user_login", "dora", "user_email", "dora@example.org", "redirect_to", "/welcome/")
		if to := again.header.Get("Location"); again.status != 302 || to != "http://example.org/welcome/" {
			t.Errorf("%d to %s", again.status, to)
		}
		astray := c.submit(c.visit(registration, nil), registration, "user_login", "emil", "user_email", "emil@example.org", "redirect_to", "https://elsewhere.example/")
		if to := astray.header.Get("Location"); !strings.HasSuffix(to, "?checkemail=registered") {
			t.Errorf("led to %s", to)
		}
	})
}

// TestRegistrationsThatFail: the form says what is wrong, with the codes of the field, and
// makes no account.
func TestRegistrationsThatFail(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := people(t, e)
		s.opened()
		b := s.browser(t)
		s.make("/core/v2/users", map[string]any{"username": "named@example.org", "email": "other@example.org", "password": "battery staple"})
		for _, c := range []struct{ login, email, codes string }{
			{"", "", "empty_username empty_email"}, {" ", "nobody", "empty_username invalid_email"}, {"<b></b>", "x@example.org", "empty_username"},
			{"Zoë", "x@example.org", "invalid_username"}, {`x"><script>`, "x@example.org", "invalid_username"}, {"a\x00b", "x@example.org", "invalid_username"},
			{strings.Repeat("x", 61), "x@example.org", "invalid_username"}, {"fine", strings.Repeat("x", 100) + "@example.org", "invalid_email"},
			{"fine", "x@example.org\r\nBcc: y@example.org", "invalid_email"},
			{"ann", "x@example.org", "username_exists"}, {"ANN", "sub@example.org", "username_exists email_exists"}, {"fine", "ANN@example.org", "email_exists"},
			{"ann@example.org", "x@example.org", "invalid_username"}, {"ann@example.org", "ANN@example.org", "username_exists email_exists"},
			{"nobody@example.org", "x@example.org", "invalid_username"}, {"fine", "named@example.org", "email_exists"},
		} {
			a := b.visit(registration, url.Values{"user_login": {c.login}, "user_email": {c.email}})
			var codes []string
			for _, part := range strings.Split(string(a.body), `data-code="`)[1:] {
				code, _, _ := strings.Cut(part, `"`)
				codes = append(codes, code)
			}
			if got := strings.Join(codes, " "); a.status != 200 || got != c.codes || !strings.Contains(string(a.body), `id="login_error"`) || strings.Contains(string(a.body), "<script>") {
				t.Errorf("%.20q, %.20q: %d %s, want %s", c.login, c.email, a.status, got, c.codes)
			}
		}
		for _, login := range []string{"fine", "Zoë", "Zoe"} {
			if _, err := s.app.DB.UserByLogin(t.Context(), login); err == nil {
				t.Errorf("there is an account %s", login)
			}
		}
		if a := b.visit(registration, url.Values{"user_login": {"far"}, "user_email": {"far@example.org"}}, "Sec-Fetch-Site", "cross-site", "Origin", "https://elsewhere.example"); a.status != 403 {
			t.Errorf("a form of another site: %d", a.status)
		}
		if a := b.visit(registration, url.Values{"user_login": {"far"}, "user_email": {"far@example.org"}, "more": {strings.Repeat("x", 65<<10)}}); a.status != 400 {
			t.Errorf("a large form: %d", a.status)
		}
	})
}

// TestRegistrationsAreBounded: an address makes some accounts at once, and one that is
// locked out of logging in none.
func TestRegistrationsAreBounded(t *testing.T) {
	t.Parallel()
	proxies, err := netlimit.ParseProxies("192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	clock := newClock()
	s := start(t, app.Config{Clock: clock.now, Trusted: proxies, Mail: &mailtest.Outbox{}})
	s.opened()
	n := 0
	register := func(ip string) answer {
		n++
		b := s.browser(t)
		b.ip = ip
		return b.visit(registration, url.Values{"user_login": {fmt.Sprintf("new%d", n)}, "user_email": {fmt.Sprintf("new%d@example.org", n)}})
	}
	for range 20 {
		if a := register("203.0.113.5"); a.status != 302 {
			t.Fatalf("account %d: %d", n, a.status)
		}
	}
	if a := register("203.0.113.5"); a.status != 429 || a.header.Get("Retry-After") == "" || !strings.Contains(string(a.body), "too many registrations") {
		t.Errorf("too many: %d %v", a.status, a.header)
	}
	if a := register("203.0.113.6"); a.status != 302 {
		t.Errorf("from elsewhere: %d", a.status)
	}
	clock.unix.Add(200)
	if a := register("203.0.113.5"); a.status != 302 {
		t.Errorf("later: %d", a.status)
	}
	s.command(t, "set", "blacklist", "203.0.113.7")
	if a := register("203.0.113.7"); a.status != 403 {
		t.Errorf("an address that is denied: %d", a.status)
	}
}
