package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// TestSEOFileForModels asks for the file for language models.
func TestSEOFileForModels(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		s.make("/core/v2/pages", map[string]any{"title": "Shown & told", "slug": "shown", "status": "publish"})
		s.make("/core/v2/pages", map[string]any{"title": "Secret", "status": "publish", "password": "pw"})
		s.make("/core/v2/pages", map[string]any{"title": "Draft", "status": "draft"})
		if a := s.do("", "GET", "/llms.txt", nil); a.status != 404 {
			t.Errorf("nobody wants the file: %d", a.status)
		}
		s.set(map[string]any{"seo_llms_txt": true})
		a := s.do("", "GET", "/llms.txt", nil)
		if a.status != 200 || !strings.Contains(string(a.body), "- [Shown & told](http://example.org/shown/)") {
			t.Errorf("%d %s", a.status, a.body)
		}
		if strings.Contains(string(a.body), "Secret") || strings.Contains(string(a.body), "Draft") {
			t.Errorf("the file tells what is hidden: %s", a.body)
		}
	})
}

// TestSEOSitemaps looks at what sitemaps leave out, and at paths in texts.
func TestSEOSitemaps(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		up := s.make("/core/v2/pages", map[string]any{"title": "Up <b>", "slug": "up", "status": "publish"})
		page := s.make("/core/v2/pages", map[string]any{"title": "Down", "slug": "down", "status": "publish", "parent": number(up), "content": "<!-- wp:seo/breadcrumbs /-->"})
		listed := func() bool {
			a := s.do("", "GET", "/page-sitemap.xml", nil)
			return a.status == 200 && strings.Contains(string(a.body), "/up/down/")
		}
		noindex := func(id, value string) {
			t.Helper()
			entry, err := s.app.DB.EntryByID(t.Context(), number(id))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.app.Env.Entries.SetMeta(t.Context(), entry, content.Meta{"_seo_meta-robots-noindex": {value}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			value string
			all   bool
			want  bool
		}{{"0", false, true}, {"1", false, false}, {"2", false, true}, {"2", true, false}, {"0", true, false}} {
			noindex(page, c.value)
			s.set(map[string]any{"seo_settings": map[string]any{"noindex-page": c.all}})
			if got := listed(); got != c.want {
				t.Errorf("noindex %s, of all pages %v: listed %v", c.value, c.all, got)
			}
		}
		shown := valueAt(s.do("", "GET", "/api/core/v2/pages/"+page, nil).object(t), "content/rendered")
		if !strings.Contains(shown, `<a href="http://example.org/up/">Up`) || strings.Contains(shown, "<b>") || !strings.Contains(shown, `aria-current="page">Down<`) {
			t.Errorf("path %s", shown)
		}
	})
}

// TestSEOSitemapFiles asks for each file, and for those of the core.
func TestSEOSitemapFiles(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		term := s.make("/core/v2/tags", map[string]any{"name": "Lime", "slug": "lime"})
		s.make("/core/v2/tags", map[string]any{"name": "Unused", "slug": "unused"})
		s.make("/core/v2/posts", map[string]any{
			"title": "Seen", "slug": "seen", "status": "publish", "date": "2026-01-02T10:00:00", "tags": []int64{number(term)},
			"content": `<img src="/wp-content/uploads/a.jpg"><img src="https://elsewhere.example/b.jpg">`,
		})
		s.make("/core/v2/posts", map[string]any{"title": "Locked", "slug": "locked", "status": "publish", "password": "x"})
		s.make("/core/v2/posts", map[string]any{"title": "Draft", "slug": "draft", "status": "draft"})
		for path, want := range map[string]string{
			"/sitemap_index.xml":     "<loc>http://example.org/post-sitemap.xml</loc>",
			"/post-sitemap.xml":      "/seen/</loc>",
			"/post_tag-sitemap.xml":  "<loc>http://example.org/tag/lime/</loc><lastmod>20",
			"/author-sitemap.xml":    "/author/",
			"/page-sitemap.xml":      "<loc>http://example.org/</loc>",
			"/main-sitemap.xsl":      "xsl:stylesheet",
			"/post-sitemap.xml?x=<>": "<image:loc>http://example.org/wp-content/uploads/a.jpg</image:loc>",
		} {
			a := s.do("", "GET", path, nil)
			if a.status != 200 || !strings.Contains(string(a.body), want) || a.header.Get("X-Robots-Tag") != "noindex, follow" {
				t.Errorf("%s: %d %q %s", path, a.status, a.header.Get("X-Robots-Tag"), a.body)
			}
			for _, hidden := range []string{"/locked/", "/draft/", "/unused/", "elsewhere"} {
				if strings.Contains(string(a.body), hidden) {
					t.Errorf("%s tells of %s", path, hidden)
				}
			}
		}
		for path, want := range map[string]string{
			"/sitemap.xml": "/sitemap_index.xml", "/wp-sitemap.xml": "/sitemap_index.xml", "/wp-sitemap-posts-post-1.xml": "/post-sitemap.xml",
			"/wp-sitemap-users-2.xml": "/author-sitemap2.xml", "/wp-sitemap-taxonomies-post_tag-1.xml": "/post_tag-sitemap.xml",
			"/post-sitemap1.xml": "/post-sitemap.xml", "/none-sitemap0.xml": "/none-sitemap.xml",
		} {
			if a := s.do("", "GET", path, nil); a.status != 301 || a.header.Get("Location") != "http://example.org"+want {
				t.Errorf("%s: %d %s, want %s", path, a.status, a.header.Get("Location"), want)
			}
		}
		for _, path := range []string{"/post-sitemap2.xml", "/none-sitemap.xml", "/attachment-sitemap.xml", "/category-sitemap99999999999999999999.xml", "/nav_menu-sitemap.xml"} {
			if a := s.do("", "GET", path, nil); a.status != 404 {
				t.Errorf("%s: %d", path, a.status)
			}
		}
		if text := string(s.do("", "GET", "/robots.txt", nil).body); !strings.Contains(text, "Sitemap: http://example.org/sitemap_index.xml") {
			t.Errorf("robots.txt: %s", text)
		}
		s.set(map[string]any{"seo_settings": map[string]any{"noindex-post": true, "noindex-author": true, "noindex-tax-post_tag": true}})
		index := string(s.do("", "GET", "/sitemap_index.xml", nil).body)
		for _, name := range []string{"post", "author", "post_tag"} {
			if a := s.do("", "GET", "/"+name+"-sitemap.xml", nil); a.status != 404 || strings.Contains(index, "/"+name+"-sitemap") {
				t.Errorf("%s is kept out and still there: %d, index %s", name, a.status, index)
			}
		}
	})
}

// TestSEOSitemapOfMedia asks for the sitemap of attachments, which is there where these have pages:
// those that belong to something that everybody may read.
func TestSEOSitemapOfMedia(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		attach := func(to, name string) {
			t.Helper()
			id := s.picture(name+".jpg", 20, 20)
			if a := s.do("administrator", "POST", "/api/core/v2/media/"+id, map[string]any{"post": number(to)}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		shown := s.make("/core/v2/posts", map[string]any{"title": "Shown", "slug": "shown", "status": "publish"})
		attach(shown, "of-shown")
		attach(s.make("/core/v2/posts", map[string]any{"title": "Draft", "slug": "draft", "status": "draft"}), "of-draft")
		attach(s.make("/core/v2/posts", map[string]any{"title": "Locked", "slug": "locked", "status": "publish", "password": "x"}), "of-locked")
		s.picture("of-nothing.jpg", 20, 20)
		s.set(map[string]any{"seo_settings": map[string]any{"noindex-attachment": false}})
		listed := func(want string) {
			t.Helper()
			a, index := s.do("", "GET", "/attachment-sitemap.xml", nil), string(s.do("", "GET", "/sitemap_index.xml", nil).body)
			if text := string(a.body); strings.Contains(text, "<loc>") != (want != "") || !strings.Contains(text, want) || strings.Count(text, "<loc>") > 1 {
				t.Errorf("it has %s, want %q", text, want)
			}
			if strings.Contains(index, "/attachment-sitemap.xml</loc><lastmod>20") != (want != "") {
				t.Errorf("the index has %s", index)
			}
		}
		listed("")
		s.option(site.AttachmentPages.Name, "1")
		listed("/of-shown/</loc>")
		s.change(shown, map[string]any{"status": "draft"})
		listed("")
		s.change(shown, map[string]any{"status": "publish"})
		listed("/of-shown/</loc>")
		s.set(map[string]any{"seo_settings": map[string]any{"noindex-attachment": true}})
		listed("")
	})
}

// TestSEOSitemapDates looks at what sitemaps say of the time: of the list of a type, of authors, and of entries that they
// leave out.
func TestSEOSitemapDates(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := seoSite(t, e, app.Config{Clock: clock.now})
		book := `{"kind":"type","name":"book","labels":{"name":"Books"},"public":true,"show_in_rest":true,"rest_base":"books","has_archive":"shelf","supports":["title"]}`
		if a := s.do("administrator", "POST", definitionsPath, sent(book)); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		s.make("/core/v2/books", map[string]any{"title": "Open", "slug": "open", "status": "publish"})
		s.make("/core/v2/posts", map[string]any{"title": "Post", "slug": "post", "status": "publish"})
		opened := clock.now().Format("2006-01-02T15:04:05") + "+00:00"
		clock.unix.Add(3600)
		s.make("/core/v2/books", map[string]any{"title": "Locked", "slug": "locked", "status": "publish", "password": "x"})
		locked := clock.now().Format("2006-01-02T15:04:05") + "+00:00"
		place := func(path, changed string) string {
			return "<loc>http://example.org" + path + "</loc><lastmod>" + changed + "</lastmod>"
		}
		has := func(path, want string) {
			t.Helper()
			if text := string(s.do("", "GET", path, nil).body); !strings.Contains(text, want) {
				t.Errorf("%s has no %s: %s", path, want, text)
			}
		}
		has("/sitemap_index.xml", place("/book-sitemap.xml", locked))
		has("/book-sitemap.xml", place("/shelf/", locked)+"</url><url>"+place("/book/open/", opened))
		if err := s.app.Env.Site.SetOption(t.Context(), "seo:kinds", wire.NewObject("noindex-ptarchive-book", true)); err != nil {
			t.Fatal(err)
		}
		if text := string(s.do("", "GET", "/book-sitemap.xml", nil).body); strings.Contains(text, "/shelf/") || !strings.Contains(text, "/book/open/") {
			t.Errorf("a list that search engines leave out: %s", text)
		}
		author, err := s.app.DB.UserByID(t.Context(), number(fmt.Sprint(s.userID("administrator"))))
		if err != nil {
			t.Fatal(err)
		}
		at := "/author/" + author.Slug + "/"
		has("/author-sitemap.xml", place(at, strings.Replace(author.Registered, " ", "T", 1)+"+00:00"))
		if err := s.app.DB.SetUserMeta(t.Context(), author.ID, "_seo_profile_updated", "1795706199"); err != nil {
			t.Fatal(err)
		}
		has("/author-sitemap.xml", place(at, "2026-11-26T15:16:39+00:00"))
		has("/sitemap_index.xml", place("/author-sitemap.xml", "2026-11-26T15:16:39+00:00"))
	})
}

// TestSEOFeeds looks at what feeds say of their places.
func TestSEOFeeds(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	s.make("/core/v2/posts", map[string]any{"title": "Fed", "slug": "fed", "status": "publish", "content": "Text."})
	year := time.Now().UTC().Format("/2006/")
	for path, want := range map[string]struct{ robots, canonical, text string }{
		"/feed/":                        {"", "<http://example.org/>", "</a> appeared first on <a href"},
		"/category/uncategorized/feed/": {"", "<http://example.org/category/uncategorized/>", "<link>http://example.org/category/uncategorized/</link>"},
		"/comments/feed/":               {"noindex, follow", "", "<link>http://example.org/</link>"},
		"/search/text/feed/":            {"", "<http://example.org/>", "<link>http://example.org/</link>"},
		"/feed/rss/":                    {"", "<http://example.org/>", "<link>http://example.org/</link>"},
		year + "feed/":                  {"", "<http://example.org" + year + ">", "<link>http://example.org" + year + "</link>"},
		"/feed/atom/":                   {"", "", "</a> appeared first on <a href"},
	} {
		a := s.do("", "GET", path, nil)
		canonical := ""
		for _, link := range a.header.Values("Link") {
			if address, ok := strings.CutSuffix(link, `; rel="canonical"`); ok {
				canonical = address
			}
		}
		if a.status != 200 || canonical != want.canonical || a.header.Get("X-Robots-Tag") != want.robots || !strings.Contains(string(a.body), want.text) {
			t.Errorf("%s: %d, canonical %q, robots %q: %s", path, a.status, canonical, a.header.Get("X-Robots-Tag"), a.body)
		}
	}
	// What the owner chose stands around contents, and around summaries, which have paragraphs
	// of their own then. It can hold no scripts.
	for _, tt := range []struct{ before, after, want, not string }{
		{"By %%AUTHORLINK%%<script>1</script>", "From %%BLOGDESCLINK%%: %%POSTLINK%%", "[CDATA[<p>By <a href=\"http://example.org/author/test_administrator/\">test_administrator</a>1</p>\n<p>Text.</p>\n<p>From <a href=\"http://example.org\">", "<script"},
		{"", "", "<description><![CDATA[Text.]]>", "appeared first"},
		{"", "After", "<description><![CDATA[<p>Text.</p>\n<p>After</p>\n]]>", "appeared first"},
	} {
		s.do("administrator", "POST", "/api/seo/v1/settings", map[string]any{"settings": map[string]any{"rssbefore": tt.before, "rssafter": tt.after}})
		if a := string(s.do("", "GET", "/feed/", nil).body); !strings.Contains(a, tt.want) || strings.Contains(a, tt.not) {
			t.Errorf("%q, %q: %s", tt.before, tt.after, a)
		}
	}
	for path, want := range map[string]int{
		"/fed/none/feed/": 404, "/2026/03/04/none/feed/": 404, "/category/none/feed/": 404, "/1999/feed/": 404,
		"/author/none/feed/atom/": 404, "/search/zzz/feed/": 200,
	} {
		if a := s.do("", "GET", path, nil); a.status != want {
			t.Errorf("%s: %d, want %d", path, a.status, want)
		}
	}
}
