package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/app"
)

// names is a text of every name that dialects translate, where they are text.
const names = "wp/v2 core/v2 wp_block core_block wp_navigation core_navigation /wp-json/wp/v2/posts _yoast_wpseo_title _seo_title wp_pattern_category core_id"

// get reads and decodes an object that must be there.
func (s *server) get(role, path string) map[string]any {
	s.t.Helper()
	a := s.do(role, "GET", path, nil)
	if a.status != http.StatusOK {
		s.t.Fatalf("GET %s: %d %s", path, a.status, a.body)
	}
	return a.object(s.t)
}

// at follows names into decoded JSON.
func at(v any, path ...string) any {
	for _, name := range path {
		switch o := v.(type) {
		case map[string]any:
			v = o[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(o) {
				return nil
			}
			v = o[i]
		default:
			return nil
		}
	}
	return v
}

func TestTextIsNeverTranslated(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	body := "<!-- wp:paragraph -->\n<p>" + names + "</p>\n<!-- /wp:paragraph -->"
	for _, write := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
		a := s.do("administrator", "POST", write+"posts", map[string]any{
			"title": names, "content": body, "excerpt": names, "status": "publish", "slug": "wp_block-core_block",
		})
		if a.status != http.StatusCreated {
			t.Fatalf("%d %s", a.status, a.body)
		}
		id := a.object(t)["id"]
		for _, read := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
			p := s.get("administrator", fmt.Sprint(read, "posts/", id, "?context=edit"))
			for _, c := range []struct{ field, want string }{{"title", names}, {"content", body}, {"excerpt", names}} {
				if got := at(p, c.field, "raw"); got != c.want {
					t.Errorf("written by %s, read by %s: %s %q", write, read, c.field, got)
				}
				if got, _ := at(p, c.field, "rendered").(string); !strings.Contains(got, names) {
					t.Errorf("written by %s, read by %s: rendered %s %q", write, read, c.field, got)
				}
			}
			if slug := fmt.Sprint(p["slug"]); !strings.HasPrefix(slug, "wp_block-core_block") {
				t.Errorf("slug %q", slug)
			}
		}
		c := s.do("administrator", "POST", write+"categories", map[string]any{"name": "core_block " + write, "description": names, "slug": "core_block"})
		if got := at(c.json(t), "description"); got != names {
			t.Errorf("description %q", got)
		}
		// The second is numbered.
		if got, _ := at(c.json(t), "slug").(string); !strings.HasPrefix(got, "core_block") {
			t.Errorf("slug of a category: %d %q", c.status, got)
		}
		u := s.do("administrator", "POST", write+"users/me", map[string]any{"description": names})
		if got := at(u.json(t), "description"); got != names {
			t.Errorf("description of a user: %d %q", u.status, got)
		}
	}
	found := s.do("", "GET", "/wp-json/wp/v2/posts?search=core_navigation&_fields=id", nil)
	if list, _ := found.json(t).([]any); len(list) != 2 {
		t.Errorf("search for a text that is a name elsewhere: %s", found.body)
	}
}

// TestNamesOfDialects asks for each name in its own dialect and in the other.
func TestNamesOfDialects(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for _, c := range []struct{ own, reference string }{
		{"/core/v2/types/core_block", "/wp/v2/types/wp_block"},
		{"/core/v2/types/core_navigation", "/wp/v2/types/wp_navigation"},
		{"/core/v2/types/core_template", "/wp/v2/types/wp_template"},
		{"/core/v2/taxonomies/core_pattern_category", "/wp/v2/taxonomies/wp_pattern_category"},
		{"/core/v2/core_pattern_category", "/wp/v2/wp_pattern_category"},
		{"/core/v2/taxonomies?type=core_block", "/wp/v2/taxonomies?type=wp_block"},
		{"/core/v2/search?subtype=post", "/wp/v2/search?subtype=post"},
		{"/core/v2", "/wp/v2"},
		{"/core/v2/types", "/wp/v2/types"},
	} {
		own, reference := s.do("administrator", "GET", "/api"+c.own, nil), s.do("administrator", "GET", "/wp-json"+c.reference, nil)
		if own.status != 200 || reference.status != 200 {
			t.Errorf("%s: %d %.200s; %s: %d %.200s", c.own, own.status, own.body, c.reference, reference.status, reference.body)
			continue
		}
		if text := string(reference.body); strings.Contains(text, "core_") || strings.Contains(text, `core\/v2`) {
			t.Errorf("%s has own names: %s", c.reference, near(text, "core_", `core\/v2`))
		}
		// Keys that start with _wp_ and the sidebar of inactive widgets are
		// called so everywhere.
		if text := strings.NewReplacer(`"_wp_`, "", "wp_inactive_widgets", "").Replace(string(own.body)); strings.Contains(text, "wp_") || strings.Contains(text, `wp\/v2`) {
			t.Errorf("%s has foreign names: %s", c.own, near(text, "wp_", `wp\/v2`))
		}
	}
	// A root answers in the dialect of the namespace. In one dialect, names of
	// the other are no names.
	for path, want := range map[string]int{
		"/api/wp/v2/posts": 200, "/wp-json/core/v2/posts": 200, "/api/wp/v2/types/wp_block": 200,
		"/api/wp/v2/types/core_block": 404, "/wp-json/core/v2/types/wp_block": 404,
		"/api/core/v2/types/wp_block": 404, "/wp-json/wp/v2/types/core_block": 404,
		"/api/core/v2/wp_pattern_category": 404, "/wp-json/wp/v2/core_pattern_category": 404,
		"/api/CORE/V2/posts": 200, "/wp-json/WP/v2/POSTS": 200,
		"/api/core/v2/search?type=post&subtype=wp_block": 400, "/wp-json/wp/v2/search?type=post&subtype=core_block": 400,
		"/wp-json/batch/v1": 404, "/api/batch/v1": 404, // GET of a route that only takes POST
	} {
		if a := s.do("", "GET", path, nil); a.status != want {
			t.Errorf("%s: %d, want %d: %.200s", path, a.status, want, a.body)
		}
	}
}

// near shows where a text has one of some words.
func near(text string, words ...string) string {
	for _, w := range words {
		if i := strings.Index(text, w); i >= 0 {
			return text[max(0, i-60):min(len(text), i+60)]
		}
	}
	return ""
}

// TestMetaNamesOfDialects writes meta by the names of each dialect.
func TestMetaNamesOfDialects(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "full"})
	a := s.do("administrator", "POST", "/wp-json/wp/v2/posts", map[string]any{"title": "x", "meta": map[string]any{"_yoast_wpseo_title": "one _seo_title", "_seo_metadesc": "nothing"}})
	if a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if got := at(a.json(t), "meta", "_yoast_wpseo_title"); got != "one _seo_title" {
		t.Errorf("meta by its name: %v", got)
	}
	id := at(a.json(t), "id")
	own := s.get("administrator", fmt.Sprint("/api/core/v2/posts/", id, "?context=edit"))
	if got := at(own, "meta", "_seo_title"); got != "one _seo_title" {
		t.Errorf("the same in the other dialect: %v", got)
	}
	if got := at(own, "meta", "_seo_metadesc"); got != "" {
		t.Errorf("a name of the other dialect was taken: %v", got)
	}
	for _, dialect := range []struct{ prefix, forbidden string }{{"/api/core/v2", "_yoast_"}, {"/wp-json/wp/v2", "_seo_"}} {
		meta, err := json.Marshal(at(s.get("administrator", fmt.Sprint(dialect.prefix, "/posts/", id, "?_fields=meta")), "meta"))
		if err != nil || strings.Contains(strings.ReplaceAll(string(meta), "one _seo_title", ""), dialect.forbidden) {
			t.Errorf("%s: meta %s %v", dialect.prefix, meta, err)
		}
		options := s.do("administrator", "OPTIONS", dialect.prefix+"/posts", nil)
		if strings.Contains(string(options.body), dialect.forbidden) {
			t.Errorf("%s: schema has %s", dialect.prefix, near(string(options.body), dialect.forbidden))
		}
	}
}

// TestRestRoute reads the same by query parameter as by path, in both dialects.
func TestRestRoute(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.fill()
	for _, c := range []struct{ path, query string }{
		{"/api/core/v2/posts?per_page=2&page=1&_fields=id,title", "/?rest_route=/core/v2/posts&per_page=2&page=1&_fields=id,title"},
		{"/wp-json/wp/v2/posts?per_page=2&_fields=id,title", "/?rest_route=/wp/v2/posts&per_page=2&_fields=id,title"},
		{"/wp-json/wp/v2/posts", "/?rest_route=%2Fwp%2Fv2%2Fposts%2F"},
		{"/wp-json/wp/v2/types/wp_block", "/index.php?rest_route=/wp/v2/types/wp_block"},
		{"/api/core/v2/types/core_block", "/any/page?rest_route=/core/v2/types/core_block"},
		{"/wp-json/wp/v2/posts/999999", "/?rest_route=/wp/v2/posts/999999"},
		{"/api/nothing/v1", "/?rest_route=/nothing/v1"},
		{"/wp-json/?_fields=namespaces", "/?rest_route=/&_fields=namespaces"},
	} {
		a, b := s.do("", "GET", c.path, nil), s.do("", "GET", c.query, nil)
		if a.status != b.status || string(a.body) != string(b.body) {
			t.Errorf("%s: %d %.300s\n%s: %d %.300s", c.path, a.status, a.body, c.query, b.status, b.body)
		}
		if a.header.Get("X-WP-Total") != b.header.Get("X-WP-Total") {
			t.Errorf("%s: total %q and %q", c.path, a.header.Get("X-WP-Total"), b.header.Get("X-WP-Total"))
		}
	}
	a := s.do("author", "POST", "/?rest_route=/wp/v2/posts", map[string]any{"title": "By parameter", "status": "publish"})
	if location := a.header.Get("Location"); a.status != 201 || !strings.Contains(location, "/wp-json/wp/v2/posts/") {
		t.Errorf("created by parameter: %d, Location %q", a.status, location)
	}
	for _, bad := range []string{"/?rest_route[]=/wp/v2/posts", "/?rest_route%5B%5D=/core/v2/posts"} {
		if a := s.do("", "GET", bad, nil); a.status != 400 || strings.Contains(a.header.Get("Content-Type"), "json") {
			t.Errorf("%s: %d %s", bad, a.status, a.header.Get("Content-Type"))
		}
	}
}

// TestLinksOfDialects follows every link of answers in the dialect that gave
// them.
func TestLinksOfDialects(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.fill()
	for _, dialect := range []struct{ root, namespace, foreign string }{
		{"http://example.org/api", "/core/v2", "/wp-json"}, {"http://example.org/wp-json", "/wp/v2", "/api/"},
	} {
		mount := strings.TrimPrefix(dialect.root, "http://example.org")
		for _, path := range []string{"/posts?_embed", "/pages", "/categories", "/users", "/types", "/taxonomies", "/blocks", "/search"} {
			a := s.do("administrator", "GET", mount+dialect.namespace+path, nil)
			if a.status != 200 {
				t.Errorf("%s: %d", path, a.status)
				continue
			}
			hrefs := links(a.json(t), nil)
			if len(hrefs) == 0 && path != "/blocks" {
				t.Errorf("%s: no links", path)
			}
			slices.Sort(hrefs)
			for _, href := range slices.Compact(hrefs) {
				if declared(href) || s.routeless(href) {
					continue
				}
				if strings.HasPrefix(href, "https://api.w.org/") || !strings.HasPrefix(href, "http://example.org"+mount) {
					if strings.HasPrefix(href, "http://example.org"+dialect.foreign) {
						t.Errorf("%s%s links to the other dialect: %s", mount, path, href)
					}
					continue
				}
				if got := s.do("administrator", "GET", strings.TrimPrefix(href, "http://example.org"), nil); got.status != 200 {
					t.Errorf("%s%s links to %s: %d %.200s", mount, path, href, got.status, got.body)
				}
			}
		}
	}
}

// declared tells whether a link of a type can't be followed: the reference
// links types to collections that have no route, and prints patterns as they
// are.
func declared(href string) bool {
	return strings.Contains(href, "(?P<") || strings.HasSuffix(href, "/global-styles")
}

// routeless tells whether a link of a type leads to a collection that this
// preset doesn't serve.
func (s *server) routeless(href string) bool {
	_, name, _ := strings.Cut(href, "/v2/")
	return name == "font-families" && !slices.ContainsFunc(s.app.API.Routes(), func(r *rest.Route) bool { return r.Pattern == "/core/v2/font-families" })
}

// links collects the addresses of all links in decoded JSON.
func links(v any, into []string) []string {
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			into = links(inner, into)
		}
		if href, ok := v["href"].(string); ok {
			into = append(into, href)
		}
	case []any:
		for _, inner := range v {
			into = links(inner, into)
		}
	}
	return into
}
