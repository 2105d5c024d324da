package api

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/app"
)

// What accounts and entries collect is bounded.
func TestBoundsOfCollections(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		if err := s.app.Options.Set(t.Context(), "revisions_to_keep", "3"); err != nil {
			t.Fatal(err)
		}
		id := s.make("/core/v2/posts", map[string]any{"title": "x", "status": "publish"})
		for i := range 6 {
			s.make("/core/v2/posts/"+id, map[string]any{"content": fmt.Sprint("Text ", i)})
		}
		a := s.do("administrator", "GET", "/api/core/v2/posts/"+id+"/revisions?context=edit&_fields=content.raw", nil)
		if got := string(a.body); got != `[{"content":{"raw":"Text 5"}},{"content":{"raw":"Text 4"}},{"content":{"raw":"Text 3"}}]` {
			t.Errorf("revisions are %s", got)
		}
		if err := s.app.Options.Set(t.Context(), "revisions_to_keep", "all"); err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			s.make("/core/v2/posts/"+id, map[string]any{"content": fmt.Sprint("More ", i)})
		}
		if list := s.do("administrator", "GET", "/api/core/v2/posts/"+id+"/revisions?_fields=id", nil); strings.Count(string(list.body), "id") != 7 {
			t.Errorf("of all revisions there are %s", list.body)
		}
		// Autosaves are one for each user, and aren't counted.
		for i := range 4 {
			s.make("/core/v2/posts/"+id+"/autosaves", map[string]any{"content": fmt.Sprint("Unsaved ", i)})
		}
		s.make("/core/v2/posts/"+id, map[string]any{"content": "Text 6"})
		a = s.do("administrator", "GET", "/api/core/v2/posts/"+id+"/autosaves", nil)
		if list, _ := a.json(t).([]any); len(list) != 1 {
			t.Errorf("%d autosaves", len(list))
		}

		own := fmt.Sprint("/api/core/v2/users/", s.ids["subscriber"])
		large := map[string]any{"meta": map[string]any{"persisted_preferences": map[string]any{"a": strings.Repeat("x", 300<<10)}}}
		if a := s.do("subscriber", "POST", own, large); a.status != 400 || at(a.object(t), "code") != "rest_meta_too_large" {
			t.Errorf("large preferences: %d %.200s", a.status, a.body)
		}
		small := map[string]any{"meta": map[string]any{"persisted_preferences": map[string]any{"a": strings.Repeat("x", 100<<10)}}}
		if a := s.do("subscriber", "POST", own, small); a.status != 200 {
			t.Errorf("usual preferences: %d %.200s", a.status, a.body)
		}
	})
}

func TestBoundOfApplicationPasswords(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	path := fmt.Sprint("/api/core/v2/users/", s.ids["subscriber"], "/application-passwords")
	if a := s.do("administrator", "POST", path, map[string]any{"name": strings.Repeat("x", 256)}); at(a.object(t), "code") != "application_password_name_too_long" {
		t.Errorf("a long name: %d %.200s", a.status, a.body)
	}
	for i := range 100 {
		a := s.do("administrator", "POST", path, map[string]any{"name": fmt.Sprint("app ", i)})
		if want := map[bool]int{true: 201, false: 400}[i < 99]; a.status != want { // the tests log in with one
			t.Fatalf("password %d: %d %s", i, a.status, a.body)
		}
	}
}

// A number of entries on a page that no site has so many of shows all of them.
func TestHugePages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		for i := range 12 {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Stone ", i), "status": "publish"})
		}
		s.make("/core/v2/settings", map[string]any{"posts_per_page": math.MaxInt64})
		for _, name := range []string{"posts_per_rss", "comments_per_page"} {
			set := func(ctx context.Context) error {
				return s.app.Env.Site.SetOption(ctx, name, strconv.Itoa(math.MaxInt64))
			}
			if err := s.app.DB.InTx(t.Context(), set); err != nil { // as an import may bring it
				t.Fatal(err)
			}
		}
		for path, want := range map[string]int{"/": 200, "/?s=stone": 200, "/feed/": 200, "/page/2/": 404, "/page/1000000/": 404} {
			a := s.do("", "GET", path, nil)
			if a.status != want {
				t.Errorf("%s: %d %.300s", path, a.status, a.body)
			}
			if n := strings.Count(string(a.body), "Stone 0<"); n == 0 && (path == "/" || path == "/feed/") {
				t.Errorf("%s lacks the oldest entry", path)
			}
		}
	})
}
