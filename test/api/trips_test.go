package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestPagesCostFewStatements counts what pages and answers take from the database that
// nobody has asked for since something changed: each statement is a way to the database
// and back. More comments, terms and entries take no more of them.
func TestPagesCostFewStatements(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Data: t.TempDir(), Preset: "full"})
		s.grow(20)
		post := s.make("/core/v2/posts", map[string]any{"title": "Discussed", "status": "publish", "categories": []int{1}, "content": "Text", "comment_status": "open"})
		comments := 0
		discuss := func(n int) {
			parent := "0"
			for range n {
				comments++
				id := s.make("/core/v2/comments", map[string]any{
					"post": number(post), "author_name": fmt.Sprint("Reader ", comments), "author_email": fmt.Sprintf("reader%d@example.org", comments),
					"content": fmt.Sprint("Comment ", comments), "parent": number(parent),
				})
				if parent = id; comments%3 == 0 {
					parent = "0"
				}
			}
		}
		discuss(6)
		link := valueAt(s.do("", "GET", "/api/core/v2/posts/"+post, nil).json(t), "link")
		_, page, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(link, "http://"), "https://"), "/")
		asked := []struct {
			path string
			most int
		}{
			{"/" + page, 9},
			{"/", 5},
			{"/feed/", 6},
			{"/comments/feed/", 8},
			{"/category/topic-1/", 8},
			{"/author/test_editor/", 8},
			{"/post-sitemap.xml", 7},
			{"/api/core/v2/posts?per_page=10", 4},
			{"/api/core/v2/posts?per_page=10&_embed", 8},
			{"/api/core/v2/posts?search=text", 6},
			{"/api/core/v2/posts/" + post, 4},
			{"/api/core/v2/comments?per_page=10", 4},
			{"/api/core/v2/categories", 4},
		}
		cost := func(path string) int {
			s.statements("", path)
			if a := s.do("administrator", "POST", "/api/core/v2/posts/"+post, map[string]any{"title": "Changed for " + path}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return s.statements("", path)
		}
		before := map[string]int{}
		for _, a := range asked {
			before[a.path] = cost(a.path)
			if before[a.path] > a.most {
				t.Errorf("%s takes %d statements after a change, want at most %d", a.path, before[a.path], a.most)
			}
			t.Logf("%s: %d", a.path, before[a.path])
		}
		discuss(12)
		for _, a := range asked {
			if n := cost(a.path); n > before[a.path] {
				t.Errorf("%s takes %d statements with twice the rows, %d before", a.path, n, before[a.path])
			}
		}
	})
}
