package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
)

// Search engines know the owner of a site by codes in its front page, be it the list of posts or
// a page, and nowhere else.
func TestProofsOfTheOwner(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	page := s.make("/core/v2/pages", map[string]any{"title": "Welcome", "slug": "welcome", "status": "publish"})
	s.make("/core/v2/posts", map[string]any{"title": "News", "slug": "news", "status": "publish"})
	const google, bing = `<meta name="google-site-verification" content="a&quot;b" />`, `<meta name="msvalidate.01" content="123" />`
	expect := func(path string, want bool) {
		t.Helper()
		body := string(s.do("", "GET", path, nil).body)
		if strings.Contains(body, google) != want || strings.Contains(body, bing) != want || strings.Contains(body, "yandex-verification") {
			t.Errorf("%s has codes: %v, wanted %v", path, !want, want)
		}
	}
	expect("/", false)
	if a := s.do("administrator", "POST", "/api/seo/v1/settings", map[string]any{"settings": map[string]any{"googleverify": `a"b`, "msverify": "123"}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	expect("/", true)
	expect("/?p="+page, false)
	expect("/welcome/", false)
	if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"show_on_front": "page", "page_on_front": page}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	expect("/", true)
	if head := string(s.do("", "GET", "/api/core/v2/pages/"+page, nil).body); strings.Contains(head, "site-verification") {
		t.Errorf("the API has the codes: %s", head)
	}
}
