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

// The page of all options shows what the command line and the API set, and its form changes what differs,
// all or none; secrets and what is left to the command line stay as they are.
func TestPageOfAllOptions(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	const page = "/wp-admin/options.php"
	b := by["administrator"]
	read := func() (shown map[string]string, data map[string]any) {
		t.Helper()
		data, shown = adminData(t, b.visit(page, nil)), map[string]string{}
		list, _ := data["shown"].([]any)
		for _, o := range list {
			shown[valueAt(o, "name")] = valueAt(o, "text")
		}
		return shown, data
	}
	if err := s.app.Options.Set(t.Context(), "seo:ai_model", "sage-1"); err != nil {
		t.Fatal(err)
	}
	if err := s.app.Options.Set(t.Context(), "seo:keyword_tool_client_id", "whispered"); err != nil {
		t.Fatal(err)
	}
	shown, data := read()
	for name, want := range map[string]string{
		"page_comments": "0", "thread_comments": "1", "comments_per_page": "50", "default_comments_page": "newest", "permalink_structure": "/%year%/%monthnum%/%day%/%postname%/",
		"posts_per_page": "10", "start_of_week": "1", "use_smilies": "1", "default_comment_status": "open", "show_on_front": "posts", "moderation_keys": "", "seo:llms_txt": "0", "seo:ai_model": "sage-1", "seo:keyword_tool_client_id": "(set)",
	} {
		if got, ok := shown[name]; !ok || got != want {
			t.Errorf("%s is shown as %q (%v), want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"allow_content_scripts", "seo:settings", "definitions", "roles"} {
		if got, ok := shown[name]; ok {
			t.Errorf("%s is shown: %q", name, got)
		}
	}
	nonce := valueAt(data, "optionsNonce")
	send := func(b *browser, nonce string, options ...string) answer {
		t.Helper()
		values := url.Values{"option_page": {"options"}, "_wpnonce": {nonce}, "Update": {"Save Changes"}}
		for i := 0; i < len(options); i += 2 {
			values.Set(options[i], options[i+1])
		}
		return b.visit(page, values)
	}
	for what, a := range map[string]answer{
		"without a nonce": send(b, "0123456789", "tag_base", "about"),
		"by an editor":    send(by["editor"], nonce, "tag_base", "about"),
	} {
		if a.status != 403 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	a := send(b, nonce, "comments_per_page", "7", "tag_base", "about", "thumbnail_size_w", `"><script>alert(1)</script>`)
	again := adminData(t, a)
	if a.status != 400 || !strings.Contains(valueAt(again, "refused"), "thumbnail_size_w") || valueAt(again, "sent/tag_base") != "about" || strings.Contains(string(a.body), "<script>alert") {
		t.Errorf("a wrong value: %d %v", a.status, again["refused"])
	}
	for name, wrong := range map[string]string{"posts_per_page": "many", "admin_email": "nobody", "default_comment_status": "perhaps", "use_smilies": "at times"} {
		if a := send(b, nonce, "tag_base", "about", name, wrong); a.status != 400 || !strings.Contains(valueAt(adminData(t, a), "refused"), name) {
			t.Errorf("%s %q: %d", name, wrong, a.status)
		}
	}
	if now, _ := read(); now["tag_base"] != "" || now["comments_per_page"] != "50" {
		t.Errorf("refused and stored: %q, %q", now["tag_base"], now["comments_per_page"])
	}
	// Whoever sends the whole form changes what differs: the address that no site takes is as it was.
	whole := []string{"page_comments", "1", "comments_per_page", "1", "moderation_keys", "spam\r\nham", "seo:llms_txt", "1",
		"allow_content_scripts", "1", "seo:keyword_tool_client_id", "stolen", "blogname", "Other <b>&</b>", "blogdescription", "Of a form", "posts_per_page", "4", "admin_email", "other@example.org", "use_smilies", "0", "definitions", "{}", "siteurl", shown["siteurl"]}
	if a := send(b, nonce, whole...); a.status != 303 || a.header.Get("Location") != "http://example.org"+page+"?settings-updated=true" {
		t.Fatalf("%d %s %s", a.status, a.header.Get("Location"), a.body)
	}
	now, _ := read()
	for name, want := range map[string]string{"page_comments": "1", "comments_per_page": "1", "moderation_keys": "spam\nham", "seo:llms_txt": "1", "seo:ai_model": "sage-1", "posts_per_page": "4", "admin_email": "other@example.org", "blogdescription": "Of a form", "use_smilies": "0"} {
		if now[name] != want {
			t.Errorf("%s is %q, want %q", name, now[name], want)
		}
	}
	if got, err := s.app.Options.Text(t.Context(), "allow_content_scripts"); err != nil || got != "false" {
		t.Errorf("scripts of contents: %q: %v", got, err)
	}
	if got, _ := s.app.Env.Site.Option(t.Context(), "seo:keyword_tool_client_id"); got != "whispered" {
		t.Errorf("a secret was changed to %v", got)
	}
	if got := valueAt(s.do("administrator", "GET", "/api/core/v2/settings", nil).json(t), "title"); got != "Other &lt;b&gt;&amp;&lt;/b&gt;" {
		t.Errorf("the title is %q", got)
	}
	// Whoever lost the right keeps the nonce, and nothing with it.
	list, _ := s.do("administrator", "GET", "/api/core/v2/users?context=edit&search=administrator@example.net", nil).json(t).([]any)
	if len(list) != 1 {
		t.Fatalf("%d accounts", len(list))
	}
	if a := s.do("administrator", "POST", "/api/core/v2/users/"+valueAt(list[0], "id"), map[string]any{"roles": []string{"editor"}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := send(b, nonce, "tag_base", "about"); a.status != 403 {
		t.Errorf("without the right: %d %s", a.status, a.body)
	}
	if got, _ := s.app.Options.Text(t.Context(), "tag_base"); got != "" {
		t.Errorf("stored without the right: %q", got)
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
