package front_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

const base = "http://sample.example"

type siteUnderTest struct {
	*testing.T
	app     *app.App
	handler http.Handler
}

// start serves the sample site.
func start(t *testing.T) *siteUnderTest {
	t.Helper()
	return startWith(t, "")
}

// startWith serves it with the theme of a folder.
func startWith(t *testing.T, theme string) *siteUnderTest {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), URL: base, Preset: "core", Theme: theme, Log: slog.New(slog.DiscardHandler), CacheTags: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &siteUnderTest{t, a, a.Handler()}
}

func (s *siteUnderTest) do(method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func (s *siteUnderTest) get(path string) *httptest.ResponseRecorder { return s.do("GET", path) }

// change changes an entry that is found by its slug.
func (s *siteUnderTest) change(slug string, c content.Change) int64 {
	s.Helper()
	var id int64
	err := s.app.DB.InTx(s.Context(), func(ctx context.Context) error {
		found, err := s.app.DB.ListEntries(ctx, content.Query{Slugs: []string{slug}, Types: []string{"post", "page", "attachment"}, Limit: 1})
		if err != nil {
			return err
		}
		if len(found.Entries) == 0 {
			s.Fatalf("no entry %s", slug)
		}
		e, err := s.app.Env.Entries.Update(ctx, access.System(), found.Entries[0], c)
		if err == nil {
			id = e.ID
		}
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
	return id
}

func (s *siteUnderTest) option(name string, value any) {
	s.Helper()
	err := s.app.DB.InTx(s.Context(), func(ctx context.Context) error { return s.app.Env.Site.SetOption(ctx, name, value) })
	if err != nil {
		s.Fatal(err)
	}
}

func (s *siteUnderTest) id(slug string) string {
	s.Helper()
	found, err := s.app.DB.ListEntries(s.Context(), content.Query{Slugs: []string{slug}, Types: []string{"post", "page", "attachment"}, Limit: 1})
	if err != nil || len(found.Entries) == 0 {
		s.Fatalf("no entry %s: %v", slug, err)
	}
	link := s.app.Env.Links.ByID(s.Context(), found.Entries[0])
	return link[strings.LastIndexByte(link, '=')+1:]
}

func (s *siteUnderTest) user(slug string) string {
	s.Helper()
	u, err := s.app.DB.UserBySlug(s.Context(), slug)
	if err != nil {
		s.Fatal(err)
	}
	return strconv.FormatInt(u.ID, 10)
}

func ptr[T any](v T) *T { return &v }

// TestSite asks the sample site for everything that it may be asked for.
func TestSite(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.option("posts_per_page", int64(5))
	t.Run("headers", func(t *testing.T) { testHeaders(t, s) })
	t.Run("assets", func(t *testing.T) { testAssets(t, s) })
	t.Run("pages", func(t *testing.T) { testPages(t, s) })
	t.Run("protected", func(t *testing.T) { testProtectedText(t, s) })
}

// TestChanges changes the sample site and what stands on its front.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := start(t)
	t.Run("front", func(t *testing.T) { testPageOnFront(t, s) })
	t.Run("plain", func(t *testing.T) { testPlainAddresses(t, s) })
	t.Run("kept", func(t *testing.T) { testKept(t, s) })
}

func testPages(t *testing.T, s *siteUnderTest) {
	post := "/2026/03/04/what-a-quoin-is-for/"
	s.change("mending-a-corner", content.Change{Content: ptr("First part.<!--nextpage-->Second part.")})
	s.change("old-notes-on-flint", content.Change{Status: ptr(content.Private)})
	s.change("frost", content.Change{Slug: ptr("hard-frost")})
	for _, c := range []struct {
		path   string
		status int
		want   string // in the page, or the address that it leads to
		not    string
	}{
		{"/", 200, "<title>Quoin", "Choosing a chisel"},
		{"/page/2/", 200, "&#8211; Page 2", "Choosing a chisel"},
		{"/page/3/", 404, "Page not found", ""},
		{"/?paged=2", 200, "&#8211; Page 2", ""},
		{"/?paged=1", 200, "<title>Quoin", ""},
		{"/page/1/?x=1", 200, "<title>Quoin", ""},
		{"/page/0/", 200, "<title>Quoin", ""},
		{"/page/99999999999999999999/", 404, "Page not found", ""},
		{post, 200, "<title>What a quoin is for &#8211; Quoin", ""},
		{strings.TrimSuffix(post, "/"), 301, post, ""},
		{strings.TrimSuffix(post, "/") + "?a=b", 301, post + "?a=b", ""},
		{"/" + post, 301, post, ""},
		{strings.ToUpper(post), 200, "<title>What a quoin is for", ""},
		{"/?p=" + s.id("what-a-quoin-is-for"), 301, post, ""},
		{post + "?replytocom=1", 200, "What a quoin is for", ""},
		{post + "2/", 301, post, ""},
		{"/2026/03/16/mending-a-corner/", 200, "First part.", "Second part."},
		{"/2026/03/16/mending-a-corner/2/", 200, "Second part.", "First part."},
		{"/2026/03/16/mending-a-corner/3/", 301, "/2026/03/16/mending-a-corner/", ""},
		{"/2026/03/16/mending-a-corner/?page=2", 301, "/2026/03/16/mending-a-corner/2/", ""},
		{"/2026/03/11/hard-frost/", 200, "Frost", ""},
		{"/2026/03/11/frost/", 301, "/2026/03/11/hard-frost/", ""},
		{"/about/", 200, "<title>About &#8211; Quoin", ""},
		{"/about", 301, "/about/", ""},
		{"/?page_id=" + s.id("about"), 301, "/about/", ""},
		{"/the-yard/finding-us/", 200, "page-id-", ""},
		{"/finding-us/", 301, "/the-yard/finding-us/", ""},
		{"/corner-of-the-mill/", 301, "/wp-content/uploads/2026/03/corner-of-the-mill.webp", ""},
		{"/?attachment_id=" + s.id("corner-of-the-mill"), 301, "/wp-content/uploads/2026/03/corner-of-the-mill.webp", ""},
		{"/category/masonry/", 200, "Category: <span>Masonry</span>", "Choosing a chisel"},
		{"/category/masonry/corners/", 200, "Category: <span>Corners</span>", ""},
		{"/category/corners/", 200, "Category: <span>Corners</span>", ""},
		{"/?category_name=masonry", 301, "/category/masonry/", ""},
		{"/?cat=999999", 404, "Page not found", ""},
		{"/category/none/", 404, "Page not found", ""},
		{"/category/masonry/page/9/", 404, "Page not found", ""},
		{"/tag/limestone/", 200, "Tag: <span>Limestone</span>", "midsummer"},
		{"/?taxonomy=post_tag&term=limestone", 301, "/tag/limestone/", ""},
		{"/?taxonomy=wp_theme&term=quoin", 404, "Page not found", ""},
		{"/type/quote/", 200, "tax-post_format", ""},
		{"/author/hester/", 200, "Hester Vane", "Choosing a chisel"},
		{"/author/admin/", 404, "Page not found", ""},
		{"/?author=1", 404, "Page not found", ""},
		{"/2026/", 200, "Year: <span>2026</span>", ""},
		{"/2026/03/", 200, "Month: <span>March 2026</span>", ""},
		{"/2026/03/04/", 200, "Day: <span>March 4, 2026</span>", "Reading a quarry</a></h2>"},
		{"/?m=202603", 301, "/2026/03/", ""},
		{"/2026/3/", 200, "Month: <span>March 2026</span>", ""},
		{"/2026/13/", 301, "/2026/", ""},
		{"/2035/", 404, "Page not found", ""},
		{"/?m=201", 404, "Page not found", ""},
		{"/?monthnum=3", 200, "March 2026 &#8211; Quoin", ""},
		{"/category/masonry/?author=" + s.user("hester"), 301, "/author/hester/", ""},
		{"/about./", 200, "<title>About", ""},
		{"/comment-page-2/", 404, "Page not found", ""},
		{"/robots.txt/", 301, "/robots.txt", ""},
		{"/?s=quarry", 200, "Reading a quarry", ""},
		{"/?s=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", 200, "noindex", "<script>alert"},
		{"/?s=%ff%00", 200, "noindex", ""},
		{"/nothing/at/all/", 404, "noindex", ""},
		{"/%00/%ff/", 404, "Page not found", ""},
		// What anonymous callers don't see.
		{"/?p=" + s.id("choosing-a-chisel"), 404, "Page not found", "hisel"},
		{"/?p=" + s.id("the-wall-at-midsummer"), 404, "Page not found", "midsummer"},
		{"/?p=" + s.id("old-notes-on-flint"), 404, "Page not found", ""},
		{"/?p=-1", 404, "Page not found", ""},
		// Feeds have titles.
		{"/category/masonry/", 200, ` » Masonry Category Feed" href="` + base + `/category/masonry/feed/"`, ""},
		{"/author/hester/", 200, ` » Posts by Hester Vane Feed" href=`, ""},
		{"/?s=quarry", 200, ` » Search Results for “quarry” Feed" href=`, ""},
		// What nobody means.
		{"/?p[]=1", 404, "Page not found", ""},
		{"/?p%5B0%5D=1", 404, "Page not found", ""},
		{"/?author_name[]=hester", 404, "Page not found", ""},
		{"/?attachment[]=x", 404, "Page not found", ""},
		{"/?post_format[]=quote", 404, "Page not found", ""},
		{"/?subpost=none", 404, "Page not found", ""},
		{"/?subpost_id=-1", 404, "Page not found", ""},
		{"/?feed[]=x", 404, "<error>", ""},
		{"/?feed[]=rss2", 404, "<error>", ""},
		{"/?name[]=x", 200, "<title>Quoin", ""},
		{"/?post_type=", 200, "<title>Quoin", ""},
		{"/?post_type=page", 200, "<title>Quoin", ""},
		{"/?p=", 301, "/", ""},
		{"/?p&x=1", 301, "/?x=1", ""},
		{"/?cat=&tag=", 301, "/", ""},
		{"/category/masonry/?cat=", 301, "/category/masonry/", ""},
		{"/nothing-here/?page_id=", 301, "/nothing-here/", ""},
		{"/?p=0", 200, "<title>Quoin", ""},
		{"/?s=quarry&cat=", 200, "Reading a quarry", ""},
		{"/wp-sitemap-nothing-1.xml", 404, "Page not found", ""},
		{"/?sitemap=nothing", 404, "Page not found", ""},
		{"/?sitemap=-1", 404, "Page not found", ""},
		{"/wp-sitemap-posts-post-9.xml", 404, "Page not found", ""},
		{"/2035/06/21/the-wall-at-midsummer/", 404, "Page not found", "midsummer"},
		{"/2026/03/13/a-letter-to-the-next-mason/", 200, "post_password", "wp-block-list"},
	} {
		w := s.get(c.path)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d (%s)", c.path, w.Code, c.status, w.Header().Get("Location"))
			continue
		}
		if c.status == 301 {
			if got := w.Header().Get("Location"); got != base+c.want {
				t.Errorf("%s: leads to %s, want %s", c.path, got, c.want)
			}
			continue
		}
		body := w.Body.String()
		if !strings.Contains(body, c.want) {
			t.Errorf("%s: no %q in it", c.path, c.want)
		}
		if c.not != "" && strings.Contains(body, c.not) {
			t.Errorf("%s: %q in it", c.path, c.not)
		}
	}
}

// testProtectedText looks for the words of a protected entry on every page
// that could show them.
func testProtectedText(t *testing.T, s *siteUnderTest) {
	s.change("a-letter-to-the-next-mason", content.Change{Content: ptr("Quetzalcoatl lives here."), Excerpt: ptr("")})
	for _, path := range []string{"/", "/page/2/", "/2026/03/13/a-letter-to-the-next-mason/", "/?s=quetzalcoatl", "/author/hester/", "/2026/03/13/"} {
		w := s.get(path)
		if w.Code != 200 || strings.Contains(w.Body.String(), "Quetzalcoatl") || strings.Contains(w.Body.String(), "?s=quetzalcoatl") && strings.Contains(w.Body.String(), "next mason</a></h2>") {
			t.Errorf("%s: %d, or shows what is protected", path, w.Code)
		}
	}
	if strings.Contains(s.get("/?s=quetzalcoatl").Body.String(), "letter to the next mason") {
		t.Error("the search tells a word of a protected entry")
	}
}

func testPageOnFront(t *testing.T, s *siteUnderTest) {
	s.option("show_on_front", "page")
	s.option("page_on_front", s.id("welcome"))
	s.option("page_for_posts", s.id("about"))
	for path, want := range map[string]string{
		"/": "page-id-" + s.id("welcome"), "/about/": "Reading a quarry", "/about/page/2/": "&#8211; Page 2",
	} {
		if w := s.get(path); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, no %q", path, w.Code, want)
		}
	}
	for path, want := range map[string]string{
		"/welcome/": "/", "/?page_id=" + s.id("welcome"): "/", "/?page_id=" + s.id("about"): "/about/",
	} {
		if w := s.get(path); w.Code != 301 || w.Header().Get("Location") != base+want {
			t.Errorf("%s: %d to %q, want %s", path, w.Code, w.Header().Get("Location"), want)
		}
	}
	defer s.option("show_on_front", "posts")
	testFeedOfPostsPage(s)
	if w := s.get("/page/2/"); w.Code != 200 || !strings.Contains(w.Body.String(), "page-id-"+s.id("welcome")) {
		t.Errorf("second page of a front of one page: %d", w.Code)
	}
}

// testFeedOfPostsPage: the feed of the page that lists the posts begins as the page does.
func testFeedOfPostsPage(s *siteUnderTest) {
	s.Helper()
	s.change("frost", content.Change{Sticky: ptr(true)})
	defer s.change("frost", content.Change{Sticky: ptr(false)})
	for path, first := range map[string]string{"/about/feed/": "Frost", "/feed/": "Mending a corner"} {
		_, items, _ := strings.Cut(s.get(path).Body.String(), "<item>")
		if !strings.Contains(items[:min(len(items), 200)], "<title>"+first+"</title>") {
			s.Errorf("%s begins with %.200s", path, items)
		}
	}
}

// TestShareTags: pages tell social networks what they are, without any extension.
func TestShareTags(t *testing.T) {
	t.Parallel()
	s := start(t)
	for path, want := range map[string][]string{
		"/":                             {`"og:type" content="website"`, `"og:title" content="Quoin"`, `"og:image" content="` + base + `/wp-content/uploads/2026/03/corner-of-the-mill.webp"`, "summary_large_image"},
		"/2026/03/05/reading-a-quarry/": {`"og:type" content="article"`, `"og:title" content="Reading a quarry"`, `"og:description" content="Beds, joints,`, "quarry-face.webp", `"og:url" content="` + base + `/2026/03/05/reading-a-quarry/"`},
		"/2026/03/13/a-letter-to-the-next-mason/": {`"og:type" content="article"`},
		"/category/stone/":                        {`"og:title" content="Stone"`, `"og:description" content="What walls are made of`},
	} {
		page := s.get(path).Body.String()
		head, _, _ := strings.Cut(page, "</head>")
		for _, text := range want {
			if !strings.Contains(head, text) {
				t.Errorf("%s lacks %s", path, text)
			}
		}
		if strings.Contains(path, "letter") && (strings.Contains(head, "og:description") || strings.Contains(head, "quetzalcoatl")) {
			t.Errorf("a protected entry is described")
		}
		if strings.Count(head, "og:title") != 1 {
			t.Errorf("%s has %d titles", path, strings.Count(head, "og:title"))
		}
	}
	if head := s.get("/nothing/").Body.String(); strings.Contains(head, "og:title") {
		t.Error("a page that isn't there is told of")
	}
	if w := s.get("/nothing/embed/"); w.Code != 404 || !strings.Contains(w.Body.String(), `class="wp-embed"`) || strings.Contains(w.Body.String(), "wp-site-blocks") {
		t.Errorf("a card of nothing: %d", w.Code)
	}
}

func testPlainAddresses(t *testing.T, s *siteUnderTest) {
	canonicalURL := s.app.Env.Site.Permalinks(t.Context())
	s.option("permalink_structure", "")
	defer s.option("permalink_structure", canonicalURL)
	for _, path := range []string{"/?p=" + s.id("frost"), "/?page_id=" + s.id("about"), "/?m=202603", "/?m=202603&paged=1", "/?taxonomy=category&term=masonry"} {
		if w := s.get(path); w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
}

func testHeaders(t *testing.T, s *siteUnderTest) {
	id := s.id("what-a-quoin-is-for")
	w := s.get("/2026/03/04/what-a-quoin-is-for/")
	links := strings.Join(w.Header().Values("Link"), ", ")
	for _, want := range []string{
		"<" + base + `/wp-json/>; rel="https://api.w.org/"`,
		"<" + base + "/wp-json/wp/v2/posts/" + id + `>; rel="alternate"; title="JSON"; type="application/json"`,
	} {
		if !strings.Contains(links, want) {
			t.Errorf("no %s in %s", want, links)
		}
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Content-Type": "text/html; charset=UTF-8", "Cache-Control": "public, no-cache",
		"Referrer-Policy": "strict-origin-when-cross-origin",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, tag := range []string{"entry:" + id, "entries:core_template"} {
		if !strings.Contains(","+w.Header().Get("Cache-Tag")+",", ","+tag+",") {
			t.Errorf("no tag %s in %s", tag, w.Header().Get("Cache-Tag"))
		}
	}
	if w := s.do("HEAD", "/about/"); w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" {
		t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
	}
	if w := s.do("HEAD", "/none/"); w.Code != 404 || w.Body.Len() != 0 {
		t.Errorf("HEAD of nothing: %d with %d bytes", w.Code, w.Body.Len())
	}
	if w := s.do("POST", "/about/"); w.Code != 200 || s.do("POST", "/about").Code != 200 {
		t.Errorf("POST: %d, as pages are where forms are sent", w.Code)
	}
	for _, method := range []string{"PUT", "DELETE", "OPTIONS"} {
		if w := s.do(method, "/about/"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD, POST" {
			t.Errorf("%s: %d, Allow %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
}

// testKept changes what pages show and looks again.
func testKept(t *testing.T, s *siteUnderTest) {
	first := s.get("/about/")
	kept, _ := s.app.Cache.Stats()
	if again := s.get("/about/"); kept == 0 || again.Header().Get("Etag") != first.Header().Get("Etag") {
		t.Errorf("%d pages kept, %q after %q", kept, again.Header().Get("Etag"), first.Header().Get("Etag"))
	}
	s.get("/")
	s.change("about", content.Change{Title: ptr("About us")})
	if !strings.Contains(s.get("/about/").Body.String(), "<title>About us") {
		t.Error("the old page is still shown")
	}
	s.option("blogname", "Renamed")
	for _, path := range []string{"/", "/about/"} {
		if !strings.Contains(s.get(path).Body.String(), "Renamed") {
			t.Errorf("%s still has the old name", path)
		}
	}
	s.change("about", content.Change{Status: ptr(content.Draft)})
	if w := s.get("/about/"); w.Code != 404 {
		t.Errorf("a withdrawn page: %d", w.Code)
	}
	for _, path := range []string{"/none/", "/about"} {
		before, _ := s.app.Cache.Stats()
		s.get(path)
		if after, _ := s.app.Cache.Stats(); after != before {
			t.Errorf("%s is kept", path)
		}
	}
}

func testAssets(t *testing.T, s *siteUnderTest) {
	page := s.get("/").Body.String()
	_, rest, _ := strings.Cut(page, `rel="stylesheet" href="`+base)
	path, _, _ := strings.Cut(rest, `"`)
	w := s.get(path)
	if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") ||
		!strings.Contains(w.Body.String(), "--wp--preset--") || strings.Contains(w.Body.String(), ".wp-block-cover") {
		t.Errorf("%s: %d %q", path, w.Code, w.Header())
	}
	if !strings.Contains(page, "<style>.wp-block-") || !strings.Contains(page, ".wp-block-site-title{") || strings.Contains(page, ".wp-block-cover") {
		t.Error("the page lacks style sheets of its blocks, or has some of others")
	}
	if !strings.Contains(page, `<script type="module">// Menus`) || strings.Contains(page, "/assets/navigation-") {
		t.Error("the script of menus doesn't stand in the page")
	}
	if w := s.get("/assets/navigation-0.js"); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" || !strings.Contains(w.Body.String(), "is-menu-open") {
		t.Errorf("an older script: %d %q", w.Code, w.Header().Get("Cache-Control"))
	}
	if w := s.get("/assets/none-0.js"); w.Code != 404 || strings.Contains(page, "wp-block-tab") {
		t.Errorf("no such script: %d", w.Code)
	}
	if w := s.get("/assets/style-0.css"); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("an older style sheet: %d %q", w.Code, w.Header().Get("Cache-Control"))
	}
}

// TestThemeFiles: only what browsers need of a theme is served, and runs nothing.
func TestThemeFiles(t *testing.T) {
	t.Parallel()
	s := start(t)
	for path, status := range map[string]int{
		"/assets/none": 404, "/wp-content/themes/quoin/style.css": 200, "/wp-content/themes/quoin/theme.json": 404, "/wp-content/themes/quoin/templates/index.html": 404,
		"/wp-content/themes/../themes/quoin/style.css": 404, "/wp-content/themes/": 404, "/wp-content/themes/other/style.css": 404,
	} {
		if w := s.get(path); w.Code != status || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d, want %d", path, w.Code, status)
		}
		if policy := s.get(path).Header().Get("Content-Security-Policy"); status == 200 && !strings.Contains(policy, "default-src 'none'") || status == 200 && !strings.Contains(policy, "sandbox") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
}

// TestThemeTextsArePressed: sheets and scripts of a theme come compressed, and not again to who
// has them.
func TestThemeTextsArePressed(t *testing.T) {
	t.Parallel()
	s := start(t)
	ask := func(headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/wp-content/themes/quoin/assets/quoin.js", nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w
	}
	plain, pressed := ask(), ask("Accept-Encoding", "br")
	if pressed.Header().Get("Content-Encoding") != "br" || pressed.Body.Len()*2 > plain.Body.Len() || pressed.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("%d bytes of %d, %q", pressed.Body.Len(), plain.Body.Len(), pressed.Header())
	}
	if again := ask("If-None-Match", plain.Header().Get("Etag")); plain.Code != http.StatusOK || again.Code != http.StatusNotModified {
		t.Errorf("%d, then %d", plain.Code, again.Code)
	}
}

// TestLook: the pages of accounts have the colours and typefaces of the theme.
func TestLook(t *testing.T) {
	t.Parallel()
	s := start(t)
	w := s.get("/wp-login.php")
	policy := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"--page:light-dark(#fbfaf7, #171a1f)", "--accent:light-dark(#8f3a1c, #e8a07f)", "--type:'Quoin Sans'", "--heading:'Quoin Serif'", "quoin-serif-latin.woff2"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the log-in page lacks %s", want)
		}
	}
	_, styles, _ := strings.Cut(policy, "style-src ")
	styles, _, _ = strings.Cut(styles, ";")
	if strings.Count(styles, "'sha256-") != 2 || !strings.Contains(policy, "font-src 'self'") {
		t.Errorf("policy %s", policy)
	}
}

// What stands outside of a query in the template of a list shows the first entry.
func TestBlocksOutsideOfLoops(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "outside")
	for name, text := range map[string]string{
		"style.css": "/* Theme Name: Outside */", "theme.json": `{"version":3}`,
		"templates/index.html": `<!-- wp:post-title {"level":5} /--><!-- wp:query {"query":{"inherit":true}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"level":6} /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := startWith(t, dir)
	html := s.get("/").Body.String()
	title := regexp.MustCompile(`<h([56]) class="wp-block-post-title">([^<]*)<`).FindAllStringSubmatch(html, -1)
	if len(title) < 3 || title[0][1] != "5" || title[1][1] != "6" || title[0][2] != title[1][2] {
		t.Errorf("titles %q", title)
	}
}
