package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/people/account"
)

// previewOf gets a preview link to an entry as a role.
func (s *server) previewOf(role string, id int64, more map[string]any) (page, record, token string) {
	s.t.Helper()
	body := map[string]any{"entry": id}
	for k, v := range more {
		body[k] = v
	}
	a := s.do(role, "POST", "/api/quoin/v1/previews", body)
	if a.status != 201 {
		s.t.Fatalf("no link to %d: %d %s", id, a.status, a.body)
	}
	o := a.object(s.t)
	path := func(name string) string {
		u, err := url.Parse(fmt.Sprint(o[name]))
		if err != nil || u.Host != "example.org" {
			s.t.Fatalf("%s is %v", name, o[name])
		}
		return u.RequestURI()
	}
	return path("link"), path("record"), fmt.Sprint(o["token"])
}

func (s *server) newEntry(role, kind string, body map[string]any) int64 {
	s.t.Helper()
	a := s.do(role, "POST", "/api/core/v2/"+kind, body)
	if a.status != 201 {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
	return int64(a.object(s.t)["id"].(float64))
}

// checkPage asks for an address and looks for a text.
func (s *server) checkPage(what, path string, status int, text string) answer {
	s.t.Helper()
	a := s.do("", "GET", path, nil)
	if a.status != status || !strings.Contains(string(a.body), text) {
		s.t.Errorf("%s: GET %s: %d, want %d with %q: %.300s", what, path, a.status, status, text, a.body)
	}
	return a
}

func TestPreviewLinks(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, app.Config{Clock: clock.now, Preset: "core"})
	draft := s.newEntry("author", "posts", map[string]any{
		"title": "Not yet", "content": "<!-- wp:paragraph --><p>words of the draft</p><!-- /wp:paragraph --><!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage --><!-- wp:paragraph --><p>second part</p><!-- /wp:paragraph -->",
	})
	other := s.newEntry("author", "posts", map[string]any{"title": "Other", "content": "other words"})
	page := s.newEntry("editor", "pages", map[string]any{"title": "A page", "content": "words of a page"})
	for role, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 403, "author": 201, "editor": 201, "administrator": 201} {
		if a := s.do(role, "POST", "/wp-json/quoin/v1/previews", map[string]any{"entry": draft}); a.status != want {
			t.Errorf("link for %q: %d, want %d: %s", role, a.status, want, a.body)
		}
	}
	for _, bad := range []struct {
		body   map[string]any
		status int
	}{
		{nil, 400},
		{map[string]any{"entry": "x"}, 400},
		{map[string]any{"entry": -1}, 400},
		{map[string]any{"entry": 99999}, 404},
		{map[string]any{"entry": draft, "expires_in": 59}, 400},
		{map[string]any{"entry": draft, "expires_in": 30*24*3600 + 1}, 400},
		{map[string]any{"entry": draft, "expires_in": "soon"}, 400},
	} {
		if a := s.do("administrator", "POST", "/api/quoin/v1/previews", bad.body); a.status != bad.status {
			t.Errorf("%v: %d, want %d: %s", bad.body, a.status, bad.status, a.body)
		}
	}
	open, record, token := s.previewOf("author", draft, nil)
	_, otherRecord, _ := s.previewOf("author", other, nil)
	own := fmt.Sprintf("/?p=%d", draft)
	otherPage := fmt.Sprintf("/?p=%d&preview=true&preview_token=%s", other, url.QueryEscape(token))
	s.checkPage("without the link", own+"&preview=true", 404, "")
	for range 2 {
		a := s.checkPage("with the link", open, 200, "words of the draft")
		for name, want := range map[string]string{
			"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer", "Etag": "", "Cache-Tag": "",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s of a preview: %q, want %q", name, got, want)
			}
		}
		if !strings.Contains(string(a.body), `<meta name="robots" content="noindex, nofollow">`) {
			t.Error("search engines may keep a preview")
		}
		if strings.Contains(string(a.body), "second part") || !strings.Contains(string(a.body), "page=2&#038;preview=true&#038;preview_token=") {
			t.Errorf("the preview doesn't lead to its second page: %s", a.body)
		}
		s.checkPage("without the link, after it was used", own, 404, "")
		s.checkPage("another draft", otherPage, 404, "")
	}
	s.checkPage("the second page", open+"&page=2", 200, "second part")
	pageLink, pageRecord, _ := s.previewOf("editor", page, nil)
	s.checkPage("a page", pageLink, 200, "words of a page")
	s.checkPage("the record of a page", pageRecord, 200, "words of a page")
	// Whoever has the token reads this one entry, and writes nothing.
	with := "?preview_token=" + url.QueryEscape(token)
	reference := strings.Replace(record, "/api/core/v2/", "/wp-json/wp/v2/", 1)
	for _, path := range []string{record, reference, record + "&_embed", "/?rest_route=/wp/v2/posts/" + fmt.Sprint(draft) + "&" + with[1:]} {
		a := s.checkPage("the record", path, 200, "words of the draft")
		if got := a.header.Get("Cache-Control"); !strings.Contains(got, "private") {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
		s.checkPage("the record without the token", strings.Replace(path, "preview_token", "other", 1), 401, "forbidden")
	}
	s.checkPage("another record", strings.Split(otherRecord, "?")[0]+with, 401, "forbidden")
	s.checkPage("to edit", record+"&context=edit", 401, "forbidden_context")
	s.checkPage("revisions", strings.Replace(record, "?", "/revisions?", 1), 401, "")
	s.checkPage("autosaves", strings.Replace(record, "?", "/autosaves?", 1), 401, "")
	for _, list := range []string{"&status=draft", "&include=" + fmt.Sprint(draft), "&search=draft", ""} {
		if a := s.do("", "GET", "/api/core/v2/posts"+with+list, nil); strings.Contains(string(a.body), "words of the draft") {
			t.Errorf("a list%s shows the draft: %d", list, a.status)
		}
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
		if a := s.do("", method, record, map[string]any{"title": "x"}); a.status != 401 {
			t.Errorf("%s with the token: %d", method, a.status)
		}
	}
	if a := s.do("", "GET", "/?s=draft&"+with[1:], nil); strings.Contains(string(a.body), "Not yet") {
		t.Error("a search shows the draft")
	}
	// Another day, another dialect of lies.
	for _, bad := range []string{token + "x", strings.Replace(token, fmt.Sprint(draft), fmt.Sprint(other), 1), "", "....", strings.Repeat("9", 3000)} {
		s.checkPage("a bad token", own+"&preview_token="+url.QueryEscape(bad), 404, "")
		s.checkPage("a bad token", strings.Split(otherRecord, "?")[0]+"?preview_token="+url.QueryEscape(bad), 401, "forbidden")
	}
	clock.unix.Add(24*3600 - 1)
	s.checkPage("in the last second", open, 200, "words of the draft")
	clock.unix.Add(1)
	s.checkPage("after its time", open, 404, "")
	s.checkPage("after its time", record, 401, "forbidden")
	open, record, _ = s.previewOf("editor", draft, map[string]any{"expires_in": 3600})
	s.checkPage("a new one", open, 200, "words of the draft")
	if a := s.do("editor", "DELETE", fmt.Sprintf("/api/core/v2/posts/%d", draft), nil); a.status != 200 {
		t.Fatal(a.status)
	}
	s.checkPage("in the trash", open, 404, "")
	s.checkPage("in the trash", record, 401, "forbidden")
	if a := s.do("editor", "POST", "/api/quoin/v1/previews", map[string]any{"entry": draft}); a.status != 400 {
		t.Errorf("a link to what is in the trash: %d", a.status)
	}
}

// TestRevokedPreviews ends the links of one entry; those of others hold.
func TestRevokedPreviews(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "core"})
		draft := s.newEntry("author", "posts", map[string]any{"title": "Not yet", "content": "words of the draft"})
		other := s.newEntry("author", "posts", map[string]any{"title": "Other", "content": "other words"})
		before := valueAt(s.entry(fmt.Sprint(draft)), "modified")
		open, record, _ := s.previewOf("author", draft, nil)
		others, _, _ := s.previewOf("author", other, nil)
		s.checkPage("before", open, 200, "words of the draft")
		for role, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 403} {
			if a := s.do(role, "DELETE", fmt.Sprint("/api/quoin/v1/previews?entry=", draft), nil); a.status != want {
				t.Errorf("%q: %d %s", role, a.status, a.body)
			}
		}
		for query, want := range map[string]int{"": 400, "?entry=x": 400, "?entry=0": 400, "?entry=99999": 404} {
			if a := s.do("editor", "DELETE", "/api/quoin/v1/previews"+query, nil); a.status != want {
				t.Errorf("%q: %d %s", query, a.status, a.body)
			}
		}
		s.checkPage("nobody revoked it", open, 200, "words of the draft")
		if a := s.do("author", "DELETE", fmt.Sprint("/wp-json/quoin/v1/previews?entry=", draft), nil); a.status != 200 || valueAt(a.json(t), "revoked") != "true" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		s.checkPage("revoked", open, 404, "")
		s.checkPage("revoked", record, 401, "forbidden")
		s.checkPage("another entry", others, 200, "other words")
		again, _, _ := s.previewOf("author", draft, nil)
		s.checkPage("a new one", again, 200, "words of the draft")
		if after := s.entry(fmt.Sprint(draft)); valueAt(after, "modified") != before || strings.Contains(fmt.Sprint(after), "revoked") {
			t.Errorf("the entry changed: %v", after)
		}
		// The command does the same.
		if err := s.app.Env.Previews.RevokeNamed(t.Context(), fmt.Sprint(draft)); err != nil {
			t.Fatal(err)
		}
		s.checkPage("revoked by command", again, 404, "")
	})
}

// A preview shows the newest autosave; nobody else gets to see it.
func TestPreviewOfAutosaves(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, app.Config{Clock: clock.now, Preset: "core"})
	post := s.newEntry("author", "posts", map[string]any{"title": "Old title", "content": "old words", "status": "publish", "password": "secret"})
	open, record, _ := s.previewOf("author", post, nil)
	s.checkPage("before", open, 200, "old words")
	plain := strings.Split(open, "?")[0]
	clock.unix.Add(60)
	if a := s.do("editor", "POST", fmt.Sprintf("/api/core/v2/posts/%d/autosaves", post), map[string]any{"title": "New title", "content": "new words"}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for range 2 {
		s.checkPage("the autosave", open, 200, "new words")
		s.checkPage("its title", open, 200, "<title>New title")
		s.checkPage("in the API", record, 200, "new words")
		s.checkPage("in the API", strings.Replace(record, "/api/core/v2/", "/wp-json/wp/v2/", 1), 200, "New title")
		if a := s.checkPage("for others", plain, 200, "Old title"); strings.Contains(string(a.body), "words") || strings.Contains(string(a.body), "New") {
			t.Errorf("others see the preview: %s", a.body)
		}
		if a := s.checkPage("for others", strings.Split(record, "?")[0], 200, "Old title"); strings.Contains(string(a.body), "words") || strings.Contains(string(a.body), "New") {
			t.Errorf("others read the preview: %s", a.body)
		}
	}
	// What was saved since then is newer.
	clock.unix.Add(60)
	if a := s.do("author", "POST", fmt.Sprintf("/api/core/v2/posts/%d", post), map[string]any{"content": "newest words"}); a.status != 200 {
		t.Fatal(a.status)
	}
	s.checkPage("after a save", open, 200, "newest words")
	s.checkPage("after a save", record, 200, "newest words")
}

// Who is logged in and may edit an entry sees its autosave by the link that the
// autosave names; who may not doesn't.
func TestEditorsPreviewAutosaves(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	post := s.newEntry("author", "posts", map[string]any{"title": "Old title", "content": "old words", "status": "publish"})
	a := s.do("editor", "POST", fmt.Sprintf("/api/core/v2/posts/%d/autosaves", post), map[string]any{"title": "New title", "content": "new words"})
	u, err := url.Parse(fmt.Sprint(a.object(t)["preview_link"]))
	if err != nil {
		t.Fatal(err)
	}
	for login, want := range map[string]string{"editor": "new words", "contributor": "old words"} {
		name := "ann_" + login
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: name, Email: name + "@example.org", Role: login, Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		b := s.browser(t)
		if b.logIn(name, "correct horse"); !b.in() {
			t.Fatal("not logged in")
		}
		page := b.visit(u.RequestURI(), nil)
		if text := string(page.body); page.status != 200 || !strings.Contains(text, want) || page.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %d, want %q: %s", login, page.status, want, text)
		}
	}
	if a := s.checkPage("everybody", u.RequestURI(), 200, "old words"); strings.Contains(string(a.body), "new words") {
		t.Error("everybody sees the autosave")
	}
}

// Another key ends all links.
func TestPreviewsEndWithTheKey(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	draft := s.newEntry("author", "posts", map[string]any{"title": "Not yet", "content": "words of the draft"})
	open, record, _ := s.previewOf("author", draft, nil)
	again := func() *server { return open2(t, s) }
	again().checkPage("another node", open, 200, "words of the draft")
	if _, err := s.app.DB.Tables("test").Exec(t.Context(), "DELETE FROM secret WHERE name = 'preview'"); err != nil {
		t.Fatal(err)
	}
	fresh := again()
	fresh.checkPage("another key", open, 404, "")
	fresh.checkPage("another key", record, 401, "forbidden")
}

// open2 opens the site of a server once more.
func open2(t *testing.T, s *server) *server {
	t.Helper()
	return open(t, app.Config{Data: s.app.Data, Preset: s.app.Preset})
}
