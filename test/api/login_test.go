package api

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/domain/user"
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
			if a := s.browser(t).visit("/wp-login.php", form); a.header.Get("Location") != want {
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
		if a := b.visit("/.well-known/change-password", nil); a.status != 302 || a.header.Get("Location") != "http://example.org/account" {
			t.Errorf("where password managers look: %d %v", a.status, a.header)
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
		_, allowed, _ := strings.Cut(policy, "script-src ")
		allowed, _, _ = strings.Cut(allowed, ";")
		scripts := strings.Count(string(a.body), "<script")
		if scripts != strings.Count(allowed, "'sha256-") || scripts != len(strings.Fields(allowed)) || strings.Contains(policy, "unsafe") {
			t.Errorf("%d scripts, and %s", scripts, policy)
		}
	}
	for _, c := range b.visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}, "rememberme": {"forever"}}).header["Set-Cookie"] {
		if !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Lax") {
			t.Errorf("cookie %s", c)
		}
	}
	// The log-in above a page whose session has ended stands in a frame of the site's own.
	a := s.browser(t).visit("/wp-login.php?interim-login=1", nil)
	if policy := a.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors 'self'") || a.header.Get("X-Frame-Options") != "SAMEORIGIN" || !strings.Contains(string(a.body), `<body class="interim-login">`) {
		t.Errorf("above a page: %s, %s", policy, a.header.Get("X-Frame-Options"))
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

// TestScriptsComeFromPlacesOfScripts asks for all kinds of pages: what they let run
// is the program's scripts and themes', and no answer of the API, which is whatever
// script its caller asks for.
func TestScriptsComeFromPlacesOfScripts(t *testing.T) {
	t.Parallel()
	s, _ := people(t, engine{"sqlite"})
	id := s.make("/core/v2/posts", map[string]any{"title": "Scripted", "slug": "scripted", "status": "publish", "date": "2020-01-02T03:04:06",
		"content": `<script src="/wp-json/?_jsonp=steal"></script><!-- wp:accordion --><div class="wp-block-accordion"></div><!-- /wp:accordion -->`})
	page := s.make("/core/v2/pages", map[string]any{"title": "Page", "slug": "page", "status": "publish"})
	if a := s.do("", "GET", "/wp-json/?_jsonp=steal&_fields=name", nil); !strings.HasPrefix(string(a.body), "/**/steal(") {
		t.Fatalf("no script to be kept out: %s", a.body)
	}
	editor := s.browser(t)
	editor.logIn("ann", "correct horse")
	seen, places := 0, map[string]bool{}
	for _, path := range []string{
		"/", "/2020/01/02/scripted/", "/2020/01/02/scripted/embed/", "/page/", "/?p=" + id, "/?page_id=" + page, "/2020/", "/author/test_administrator/", "/?s=scripted",
		"/nothing-here/", "/category/uncategorized/", "/2020/01/02/scripted/?replytocom=1", "/wp-login.php", "/wp-login.php?action=lostpassword", "/account",
		"/wp-admin/second-factor.php", "/wp-admin/authorize-application.php?app_name=x", "/wp-login.php?action=logout", "/api/docs", "/wp-json/docs",
		"/?rest_route=/docs", "/index.php?rest_route=/docs", "/feed/", "/sitemap.xml", "/wp-admin/nothing", "/wp-comments-post.php",
	} {
		for _, b := range []*browser{s.browser(t), editor} {
			a := b.visit(path, nil)
			if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || a.status >= 300 && a.status < 400 || len(a.body) == 0 {
				continue
			}
			seen++
			policy := a.header.Get("Content-Security-Policy")
			scripts := ""
			for part := range strings.SplitSeq(policy, "; ") {
				directive, sources, _ := strings.Cut(part, " ")
				if directive == "script-src" || directive == "default-src" && scripts == "" {
					scripts = sources
				}
				if strings.HasPrefix(directive, "script-src-") || directive == "worker-src" {
					t.Errorf("%s: %s", path, part)
				}
			}
			if scripts == "" {
				t.Errorf("%s has no policy", path)
			}
			for source := range strings.FieldsSeq(scripts) {
				if place, ok := strings.CutPrefix(source, "http://example.org"); ok {
					places[place] = true
				}
				switch {
				case source == "'none'", strings.HasPrefix(source, "'sha256-"):
				case source == "http://example.org/assets/", source == "http://example.org/wp-content/themes/",
					strings.HasSuffix(path, "docs") && (source == "http://example.org/api/docs.js" || source == "http://example.org/wp-json/docs.js"):
				default:
					t.Errorf("%s lets scripts of %s run", path, source)
				}
			}
			// What the page itself loads goes on.
			for _, m := range regexp.MustCompile(`<script type="module" src="([^"]*)"`).FindAllStringSubmatch(string(a.body), -1) {
				if !strings.HasPrefix(m[1], "http://example.org/assets/") {
					t.Errorf("%s loads %s", path, m[1])
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d pages", seen)
	}
	// Nothing below these places answers with a script that a content asks for.
	places["/assets/admin/"] = true
	for place := range places {
		for _, file := range []string{"", "x", "x.js", "index.php", "../", "%2e%2e/", "..%2f..%2f", "/", "%2f", "a/b/"} {
			if !strings.HasSuffix(place, "/") {
				file = "" // a file, and no other
			}
			for _, query := range []string{"_jsonp=steal", "rest_route=/&_jsonp=steal", "rest_route=%2Fwp%2Fv2%2Fposts&_jsonp=steal", "_jsonp=steal&rest_route=/core/v2/posts", "rest_route=/docs&_jsonp=steal", "%72est_route=/&_jsonp=steal", "rest%5Froute=/&_jsonp=steal&_envelope=1", "p=" + id + "&_jsonp=steal"} {
				a := s.do("", "GET", place+file+"?"+query, nil)
				if strings.Contains(string(a.body), "steal(") || a.status >= 300 && a.status < 400 && !strings.HasPrefix(strings.TrimPrefix(a.header.Get("Location"), "http://example.org"), place) {
					t.Errorf("%s%s?%s may be a script: %d %s %.80s", place, file, query, a.status, a.header.Get("Location"), a.body)
				}
			}
		}
	}
}
