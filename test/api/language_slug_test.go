package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/language"
)

// TestSlugsOfLanguages names entries, terms, accounts and files as the site's language writes
// its letters, and finds them by their titles.
func TestSlugsOfLanguages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		const admin, title = "administrator", "Größe über Öl"
		made := func(path string, body map[string]any) map[string]any {
			t.Helper()
			a := s.do(admin, "POST", path, body)
			if a.status != 201 {
				t.Fatalf("%s: %d %s", path, a.status, a.body)
			}
			return a.object(t)
		}
		for _, c := range []struct{ locale, entry, file string }{
			{"", "grose-uber-ol", "Grose-uber-Ol.txt"}, {"de_DE", "groesse-ueber-oel", "Groesse-ueber-Oel.txt"},
		} {
			p, err := language.Read("de_DE.po", []byte(madeUp))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{"de_DE.po": p}); err != nil {
				t.Fatal(err)
			}
			if a := s.do(admin, "POST", "/api/core/v2/settings", map[string]any{"language": c.locale}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			post := made("/api/core/v2/posts", map[string]any{"title": title, "status": "publish"})
			if post["slug"] != c.entry || post["generated_slug"] != c.entry {
				t.Errorf("entry in %q: %v, %v", c.locale, post["slug"], post["generated_slug"])
			}
			if term := made("/api/core/v2/tags", map[string]any{"name": title + c.locale}); !strings.HasPrefix(term["slug"].(string), c.entry) {
				t.Errorf("term in %q: %v", c.locale, term["slug"])
			}
			if page := made("/api/core/v2/pages", map[string]any{"title": "Other", "slug": title}); page["slug"] != c.entry {
				t.Errorf("page in %q: %v", c.locale, page["slug"])
			}
			if a := s.do("", "GET", "/api/core/v2/posts?slug=Gr%C3%B6%C3%9Fe-%C3%BCber-%C3%96l", nil); !strings.Contains(string(a.body), `"slug":"`+c.entry+`"`) {
				t.Errorf("found in %q: %s", c.locale, a.body)
			}
			a := s.do(admin, "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", `attachment; filename="`+title+`.txt"`)
			if a.status != 201 || !strings.Contains(string(a.body), "/"+c.file) {
				t.Errorf("file in %q: %d %s", c.locale, a.status, a.body)
			}
		}
	})
}
