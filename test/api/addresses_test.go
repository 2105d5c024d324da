package api

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestTwoAddresses serves one database at two addresses: texts that are written
// at one are read at the other with its address, from the caches too, and
// neither start nor reading changes what the other shows.
func TestTwoAddresses(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		const one, two = "http://one.example", "https://two.example:8443/blog"
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), URL: one}
		first := start(t, c)
		if _, err := first.app.Exchange.ImportSample(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if err := first.app.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.URL = two
		second := first.node(c)
		if err := second.app.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		text := func(base string) string {
			return fmt.Sprintf("<p><a href=\"%s/about/\">a</a> http://one.example.org \uFDD0</p>", base) +
				fmt.Sprintf(`<!-- wp:image {"url":"%s/a.png"} --><figure class="wp-block-image"><img src="%[1]s/a.png" alt=""/></figure><!-- /wp:image -->`, base)
		}
		made := first.do("editor", "POST", "/api/core/v2/posts", map[string]any{
			"title": "Two addresses", "status": "publish", "content": text(one), "excerpt": one + "/excerpt",
		})
		if made.status != 201 {
			t.Fatalf("%d %s", made.status, made.body)
		}
		id := int64(made.object(t)["id"].(float64))
		guids := regexp.MustCompile(`"guid":\{"rendered":"[^"]*"`)
		item := fmt.Sprintf("/api/core/v2/posts/%d", id)
		raw := func(s *server) string {
			t.Helper()
			return s.do("editor", "GET", item+"?context=edit", nil).object(t)["content"].(map[string]any)["raw"].(string)
		}
		agree := func(when string) {
			t.Helper()
			if got := raw(first); got != text(one) {
				t.Errorf("%s: the first has %q", when, got)
			}
			if got := raw(second); got != text(two) {
				t.Errorf("%s: the second has %q", when, got)
			}
			for _, path := range []string{
				item, "/api/core/v2/posts?per_page=100", "/api/core/v2/pages?per_page=100", "/api/core/v2/media?per_page=100", "/api/core/v2/categories",
				"/api/core/v2/comments", "/api/core/v2/users", "/api/core/v2/search?search=addresses", "/", fmt.Sprintf("/?p=%d", id),
			} {
				var bodies [2]string
				for i, s := range []*server{first, second, first, second} {
					a := s.do("", "GET", path, nil)
					body := strings.ReplaceAll(string(a.body), `\/`, "/")
					if a.status >= 500 || i > 1 && body != bodies[i%2] {
						t.Fatalf("%s: %s: %d, another answer the second time", when, path, a.status)
					}
					bodies[i%2] = body
				}
				// The GUID of an entry is what it was first, forever.
				rest := strings.ReplaceAll(guids.ReplaceAllString(bodies[1], ""), "one.example.org", "")
				if at := strings.Index(rest, "one.example"); at >= 0 {
					t.Errorf("%s: %s of the second has an address of the first: %s", when, path, rest[max(0, at-80):min(len(rest), at+60)])
				}
				if strings.Contains(bodies[0], "two.example") {
					t.Errorf("%s: %s of the first has an address of the second", when, path)
				}
			}
		}
		agree("written at the first")
		// What a client of the second read and sends back is the same again.
		if a := second.do("editor", "POST", item, map[string]any{"content": raw(second)}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		agree("written at the second")
		third := second.node(c)
		if err := third.app.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		agree("after another start")
	})
}
