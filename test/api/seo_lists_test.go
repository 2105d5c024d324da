package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestSeparatorOfBlankTemplates holds that a page whose template says nothing has the separator
// that was chosen between the parts of its title.
func TestSeparatorOfBlankTemplates(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		s.make("/core/v2/posts", map[string]any{"title": "One stone", "status": "publish", "date": "2024-05-06T10:00:00"})
		for separator, want := range map[string]string{"-": "2024 &#8211; Quoin", "·": "2024 · Quoin", "<": "2024 &lt; Quoin"} {
			if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": map[string]any{"title-archive": "%%title%%", "separator": separator}}); a.status != 200 {
				t.Fatalf("settings: %d %s", a.status, a.body)
			}
			if html := string(s.do("", "GET", "/2024/", nil).body); !strings.Contains(html, "<title>"+want+"</title>") {
				t.Errorf("separator %s: %s", separator, html[strings.Index(html, "<title>"):][:60])
			}
		}
	})
}

// TestTemplatesOfLists holds what variables of titles say on pages of lists, and what they
// say to who asks for a head elsewhere.
func TestTemplatesOfLists(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		cat := s.make("/core/v2/categories", map[string]any{"name": "Quarry", "slug": "quarry"})
		tag := s.make("/core/v2/tags", map[string]any{"name": "Stone", "slug": "stone"})
		for _, title := range []string{"One stone", "Two"} {
			s.make("/core/v2/posts", map[string]any{
				"title": title, "status": "publish", "date": "2024-05-06T10:00:00", "categories": []any{number(cat)}, "tags": []any{number(tag)}, "format": "aside",
			})
		}
		const list = "d=%%date%%; n=%%name%%; a=%%archive_title%%; p=%%pt_single%%%%pt_plural%%%%category%%%%tag%%; t=%%pagenumber%% of %%pagetotal%%"
		settings := map[string]any{
			"title-home": list, "title-tax-category": list, "title-archive": list, "title-tax-post_tag": "%%pt_single%%%%term_hierarchy%%",
			"title-tax-post_format": "%%pt_single%%|%%pt_plural%%",
			"title-search":          "%%searchphrase%%|%%archive_title%%", "title-404": "%%TERM404%%|%%pagenumber%%", "title-page": "%%term404%%|%%archive_title%%",
		}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": settings, "posts_per_page": 1}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		page := s.make("/core/v2/pages", map[string]any{"title": "A page", "slug": "a-page", "status": "publish"})
		for path, want := range map[string]string{
			"/":                       "d=0; n=test_administrator; a=Archives; p=; t=1 of 2",
			"/page/2/":                "d=0; n=test_administrator; a=Archives; p=; t=2 of 2",
			"/category/quarry/":       "d=0; n=test_administrator; a=Category: Quarry; p=; t=1 of 2",
			"/2024/":                  "d=2024; n=test_administrator; a=Year: 2024; p=; t=1 of 2",
			"/2024/05/":               "d= May 2024; n=test_administrator; a=Month: May 2024; p=; t=1 of 2",
			"/?s=%3Cb%3E+stone":       "&lt;b&gt; stone|Archives",
			"/nothing/that-is-there/": "that is there|1",
			s.path("pages/" + page):   "a page|Archives",
			"/tag/stone/":             "Stone",
			"/type/aside/":            "Post|Posts",
		} {
			if a := string(s.do("", "GET", path, nil).body); strings.Count(a, "<title>") != 1 || !strings.Contains(a, "<title>"+want) {
				_, title, _ := strings.Cut(a, "<title>")
				t.Errorf("%s: %.80q, want %s", path, title, want)
			}
		}
		for path, want := range map[string]string{
			"/category/quarry/":     "d=; n=; a=Archives; p=; t=1 of 1",
			s.path("pages/" + page): "|Archives",
		} {
			if _, _, fields := s.headAt(path); fields["title"] != want {
				t.Errorf("head of %s: %q, want %q", path, fields["title"], want)
			}
		}
		if _, _, fields := s.headAt("/tag/stone/"); fields["title"] != fields["og_site_name"] || fields["og_title"] != nil {
			t.Errorf("head whose title says nothing: %v", fields)
		}
		// Signs that could begin an element, or that a name is for, stand in titles as numbers.
		for sign, want := range map[string]string{"<": "&#060;", ">": "&#062;", "·": "&#183;", "»": "&#187;", "|": "|", "§": "§"} {
			settings["separator"], settings["title-home"] = sign, "%%sitename%% %%page%% %%sep%% %%sep%% %%nothing%%"
			if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": settings}); a.status != 200 {
				t.Fatalf("separator: %d %s", a.status, a.body)
			}
			name := fmt.Sprint(s.do("administrator", "GET", "/api/core/v2/settings", nil).object(t)["title"])
			if a := string(s.do("", "GET", "/page/2/", nil).body); !strings.Contains(a, "<title>"+name+" "+want+" Page 2 of 2 "+want+"</title>") {
				_, title, _ := strings.Cut(a, "<title>")
				t.Errorf("with %s: %.80q", sign, title)
			}
		}
	})
}

// TestCompanyWithoutName: a company that says no name of its own has that of the website.
func TestCompanyWithoutName(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	logo := s.do("administrator", "POST", "/api/core/v2/media", picture(t), "Content-Type", "image/png", "Content-Disposition", "attachment; filename=logo.png").object(t)
	for website, want := range map[string]string{"The quarry": "The quarry", "": fmt.Sprint(s.do("administrator", "GET", "/api/core/v2/settings", nil).object(t)["title"])} {
		set := map[string]any{"company_or_person": "company", "company_name": "", "website_name": website, "company_logo_id": number(valueAt(logo, "id")), "company_logo": valueAt(logo, "source_url")}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": set}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		if _, html, _ := s.headAt("/"); !strings.Contains(html, `"Organization"`) || strings.Count(html, `"name":"`+want+`"`) != 2 {
			t.Errorf("the website is %q: %s", website, html)
		}
	}
}

// TestTitlesTellNoHiddenFields: variables give no fields whose names begin with an underscore.
func TestTitlesTellNoHiddenFields(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{
		"title": "T", "slug": "t", "status": "publish", "meta": map[string]any{"_seo_title": "%%cf__seo_focuskw%%|%%cf_footnotes%%|", "_seo_focuskw": "hidden", "footnotes": "[]"},
	})
	if a := string(s.do("", "GET", s.path("posts/"+id), nil).body); !strings.Contains(a, "<title>|[]|</title>") {
		_, title, _ := strings.Cut(a, "<title>")
		t.Errorf("%.80q", title)
	}
}
