package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/site"
)

// TestFeedOfFiles has the feed of comments tell of those on files, but for files of what isn't published.
func TestFeedOfFiles(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		post := s.make("/core/v2/posts", map[string]any{"title": "Stones", "status": "publish"})
		id := s.picture("granite.jpg", 20, 20)
		if a := s.do("administrator", "POST", "/api/core/v2/media/"+id, map[string]any{"post": number(post), "comment_status": "open"}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		s.make("/core/v2/comments", map[string]any{"post": number(id), "content": "Said of a file"})
		for status, want := range map[string]bool{"publish": true, "draft": false} {
			s.change(post, map[string]any{"status": status})
			for _, path := range []string{"/comments/feed/", "/comments/feed/atom/"} {
				if got := strings.Contains(string(s.do("", "GET", path, nil).body), "Said of a file"); got != want {
					t.Errorf("%s, of a file of a %s: %v", path, status, got)
				}
			}
		}
	})
}

// TestFeedIcon has feeds of entries show the icon of the site.
func TestFeedIcon(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.make("/core/v2/posts", map[string]any{"title": "Stones", "status": "publish"})
		if text := string(s.do("", "GET", "/feed/", nil).body); strings.Contains(text, "<image>") {
			t.Errorf("an icon of none: %s", text)
		}
		id := s.picture("icon.jpg", 512, 512)
		s.option(site.Icon.Name, id)
		small := "http://example.org" + strings.TrimSuffix(s.filed(id), ".jpg") + "-150x150.jpg"
		for path, want := range map[string]string{
			"/feed/":               "<url>" + small + "</url>\n\t\t\t<title>Quoin</title>\n\t\t\t<link>http://example.org/</link>\n\t\t\t<width>32</width>\n\t\t\t<height>32</height>",
			"/feed/atom/":          "<icon>" + small + "</icon>",
			"/feed/rdf/":           "",
			"/comments/feed/":      "",
			"/comments/feed/atom/": "",
		} {
			if text := string(s.do("", "GET", path, nil).body); !strings.Contains(text, want) || want == "" && strings.Contains(text, "icon-150") {
				t.Errorf("%s has no %s: %s", path, want, text)
			}
		}
	})
}
