package front_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var linked = regexp.MustCompile(`(?:href|src)="([^"]+)"`)

// TestCrawl follows every link inside the sample site, from its front on and
// from what search engines are told: all of them lead somewhere.
func TestCrawl(t *testing.T) {
	t.Parallel()
	s := start(t)
	from := map[string]string{"/": "", "/wp-sitemap.xml": "", "/feed/": "", "/robots.txt": ""}
	queue := []string{"/", "/wp-sitemap.xml", "/feed/", "/robots.txt"}
	add := func(page, link string) {
		u, err := url.Parse(html.UnescapeString(link))
		if err != nil {
			t.Errorf("%s has a broken address %q", page, link)
			return
		}
		here, err := url.Parse(base + page)
		if err != nil {
			t.Fatal(err)
		}
		u = here.ResolveReference(u)
		if u.Host != here.Host || u.Scheme != "http" || strings.HasPrefix(u.Path, "/wp-includes/") || strings.HasPrefix(u.Path, "/wp-admin/") {
			return
		}
		to := u.RequestURI()
		if _, seen := from[to]; !seen {
			from[to] = page
			queue = append(queue, to)
		}
	}
	pages := 0
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		w := s.get(at)
		switch {
		case w.Code == 301 || w.Code == 302:
			add(at, w.Header().Get("Location"))
			continue
		case w.Code != 200:
			t.Errorf("%s, which %s links to: %d", at, from[at], w.Code)
			continue
		}
		pages++
		body := w.Body.String()
		switch kind := w.Header().Get("Content-Type"); {
		case strings.HasPrefix(kind, "text/html"):
			for _, m := range linked.FindAllStringSubmatch(body, -1) {
				add(at, m[1])
			}
		case strings.Contains(kind, "xml"):
			for _, m := range regexp.MustCompile(`<(?:loc|link|comments|wfw:commentRss)>([^<]+)<`).FindAllStringSubmatch(body, -1) {
				add(at, m[1])
			}
		}
	}
	if pages < 50 {
		t.Errorf("the crawl found %d pages only", pages)
	}
}
