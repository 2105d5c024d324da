package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestNothingSlowWhileOthersWait writes in many ways: none may render or hash
// while it keeps other writers waiting.
func TestNothingSlowWhileOthersWait(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	made := func(a answer) int {
		t.Helper()
		if a.status >= 300 {
			t.Fatalf("%d %.300s", a.status, a.body)
		}
		id, _ := a.object(t)["id"].(float64)
		return int(id)
	}
	text := strings.Repeat("<!-- wp:latest-posts /-->", 50)
	for _, typ := range []string{"posts", "pages", "blocks"} {
		base := "/api/core/v2/" + typ
		one := fmt.Sprint(base, "/", made(s.do("administrator", "POST", base, map[string]any{"title": "T", "content": text, "status": "publish"})))
		made(s.do("administrator", "POST", one, map[string]any{"content": text + "x", "excerpt": "y"}))
		made(s.do("administrator", "POST", one+"/autosaves", map[string]any{"content": text + "z"}))
		made(s.do("administrator", "DELETE", one, nil))
		made(s.do("administrator", "DELETE", one+"?force=true", nil))
	}
	user := fmt.Sprint("/api/core/v2/users/", made(s.do("administrator", "POST", "/api/core/v2/users",
		map[string]any{"username": "turn", "email": "turn@example.org", "password": "abc"})))
	made(s.do("administrator", "POST", user, map[string]any{"password": "def"}))
	made(s.do("administrator", "POST", user+"/application-passwords", map[string]any{"name": "n"}))
	category := fmt.Sprint("/api/core/v2/categories/", made(s.do("administrator", "POST", "/api/core/v2/categories", map[string]any{"name": "C"})))
	made(s.do("administrator", "DELETE", category+"?force=true", nil))
	post := made(s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "T", "content": text, "status": "publish"}))
	comment := fmt.Sprint("/api/core/v2/comments/", made(s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{"post": post, "content": "c"})))
	made(s.do("administrator", "POST", comment, map[string]any{"content": "d"}))
	made(s.do("administrator", "DELETE", comment+"?force=true", nil))
	s.slowWork(t)
}

// slowWork fails for each kind of slow work that was done while others waited.
func (s *server) slowWork(t *testing.T) { s.noLine(t, "slow work") }

// noLine fails for each line of the log that has a text.
func (s *server) noLine(t testing.TB, text string) {
	t.Helper()
	for line := range strings.Lines(s.logs.String()) {
		if strings.Contains(line, text) {
			t.Error(line)
		}
	}
}

// TestNothingFilteredWhileOthersWait writes long texts as people whose HTML is
// filtered, and lets them store again what others wrote.
func TestNothingFilteredWhileOthersWait(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	made := func(a answer) string {
		t.Helper()
		if a.status >= 300 {
			t.Fatalf("%d %.300s", a.status, a.body)
		}
		id, _ := a.object(t)["id"].(float64)
		return fmt.Sprint("/", int(id))
	}
	n := 0
	// No two texts are the same: each has to be filtered for itself.
	text := func() string {
		n++
		return strings.Repeat("<p onclick=a>x</p>", 200) + fmt.Sprint(n)
	}
	const api = "/api/core/v2/"
	posts := api + "posts"
	one := posts + made(s.do("author", "POST", posts, map[string]any{"title": text(), "content": text(), "excerpt": text(), "status": "publish"}))
	made(s.do("author", "POST", one, map[string]any{"title": text(), "content": map[string]any{"raw": text()}, "excerpt": text()}))
	made(s.do("author", "POST", one+"/autosaves", map[string]any{"title": text(), "content": text()}))
	made(s.do("author", "POST", one+"/autosaves", map[string]any{"content": text()}))
	made(s.do("administrator", "POST", one, map[string]any{"content": text()}))
	made(s.do("author", "POST", one, map[string]any{"title": "T"}))
	draft := posts + made(s.do("contributor", "POST", posts, map[string]any{"content": text()}))
	made(s.do("contributor", "POST", draft+"/autosaves", map[string]any{"content": text()}))
	file := api + "media" + made(s.do("author", "POST", api+"media", strings.NewReader("Words."),
		"Content-Type", "text/plain", "Content-Disposition", `attachment; filename="a.txt"`))
	made(s.do("author", "POST", file, map[string]any{"title": text(), "caption": text(), "description": text()}))
	made(s.do("author", "POST", api+"media?"+url.Values{"description": {text()}, "caption": {text()}}.Encode(), strings.NewReader("More."),
		"Content-Type", "text/plain", "Content-Disposition", `attachment; filename="b.txt"`))

	for _, terms := range []string{"categories", "tags"} {
		term := api + terms + made(s.do("editor", "POST", api+terms, map[string]any{"name": "N", "description": text()}))
		made(s.do("editor", "POST", term, map[string]any{"description": text()}))
	}
	made(s.do("subscriber", "POST", api+"users/me", map[string]any{"description": text(), "first_name": text()}))
	made(s.do("administrator", "POST", api+"users", map[string]any{
		"username": "new", "email": "new@example.org", "password": "abc", "description": text(),
	}))
	comments := api + "comments"
	made(s.do("subscriber", "POST", comments, map[string]any{"post": strings.TrimPrefix(one, posts+"/"), "content": text()}))
	comment := comments + made(s.do("author", "POST", comments, map[string]any{"post": strings.TrimPrefix(one, posts+"/"), "content": text()}))
	made(s.do("author", "POST", comment, map[string]any{"content": text()}))
	made(s.do("editor", "POST", comment, map[string]any{"content": text()}))
	made(s.do("administrator", "POST", comments, map[string]any{"post": strings.TrimPrefix(one, posts+"/"), "content": text()}))
	s.slowWork(t)
}
