package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestPagesCostFewStatements counts what pages and answers take from the database that
// nobody has asked for since something changed: each statement is a way to the database
// and back. More comments, terms and entries take no more of them. On PostgreSQL the
// messages to the server are counted too.
func TestPagesCostFewStatements(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		url, messages := e.database(t), func() int64 { return 0 }
		if url != "" {
			url, messages = postgres.Far(t, url, 0)
		}
		s := start(t, app.Config{DatabaseURL: url, Data: t.TempDir(), Preset: "full"})
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
			{"/" + page, 8},
			{"/", 4},
			{"/feed/", 5},
			{"/comments/feed/", 7},
			{"/category/topic-1/", 7},
			{"/author/test_editor/", 5},
			{"/post-sitemap.xml", 6},
			{"/api/core/v2/posts?per_page=10", 3},
			{"/api/core/v2/posts?per_page=10&_embed", 4},
			{"/api/core/v2/posts?search=text", 4},
			{"/api/core/v2/posts/" + post, 2},
			{"/api/core/v2/comments?per_page=10", 1},
			{"/api/core/v2/categories", 1},
		}
		ask := func(path string) (n, sent int) {
			s.statements("", path)
			if a := s.do("administrator", "POST", "/api/core/v2/posts/"+post, map[string]any{"title": "Changed for " + path}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			from := messages()
			n = s.statements("", path)
			return n, int(messages() - from)
		}
		cost := func(path string) int {
			n, sent := ask(path)
			// A connection that hasn't run a statement yet asks first what it takes, and the
			// look of each second may come between.
			for try := 0; sent > n+slack && try < 4; try++ {
				n, sent = ask(path)
			}
			if sent > n+slack {
				t.Errorf("%s sends %d messages for %d statements", path, sent, n)
			}
			return n
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
		// What writes take on PostgreSQL, the answer included.
		written := 0
		for _, w := range []struct {
			path string
			most int64
			body func() map[string]any
		}{
			{"/api/core/v2/comments", 6, func() map[string]any {
				return map[string]any{"post": number(post), "content": fmt.Sprint("Said ", written)}
			}},
			{"/api/core/v2/posts/" + post, 8, func() map[string]any { return map[string]any{"title": fmt.Sprint("Changed ", written)} }},
			{"/api/core/v2/posts", 5, func() map[string]any {
				return map[string]any{"title": fmt.Sprint("Made ", written), "status": "publish", "categories": []int{1}}
			}},
		} {
			fewest := int64(1 << 20) // a look of each second may come between
			for range 8 {
				written++
				from := messages()
				if a := s.do("administrator", "POST", w.path, w.body()); a.status/100 != 2 {
					t.Fatalf("%s: %d %s", w.path, a.status, a.body)
				}
				fewest = min(fewest, messages()-from)
			}
			if fewest > w.most {
				t.Errorf("POST %s takes %d messages, want at most %d", w.path, fewest, w.most)
			}
			t.Logf("POST %s: %d", w.path, fewest)
		}
	})
}

// threadOfComments shows the comments of an entry, in an editor's blocks.
const threadOfComments = `<!-- wp:comments --><div class="wp-block-comments"><!-- wp:comments-title /--><!-- wp:comment-template -->` +
	`<!-- wp:avatar /--><!-- wp:comment-author-name /--><!-- wp:comment-date /--><!-- wp:comment-content /--><!-- wp:comment-reply-link /-->` +
	`<!-- /wp:comment-template --><!-- wp:comments-pagination --><!-- wp:comments-pagination-previous /--><!-- wp:comments-pagination-numbers /-->` +
	`<!-- /wp:comments-pagination --></div><!-- /wp:comments -->`

// TestLoopsReadCommentsAtOnce shows a loop of entries with their comments, by visitors and by
// users: three entries take as many statements as nine.
func TestLoopsReadCommentsAtOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{DatabaseURL: e.database(t), Data: t.TempDir()}
		s := start(t, c)
		c = s.app.Config
		c.NoCache = true
		page := s.make("/core/v2/pages", map[string]any{"title": "Discussions", "status": "publish",
			"content": `<!-- wp:query {"query":{"perPage":100,"inherit":false,"postType":"post"}} --><!-- wp:post-template --><!-- wp:post-title /-->` + threadOfComments + `<!-- /wp:post-template --><!-- /wp:query -->`})
		n := 0
		add := func(posts int) {
			for range posts {
				n++
				name := fmt.Sprint("talker", n)
				user := s.make("/core/v2/users", map[string]any{"username": name, "email": name + "@example.org", "password": "A long enough one 1!"})
				post := s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Discussed ", n), "status": "publish", "content": "Text", "author": number(user)})
				for i := range 2 {
					s.make("/core/v2/comments", map[string]any{
						"post": number(post), "author_name": fmt.Sprint("Reader ", n), "author_email": fmt.Sprintf("reader%d.%d@example.org", n, i), "content": fmt.Sprintf("Visitor %d.%d said", n, i), "status": "approved",
					})
				}
				s.make("/core/v2/comments", map[string]any{"post": number(post), "author": number(user), "content": fmt.Sprintf("User %d said", n)})
			}
		}
		cost := func(role string) int {
			cold := open(t, c) // which knows nothing
			path := "/api/core/v2/pages/" + page
			statements := cold.statements(role, path)
			text := string(cold.do(role, "GET", path, nil).body)
			for i := range n {
				for _, want := range []string{fmt.Sprintf("Visitor %d.0 said", i+1), fmt.Sprintf("Visitor %d.1 said", i+1), fmt.Sprintf("User %d said", i+1)} {
					if strings.Count(text, want) != 1 {
						t.Errorf("%q is shown %d times", want, strings.Count(text, want))
					}
				}
			}
			return statements
		}
		add(3)
		few, fewFor := cost(""), cost("administrator")
		add(6)
		many, manyFor := cost(""), cost("administrator")
		t.Logf("%d and %d, %d and %d for an administrator", few, many, fewFor, manyFor)
		if many > few || manyFor > fewFor {
			t.Errorf("nine entries take %d statements, %d for an administrator, three take %d and %d", many, manyFor, few, fewFor)
		}
	})
}
