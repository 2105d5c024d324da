package api

import (
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

// A site may close the comments of posts that are old. Their status stays as it is.
func TestOldPostsTakeNoComments(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		dated := func(kind, slug string, days int) string {
			at := time.Now().UTC().AddDate(0, 0, -days).Format("2006-01-02T15:04:05")
			return s.make("/core/v2/"+kind, map[string]any{"title": slug, "slug": slug, "status": "publish", "date_gmt": at, "comment_status": "open"})
		}
		old, fresh, page := dated("posts", "old", 20), dated("posts", "fresh", 5), dated("pages", "page", 20)
		path := func(id string) string {
			kind := "posts"
			if id == page {
				kind = "pages"
			}
			link := valueAt(s.do("", "GET", "/api/core/v2/"+kind+"/"+id, nil).object(t), "link")
			return link[strings.IndexByte(link[len("https://"):], '/')+len("https://"):]
		}
		expect := func(what string, id string, open bool) {
			t.Helper()
			a := s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{"post": id, "content": what + id})
			if closed := a.status == 403 && strings.Contains(string(a.body), `"rest_comment_closed"`); closed == open || open && a.status != 201 {
				t.Errorf("%s, %s: %d %s", what, id, a.status, a.body)
			}
			shown := string(s.do("", "GET", path(id), nil).body)
			if form := strings.Contains(shown, `id="commentform"`); form != open {
				t.Errorf("%s, %s: the form is shown: %v", what, id, form)
			}
		}
		expect("usual", old, true)
		s.option("close_comments_for_old_posts", "true")
		expect("after 14 days", old, false)
		expect("after 14 days", fresh, true)
		expect("after 14 days", page, true)
		if status := valueAt(s.do("", "GET", "/api/core/v2/posts/"+old, nil).object(t), "comment_status"); status != "open" {
			t.Errorf("the status is %s", status)
		}
		s.option("close_comments_days_old", "3")
		expect("after 3 days", fresh, false)
		s.option("close_comments_days_old", "0")
		expect("never", old, true)
	})
}
