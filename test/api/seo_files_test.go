package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/content"
)

// TestSEOFileForModels asks for the file for language models.
func TestSEOFileForModels(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		s.make("/core/v2/pages", map[string]any{"title": "Shown & told", "slug": "shown", "status": "publish"})
		s.make("/core/v2/pages", map[string]any{"title": "Secret", "status": "publish", "password": "pw"})
		s.make("/core/v2/pages", map[string]any{"title": "Draft", "status": "draft"})
		if a := s.do("", "GET", "/llms.txt", nil); a.status != 404 {
			t.Errorf("nobody wants the file: %d", a.status)
		}
		s.set(map[string]any{"seo_llms_txt": true})
		a := s.do("", "GET", "/llms.txt", nil)
		if a.status != 200 || !strings.Contains(string(a.body), "- [Shown & told](http://example.org/shown/)") {
			t.Errorf("%d %s", a.status, a.body)
		}
		if strings.Contains(string(a.body), "Secret") || strings.Contains(string(a.body), "Draft") {
			t.Errorf("the file tells what is hidden: %s", a.body)
		}
	})
}

// TestSEOSitemaps looks at what sitemaps leave out, and at paths in texts.
func TestSEOSitemaps(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		up := s.make("/core/v2/pages", map[string]any{"title": "Up <b>", "slug": "up", "status": "publish"})
		page := s.make("/core/v2/pages", map[string]any{"title": "Down", "slug": "down", "status": "publish", "parent": number(up), "content": "<!-- wp:seo/breadcrumbs /-->"})
		listed := func() bool {
			return strings.Contains(string(s.do("", "GET", "/wp-sitemap-posts-page-1.xml", nil).body), "/up/down/")
		}
		noindex := func(id, value string) {
			t.Helper()
			entry, err := s.app.DB.EntryByID(t.Context(), number(id))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.app.Env.Entries.SetMeta(t.Context(), entry, content.Meta{"_seo_meta-robots-noindex": {value}}); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			value string
			all   bool
			want  bool
		}{{"0", false, true}, {"1", false, false}, {"2", false, true}, {"2", true, true}, {"0", true, false}} {
			noindex(page, c.value)
			s.set(map[string]any{"seo_settings": map[string]any{"noindex-page": c.all}})
			if got := listed(); got != c.want {
				t.Errorf("noindex %s, of all pages %v: listed %v", c.value, c.all, got)
			}
		}
		shown := valueAt(s.do("", "GET", "/api/core/v2/pages/"+page, nil).object(t), "content/rendered")
		if !strings.Contains(shown, `<a href="http://example.org/up/">Up`) || strings.Contains(shown, "<b>") || !strings.Contains(shown, `aria-current="page">Down<`) {
			t.Errorf("path %s", shown)
		}
	})
}
