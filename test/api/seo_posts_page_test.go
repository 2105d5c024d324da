package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestHeadOfPostsPage holds that the page which stands for the list of posts tells nothing of itself as an article where
// the list is shown or asked for, and does so as an item.
func TestHeadOfPostsPage(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		front := s.make("/core/v2/pages", map[string]any{"title": "Front", "slug": "front", "status": "publish"})
		list := s.make("/core/v2/pages", map[string]any{"title": "News", "slug": "news", "status": "publish", "content": strings.Repeat("word ", 900)})
		s.make("/core/v2/posts", map[string]any{"title": "Post", "status": "publish"})
		s.make("/core/v2/posts", map[string]any{"title": "Post", "status": "publish"})
		s.option("show_on_front", "page")
		s.option("page_on_front", front)
		s.option("page_for_posts", list)
		s.option("posts_per_page", "1")
		s.set(map[string]any{"seo_settings": map[string]any{"social_a_site": "https://network.example/us"}})
		tells := func(what, head string, want bool) {
			t.Helper()
			for _, part := range []string{`property="article:publisher"`, `name="twitter:label1"`} {
				if !strings.Contains(head, `property="og:title" content="News`) || strings.Contains(head, part) != want {
					t.Errorf("%s: %s is told, want %v: %s", what, part, want, head)
				}
			}
		}
		item := s.do("", "GET", "/api/core/v2/pages/"+list, nil).object(t)
		tells("item", valueAt(item, "seo_head"), true)
		_, html, _ := s.headAt("/news/")
		tells("by address", html, false)
		tells("of the type", valueAt(s.do("administrator", "GET", "/api/core/v2/types/post?context=edit", nil).object(t), "seo_head"), false)
		tells("page", string(s.do("", "GET", "/news/", nil).body), false)
		tells("second page", string(s.do("", "GET", "/news/page/2/", nil).body), false)
	})
}
