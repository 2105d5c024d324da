package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/platform/outbound"
)

// TestIncidents tries the classes of attacks that interfaces like this one have
// seen, one after the other; docs/security.md has the table.
func TestIncidents(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		post := s.make("/core/v2/posts", map[string]any{"title": "Kept", "content": "As it was", "status": "publish", "comment_status": "open"})
		for _, c := range []struct {
			name string
			try  func(t *testing.T, s *server, post string)
		}{
			{"id confusion", idConfusion}, {"batch confusion", batchConfusion}, {"user enumeration", userEnumeration}, {"server-side requests", serverSideRequests},
			{"stored scripts", storedScripts}, {"credential abuse", credentialAbuse}, {"redirect abuse", redirectAbuse}, {"bombs", bombs}, {"path traversal", pathTraversal},
			{"mass assignment", massAssignment},
		} {
			t.Run(c.name, func(t *testing.T) {
				c.try(t, s, post)
				if got := s.do("", "GET", "/api/core/v2/posts/"+post, nil); valueAt(got.json(t), "title/rendered") != "Kept" || !strings.Contains(string(got.body), "As it was") {
					t.Errorf("the entry was changed: %s", got.body)
				}
			})
		}
	})
}

func idConfusion(t *testing.T, s *server, post string) {
	own := s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": "Mine"})
	mine := valueAt(own.json(t), "id")
	body := map[string]any{"id": post, "content": "injected"}
	for _, c := range []struct{ role, path string }{
		{"", "posts/" + post}, {"", "posts/" + post + "?id=" + post + "abc"}, {"", "posts/" + post + "abc"}, {"", "posts/" + post + "%00"}, {"", "posts/0" + post + "?id[]=" + post},
		{"author", "posts/" + post + "?id=" + mine}, {"author", "posts/" + post + "?author=" + fmt.Sprint(s.ids["author"])}, {"subscriber", "posts/" + post}, {"author", "pages/" + post},
	} {
		for _, root := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
			if a := s.do(c.role, "POST", root+c.path, body); a.status < 400 || a.status >= 500 {
				t.Errorf("%s as %q: %d %s", c.path, c.role, a.status, a.body)
			}
		}
	}
	// Another's id in the body of a write to one's own.
	for method, body := range map[string]any{"POST": body, "PUT": map[string]any{"id": number(post), "content": "injected"}, "DELETE": body} {
		if a := s.do("author", method, "/api/core/v2/posts/"+mine+"?force=true", body); a.status != 403 {
			t.Errorf("%s: %d %s", method, a.status, a.body)
		}
	}
}

func batchConfusion(t *testing.T, s *server, post string) {
	write := map[string]any{"method": "POST", "path": "/core/v2/posts/" + post, "body": map[string]any{"content": "injected"}}
	remove := map[string]any{"method": "DELETE", "path": "/core/v2/posts/" + post + "?force=true"}
	for _, role := range []string{"", "subscriber", "author"} {
		for name, requests := range map[string][]any{
			"plain": {write, remove}, "after a bad path": {map[string]any{"path": "///"}, write}, "after a bad method": {map[string]any{"path": "/core/v2/posts", "method": "BREW"}, write},
			"after one's own": {map[string]any{"method": "POST", "path": "/core/v2/posts", "body": map[string]any{"title": "x"}}, write, remove},
			"in a batch":      {map[string]any{"method": "POST", "path": "/batch/v1", "body": map[string]any{"requests": []any{write}}}},
		} {
			a := s.do(role, "POST", "/api/batch/v1", map[string]any{"requests": requests})
			if a.status >= 500 {
				t.Errorf("%s as %q: %d", name, role, a.status)
			}
			if a.status >= 400 {
				continue
			}
			list, _ := at(a.json(t), "responses").([]any)
			for i, one := range list {
				status := valueAt(one, "status")
				if request, _ := requests[i].(map[string]any); len(list) == len(requests) && (strings.Contains(fmt.Sprint(request["path"]), post)) && status < "400" {
					t.Errorf("%s as %q: answer %d is %s", name, role, i, status)
				}
			}
		}
	}
}

func userEnumeration(t *testing.T, s *server, _ string) {
	id := fmt.Sprint(s.ids["subscriber"])
	for _, path := range []string{"users/" + id, "users?context=edit", "users?search=subscriber@example.org", "users?roles=administrator", "users?slug=test_subscriber", "users?orderby=email", "users?who=authors", "users/me"} {
		a := s.do("", "GET", "/api/core/v2/"+path, nil)
		if strings.Contains(string(a.body), "test_subscriber") || strings.Contains(string(a.body), "@example.org") {
			t.Errorf("%s tells: %s", path, a.body)
		}
	}
	for _, path := range []string{"/?author=" + id, "/author/test_subscriber/"} {
		if a := s.do("", "GET", path, nil); a.status == 301 || a.status == 302 || strings.Contains(string(a.body), "test_subscriber") && a.status == 200 {
			t.Errorf("%s: %d %s", path, a.status, a.header.Get("Location"))
		}
	}
	known, unknown := s.browser(t).logIn("test_subscriber", "wrong"), s.browser(t).logIn("nobody-here", "wrong")
	if known.status != unknown.status || len(known.body)-len("test_subscriber") != len(unknown.body)-len("nobody-here") {
		t.Error("the log-in form tells who has an account")
	}
	s.command(t, "unlock", "192.0.2.1")
}

func serverSideRequests(t *testing.T, s *server, _ string) {
	hits := 0
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits++ }))
	defer inside.Close()
	usual := *s.app.Env.Outbound
	*s.app.Env.Outbound = *outbound.New(outbound.Config{Timeout: 2 * time.Second})
	defer func() { *s.app.Env.Outbound = usual }()
	_, port, _ := strings.Cut(strings.TrimPrefix(inside.URL, "http://"), ":")
	for _, target := range []string{
		inside.URL, "http://localhost:" + port, "http://127.0.0.1:8080/", "http://[::1]:8080/", "http://[::ffff:127.0.0.1]:8080/", "http://2130706433:8080/", "http://0.0.0.0:8080/",
		"http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://user:pass@127.0.0.1:8080/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://127.1:8080/",
	} {
		for _, path := range []string{"/api/core-block-editor/v1/url-details?url=", "/api/oembed/1.0/proxy?url="} {
			a := s.do("editor", "GET", path+url.QueryEscape(target), nil)
			if a.status < 400 || a.status == 500 || strings.Contains(string(a.body), "root:") {
				t.Errorf("%s%s: %d %.200s", path, target, a.status, a.body)
			}
			if a := s.do("", "GET", path+url.QueryEscape(target), nil); a.status < 400 || a.status >= 500 {
				t.Errorf("a stranger may ask for %s: %d", target, a.status)
			}
		}
	}
	if hits > 0 {
		t.Errorf("%d requests reached the inside", hits)
	}
}

func storedScripts(t *testing.T, s *server, post string) {
	const attack = `<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><svg onload=alert(1)></svg><iframe srcdoc="<script>1</script>"></iframe>`
	bad := func(what string, a answer) {
		t.Helper()
		text := strings.ToLower(string(a.body))
		for _, sign := range []string{"<script>alert", "onerror=", `href=\"javascript:`, "onload=", "<iframe", `<svg`} {
			if strings.Contains(text, sign) {
				t.Errorf("%s has %s: %.600s", what, sign, a.body)
			}
		}
	}
	made := s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": attack, "content": attack, "excerpt": attack, "status": "publish"})
	if made.status != 201 {
		t.Fatalf("%d %s", made.status, made.body)
	}
	id := valueAt(made.json(t), "id")
	bad("a post", s.do("", "GET", "/api/core/v2/posts/"+id, nil))
	bad("a user", s.do("author", "POST", "/api/core/v2/users/me", map[string]any{"description": attack, "name": attack, "nickname": attack, "url": "javascript:alert(1)"}))
	bad("a term", s.do("editor", "POST", "/api/core/v2/tags", map[string]any{"name": "x" + attack, "description": attack}))
	bad("a comment", s.do("subscriber", "POST", "/api/core/v2/comments", map[string]any{"post": number(post), "content": "Well " + attack}))
	for name, body := range map[string]string{
		"x.html": "<html><script>alert(1)</script></html>", "x.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "x.php": "<?php echo 1;", "x.js": "alert(1)", "x.jpg": "<html><script>alert(1)</script>",
		"x.php.jpg": "<?php echo 1;",
	} {
		a := s.do("author", "POST", "/api/core/v2/media", strings.NewReader(body), "Content-Disposition", `attachment; filename="`+name+`"`, "Content-Type", "image/jpeg")
		if a.status < 400 || a.status >= 600 || a.status == 502 {
			t.Errorf("%s is taken: %d %s", name, a.status, a.body)
		}
	}
}

func credentialAbuse(t *testing.T, s *server, _ string) {
	defer s.command(t, "unlock", "192.0.2.1")
	for i := range 4 {
		a := s.browser(t).logIn("admin", fmt.Sprint("guess ", i))
		if want := map[bool]int{true: 429, false: 200}[i == 3]; a.status != want {
			t.Errorf("guess %d: %d", i, a.status)
		}
	}
	if a := s.browser(t).logIn("test_editor", "x"); a.status != 429 || a.header.Get("Retry-After") == "" {
		t.Errorf("another account from there: %d", a.status)
	}
	if a := s.do("editor", "GET", "/api/core/v2/users/me", nil); a.status != 200 {
		t.Errorf("a program is kept out: %d", a.status)
	}
	for i := range 70 {
		r := httptest.NewRequest("GET", "/api/core/v2/users/me", nil)
		r.SetBasicAuth("admin", fmt.Sprintf("%024d", i))
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if want := map[bool]int{true: 429, false: 401}[i >= 60]; w.Code != want {
			t.Fatalf("guess %d of an application password: %d", i, w.Code)
		}
	}
}

func redirectAbuse(t *testing.T, s *server, _ string) {
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "led", Email: "led@example.org", Role: "editor", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	for _, to := range []string{"https://evil.example/", "//evil.example/", `/\evil.example`, "https:evil.example", "javascript:alert(1)", "http://example.org@evil.example/", "http://example.org.evil.example/", "/\t//evil.example", "data:text/html,x"} {
		a := b.visit("/wp-login.php", url.Values{"log": {"led"}, "pwd": {"correct horse"}, "redirect_to": {to}})
		if got := a.header.Get("Location"); !strings.HasPrefix(got, "http://example.org/") {
			t.Errorf("%q leads to %q", to, got)
		}
		page := b.visit("/wp-admin/authorize-application.php?app_name=x&success_url="+url.QueryEscape(to), nil)
		if to[0] != '/' && !strings.HasPrefix(to, "https://") && page.status < 400 && strings.Contains(string(page.body), "evil") {
			t.Errorf("a program may have %q: %d", to, page.status)
		}
	}
	for _, path := range []string{"//evil.example/", "/%2f%2fevil.example/", `/\evil.example/`, "/.//evil.example/"} {
		a := s.raw(path)
		if got := a.header.Get("Location"); got != "" && !strings.HasPrefix(got, "http://example.org/") {
			t.Errorf("%s leads to %q", path, got)
		}
	}
}

func bombs(t *testing.T, s *server, _ string) {
	began := time.Now()
	deep := strings.Repeat(`{"a":`, 50_000) + "1" + strings.Repeat("}", 50_000)
	blocks := strings.Repeat("<!-- wp:group -->", 20_000)
	for name, a := range map[string]answer{
		"deep JSON":       s.do("author", "POST", "/api/core/v2/posts", strings.NewReader(`{"title":"x","meta":`+deep+`}`), "Content-Type", "application/json"),
		"deep lists":      s.do("author", "POST", "/api/core/v2/posts", strings.NewReader(strings.Repeat("[", 500_000)), "Content-Type", "application/json"),
		"deep blocks":     s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": "x", "content": blocks}),
		"deep names":      s.do("author", "POST", "/api/core/v2/posts", strings.NewReader("meta"+strings.Repeat("[a]", 20_000)+"=1"), "Content-Type", "application/x-www-form-urlencoded"),
		"many fields":     s.do("", "GET", "/api/core/v2/posts?_fields="+strings.Repeat("a.", 20_000), nil),
		"huge page":       s.do("", "GET", "/api/core/v2/posts?page=99999999999999999999&per_page=100", nil),
		"page of terms":   s.do("", "GET", "/api/core/v2/tags?page=99999999999999999999", nil),
		"offset of terms": s.do("", "GET", "/api/core/v2/tags?offset=-9223372036854775808", nil),
		"offset":          s.do("", "GET", "/api/core/v2/posts?offset=-9223372036854775808", nil),
		"found page":      s.do("", "GET", "/api/core/v2/search?page=9223372036854775807", nil),
		// A PNG that says it has 60000 times 60000 pixels.
		"picture": s.do("author", "POST", "/api/core/v2/media", strings.NewReader("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xea`\x00\x00\xea`\x08\x06\x00\x00\x00\x00\x00\x00\x00"),
			"Content-Disposition", `attachment; filename="bomb.png"`, "Content-Type", "image/png"),
	} {
		if a.status == 502 || a.status == 503 || a.status == 500 && name != "picture" {
			t.Errorf("%s: %d %.200s", name, a.status, a.body)
		}
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("they took %v", took)
	}
}

func pathTraversal(t *testing.T, s *server, _ string) {
	for _, path := range []string{
		"/wp-content/uploads/../quoin.db", "/wp-content/uploads/%2e%2e/quoin.db", "/wp-content/uploads/..%2fquoin.db", `/wp-content/uploads/..\quoin.db`, "/wp-content/uploads/..%5cquoin.db",
		"/wp-content/uploads/%252e%252e/quoin.db", "/wp-content/uploads//../../quoin.db", "/wp-content/uploads/.partial", "/wp-content/uploads/", "/wp-content/themes/../../../quoin.db", "/wp-content/themes/x/..%2f..%2fstyle.css",
	} {
		a := s.raw(path)
		if a.status == 200 && (strings.Contains(string(a.body), "SQLite format") || strings.Contains(path, "uploads")) {
			t.Errorf("%s: %d %.80s", path, a.status, a.body)
		}
	}
	picture := "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	for _, name := range []string{"../../../evil.gif", `..\..\evil.gif`, "/etc/evil.gif", ".htaccess.gif", "a/../../evil.gif"} {
		a := s.do("author", "POST", "/api/core/v2/media", strings.NewReader(picture), "Content-Disposition", `attachment; filename="`+name+`"`, "Content-Type", "image/gif")
		source := valueAt(a.json(t), "source_url")
		if a.status == 201 && (!strings.HasPrefix(source, "http://example.org/wp-content/uploads/2") || strings.Contains(source, "..")) {
			t.Errorf("%s became %s", name, source)
		}
	}
	for _, id := range []string{"x//../../../../etc/passwd", "..%2f..%2fquoin.db", "twentytwentyfive//..%2f..%2findex"} {
		if a := s.do("administrator", "GET", "/api/core/v2/templates/"+id, nil); a.status < 400 || a.status >= 500 || strings.Contains(string(a.body), "root:") {
			t.Errorf("template %s: %d", id, a.status)
		}
	}
}

func massAssignment(t *testing.T, s *server, post string) {
	denied := func(role, method, path string, body map[string]any) {
		t.Helper()
		for _, root := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
			if a := s.do(role, method, root+path, body); a.status < 400 || a.status >= 500 {
				t.Errorf("%s %s %v as %s: %d %.200s", method, path, body, role, a.status, a.body)
			}
		}
	}
	me := func(role string) string { return fmt.Sprint(s.ids[role]) }
	for _, role := range []string{"subscriber", "contributor", "author", "editor"} {
		denied(role, "POST", "users/me", map[string]any{"roles": []string{"administrator"}})
		denied(role, "PUT", "users/"+me(role), map[string]any{"roles": []string{"administrator"}})
		denied(role, "POST", "users/"+me("administrator"), map[string]any{"password": "taken over"})
		denied(role, "POST", "users", map[string]any{"username": "x", "email": "x@example.org", "password": "x", "roles": []string{"administrator"}})
		denied(role, "POST", "settings", map[string]any{"default_role": "administrator", "title": "x"})
		denied(role, "POST", "users/"+me("administrator")+"/application-passwords", map[string]any{"name": "x"})
		denied(role, "GET", "users/"+me("administrator")+"/application-passwords", nil)
		denied(role, "PUT", "plugins/loginlimit/loginlimit", map[string]any{"status": "inactive"})
		s.do(role, "POST", "/api/core/v2/users/me", map[string]any{
			"meta":         map[string]any{"capabilities": "administrator", "wp_capabilities": map[string]any{"administrator": true}, "session_tokens": "x"},
			"capabilities": map[string]any{"manage_options": true}, "is_super_admin": true, "password_hash": "x", "id": 1,
		})
		u, err := s.app.DB.UserByID(t.Context(), s.ids[role])
		if err != nil || len(u.Roles) != 1 || u.Roles[0] != role || u.Meta.Get("wp_capabilities") != nil {
			t.Errorf("%s has become %+v", role, u)
		}
	}
	denied("author", "POST", "posts", map[string]any{"title": "x", "author": s.ids["administrator"]})
	denied("contributor", "POST", "posts", map[string]any{"title": "x", "status": "publish"})
	denied("author", "POST", "posts/"+post, map[string]any{"content": "injected"})
	denied("author", "DELETE", "posts/"+post, nil)
	if _, err := s.app.DB.UserByLogin(t.Context(), "x"); err == nil {
		t.Error("an account was made")
	}
}
