package front_test

import (
	"encoding/xml"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

// wellFormed tells whether a text is XML.
func wellFormed(t *testing.T, path, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v in %.300s", path, err, text)
			return
		}
	}
}

// TestFeeds asks for the feeds of everything, in all their forms.
func TestFeeds(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.change("reading-a-quarry", content.Change{Title: ptr("Stone & <em>water</em> ]]>"), Content: ptr("<p>One\x01 &amp; two ]]> three</p>")})
	s.change("a-letter-to-the-next-mason", content.Change{Content: ptr("Quetzalcoatl lives here."), Excerpt: ptr("")})
	post := "/2026/03/04/what-a-quoin-is-for/"
	for path, want := range map[string][]string{
		"/feed/":                  {"application/rss+xml", `<rss version="2.0"`, "<title>Stone &amp; water ]]&gt;</title>", "<dc:creator>"},
		"/feed":                   {"application/rss+xml", `<rss version="2.0"`},
		"/feed/atom/":             {"application/atom+xml", "<feed ", "<published>2026-"},
		"/rdf/":                   {"application/rdf+xml", "<rdf:RDF ", "rdf:resource"},
		"/feed/rss/":              {"application/rss+xml", `<rss version="0.92"`},
		"/?feed=atom":             {"application/atom+xml", "<feed "},
		"/category/masonry/feed/": {"application/rss+xml", "Masonry &#8211; ", "/category/masonry/feed/"},
		"/tag/limestone/feed/":    {"application/rss+xml", "Limestone"},
		"/author/hester/feed/":    {"application/rss+xml", "Hester Vane"},
		"/search/quarry/feed/":    {"application/rss+xml", "Search Results for"},
		"/2026/03/feed/":          {"application/rss+xml", "March 2026"},
		"/comments/feed/":         {"application/rss+xml", "<title>Comments for "},
		post + "feed/":            {"application/rss+xml", "<title>Comments on: What a quoin is for</title>"},
		post + "feed/atom/":       {"application/atom+xml", "<title>Comments on What a quoin is for</title>"},
		post + "feed/rdf/":        {"application/rdf+xml", "<title>What a quoin is for"},
		"/2026/03/04/none/feed/":  {"application/rss+xml", "<title>Comments on: </title>"},
	} {
		w := s.get(path)
		body := w.Body.String()
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), want[0]) || w.Header().Get("Etag") == "" || w.Header().Get("Last-Modified") == "" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
			continue
		}
		wellFormed(t, path, body)
		for _, part := range want[1:] {
			if !strings.Contains(strings.ReplaceAll(body, "–", "&#8211;"), part) {
				t.Errorf("%s: no %q in %.600s", path, part, body)
			}
		}
		if strings.Contains(body, "Quetzalcoatl") {
			t.Errorf("%s tells what is protected", path)
		}
	}
	for path, want := range map[string]int{"/?feed=none": 404, "/feed/none/": 404, "/category/none/feed/": 200, "/feed/?paged=99": 404} {
		if w := s.get(path); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
	since := s.get("/feed/").Header().Get("Last-Modified")
	for date, want := range map[string]int{since: 304, "Mon, 01 Jan 2001 00:00:00 GMT": 200, "soon": 200} {
		r := httptest.NewRequest("GET", "/feed/", nil)
		r.Header.Set("If-Modified-Since", date)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("since %q: %d, want %d", date, w.Code, want)
		}
	}
}

// TestPrograms asks for what only programs read.
func TestPrograms(t *testing.T) {
	t.Parallel()
	s := start(t)
	for path, want := range map[string][]string{
		"/robots.txt":                                   {"text/plain", "Disallow: /wp-admin/", "Sitemap: " + base + "/wp-sitemap.xml"},
		"/wp-sitemap.xml":                               {"application/xml", "/wp-sitemap-posts-post-1.xml", "/wp-sitemap-taxonomies-category-1.xml", "/wp-sitemap-users-1.xml"},
		"/wp-sitemap-posts-post-1.xml":                  {"application/xml", "/2026/03/04/what-a-quoin-is-for/</loc><lastmod>2026-"},
		"/wp-sitemap-posts-page-1.xml":                  {"application/xml", "<loc>" + base + "/</loc>", "/about/</loc>"},
		"/wp-sitemap-taxonomies-category-1.xml":         {"application/xml", "/category/masonry/corners/</loc>"},
		"/wp-sitemap-users-1.xml":                       {"application/xml", "/author/hester/</loc>"},
		"/wp-sitemap.xsl":                               {"application/xml", "xsl:stylesheet"},
		"/2026/03/04/what-a-quoin-is-for/embed/":        {"text/html", `class="wp-embed-heading"`, `rel="canonical"`, "noindex"},
		"/2026/03/13/a-letter-to-the-next-mason/embed/": {"text/html", "protected post", "noindex"},
	} {
		w := s.get(path)
		body := w.Body.String()
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), want[0]) {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
			continue
		}
		if want[0] == "application/xml" {
			wellFormed(t, path, body)
		}
		for _, part := range want[1:] {
			if !strings.Contains(body, part) {
				t.Errorf("%s: no %q in %.600s", path, part, body)
			}
		}
	}
	card := s.get("/about/embed/")
	if policy := card.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "'sha256-") {
		t.Errorf("a card is made to be framed, and its script to run: %s", policy)
	}
	for path, want := range map[string]string{
		"/wp-sitemap.xml/": "/wp-sitemap.xml", "/?sitemap=index": "/wp-sitemap.xml", "/?sitemap=posts&sitemap-subtype=page": "/wp-sitemap-posts-page-1.xml",
		"/wp-sitemap-posts-page-0.xml": "/wp-sitemap-posts-page-1.xml", "/about/embed": "/about/embed/",
	} {
		if w := s.get(path); w.Code != 301 || w.Header().Get("Location") != base+want {
			t.Errorf("%s: %d to %q, want %s", path, w.Code, w.Header().Get("Location"), want)
		}
	}
	for _, path := range []string{
		"/wp-sitemap-posts-none-1.xml", "/wp-sitemap-posts-attachment-1.xml", "/wp-sitemap-posts-post-2.xml", "/wp-sitemap-taxonomies-nav_menu-1.xml",
		"/wp-sitemap-none-1.xml", "/wp-sitemap-users-9.xml",
	} {
		if w := s.get(path); w.Code != 404 {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
	s.option("blog_public", "0")
	if w := s.get("/wp-sitemap.xml"); w.Code != 404 || strings.Contains(s.get("/robots.txt").Body.String(), "Sitemap") {
		t.Errorf("a site that isn't to be found tells its pages: %d", w.Code)
	}
}

// TestStructures walks through the structures that addresses may have.
func TestStructures(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, structure := range []string{
		"/%postname%/", "/%postname%", "/%year%/%postname%/", "/archives/%post_id%", "/blog/%category%/%postname%/", "/%author%/%postname%/", "/%post_id%/%postname%/",
		"/%year%/%monthnum%/%day%/%hour%-%minute%-%second%/%postname%/", "",
	} {
		s.option("permalink_structure", structure)
		for _, slug := range []string{"what-a-quoin-is-for", "about", "finding-us", "mending-a-corner"} {
			plain := "/?p=" + s.id(slug)
			link := plain
			if structure != "" {
				w := s.get(plain)
				if link = strings.TrimPrefix(w.Header().Get("Location"), base); w.Code != 301 {
					t.Errorf("%s: %s: %d %s", structure, plain, w.Code, link)
					continue
				}
			}
			if w := s.get(link); w.Code != 200 || !strings.Contains(w.Body.String(), "-"+s.id(slug)) {
				t.Errorf("%s: %s: %d to %q", structure, link, w.Code, w.Header().Get("Location"))
			}
		}
		for _, plain := range []string{"/?m=202603", "/?author=" + s.user("hester")} {
			w := s.get(plain)
			if w.Code == 301 {
				w = s.get(strings.TrimPrefix(w.Header().Get("Location"), base))
			}
			if w.Code != 200 {
				t.Errorf("%s: %s: %d", structure, plain, w.Code)
			}
		}
	}
}
