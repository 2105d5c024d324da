package api

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

var (
	addressIn = regexp.MustCompile(`<loc>([^<]+)<|<link>([^<]+)</link>|href=["'](http://example\.org[^"']*)["']`)
	linkIn    = regexp.MustCompile(`"link":"([^"]+)"`)
)

// pathOf is an address of the site without the site.
func pathOf(address string) string {
	return strings.TrimPrefix(html.UnescapeString(strings.ReplaceAll(address, `\/`, "/")), "http://example.org")
}

// agree asks until an answer has a text, which another node's change gives it.
func (s *server) agree(at, want string) answer {
	s.t.Helper()
	a, began := s.do("", "GET", at, nil), time.Now()
	for !strings.Contains(string(a.body), want) {
		if time.Since(began) > agreeWithin {
			s.t.Fatalf("%s: %d, no %q after %v", at, a.status, want, agreeWithin)
		}
		time.Sleep(20 * time.Millisecond)
		a = s.do("", "GET", at, nil)
	}
	return a
}

// TestPermalinkStructure changes what addresses look like as the command does,
// in a process beside the one that serves: pages and answers that were cached
// show the new addresses, and every one of them opens.
func TestPermalinkStructure(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t)}
		s := start(t, c)
		command := s.node(c).app
		s.follow()
		term := func(kind string) any {
			a := s.do("administrator", "POST", "/api/core/v2/"+kind, map[string]any{"name": "Stone " + kind})
			if a.status != 201 {
				t.Fatalf("%s: %d %s", kind, a.status, a.body)
			}
			return a.object(t)["id"]
		}
		a := s.do("author", "POST", "/api/core/v2/posts", map[string]any{
			"title": "Flint", "status": "publish", "date": "2026-03-04T05:06:07", "content": "<p>Text</p>",
			"categories": []any{term("categories")}, "tags": []any{term("tags")}, "format": "aside",
		})
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		id := a.object(t)["id"]
		for kind, title := range map[string]string{"pages": "About", "posts": "Older"} {
			if a := s.do("administrator", "POST", "/api/core/v2/"+kind, map[string]any{"title": title, "status": "publish", "date": "2025-01-01T00:00:00"}); a.status != 201 {
				t.Fatalf("%s: %d %s", kind, a.status, a.body)
			}
		}

		for _, c := range []struct{ structure, categories, tags, want, category string }{
			{"/%postname%/", "", "", "/flint/", "/category/stone-categories/"},
			{"/%category%/%author%/%postname%", "", "labels", "/stone-categories/test_author/flint", "/category/stone-categories"},
			{"/notes/%post_id%/", "topics/all", "", "/notes/ID/", "/topics/all/stone-categories/"},
			{"/%year%/%monthnum%/no-%post_id%-%postname%.html", "", "", "/2026/03/no-ID-flint.html", "/category/stone-categories"},
			{"", "", "", "/?p=ID", "/?cat="},
			{"/%year%/%postname%/", "", "", "/2026/flint/", "/category/stone-categories/"},
		} {
			for _, at := range []string{"/", "/feed/", "/wp-sitemap-posts-post-1.xml", "/api/core/v2/posts"} {
				s.do("", "GET", at, nil) // so that it is kept
			}
			now := []string{c.structure, c.categories, c.tags}
			for i, name := range []string{"permalink_structure", "category_base", "tag_base"} {
				if err := command.Options.Set(app.AsOperator(t.Context()), name, now[i]); err != nil {
					t.Fatal(err)
				}
			}
			want := strings.ReplaceAll(c.want, "ID", fmt.Sprint(id))
			answer := s.agree("/api/core/v2/posts", `"link":"`+strings.ReplaceAll("http://example.org"+want+`"`, "/", `\/`))
			list := answer.json(t).([]any)[0].(map[string]any)
			if got := pathOf(list["link"].(string)); got != want {
				t.Fatalf("%s: link %s, want %s", c.structure, got, want)
			}
			var found []string
			add := func(address string) {
				if !slices.Contains(found, address) {
					found = append(found, address)
				}
			}
			for _, at := range []string{
				"/", want, "/feed/", "/wp-sitemap.xml", "/wp-sitemap-posts-post-1.xml", "/wp-sitemap-posts-page-1.xml",
				"/wp-sitemap-taxonomies-category-1.xml", "/wp-sitemap-users-1.xml",
			} {
				if c.structure == "" {
					at = strings.ReplaceAll(at, "/feed/", "/?feed=rss2")
				}
				a := s.agree(at, "")
				if a.status != 200 && a.status != 301 {
					t.Errorf("%s: %s: %d", c.structure, at, a.status)
				}
				for _, m := range addressIn.FindAllStringSubmatch(string(a.body), -1) {
					add(pathOf(m[1] + m[2] + m[3]))
				}
			}
			for _, kind := range []string{"posts", "pages", "categories", "tags", "users"} {
				for _, m := range linkIn.FindAllStringSubmatch(string(s.do("", "GET", "/api/core/v2/"+kind, nil).body), -1) {
					add(pathOf(m[1]))
				}
			}
			if !slices.Contains(found, want) || !slices.ContainsFunc(found, func(a string) bool { return strings.HasPrefix(a, c.category) }) {
				t.Errorf("%s: no %s or %s in %q", c.structure, want, c.category, found)
			}
			for _, at := range found {
				if !strings.HasPrefix(at, "/") || strings.HasPrefix(at, "/wp-admin/") || strings.HasPrefix(at, "/xmlrpc.php") {
					continue
				}
				a := s.do("", "GET", at, nil)
				if a.status == 301 && strings.Contains(at, "?p=") { // a short link
					a = s.do("", "GET", pathOf(a.header.Get("Location")), nil)
				}
				if a.status != 200 {
					t.Errorf("%s: %s answers %d to %q", c.structure, at, a.status, a.header.Get("Location"))
				}
			}
		}
		before := s.app.Env.Site.Permalinks(t.Context())
		for name, value := range map[string]string{
			"permalink_structure": "/%year%/", "category_base": "tag", "tag_base": "feed",
		} {
			if err := command.Options.Set(app.AsOperator(t.Context()), name, value); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s = %s: %v", name, value, err)
			}
		}
		if now := s.app.Env.Site.Permalinks(t.Context()); now != before {
			t.Errorf("a refused structure was stored: %s", now)
		}
	})
}

// TestTemplateOfFront holds that the address of the page at the front has no place for a slug.
func TestTemplateOfFront(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	page := s.make("/core/v2/pages", map[string]any{"title": "Front", "slug": "front", "status": "publish"})
	template := func() string {
		return valueAt(s.do("administrator", "GET", "/api/core/v2/pages/"+page+"?context=edit", nil).object(t), "permalink_template")
	}
	if got := template(); got != "http://example.org/%pagename%/" {
		t.Errorf("of a page: %s", got)
	}
	s.option("show_on_front", "page")
	s.option("page_on_front", page)
	if got := template(); got != "http://example.org/" {
		t.Errorf("of the front: %s", got)
	}
}
