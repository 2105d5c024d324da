package api

import (
	"net/url"
	"strings"
	"testing"
)

// Options that the API has no place for are changed on screens, by who may, all or none.
func TestOptionsOfScreens(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	const page, form = "/wp-admin/options-permalink.php", "/wp-admin/options.php"
	b := by["administrator"]
	data := adminData(t, b.visit(page, nil))
	if got := valueAt(data, "options/permalink_structure"); got != "/%year%/%monthnum%/%day%/%postname%/" {
		t.Fatalf("the page says %q", got)
	}
	nonce := valueAt(data, "optionsNonce")
	send := func(b *browser, nonce string, options ...string) answer {
		t.Helper()
		values := url.Values{"_wpnonce": {nonce}}
		for i := 0; i < len(options); i += 2 {
			values.Set("option:"+options[i], options[i+1])
		}
		return b.visit(form, values)
	}
	for what, a := range map[string]answer{
		"without a nonce": send(b, "0123456789", "tag_base", "about"),
		"by an editor":    send(by["editor"], nonce, "tag_base", "about"),
		"of no screen":    send(b, nonce, "tag_base", "about", "siteurl", "http://elsewhere.example"),
	} {
		if a.status != 403 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	if a := send(b, nonce, "tag_base", "about", "thumbnail_size_w", "wide"); a.status != 400 || !strings.Contains(string(a.body), "thumbnail_size_w") {
		t.Errorf("a wrong value: %d %s", a.status, a.body)
	}
	if got := valueAt(adminData(t, b.visit(page, nil)), "options/tag_base"); got != "" {
		t.Errorf("refused and stored: %q", got)
	}
	if a := send(b, nonce, "tag_base", "about", "permalink_structure", "/%postname%/"); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	data = adminData(t, b.visit(page, nil))
	if valueAt(data, "options/tag_base") != "about" || valueAt(data, "options/permalink_structure") != "/%postname%/" {
		t.Errorf("stored: %v", data["options"])
	}
	id := s.make("/core/v2/posts", map[string]any{"title": "Short", "slug": "short", "status": "publish"})
	if link := valueAt(s.do("administrator", "GET", "/api/core/v2/posts/"+id, nil).json(t), "link"); !strings.HasSuffix(link, "example.org/short/") {
		t.Errorf("a new post is at %s", link)
	}
}

// Whoever is logged in finds on pages the way to what they may do, and nobody else.
func TestAdminBar(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	s.make("/core/v2/posts", map[string]any{"title": "Open", "slug": "open", "status": "publish", "date": "2020-01-02T03:04:06"})
	const page, bar = "/2020/01/02/open/", `<nav id="wpadminbar"`
	stranger := s.browser(t)
	for range 2 {
		if a := stranger.visit(page, nil); a.status != 200 || strings.Contains(string(a.body), "wpadminbar") {
			t.Errorf("a stranger: %d, or has a bar", a.status)
		}
	}
	for role, want := range map[string]string{
		"administrator": "edit new-post new-page logout", "editor": "edit new-post new-page logout", "author": "new-post logout", "contributor": "new-post logout", "subscriber": "logout",
	} {
		a := by[role].visit(page, nil)
		body := string(a.body)
		if a.status != 200 || !strings.Contains(body, bar) || a.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %d %s, or no bar", role, a.status, a.header.Get("Cache-Control"))
		}
		for _, item := range strings.Fields("edit new-post new-page logout") {
			if has := strings.Contains(body, `id="wp-admin-bar-`+item+`"`); has != strings.Contains(" "+want+" ", " "+item+" ") {
				t.Errorf("%s: %s: %v", role, item, has)
			}
		}
	}
	if a := stranger.visit(page, nil); strings.Contains(string(a.body), "wpadminbar") {
		t.Error("the bar of others is kept for strangers")
	}
}
