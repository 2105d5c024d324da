package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// Where comments stand on pages, their addresses name the page on which the thread stands
// that they are part of, in the API, in blocks and in feeds.
func TestCommentPages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		post := s.make("/core/v2/posts", map[string]any{"title": "Long", "slug": "long", "status": "publish"})
		say := func(parent string, n int, status string) string {
			body := map[string]any{"post": post, "content": fmt.Sprint("word ", n), "date_gmt": fmt.Sprintf("2026-01-01T00:00:%02d", n), "status": status}
			if parent != "" {
				body["parent"] = parent
			}
			return s.make("/core/v2/comments", body)
		}
		first, second := say("", 1, "approved"), say("", 2, "approved")
		waits := say("", 3, "hold")
		third := say("", 4, "approved")
		answer := say(first, 5, "approved")
		deep := say(answer, 6, "approved")
		link := func(id string) string {
			return valueAt(s.do("administrator", "GET", "/api/core/v2/comments/"+id, nil).object(t), "link")
		}
		pageOf := func(id string) string {
			_, tail, _ := strings.Cut(link(id), "/long/")
			return strings.TrimSuffix(tail, "#comment-"+id)
		}
		expect := func(what string, want map[string]string) {
			t.Helper()
			for id, page := range want {
				if got := pageOf(id); got != page {
					t.Errorf("%s: comment %s is on %q, want %q", what, id, got, page)
				}
			}
			listed := string(s.do("administrator", "GET", "/api/core/v2/comments?status=all", nil).body)
			for id, page := range want {
				if slashed := strings.ReplaceAll(page, "/", `\/`); !strings.Contains(listed, `\/long\/`+slashed+"#comment-"+id+`"`) {
					t.Errorf("%s: the list has comment %s elsewhere: %s", what, id, listed)
				}
			}
		}
		expect("one page", map[string]string{first: "", third: "", deep: ""})
		s.option("comments_per_page", "2")
		s.option("page_comments", "true")
		expect("newest", map[string]string{first: "comment-page-1/", second: "comment-page-1/", waits: "comment-page-2/", third: "comment-page-2/", answer: "comment-page-1/", deep: "comment-page-1/"})
		s.option("default_comments_page", "oldest")
		expect("oldest", map[string]string{first: "", third: "comment-page-2/", deep: ""})
		s.option("thread_comments", "false")
		expect("no threads", map[string]string{first: "", answer: "comment-page-2/", deep: "comment-page-2/"})
		s.option("thread_comments", "true")
		if feed := string(s.do("", "GET", "/comments/feed/", nil).body); !strings.Contains(feed, "/long/comment-page-2/#comment-"+third+"<") {
			t.Errorf("the feed: %s", feed)
		}
		// An older one comes in before: what was made of the comments after it goes.
		s.do("administrator", "PUT", "/api/core/v2/comments/"+waits, map[string]any{"status": "approved"})
		say("", 0, "approved")
		expect("one more", map[string]string{first: "", second: "comment-page-2/", third: "comment-page-3/"})
		// They end as the site's addresses do.
		s.option("permalink_structure", "/read/%postname%")
		for id, want := range map[string]string{first: "http://example.org/read/long#comment-" + first, second: "http://example.org/read/long/comment-page-2#comment-" + second} {
			if got := link(id); got != want {
				t.Errorf("without a slash: %q, want %q", got, want)
			}
		}
	})
}

// An entry in the trash keeps its head, and is in no list of entries to choose from.
func TestHeadsOfTrash(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{"title": "Gone", "status": "publish"})
	deleted := s.do("administrator", "DELETE", "/api/core/v2/posts/"+id, nil).object(t)
	item := s.do("administrator", "GET", "/api/core/v2/posts/"+id+"?context=edit", nil).object(t)
	for what, o := range map[string]map[string]any{"deleted": deleted, "read": item} {
		if got := valueAt(o, "seo_head_json/title"); !strings.HasPrefix(got, "Gone") || valueAt(o, "status") != "trash" {
			t.Errorf("%s: title %q", what, got)
		}
	}
	if _, html, _ := s.headAt("/?p=" + id); strings.Contains(html, "Gone") {
		t.Errorf("its address has a head: %s", html)
	}
}

// TestRequiredFieldsNote holds that the form for comments tells visitors that fields are required,
// also where only the comment itself is.
func TestRequiredFieldsNote(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	page := s.path("posts/" + s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish", "comment_status": "open"}))
	for _, must := range []bool{true, false} {
		if err := s.app.Env.Site.SetOption(t.Context(), "require_name_email", must); err != nil {
			t.Fatal(err)
		}
		body := string(s.do("", "GET", page, nil).body)
		if n := strings.Count(body, "required-field-message"); n != 1 {
			t.Errorf("required %v: %d notes", must, n)
		}
		if starred := strings.Contains(body, `<label for="author">Name <span class="required">`); starred != must {
			t.Errorf("required %v: the name has a star: %v", must, starred)
		}
	}
}
