package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestEncodedDigits asks for objects by numbers that needn't be encoded.
func TestEncodedDigits(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for path, code := range map[string]string{
		"/wp-json/wp/v2/users/%31":                       "rest_no_route",
		"/index.php/wp-json/wp/v2/users/%31":             "rest_no_route",
		"/api/core/v2/po%73ts":                           "rest_no_route",
		"/api/core/v2/users/9%399":                       "rest_no_route",
		"/?rest_route=/wp/v2/users/99%399":               "rest_user_invalid_id",
		"/wp-json/wp/v2/templates/quoin%2F%2Findex%2Fxx": "rest_template_not_found",
	} {
		a := s.do("administrator", "GET", path, nil)
		if got := fmt.Sprint(a.object(t)["code"]); got != code {
			t.Errorf("%s: %s, want %s", path, got, code)
		}
	}
}

// TestIndexOfMissingImages names a logo and an icon that aren't there.
func TestIndexOfMissingImages(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	base := s.app.Env.Site.Base(t.Context())
	entry := s.newEntry("administrator", "pages", map[string]any{"title": "No image", "status": "publish"})
	s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"site_logo": 99999, "site_icon": entry})
	a := s.do("", "GET", "/api/?_fields=_links", nil).json(t)
	s.wantAt(a, map[string]string{
		"_links/wp:featuredmedia/0/href": base + "/api/", "_links/wp:featuredmedia/1/href": base + "/api/core/v2/pages/" + fmt.Sprint(entry),
	})
}

// TestPrivateEntriesInLists shows lists of a text to those who may read what others may not.
func TestPrivateEntriesInLists(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	secret := s.newEntry("administrator", "posts", map[string]any{"title": "Kept among us", "status": "private"})
	const list = `<!-- wp:query {"query":{"perPage":3,"postType":"post","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query --><!-- wp:latest-posts /-->`
	page := s.newEntry("administrator", "pages", map[string]any{"title": "List", "status": "publish", "content": list})
	path := "/api/core/v2/pages/" + fmt.Sprint(page)
	class := "post-" + fmt.Sprint(secret) + " "
	for _, who := range []string{"", "administrator", "", "subscriber", "editor", "author", "administrator"} {
		text := string(s.do(who, "GET", path, nil).body)
		if got, want := strings.Contains(text, class), who == "administrator" || who == "editor"; got != want {
			t.Errorf("as %q the private entry is listed: %v", who, got)
		}
		if strings.Count(text, "Kept among us") > 1 {
			t.Errorf("as %q the newest posts show a private one", who)
		}
	}
	if a := s.do("", "GET", path, nil); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestThemesThatCanBeChosen: a server that was started with a theme offers no other one.
func TestThemesThatCanBeChosen(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]int{"": 0, "../../internal/domain/theme/testdata/plain": 0} {
		s := start(t, app.Config{Theme: given})
		a := s.do("administrator", "GET", "/api/core/v2/themes?status=inactive", nil)
		if list, _ := a.json(t).([]any); len(list) != want {
			t.Errorf("with %q: %s", given, a.body)
		}
	}
}

// TestClassicMarkup shows widgets in the markup that themes style them by.
func TestClassicMarkup(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	base := s.app.Env.Site.Base(t.Context())
	post := s.newEntry("administrator", "posts", map[string]any{"title": "A stone", "slug": "a-stone", "status": "publish", "date": "2026-01-02T03:04:05"})
	tag := s.do("administrator", "POST", "/api/core/v2/tags", map[string]any{"name": "Granite"}).object(t)["id"]
	s.do("administrator", "POST", fmt.Sprint("/api/core/v2/posts/", post), map[string]any{"tags": []any{tag}})
	said := s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{
		"post": post, "author_name": "Ann", "author_email": "ann@example.org", "author_url": "https://ann.example/", "content": "Heavy", "status": "approve",
	})
	if said.status != http.StatusCreated {
		t.Fatalf("%d %s", said.status, said.body)
	}
	parent := s.newEntry("administrator", "pages", map[string]any{"title": "Quarries", "slug": "quarries", "status": "publish", "menu_order": 1})
	child := s.newEntry("administrator", "pages", map[string]any{"title": "The old one", "slug": "old", "status": "publish", "parent": parent, "menu_order": 2})
	lone := s.newEntry("administrator", "pages", map[string]any{"title": "About", "slug": "about-us", "status": "publish", "menu_order": 3})
	item := func(id any, class, path, title string) string {
		return fmt.Sprintf(`<li class="page_item page-item-%v%s"><a href="%s/%s/">%s</a>`, id, class, base, path, title)
	}
	pages := func(settings map[string]any) string {
		w := s.do("administrator", "POST", "/api/core/v2/widgets", map[string]any{"id_base": "pages", "instance": map[string]any{"raw": settings}}).object(t)
		text, _ := w["rendered"].(string)
		preview, _ := s.do("administrator", "POST", "/api/core/v2/widget-types/pages/encode", map[string]any{"instance": w["instance"]}).object(t)["preview"].(string)
		return text + preview
	}
	nested := "\n\t\t\t<ul>\n\t\t\t\t" + item(parent, " page_item_has_children", "quarries", "Quarries") + "\n<ul class='children'>\n\t" +
		item(child, "", "quarries/old", "The old one") + "</li>\n</ul>\n</li>\n" + item(lone, "", "about-us", "About") + "</li>\n"
	if got := pages(map[string]any{"sortby": "menu_order"}); !strings.Contains(got, nested) || strings.Contains(got, "wp-block-") {
		t.Errorf("pages: no %q in %q", nested, got)
	}
	orphan := "<ul>\n\t\t\t\t" + item(lone, "", "about-us", "About") + "</li>\n" + item(child, "", "quarries/old", "The old one") + "</li>\n\t\t\t</ul>"
	if got := pages(map[string]any{"sortby": "ID", "exclude": fmt.Sprint(" ", parent, ", x")}); !strings.Contains(got, orphan) {
		t.Errorf("pages without one: no %q in %q", orphan, got)
	}
	for id, parts := range map[string][]string{
		"meta":            {"\n\t\t<ul>\n\t\t\t<li><a href=\"" + base + "/wp-admin/\">Site Admin</a></li>\t\t\t<li><a href=\"" + base + "/wp-login.php?action=logout\">Log out</a></li>\n\t\t\t<li><a href=\"" + base + "/feed/\">"},
		"archives":        {`</h2>` + "\n\t\t\t<ul>\n\t\t\t\t\t<li><a href='" + base + "/2026/01/'>January 2026</a></li>\n\t\t\t</ul>\n\n\t\t\t</div>"},
		"categories":      {"</h2>\n\t\t\t<ul>\n\t\t\t\t\t<li class=\"cat-item", "</li>\n\t\t\t</ul>\n\n\t\t\t</div>"},
		"recent-posts":    {"\n\t\t<h2 class=\"widgettitle\">Recent Posts</h2>\n\t\t<ul>\n", `<a href="` + base + `/2026/01/02/a-stone/">A stone</a>`, "\t\t\t\t\t</ul>\n\n\t\t</div>"},
		"recent-comments": {`<ul id="recentcomments"><li class="recentcomments"><span class="comment-author-link"><a href="https://ann.example/" class="url" rel="ugc external nofollow">Ann</a></span> on <a href="` + base + `/2026/01/02/a-stone/#comment-`},
		"search":          {`<form role="search" method="get" class="search-form" action="` + base + `/">`, `<input type="search" class="search-field"`},
		"tag_cloud":       {`<h2 class="widgettitle">Tags</h2><div class="tagcloud"><a href="` + base + `/tag/granite/"`, "</a></div>\n</div>"},
		"rss":             {""},
	} {
		got, _ := s.do("administrator", "POST", "/api/core/v2/widget-types/"+id+"/encode", map[string]any{"instance": map[string]any{}}).object(t)["preview"].(string)
		for _, want := range parts {
			if !strings.Contains(got, want) || want == "" && got != "" || strings.Contains(got, "wp-block-") {
				t.Errorf("%s: no %q in %q", id, want, got)
			}
		}
	}
}

// TestTrashedWithoutCategory gives posts that lost their categories the usual one when they go to the trash.
func TestTrashedWithoutCategory(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	post := s.newEntry("administrator", "posts", map[string]any{"title": "A stone", "status": "publish"})
	path := fmt.Sprint("/api/core/v2/posts/", post)
	usual := s.do("administrator", "GET", path, nil).object(t)["categories"]
	if list, _ := usual.([]any); len(list) != 1 {
		t.Fatalf("no usual category: %v", usual)
	}
	if a := s.do("administrator", "POST", path, map[string]any{"categories": []any{}}).object(t)["categories"]; fmt.Sprint(a) != "[]" {
		t.Fatalf("without: %v", a)
	}
	if a := s.do("administrator", "DELETE", path, nil).object(t)["categories"]; fmt.Sprint(a) != fmt.Sprint(usual) {
		t.Errorf("in the trash: %v, want %v", a, usual)
	}
}

// TestFilesStayOutOfHiddenEntries attaches no file to an entry that its author may not read.
func TestFilesStayOutOfHiddenEntries(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	hidden := s.newEntry("contributor", "posts", map[string]any{"title": "A draft", "content": "c"})
	shown := s.newEntry("editor", "posts", map[string]any{"title": "A stone", "status": "publish"})
	a := s.do("author", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", `attachment; filename="note.txt"`)
	path := fmt.Sprint("/api/core/v2/media/", valueAt(a.json(t), "id"))
	for post, want := range map[any]int{hidden: http.StatusForbidden, shown: http.StatusOK} {
		if a := s.do("author", "POST", path, map[string]any{"post": post}); a.status != want {
			t.Errorf("attached to %v: %d %s", post, a.status, a.body)
		}
	}
}

// TestOwnFilesOfHiddenEntries: whoever uploaded a file reads it, also when somebody else attached it to an entry
// that they may not read.
func TestOwnFilesOfHiddenEntries(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	hidden := s.newEntry("contributor", "posts", map[string]any{"title": "A draft", "content": "c"})
	a := s.do("author", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", `attachment; filename="note.txt"`)
	path := fmt.Sprint("/api/core/v2/media/", valueAt(a.json(t), "id"))
	if a := s.do("editor", "POST", path, map[string]any{"post": hidden}); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for who, want := range map[string]int{"": http.StatusUnauthorized, "subscriber": http.StatusForbidden, "contributor": http.StatusOK, "author": http.StatusOK, "editor": http.StatusOK} {
		if a := s.do(who, "GET", path, nil); a.status != want {
			t.Errorf("%s: %d, want %d", who, a.status, want)
		}
	}
	if list, _ := s.do("author", "GET", "/wp-json/wp/v2/media", nil).json(t).([]any); len(list) != 1 {
		t.Errorf("listed for its author: %v", list)
	}
}

// TestSizesOfFiles asks for the size of what isn't among the uploads.
func TestSizesOfFiles(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.picture("harbour.jpg", 40, 30)
	for _, path := range []string{"/wp-content/uploads/../../etc/passwd", "/wp-content/uploads/2026/%2e%2e/%2e%2e/x", "/etc/passwd", "/wp-content/uploads/", ""} {
		a := s.do("administrator", "GET", "/api/seo/v1/file_size?url="+url.QueryEscape(s.app.Env.Site.Base(t.Context())+path), nil)
		if a.status != http.StatusNotFound || strings.Contains(string(a.body), "size_in_bytes") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// TestTitleOfCards: cards have the title that SEO gives a page, and aren't to be found.
func TestTitleOfCards(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.newEntry("administrator", "posts", map[string]any{"title": "A stone", "slug": "a-stone", "status": "publish", "date": "2026-01-02T03:04:05", "meta": map[string]any{"_seo_title": "Of stones"}})
	page := string(s.do("", "GET", "/2026/01/02/a-stone/embed/", nil).body)
	for _, want := range []string{"<title>Of stones</title>", `<meta name="robots" content="noindex, follow">`} {
		if strings.Count(page, want) != 1 {
			t.Errorf("no %s in %.600s", want, page)
		}
	}
}

// TestWhoSeesFieldsOfSEO: those who may change an entry, wherever they read it.
func TestWhoSeesFieldsOfSEO(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	id := s.newEntry("author", "posts", map[string]any{"title": "A stone", "status": "publish", "meta": map[string]any{"_seo_focuskw": "stone"}})
	for who, want := range map[string]bool{"": false, "subscriber": false, "contributor": false, "author": true, "editor": true, "administrator": true} {
		for _, path := range []string{fmt.Sprint("posts/", id), fmt.Sprint("posts?include=", id), fmt.Sprint("posts/", id, "?_fields=meta")} {
			text := string(s.do(who, "GET", "/api/core/v2/"+path, nil).body)
			if got := strings.Contains(text, "_seo_focuskw"); got != want {
				t.Errorf("as %q, %s: %v", who, path, got)
			}
		}
	}
}
