package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestHeadsBehindProtected has heads behind that of a protected entry tell as little of their
// pages as it does, in the words of the reference alone.
func TestHeadsBehindProtected(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		for i, password := range []string{"", "sesame", "", ""} {
			s.make("/core/v2/posts", map[string]any{
				"title": "Post", "status": "publish", "content": "Text", "password": password, "date": "2026-01-0" + string(rune('1'+i)) + "T00:00:00",
				"meta": map[string]any{"_seo_metadesc": "Described"},
			})
		}
		told := func(path, field string) string {
			t.Helper()
			var pages []string
			for _, item := range s.do("", "GET", path, nil).json(t).([]any) {
				o, _ := item.(map[string]any)
				graph, _ := at(o, field+"_json", "schema", "@graph").([]any)
				page := ""
				for _, piece := range graph {
					if p, _ := piece.(map[string]any); p["@type"] == "WebPage" {
						page = "page"
						for _, name := range []string{"breadcrumb", "description", "potentialAction"} {
							if p[name] != nil {
								page += " " + name
							}
						}
					}
				}
				if text := valueAt(o, field); strings.Contains(text, "ReadAction") != strings.Contains(page, "potentialAction") {
					t.Errorf("%s: the text tells another page than %s: %s", path, page, text)
				}
				pages = append(pages, page)
			}
			return strings.Join(pages, ", ")
		}
		const whole, plain = "page breadcrumb description potentialAction", "page breadcrumb"
		for range 2 { // made, and kept
			for _, c := range []struct{ path, field, want string }{
				{"/wp-json/wp/v2/posts?order=asc", "yoast_head", strings.Join([]string{whole, plain, plain, plain}, ", ")},
				{"/wp-json/wp/v2/posts?order=desc", "yoast_head", strings.Join([]string{whole, whole, plain, plain}, ", ")},
				{"/wp-json/wp/v2/posts?order=asc&offset=2", "yoast_head", strings.Join([]string{whole, whole}, ", ")},
				{"/api/core/v2/posts?order=asc", "seo_head", strings.Join([]string{whole, plain, whole, whole}, ", ")},
			} {
				if got := told(c.path, c.field); got != c.want {
					t.Errorf("%s: the pages are %s, want %s", c.path, got, c.want)
				}
			}
		}
	})
}
