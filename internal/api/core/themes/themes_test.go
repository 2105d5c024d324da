package themes_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/api/core/blockpatterns"
	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/themes"
	"quoin/internal/api/rest"
	"quoin/internal/domain/theme"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	active, err := theme.Load(fstest.MapFS{
		"style.css":            {Data: []byte("/*\nTheme Name: Heron\nAuthor: A & B\nAuthor URI: https://example.org/a\nVersion: 1.1\nTags: calm, wide\n*/")},
		"templates/index.html": {Data: []byte("<!-- wp:post-content /-->")},
		"functions.php":        {Data: []byte("<?php remove_theme_support( 'core-block-patterns' );")},
		"supports.json":        {Data: []byte(`{"post-formats":["aside"]}`)},
		"patterns/hero.html":   {Data: []byte("<!--\nTitle: Hero\nSlug: heron/hero\nCategories: buttons, banner\nInserter: no\n-->\n<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->")},
	}, "heron", theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme, e.Themes = active, nil
		return append(themes.Routes(e), blockpatterns.Routes(e)...)
	})
}

func TestRights(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		role, path string
		status     int
		code       string
	}{
		{"", "themes", 401, "rest_cannot_view_themes"},
		{"contributor", "themes", 403, "rest_cannot_view_themes"},
		{"contributor", "themes?status=active", 200, ""},
		{"contributor", "themes?status=active,inactive", 403, "rest_cannot_view_themes"},
		{"subscriber", "themes?status=active", 403, "rest_cannot_view_active_theme"},
		{"administrator", "themes?status=zzz", 400, "rest_invalid_param"},
		{"administrator", "themes?status=inactive", 200, ""},
		{"", "themes/heron", 401, "rest_cannot_view_active_theme"},
		{"contributor", "themes/heron", 200, ""},
		{"contributor", "themes/egret", 403, "rest_cannot_view_themes"},
		{"administrator", "themes/egret", 404, "rest_theme_not_found"},
		{"", "block-patterns/patterns", 401, "rest_cannot_view"},
		{"subscriber", "block-patterns/categories", 403, "rest_cannot_view"},
	} {
		if a := s.Do(tt.role, "GET", "core/v2/"+tt.path, ""); a.Status != tt.status || a.Code() != tt.code {
			t.Errorf("%s as %q: %d %s", tt.path, tt.role, a.Status, a.Text)
		}
	}
}

func TestTheme(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.DoReference("administrator", "GET", "wp/v2/themes", "")
	if a.Header.Get("X-WP-Total") != "1" || a.Header.Get("X-WP-TotalPages") != "1" {
		t.Errorf("totals: %v", a.Header)
	}
	for _, tt := range []struct {
		path []any
		want any
	}{
		{[]any{0, "stylesheet"}, "heron"},
		{[]any{0, "author", "rendered"}, `<a href="https://example.org/a">A &amp; B</a>`},
		{[]any{0, "tags", "rendered"}, "calm, wide"},
		{[]any{0, "theme_supports", "formats", 1}, "aside"},
		{[]any{0, "stylesheet_uri"}, coretest.URL + "/wp-content/themes/heron"},
		{[]any{0, "screenshot"}, ""},
		{[]any{0, "default_template_part_areas", 1, "area_tag"}, "header"},
		{[]any{0, "_links", "wp:export-theme", 0, "targetHints", "allow", 0}, "GET"},
		{[]any{0, "_links", "self", 0, "href"}, coretest.URL + "/wp-json/wp/v2/themes/heron"},
	} {
		if got := a.Get(tt.path...); got != tt.want {
			t.Errorf("%v is %v, want %v", tt.path, got, tt.want)
		}
	}
	if a := s.Do("editor", "GET", "core/v2/themes/heron", ""); !strings.Contains(a.Text, `"allow":[]`) {
		t.Errorf("who may not export is told to: %s", a.Text)
	}
	if a := s.Do("administrator", "GET", "core/v2/themes?status=inactive", ""); a.Text != "[]" {
		t.Errorf("inactive themes: %s", a.Text)
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.Do("contributor", "GET", "core/v2/block-patterns/patterns", "")
	want := `[{"name":"heron\/hero","title":"Hero","content":"<!-- wp:paragraph --><p>x<\/p><!-- \/wp:paragraph -->","inserter":false,"categories":["call-to-action","banner"]}]`
	if a.Text != want {
		t.Errorf("patterns: %s", a.Text)
	}
	if a := s.Do("contributor", "GET", "core/v2/block-patterns/categories?_fields=name", ""); a.Get(2, "name") != "columns" {
		t.Errorf("categories: %s", a.Text)
	}
}
