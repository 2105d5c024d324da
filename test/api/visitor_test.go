package api

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/people/admin"
)

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
	editLink := regexp.MustCompile(`<li id="wp-admin-bar-edit"[^>]*><a href='([^']*)'`)
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
	// Nothing that is sent with it changes what it does.
	id := regexp.MustCompile(`post=(\d+)`).FindStringSubmatch(to)[1]
	for name, value := range map[string]string{
		"X-HTTP-Method-Override": "DELETE", "X-Http-Method": "DELETE", "Authorization": "Basic Og==", "X-WP-Nonce": "0123456789",
		"Accept": "text/event-stream", "Content-Type": "application/json", "Range": "bytes=0-1", "If-None-Match": "*",
	} {
		if a := editor.visit(to, nil, name, value); a.status != 200 || !strings.Contains(string(a.body), `"raw":"[raw] words"`) {
			t.Errorf("with %s: %d %.200s", name, a.status, a.body)
		}
	}
	begins := `{"id":`
	if admin.Built() {
		begins = "<!DOCTYPE html>" // the editor, which brings the entry along
	}
	for _, more := range []string{"&_method=DELETE", "&_jsonp=steal", "&_envelope=1", "&force=true"} {
		if a := editor.visit(to+more, nil); a.status != 200 || strings.Contains(string(a.body), "steal") || !strings.HasPrefix(string(a.body), begins) {
			t.Errorf("with %s: %d %.200s", more, a.status, a.body)
		}
	}
	if a := s.do("administrator", "GET", "/api/core/v2/posts/"+id+"?context=edit", nil); a.status != 200 || valueAt(a.json(t), "status") != "publish" {
		t.Fatalf("the entry after all that: %d", a.status)
	}
	for _, other := range []string{"?post=x&action=edit", "?post=99999&action=edit"} {
		if a := editor.visit("/wp-admin/post.php"+other, nil); a.status != 404 {
			t.Errorf("%s: %d", other, a.status)
		}
	}
	// An address that names no entry leads to the list, where the admin has one.
	switch a := editor.visit("/wp-admin/post.php?action=edit", nil); {
	case admin.Built() && (a.status != 302 || !strings.HasSuffix(a.header.Get("Location"), "/wp-admin/edit.php")), !admin.Built() && a.status != 404:
		t.Errorf("of no entry: %d to %q", a.status, a.header.Get("Location"))
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
