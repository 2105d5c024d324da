package api

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"quoin/internal/people/account"
	"quoin/internal/people/admin"
)

// keepers are a site with somebody of each role, whose log-in is the role's name.
func keepers(t *testing.T) (*server, map[string]*browser) {
	t.Helper()
	if !admin.Built() {
		t.Skip("the program has no bundle of the admin (make admin)")
	}
	s, _ := people(t, engine{"sqlite"})
	all := map[string]*browser{}
	for _, role := range []string{"administrator", "editor", "author", "contributor", "subscriber"} {
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: role, Email: role + "@example.net", Role: role, Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		all[role] = s.browser(t)
		all[role].logIn(role, "correct horse")
	}
	return s, all
}

// Each screen opens for whom its rights are enough, and their navigation leads there.
func TestScreensByRole(t *testing.T) {
	t.Parallel()
	_, by := keepers(t)
	const everybody, all, write, keep = "administrator editor author contributor subscriber", "administrator editor author contributor", "administrator editor author", "administrator editor"
	for path, roles := range map[string]string{
		"index.php": everybody, "edit.php": all, "post-new.php": all, "edit.php?post_type=page": keep, "post-new.php?post_type=page": keep,
		"upload.php": write, "edit-comments.php": all, "edit-tags.php?taxonomy=category": keep, "users.php": "administrator",
		"user-new.php": "administrator", "user-edit.php?user_id=1": "administrator", "options-general.php": "administrator",
		"options-reading.php": "administrator", "options-media.php": "administrator", "options-permalink.php": "administrator", "options-privacy.php": "administrator", "options.php": "administrator",
		"export.php": "administrator", "export.php?download=true": "administrator", "import.php": "administrator", "tools.php?page=redirection": "administrator",
		"tools.php?page=thumbnails": "administrator", "options-general.php?page=loginlimit": "administrator", "options-general.php?page=duplicatepost": "administrator", "plugins.php": "administrator", "themes.php": "administrator",
		"nav-menus.php": "administrator", "site-editor.php": "administrator",
	} {
		for role, b := range by {
			want := 403
			if strings.Contains(roles, role) {
				want = 200
			}
			a := b.visit("/wp-admin/"+path, nil)
			if a.status != want {
				t.Errorf("%s for a %s: %d, want %d", path, role, a.status, want)
			}
			if want == 200 && !strings.Contains(path, "download") && (!strings.HasPrefix(a.header.Get("Content-Security-Policy"), "default-src 'none'; script-src http://example.org/assets/admin/ ") || a.header.Get("Cache-Control") != "no-store, private") {
				t.Errorf("%s: %v", path, a.header)
			}
		}
	}
	for role, b := range by {
		page := adminData(t, b.visit("/wp-admin/edit-comments.php", nil))
		links, _ := page["navigation"].([]any)
		if role != "subscriber" && len(links) < 3 {
			t.Errorf("%s is led to %v", role, links)
		}
		for _, l := range links {
			href := valueAt(l, "href")
			if !strings.Contains(href, "://") {
				href = "/wp-admin/" + href
			}
			if a := b.visit(href, nil); a.status != 200 {
				t.Errorf("%s is led to %s, which says %d", role, href, a.status)
			}
		}
	}
}

// What isn't there, or isn't the person's to edit, is refused in one sentence; and a list tells who has an entry open.
func TestAdminRefusesAndTellsLocks(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	made := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "Of somebody else", "status": "publish"})
	id := valueAt(made.json(t), "id")
	for _, c := range []struct {
		role, path string
		status     int
	}{
		{"administrator", "post.php?action=edit&post=999999", 404}, {"author", "post.php?action=edit&post=" + id, 403},
		{"administrator", "user-edit.php?user_id=999999", 404}, {"administrator", "term.php?taxonomy=category&tag_ID=999999", 404},
	} {
		a := by[c.role].visit("/wp-admin/"+c.path, nil)
		if a.status != c.status || strings.Count(string(a.body), "\n") > 1 {
			t.Errorf("%s for a %s: %d", c.path, c.role, a.status)
		}
	}
	locks := func(role string) string {
		return string(by[role].visit("/wp-admin/edit.php?data=locks&ids="+id, nil).body)
	}
	if got := locks("editor"); strings.Contains(got, id) {
		t.Errorf("nobody has it open: %s", got)
	}
	if a := by["administrator"].visit("/wp-admin/post.php?action=edit&post="+id, nil); a.status != 200 {
		t.Fatal(a.status)
	}
	if got := locks("editor"); !strings.Contains(got, `"`+id+`":`) {
		t.Errorf("who has it open: %s", got)
	}
	for _, role := range []string{"administrator", "author"} {
		if got := locks(role); strings.Contains(got, id) {
			t.Errorf("%s is told %s", role, got)
		}
	}
}

// adminData is what a page tells its scripts; nil of other pages.
func adminData(t *testing.T, a answer) map[string]any {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="quoin-admin">(.*?)</script>`).FindSubmatch(a.body)
	if m == nil {
		return nil
	}
	var data map[string]any
	if err := json.Unmarshal(m[1], &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// Names and texts of others stand in pages of the admin as data, whatever is in them.
func TestAdminPagesHoldHostileTexts(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	const hostile = `</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>`
	made := s.do("contributor", "POST", "/api/core/v2/posts", map[string]any{"title": hostile, "content": hostile, "excerpt": hostile})
	if made.status != 201 {
		t.Fatalf("%d %s", made.status, made.body)
	}
	if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": html.EscapeString(hostile)}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	id := valueAt(made.json(t), "id")
	for _, path := range []string{"post.php?action=edit&post=" + id, "post-new.php?post_title=" + url.QueryEscape(hostile) + "&content=" + url.QueryEscape(hostile), "edit.php?s=" + url.QueryEscape(hostile), "index.php", "site-editor.php"} {
		a := by["administrator"].visit("/wp-admin/"+path, nil)
		body := string(a.body)
		if a.status != 200 || strings.Contains(body, "<script>") || strings.Contains(body, "<img") || strings.Contains(body, "<!--") || strings.Count(body, "</script>") != strings.Count(body, "<script ") || adminData(t, a) == nil {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

// An open editor keeps the entry for its person until somebody takes it over or it is closed.
func TestEditorLocks(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	id := s.make("/core/v2/posts", map[string]any{"title": "One"})
	page := "/wp-admin/post.php?action=edit&post=" + id
	first, second := by["editor"], by["administrator"]
	open := func(b *browser) map[string]any { t.Helper(); return adminData(t, b.visit(page, nil)) }
	beat := func(b *browser, data map[string]any) answer {
		return b.visit("/wp-admin/admin-ajax.php", url.Values{"action": {"heartbeat"}, "_nonce": {valueAt(data, "heartbeat")}, "data[wp-refresh-post-lock][post_id]": {id}})
	}
	hers := open(first)
	if valueAt(hers, "settings/postLock/isLocked") != "false" {
		t.Fatalf("%v", valueAt(hers, "settings/postLock"))
	}
	his := open(second)
	if valueAt(his, "settings/postLock/isLocked") != "true" || valueAt(his, "settings/postLock/user/name") != "editor" {
		t.Errorf("the second is told %v", valueAt(his, "settings/postLock"))
	}
	if a := beat(second, his); !strings.Contains(string(a.body), `"lock_error":{"name":"editor"}`) {
		t.Errorf("the second's sign: %d %s", a.status, a.body)
	}
	if a := beat(second, hers); !strings.Contains(string(a.body), `"nonces_expired":true`) || strings.Contains(string(a.body), "wp-refresh-post-lock") {
		t.Errorf("with the nonce of another: %d %s", a.status, a.body)
	}
	if a := beat(s.browser(t), hers); !strings.HasPrefix(string(a.body), `{"wp-auth-check":false`) {
		t.Errorf("the sign of a page whose session has ended: %d %s", a.status, a.body)
	}
	over := page + "&get-post-lock=1&_wpnonce="
	if a := second.visit(over+"0123456789", nil); a.status != 403 {
		t.Errorf("taken over without a nonce: %d", a.status)
	}
	if a := second.visit(over+valueAt(his, "settings/postLockUtils/nonce"), nil); a.status != 302 {
		t.Errorf("taken over: %d", a.status)
	}
	if a := beat(first, hers); !strings.Contains(string(a.body), `"lock_error":{"name":"administrator"}`) {
		t.Errorf("the first's sign after that: %d %s", a.status, a.body)
	}
	release := func(b *browser, data map[string]any) int {
		return b.visit("/wp-admin/admin-ajax.php", url.Values{"action": {"wp-remove-post-lock"}, "post_ID": {id}, "_wpnonce": {valueAt(data, "settings/postLockUtils/unlockNonce")}}).status
	}
	if got := release(first, his); got != 403 {
		t.Errorf("released with the nonce of another: %d", got)
	}
	if got := release(first, hers); got != 200 || valueAt(open(first), "settings/postLock/isLocked") != "true" {
		t.Errorf("whoever lost it released it: %d", got)
	}
	if got := release(second, open(second)); got != 200 {
		t.Errorf("released by who has it: %d", got)
	}
	// An editor that is loaded again is closed first: the lock lasts a moment longer.
	begin, free := time.Now(), false
	for !free && time.Since(begin) < time.Minute {
		time.Sleep(200 * time.Millisecond)
		free = valueAt(open(first), "settings/postLock/isLocked") == "false"
	}
	if !free {
		t.Error("it isn't free after it was closed")
	}
	if a := beat(by["contributor"], adminData(t, by["contributor"].visit("/wp-admin/post-new.php", nil))); strings.Contains(string(a.body), "lock") {
		t.Errorf("who may not edit it: %s", a.body)
	}
}
