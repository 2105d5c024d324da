package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestHeadsBesideLists has heads tell, in the words of the reference alone, the pages beside
// that of the last list with pages that the answer showed before them.
func TestHeadsBesideLists(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		list := func(query string) string {
			return `<!-- wp:query {"queryId":7,"query":{` + query + `"perPage":1}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->` +
				`<!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->`
		}
		s.make("/core/v2/posts", map[string]any{"title": "One", "slug": "one", "status": "publish", "content": "Text", "date": "2026-01-01T00:00:00"})
		s.make("/core/v2/posts", map[string]any{"title": "Two", "slug": "two", "status": "publish", "content": list(`"inherit":false,`), "date": "2026-01-02T00:00:00"})
		s.make("/core/v2/posts", map[string]any{"title": "Three", "slug": "three", "status": "publish", "content": "Text", "date": "2026-01-03T00:00:00"})
		s.make("/core/v2/posts", map[string]any{"title": "Four", "slug": "four", "status": "publish", "content": list(""), "date": "2026-01-04T00:00:00"})
		rows := func(path string) (told []string) {
			t.Helper()
			for _, item := range s.do("", "GET", path, nil).json(t).([]any) {
				o, _ := item.(map[string]any)
				link, next, prev := valueAt(o, "link"), valueAt(o, "yoast_head_json/next"), valueAt(o, "yoast_head_json/prev")
				text := valueAt(o, "yoast_head")
				for rel, address := range map[string]string{"next": next, "prev": prev} {
					if has := strings.Contains(text, "/>\n<link rel=\""+rel+"\" href=\""+address+"\" />\n<"); has != (address != "<nil>") || strings.Contains(text, `rel="`+rel+`"`) != has {
						t.Errorf("%s: %s is %q, the text is %s", path, rel, address, text)
					}
				}
				told = append(told, strings.TrimPrefix(next, link)+" "+strings.TrimPrefix(prev, link))
			}
			return told
		}
		for range 2 { // made, and kept
			for query, want := range map[string]string{
				"?orderby=date&order=asc&per_page=9": "<nil> <nil>, posts?orderby=date&order=asc&per_page=9&query-7-page=2 <nil>, " +
					"posts?orderby=date&order=asc&per_page=9&query-7-page=2 <nil>, posts?orderby=date&order=asc&per_page=9&query-7-page=2 <nil>",
				"?orderby=date&order=desc&per_page=9":                                         "<nil> <nil>, <nil> <nil>, posts?orderby=date&order=desc&per_page=9&query-7-page=2 <nil>, posts?orderby=date&order=desc&per_page=9&query-7-page=2 <nil>",
				"?slug=two,three&_fields=link,yoast_head,yoast_head_json":                     "<nil> <nil>, <nil> <nil>",
				"?slug=two&_fields=link,content,yoast_head,yoast_head_json.next&query-7-page": "posts?slug=two&_fields=link%2Ccontent%2Cyoast_head%2Cyoast_head_json.next&query-7-page=2 <nil>",
			} {
				if got := strings.Join(rows("/wp-json/wp/v2/posts"+query), ", "); got != want {
					t.Errorf("%s: the pages beside are\n%s, want\n%s", query, got, want)
				}
			}
		}
		for _, item := range s.do("", "GET", "/api/core/v2/posts", nil).json(t).([]any) {
			if o, _ := item.(map[string]any); strings.Contains(valueAt(o, "seo_head"), `rel="next"`) || valueAt(o, "seo_head_json/next") != "<nil>" {
				t.Errorf("in own words: %v", o)
			}
		}
	})
}
