package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/people/account"
)

// Pages that an extension declares answer those who have their capability. Strangers are led to
// the log-in, and what changes something needs a nonce beside the cookie.
func TestPagesOfExtensions(t *testing.T) {
	t.Parallel()
	s := probed(t, engine{"sqlite"})
	expect := func(what string, a answer, status int, text string) {
		t.Helper()
		if a.status != status || !strings.Contains(string(a.body)+a.header.Get("Location"), text) {
			t.Errorf("%s: %d %s %s", what, a.status, a.header.Get("Location"), a.body)
		}
	}
	for _, path := range []string{"/probe-report/", "/probe-report", "/probe-report/of/may"} {
		expect("a stranger at "+path, s.do("", "GET", path, nil), 302, "/wp-login.php?redirect_to=")
		expect("a subscriber at "+path, s.do("subscriber", "GET", path, nil), 403, "may not")
		expect("an author at "+path, s.do("author", "GET", path, nil), 200, "GET "+path+` by "test_author"`)
		expect("an author sends to "+path, s.do("author", "POST", path, map[string]any{"a": 1}), 200, "POST "+path)
	}
	expect("beside it", s.do("author", "GET", "/probe-reports", nil), 404, "")
	expect("for everybody", s.do("", "GET", "/probe-hello", nil), 200, `by ""`)
	expect("below what has no slash", s.do("", "GET", "/probe-hello/you", nil), 404, "")
	b := s.browser(t)
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@person.example", Role: "editor", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	b.logIn("ann", "correct horse")
	expect("a cookie reads", b.visit("/probe-report/", nil), 200, `by "ann"`)
	if a := b.visit("/probe-report/", url.Values{"a": {"1"}}); a.status == 200 {
		t.Errorf("a cookie alone sends a form: %s", a.body)
	}
	nonce := strings.TrimSpace(string(b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body))
	expect("a nonce sends", b.visit("/probe-report/", url.Values{"a": {"1"}, "_wpnonce": {nonce}}), 200, "POST")
	expect("too much", b.visit("/probe-report/", url.Values{"a": {strings.Repeat("x", 2<<20)}}, "X-WP-Nonce", nonce), 200, fmt.Sprint(1<<20, " bytes"))
	if a := b.visit("/probe-report/", nil); a.header.Get("Cache-Control") != "no-store, private" || a.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers: %v", a.header)
	}
	s.switchProbe("inactive")
	expect("switched off", s.do("author", "GET", "/probe-report/", nil), 404, "")
}
