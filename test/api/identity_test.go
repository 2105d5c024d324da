package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// A parameter of the name of one in the path stands for it; rights are asked about the object
// that is changed then, wherever its id stands.
func TestOneIDNamesTheObject(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	posts := func(role string) string {
		return valueAt(s.do(role, "POST", "/api/core/v2/posts", map[string]any{"title": "x", "content": "kept", "status": "private"}).json(t), "id")
	}
	for _, root := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
		for route, c := range map[string]struct{ role, own, other string }{
			"posts/": {"author", posts("author"), posts("administrator")},
			"users/": {"subscriber", fmt.Sprint(s.ids["subscriber"]), fmt.Sprint(s.ids["editor"])},
		} {
			own, other := root+route+c.own, root+route+c.other
			for _, a := range []answer{
				s.do(c.role, "POST", own+"?id="+c.other, map[string]any{"description": "d", "content": "d"}),
				s.do(c.role, "POST", own, map[string]any{"id": number(c.other), "description": "d", "content": "d"}),
				s.do(c.role, "PUT", own, map[string]any{"id": c.other, "description": "d", "content": "d"}),
				s.do(c.role, "POST", own, strings.NewReader("description=d&content=d&id="+c.other), "Content-Type", "application/x-www-form-urlencoded"),
				s.do(c.role, "POST", other+"?id="+c.own, map[string]any{"id": number(c.other), "description": "d", "content": "d"}),
				s.do(c.role, "DELETE", own+"?force=true&reassign=1&id="+c.other, nil),
				s.do(c.role, "DELETE", own+"?force=true&reassign=1", map[string]any{"id": number(c.other)}),
				s.do(c.role, "GET", own+"?context=edit&id="+c.other, nil),
			} {
				if a.status != 403 && a.status != 404 {
					t.Errorf("%s as %s acted on %s: %d %s", own, c.role, c.other, a.status, a.body)
				}
			}
			// What is no id at all is refused, though the path has one.
			for _, bad := range []string{"id[]=" + c.own, "id=" + c.own + "abc", "id=" + c.own + ".5"} {
				if a := s.do(c.role, "POST", own+"?"+bad, map[string]any{"description": "d", "content": "d"}); a.status != 400 {
					t.Errorf("%s?%s: %d %s", own, bad, a.status, a.body)
				}
			}
			if a := s.do(c.role, "POST", other, map[string]any{"id": number(c.own), "description": "own"}); a.status != 200 || valueAt(a.json(t), "id") != c.own {
				t.Errorf("%s with one's own id: %d %s", other, a.status, a.body)
			}
		}
	}
}

// What an object refers to, its author may read.
func TestReferencesNeedReading(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	hidden := s.make("/core/v2/posts", map[string]any{"title": "Hidden", "status": "private"})
	shown := s.make("/core/v2/posts", map[string]any{"title": "Shown", "status": "publish"})
	secret := s.make("/core/v2/pages", map[string]any{"title": "Secret", "status": "private"})
	attached := (&seeded{server: s}).upload()
	s.make("/core/v2/media/"+attached, map[string]any{"post": number(hidden)})
	open := (&seeded{server: s}).upload()

	post := func(media string) float64 {
		a := s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": "x", "status": "publish", "featured_media": number(media)})
		id, _ := at(a.object(t), "featured_media").(float64)
		return id
	}
	if got := post(attached); got != 0 {
		t.Errorf("an image of a private post became the main image: %v", got)
	}
	if got := post(open); got != float64(number(open)) {
		t.Errorf("a public image is not the main image: %v", got)
	}
	// One that an editor chose stays when others save.
	own := s.make("/core/v2/posts", map[string]any{"title": "x", "author": s.ids["author"], "status": "publish", "featured_media": number(attached)})
	a := s.do("author", "POST", "/api/core/v2/posts/"+own, map[string]any{"featured_media": number(attached)})
	if got := at(a.object(t), "featured_media"); got != float64(number(attached)) {
		t.Errorf("the chosen image is %v: %s", got, a.body)
	}

	file := s.do("author", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", `attachment; filename="a.txt"`)
	media := fmt.Sprint("/api/core/v2/media/", at(file.object(t), "id"))
	if a := s.do("author", "POST", media, map[string]any{"post": number(hidden)}); a.status != 403 {
		t.Errorf("a file was attached to a private post: %d", a.status)
	}
	if a := s.do("author", "POST", media, map[string]any{"post": number(shown)}); a.status != 200 {
		t.Errorf("a file wasn't attached to a public post: %s", a.body)
	}

	page := s.make("/core/v2/pages", map[string]any{"title": "Page", "status": "publish"})
	for role, want := range map[string]int{"administrator": 200, "editor": 200} {
		if a := s.do(role, "POST", "/api/core/v2/pages/"+page, map[string]any{"parent": number(secret)}); a.status != want {
			t.Errorf("%s: a page below a private page: %d, want %d", role, a.status, want)
		}
	}
}

// Nobody is approved as somebody else, and dates are no way around the limit.
func TestCommentsUnderOtherNames(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	post := number(s.make("/core/v2/posts", map[string]any{"title": "x", "status": "publish"}))
	s.make("/core/v2/comments", map[string]any{"post": post, "content": "mine", "author": s.ids["contributor"], "date": "2020-01-01T00:00:00", "status": "approved"})
	other := map[string]any{"post": post, "content": "theirs", "author_name": "test_contributor", "author_email": "contributor@example.org"}
	if a := s.do("subscriber", "POST", "/api/core/v2/comments", other); a.status != 201 || at(a.object(t), "status") != "hold" {
		t.Errorf("a comment under another's address: %d %s", a.status, a.body)
	}
	for i := range 5 {
		a := s.do("subscriber", "POST", "/api/core/v2/comments", map[string]any{
			"post": post, "content": fmt.Sprint("again ", i), "author_name": "x", "author_email": fmt.Sprintf("a%d@example.org", i), "date": fmt.Sprintf("20%02d-01-01T00:00:00", 10+i),
		})
		if a.status == 201 {
			t.Errorf("comment %d got past the limit", i)
		}
		a = s.do("subscriber", "POST", "/api/core/v2/comments", map[string]any{"post": post, "content": fmt.Sprint("more ", i), "author_name": "x", "author_email": fmt.Sprintf("b%d@example.org", i)})
		if code, _ := at(a.object(t), "code").(string); code != "comment_flood" {
			t.Errorf("comment %d in a run: %d %s", i, a.status, code)
		}
	}
	if a := s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{"post": post, "content": "dated", "date": "2020-01-02T03:04:05"}); at(a.object(t), "date") != "2020-01-02T03:04:05" {
		t.Errorf("moderators choose dates: %s", a.body)
	}
}

// Templates and patterns have no pages that visitors see: their authors stay
// unknown.
func TestAuthorsOfPatternsStayUnknown(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.make("/core/v2/templates", map[string]any{"slug": "one", "title": "Template", "content": "x"})
		s.do("editor", "POST", "/api/core/v2/blocks", map[string]any{"title": "Pattern", "content": "x", "status": "publish"})
		s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": "Post", "status": "publish"})
		for query, want := range map[string]string{
			"": "[test_author]", "?has_published_posts=true": "[test_author]", "?has_published_posts=post": "[test_author]",
			"?has_published_posts=core_block": "[]", "?has_published_posts=core_template": "[]",
		} {
			list, _ := s.do("", "GET", "/api/core/v2/users"+query, nil).json(t).([]any)
			got := []string{}
			for _, u := range list {
				got = append(got, fmt.Sprint(at(u, "name")))
			}
			if fmt.Sprint(got) != want {
				t.Errorf("%s: %v, want %s", query, got, want)
			}
		}
		for _, role := range []string{"administrator", "editor"} {
			if a := s.do("", "GET", fmt.Sprint("/api/core/v2/users/", s.ids[role]), nil); a.status != 401 {
				t.Errorf("%s: %d", role, a.status)
			}
		}
	})
}
