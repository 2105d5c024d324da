package viewconfig_test

import (
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/viewconfig"
	"quoin/internal/domain/taxonomy"
)

func TestRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, viewconfig.Routes)
	for _, tt := range []struct {
		role, query string
		status      int
		code        string
	}{
		{"", "", 400, "rest_missing_callback_param"},
		{"", "kind=postType&name=page", 401, "rest_cannot_read"},
		{"contributor", "kind=postType&name=page", 403, "rest_cannot_read"},
		{"contributor", "kind=postType&name=post", 200, ""},
		{"administrator", "kind=postType&name=zzz", 404, "rest_view_config_invalid_entity"},
		{"administrator", "kind=taxonomy&name=zzz", 404, "rest_view_config_invalid_entity"},
		{"author", "kind=taxonomy&name=post_tag", 403, "rest_cannot_read"},
		{"editor", "kind=taxonomy&name=post_tag", 200, ""},
		{"editor", "kind=root&name=x", 403, "rest_cannot_read"},
		{"administrator", "kind=root&name=x", 200, ""},
		{"subscriber", "kind=other&name=x", 403, "rest_cannot_read"},
		{"contributor", "kind=other&name=x", 200, ""},
	} {
		if a := s.Do(tt.role, "GET", "core/v2/view-config?"+tt.query, ""); a.Status != tt.status || a.Code() != tt.code {
			t.Errorf("%s as %q: %d %s", tt.query, tt.role, a.Status, a.Text)
		}
	}
}

func TestConfigs(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, viewconfig.Routes)
	get := func(kind, name string) coretest.Answer {
		return s.Do("administrator", "GET", "core/v2/view-config?kind="+kind+"&name="+name, "")
	}
	if a := get("root", "x"); a.Get("view_list", 0, "title") != "All items" || a.Get("default_view", "sort", "field") != "title" {
		t.Errorf("usual: %s", a.Text)
	}
	if a := get("postType", "page"); a.Get("default_view", "type") != "list" || a.Get("view_list", 6, "view", "layout", "styles", "author", "align") != "start" {
		t.Errorf("pages: %s", a.Text)
	}
	if err := s.DB.InsertTerm(s.Context(), &taxonomy.Term{Taxonomy: taxonomy.PatternCategory, Name: "Aardvarks", Slug: "aardvarks"}); err != nil {
		t.Fatal(err)
	}
	if a := get("postType", "core_block"); a.Get("view_list", 2, "slug") != "aardvarks" || a.Get("view_list", 3, "slug") != "about" {
		t.Errorf("blocks: %s", a.Text)
	}
	if a := get("postType", "core_template_part"); a.Get("view_list", 4, "slug") != "uncategorized" || a.Get("view_list", 5) != nil {
		t.Errorf("parts: %s", a.Text)
	}
	user := s.AddEntry("core_template", "publish", s.IDs["administrator"], "Own")
	if a := get("postType", "core_template"); user == 0 || a.Get("view_list", 1, "view", "filters", 0, "value") != "administrator" {
		t.Errorf("templates: %s", a.Text)
	}
	for _, name := range []string{"wp_template", "core_template", "x"} { // the kind isn't known, the name may be
		if a := s.DoReference("administrator", "GET", "wp/v2/view-config?kind=other&name="+name, ""); a.Get("name") != name {
			t.Errorf("of no known kind: %s", a.Text)
		}
	}
	a := s.DoReference("administrator", "GET", "wp/v2/view-config?kind=postType&name=wp_template", "")
	if a.Get("name") != "wp_template" || a.Get("default_layouts", "list", "showMedia") != false {
		t.Errorf("reference: %s", a.Text)
	}
}
