package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// The path names the object that a request acts on, whatever else comes with it.
func TestPathNamesTheObject(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for _, root := range []string{"/api/core/v2/", "/wp-json/wp/v2/"} {
		for route, body := range map[string]map[string]any{
			"posts": {"title": "x", "status": "publish"}, "pages": {"title": "x", "status": "publish"},
			"categories": {"name": "x"}, "tags": {"name": "y"}, "blocks": {"title": "x", "content": "x", "status": "publish"},
			"users": {"username": "x", "email": "x@example.org", "password": "a long enough one"},
		} {
			ids := [2]string{}
			for i := range ids {
				one := map[string]any{}
				for k, v := range body {
					one[k] = v
				}
				for _, unique := range []string{"name", "username"} {
					if v, ok := one[unique]; ok {
						one[unique] = fmt.Sprint(v, i, len(root))
					}
				}
				if _, ok := one["email"]; ok {
					one["email"] = fmt.Sprintf("x%d%d@example.org", i, len(root))
				}
				ids[i] = s.make("/core/v2/"+route, one)
			}
			own, other := ids[0], ids[1]
			path := root + route + "/" + own
			for _, a := range []answer{
				s.do("administrator", "GET", path+"?id="+other, nil),
				s.do("administrator", "GET", path+"?id[]="+other, nil),
				s.do("administrator", "POST", path+"?id="+other, map[string]any{"id": number(other), "description": "d"}),
				s.do("administrator", "PUT", path, map[string]any{"id": other}),
				s.do("administrator", "POST", path, strings.NewReader("id="+other), "Content-Type", "application/x-www-form-urlencoded"),
			} {
				// What can't be an id is refused, though the path has one.
				if got := fmt.Sprint(at(a.object(t), "id")); got != own && fmt.Sprint(at(a.object(t), "code")) != "rest_invalid_param" {
					t.Errorf("%s acted on %s (%s)", path, got, a.body)
				}
			}
			a := s.do("administrator", "DELETE", path+"?force=true&reassign=1&id="+other, map[string]any{"id": number(other)})
			if got := fmt.Sprint(at(a.object(t), "previous", "id")); a.status != 200 || got != own {
				t.Errorf("DELETE %s removed %s (%s)", path, got, a.body)
			}
			if a := s.do("administrator", "GET", root+route+"/"+other, nil); a.status != 200 {
				t.Errorf("%s %s is gone", route, other)
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
