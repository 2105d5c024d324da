package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestHeadOfFrontPage looks at the heads of a page that is the front, of the one that
// lists the posts then, and of what has no head or no image.
func TestHeadOfFrontPage(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		page := func(title string) string {
			return s.make("/core/v2/pages", map[string]any{"title": title, "slug": strings.ToLower(title), "status": "publish", "content": "Words."})
		}
		first, posts := page("Front"), page("News")
		for i := range 3 {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", i), "status": "publish"})
		}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{
			"show_on_front": "page", "page_on_front": number(first), "page_for_posts": number(posts), "posts_per_page": 1,
		}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		for path, wants := range map[string][]string{
			"/":             {`<link rel="canonical" href="http://example.org/" />`},
			"/news/":        {`<link rel="next" href="http://example.org/news/page/2/" />`, `<link rel="canonical" href="http://example.org/news/" />`},
			"/news/page/2/": {`Page 2 of `, `<link rel="next" href="http://example.org/news/page/3/" />`, `<link rel="prev" href="http://example.org/news/" />`},
		} {
			a := s.do("", "GET", path, nil)
			for _, want := range wants {
				if a.status != 200 || strings.Count(string(a.body), want) < 1 {
					t.Errorf("%s: %d without %s", path, a.status, want)
				}
			}
			if strings.Contains(string(a.body), "Page 2 of 2 ") || path == "/" && strings.Contains(string(a.body), "reading time") {
				t.Errorf("%s tells what isn't so", path)
			}
		}
	})
}

// TestHeadsOfIdleAuthors holds that who has published nothing has no head, and that a
// list of users takes as many statements however long it is.
func TestHeadsOfIdleAuthors(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{NoCache: true})
		s.make("/core/v2/posts", map[string]any{"title": "Mine", "status": "publish"})
		list := s.do("administrator", "GET", "/api/core/v2/users?per_page=100&_fields=slug,seo_head", nil)
		if n := strings.Count(string(list.body), `"seo_head":null`); n == 0 || n != strings.Count(string(list.body), `"slug"`)-1 {
			t.Errorf("%d users without a head: %s", n, list.body)
		}
		few, many := s.statements("administrator", "/api/core/v2/users?per_page=2&orderby=id&order=desc"), s.statements("administrator", "/api/core/v2/users?per_page=4&orderby=id&order=desc")
		if many > few {
			t.Errorf("a list of 4 takes %d statements, one of 2 takes %d", many, few)
		}
	})
}

// TestImageOfMissingAttachment holds that an image whose attachment isn't there has
// the address that the text has, and a private entry a mark.
func TestImageOfMissingAttachment(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{"title": "Kept", "status": "private", "content": `<img src="https://e.test/a.png" class="wp-image-4050">`})
	item := s.do("administrator", "GET", "/api/core/v2/posts/"+id, nil).object(t)
	if valueAt(item, "seo_head_json/og_image/0/url") != "https://e.test/a.png" || valueAt(item, "seo_head_json/schema/@graph/0/headline") != "Private: Kept" {
		t.Errorf("head %v", item["seo_head_json"])
	}
}

// TestPagesOfAListInAText holds that the head of an entry names the next page of the list in
// its text.
func TestPagesOfAListInAText(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	for i := range 3 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", i), "status": "publish"})
	}
	list := `<!-- wp:query {"queryId":5,"query":{"perPage":1,"postType":"post","inherit":false}} --><div class="wp-block-query">` +
		`<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-previous /-->` +
		`<!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->`
	s.make("/core/v2/pages", map[string]any{"title": "Listed", "slug": "listed", "status": "publish", "content": list})
	s.make("/core/v2/pages", map[string]any{"title": "Plain", "slug": "plain", "status": "publish", "content": "Words"})
	for path, want := range map[string]map[string]int{
		"/listed/":                {`<link rel="next" href="http://example.org/listed/?query-5-page=2" />`: 1, `rel="prev"`: 0},
		"/listed/?query-5-page=2": {`<link rel="next" href="http://example.org/listed/?query-5-page=3" />`: 1, `<link rel="prev" href="http://example.org/listed/`: 1},
		"/plain/":                 {`rel="next"`: 0, `rel="prev"`: 0},
	} {
		a := s.do("", "GET", path, nil)
		for tag, times := range want {
			if a.status != 200 || strings.Count(string(a.body), tag) != times {
				t.Errorf("%s: %d, not %d times %s", path, a.status, times, tag)
			}
		}
	}
}

// TestImageOfAText holds that an image in a text is told with the size of its attachment,
// as soon as the text is stored.
func TestImageOfAText(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	image := s.picture("stone.jpg", 800, 400)
	content := `<img src="https://elsewhere.test/stone.jpg" class="wp-image-` + image + `">`
	id := s.make("/core/v2/posts", map[string]any{"title": "Shown", "status": "publish", "content": content})
	item := s.do("", "GET", "/api/core/v2/posts/"+id, nil).object(t)
	if valueAt(item, "seo_head_json/og_image/0/width") != "800" || !strings.HasSuffix(valueAt(item, "seo_head_json/og_image/0/url"), s.keyOf(image)) {
		t.Errorf("head %v", item["seo_head_json"])
	}
}

// TestAccentsInBulkList holds that texts are found whatever their accents, and that a
// list has the image of its first entry.
func TestAccentsInBulkList(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		picture := s.picture("cafe.jpg", 90, 60)
		s.make("/core/v2/posts", map[string]any{"title": "Café", "status": "publish", "featured_media": number(picture)})
		if a := s.do("", "GET", "/category/uncategorized/", nil); !strings.Contains(string(a.body), "/cafe.jpg\"") || !strings.Contains(string(a.body), "primaryImageOfPage") {
			t.Error("a list has no image of its first entry")
		}
		for _, word := range []string{"cafe", "CAFÉ"} {
			if a := s.do("administrator", "GET", "/api/seo/v1/bulk_editor/posts?content_type=post&search="+word, nil); valueAt(a.object(t), "total") != "1" {
				t.Errorf("%s: %s", word, a.body)
			}
		}
	})
}
