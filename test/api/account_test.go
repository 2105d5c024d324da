package api

import (
	"context"
	"html"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/mail"
	"quoin/internal/store"
	"quoin/internal/user"
)

// browser keeps the cookies of a site and follows no redirects.
type browser struct {
	t    *testing.T
	site *server
	jar  *cookiejar.Jar
}

func (s *server) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, s, jar}
}

// visit asks for a page, or sends it a form.
func (b *browser) visit(path string, form url.Values, headers ...string) answer {
	b.t.Helper()
	path = strings.TrimPrefix(path, "http://example.org")
	r := httptest.NewRequest(http.MethodGet, "http://example.org"+path, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, "http://example.org"+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range b.jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	b.site.handler.ServeHTTP(w, r)
	b.jar.SetCookies(r.URL, w.Result().Cookies())
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// submit fills in a form of a page and sends it: its hidden fields go along.
func (b *browser) submit(page answer, path string, pairs ...string) answer {
	b.t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(string(page.body), -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.visit(path, form)
}

func (b *browser) logIn(login, password string) answer {
	b.t.Helper()
	return b.submit(b.visit("/wp-login.php", nil), "/wp-login.php", "log", login, "pwd", password)
}

func (b *browser) in() bool {
	b.t.Helper()
	return b.visit("/wp-admin/profile.php", nil).status == 200
}

// outbox catches mail.
type outbox struct {
	mu   sync.Mutex
	sent []mail.Message
}

// Send takes a message when what it belongs to is stored: a transaction may be
// begun again.
func (o *outbox) Send(ctx context.Context, m mail.Message) error {
	store.AfterCommit(ctx, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.sent = append(o.sent, m)
	})
	return nil
}

// link waits for a message and returns the link in it.
func (o *outbox) link(t *testing.T, to, subject string) string {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		o.mu.Lock()
		for i, m := range o.sent {
			if m.To[0] == to && strings.Contains(m.Subject, subject) {
				o.sent = append(o.sent[:i:i], o.sent[i+1:]...)
				o.mu.Unlock()
				links := regexp.MustCompile(`http://\S+`).FindAllString(m.Text, -1)
				return links[len(links)-1]
			}
		}
		o.mu.Unlock()
	}
	t.Fatalf("no message about %q to %s", subject, to)
	return ""
}

// people starts a site with accounts that have passwords, and its jobs.
func people(t *testing.T, e engine) (*server, *outbox) {
	t.Helper()
	box := &outbox{}
	s := start(t, app.Config{DatabaseURL: e.database(t), Mail: box})
	for _, n := range []app.NewUser{
		{Login: "ann", Email: "ann@example.org", Role: "editor", Password: "correct horse"},
		{Login: "sub", Email: "sub@example.org", Role: "subscriber", Password: "correct horse"},
	} {
		if _, err := s.app.CreateUser(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = s.app.RunJobs(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return s, box
}

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

func TestLostPassword(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		before := s.browser(t)
		before.logIn("ann", "correct horse")
		b := s.browser(t)
		form := b.visit("/wp-login.php?action=lostpassword", nil)
		plain := func(a answer, login string) string { return strings.ReplaceAll(string(a.body), login, "") }
		known := b.submit(form, "/wp-login.php?action=lostpassword", "user_login", "ann")
		unknown := b.submit(form, "/wp-login.php?action=lostpassword", "user_login", "nobody-here")
		if known.status != 200 || unknown.status != 200 || plain(known, "ann") != plain(unknown, "nobody-here") {
			t.Error("the answer tells whether there is such an account")
		}
		link := box.link(t, "ann@example.org", "Set a new password")
		for _, wrong := range []string{strings.Replace(link, "key=", "key=x", 1), strings.Replace(link, "login=ann", "login=sub", 1)} {
			c := s.browser(t)
			c.visit(wrong, nil)
			if a := c.visit("/wp-login.php?action=rp", nil); !strings.HasSuffix(a.header.Get("Location"), "error=invalidkey") {
				t.Errorf("%s: %d %v", wrong, a.status, a.header)
			}
		}
		open := func(b *browser) answer {
			if a := b.visit(link, nil); a.header.Get("Location") != "http://example.org/wp-login.php?action=rp" {
				t.Fatalf("%d %v", a.status, a.header)
			}
			return b.visit("/wp-login.php?action=rp", nil)
		}
		page, other := open(b), s.browser(t)
		second := open(other)
		for _, bad := range [][2]string{{"short", "short"}, {"long enough", "not the same"}, {"", ""}} {
			if a := b.submit(page, "/wp-login.php?action=resetpass", "pass1", bad[0], "pass2", bad[1]); a.status != 200 {
				t.Errorf("%v: %d", bad, a.status)
			}
		}
		if a := b.submit(page, "/wp-login.php?action=resetpass", "pass1", "battery staple", "pass2", "battery staple"); a.status != 302 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := other.submit(second, "/wp-login.php?action=resetpass", "pass1", "another one", "pass2", "another one"); !strings.HasSuffix(a.header.Get("Location"), "invalidkey") {
			t.Errorf("the link works twice: %d %v", a.status, a.header)
		}
		if before.in() {
			t.Error("a session outlives the password")
		}
		if b.logIn("ann", "correct horse"); b.in() {
			t.Error("the old password works")
		}
		if b.logIn("ann", "battery staple"); !b.in() {
			t.Error("the new password doesn't work")
		}
		box.link(t, "ann@example.org", "password was changed")
	})
}

func TestMailedLinksExpire(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := start(t, app.Config{Clock: func() time.Time { return now }})
	u, err := s.app.DB.UserByLogin(t.Context(), "test_author")
	if err != nil {
		t.Fatal(err)
	}
	link, err := s.app.Accounts.SetPasswordLink(t.Context(), u, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	b := s.browser(t)
	b.visit(link, nil)
	if a := b.visit("/wp-login.php?action=rp", nil); !strings.HasSuffix(a.header.Get("Location"), "error=expiredkey") {
		t.Errorf("%d %v", a.status, a.header)
	}
}

func TestOwnAccount(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		b, other := s.browser(t), s.browser(t)
		b.logIn("ann", "correct horse")
		other.logIn("ann", "correct horse")
		const own = "/wp-admin/profile.php"
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
		link := box.link(t, "new@example.org", "Confirm")
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

// Pages for one person, or for who gave a password, are theirs alone.
func TestPagesOfOneVisitor(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	s.make("/core/v2/posts", map[string]any{
		"title": "Locked", "slug": "locked", "status": "publish", "password": "sesame", "date": "2020-01-02T03:04:05", "content": "<p>Hidden words</p>",
	})
	s.make("/core/v2/posts", map[string]any{
		"title": "Open", "slug": "open", "status": "publish", "date": "2020-01-02T03:04:06", "content": "<!-- wp:loginout /-->",
	})
	draft := s.make("/core/v2/posts", map[string]any{"title": "Draft", "status": "draft", "content": "<p>Not yet</p>"})
	const locked, open = "/2020/01/02/locked/", "/2020/01/02/open/"
	b, stranger := s.browser(t), s.browser(t)
	form := b.visit(locked, nil)
	for _, password := range []string{"wrong", "", "sesame"} {
		a := b.submit(form, "/wp-login.php?action=postpass", "post_password", password)
		if a.status != 302 || a.header.Get("Location") != "http://example.org"+locked {
			t.Fatalf("%q: %d %v", password, a.status, a.header)
		}
		page := b.visit(locked, nil)
		if got := strings.Contains(string(page.body), "Hidden words"); got != (password == "sesame") || !strings.Contains(page.header.Get("Cache-Control"), "no-store") {
			t.Errorf("%q: shown %v, %s", password, got, page.header.Get("Cache-Control"))
		}
		for _, c := range a.header["Set-Cookie"] {
			if password != "" && strings.Contains(c, password) {
				t.Errorf("the cookie tells the password: %s", c)
			}
		}
	}
	for range 2 {
		if a := stranger.visit(locked, nil); strings.Contains(string(a.body), "Hidden words") || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
			t.Errorf("shown to a stranger, or to be kept: %s", a.header.Get("Cache-Control"))
		}
	}
	b.logIn("ann", "correct horse")
	page := b.visit(open, nil)
	link := regexp.MustCompile(`href="([^"]*action=logout[^"]*)"`).FindStringSubmatch(string(page.body))
	if link == nil || !strings.Contains(page.header.Get("Cache-Control"), "no-store") {
		t.Fatalf("no link to log out: %s", page.body)
	}
	if a := stranger.visit(open, nil); strings.Contains(string(a.body), "action=logout") {
		t.Error("a stranger gets the page of somebody")
	}
	if a, other := b.visit("/?p="+draft, nil), stranger.visit("/?p="+draft, nil); a.status != 200 || other.status != 404 {
		t.Errorf("a draft: %d for an editor, %d for a stranger", a.status, other.status)
	}
	if b.visit(html.UnescapeString(link[1]), nil); b.in() {
		t.Error("the link to log out doesn't")
	}
}

// An editor finds on the page of an entry the way to its stored texts, and
// nobody else finds it there.
func TestEditLink(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	s.make("/core/v2/posts", map[string]any{"title": "Open", "slug": "open", "status": "publish", "date": "2020-01-02T03:04:06", "content": "[raw] words"})
	const open = "/2020/01/02/open/"
	editLink := regexp.MustCompile(`<p class="quoin-edit-link"><a href="([^"]*)"`)
	editor, reader, stranger := s.browser(t), s.browser(t), s.browser(t)
	editor.logIn("ann", "correct horse")
	reader.logIn("sub", "correct horse")
	if !editor.in() || !reader.in() {
		t.Fatal("they aren't logged in")
	}
	stranger.visit(open, nil) // so that it is kept
	page := editor.visit(open, nil)
	link := editLink.FindSubmatch(page.body)
	if link == nil || page.header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("no edit link in a page that is not kept: %s", page.header.Get("Cache-Control"))
	}
	to := html.UnescapeString(string(link[1]))
	if strings.Contains(to, "nonce") || strings.Count(to, "=") != 2 {
		t.Errorf("the link says more than which entry is edited: %s", to)
	}
	a := editor.visit(to, nil, "Origin", "http://elsewhere.example")
	if a.status != 200 || !strings.Contains(string(a.body), `"raw":"[raw] words"`) || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
		t.Errorf("%s: %d %s %.200s", to, a.status, a.header.Get("Cache-Control"), a.body)
	}
	if a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("other sites may read it")
	}
	for _, other := range []string{"?post=x&action=edit", "?post=99999&action=edit", "?action=edit"} {
		if a := editor.visit("/wp-admin/post.php"+other, nil); a.status != 404 {
			t.Errorf("%s: %d", other, a.status)
		}
	}
	if a := editor.visit(to, url.Values{"title": {"x"}}); a.status == 200 {
		t.Errorf("a form sent there: %d", a.status)
	}
	for name, b := range map[string]*browser{"reader": reader, "stranger": stranger} {
		if a := b.visit(open, nil); a.status != 200 || editLink.Match(a.body) {
			t.Errorf("%s: %d, or sees an edit link", name, a.status)
		}
		want := map[string]int{"reader": 403, "stranger": 302}[name]
		if a := b.visit(to, nil); a.status != want || want == 302 && !strings.Contains(a.header.Get("Location"), "/wp-login.php?") {
			t.Errorf("the link of another for a %s: %d to %q", name, a.status, a.header.Get("Location"))
		}
	}
	if editLink.Match(editor.visit("/", nil).body) {
		t.Error("a list has an edit link")
	}
}
