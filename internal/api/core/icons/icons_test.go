package icons_test

import (
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/icons"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, icons.Routes)
	for _, tt := range []struct {
		role, path string
		status     int
		code, text string
	}{
		{"", "icons", 401, "rest_cannot_view", ""},
		{"subscriber", "icon-collections/core", 403, "rest_cannot_view", ""},
		{"contributor", "icons/core/arrow-up", 200, "", `"name":"core\/arrow-up","label":"Arrow Up","content":"<svg `},
		{"contributor", "icons/core/nothing", 404, "rest_icon_not_found", ""},
		{"contributor", "icons/other", 404, "rest_icon_collection_not_found", ""},
		{"contributor", "icons?collection=other", 404, "rest_icon_collection_not_found", ""},
		{"contributor", "icons/core?collection=other", 404, "rest_icon_collection_not_found", ""},
		{"contributor", "icons/other?collection=core&search=arrow-up-l&_fields=name", 200, "", `[{"name":"core\/arrow-up-left"}]`},
		{"contributor", "icons?collection=-", 400, "rest_invalid_param", ""},
		{"contributor", "icons/core?search=ARROW-UP-L&_fields=name", 200, "", `[{"name":"core\/arrow-up-left"}]`},
		{"contributor", "icons?search=zzz", 200, "", "[]"},
		{"contributor", "icon-collections?_fields=slug&search=zzz&page=2", 200, "", `[{"slug":"core"}]`},
		{"contributor", "icon-collections?_fields=slug", 200, "", `[{"slug":"core"}]`},
		{"contributor", "icon-collections/core?_fields=slug", 200, "", `{"slug":"core"}`},
		{"contributor", "icon-collections/other", 404, "rest_icon_collection_not_found", ""},
	} {
		for _, do := range []func(string, string, string, string) coretest.Answer{s.Do, s.DoReference} {
			namespace := "core/v2/"
			if a := do("", "GET", namespace+"icons", ""); a.Status == 404 {
				namespace = "wp/v2/"
			}
			a := do(tt.role, "GET", namespace+tt.path, "")
			if a.Status != tt.status || a.Code() != tt.code || !strings.Contains(a.Text, tt.text) {
				t.Errorf("%s as %q: %d %s", tt.path, tt.role, a.Status, a.Text)
			}
		}
	}
	a := s.Do("contributor", "GET", "core/v2/icons?per_page=1&page=3", "")
	if list, _ := a.Body.([]any); len(list) < 50 || a.Header.Get("X-WP-Total") != "" {
		t.Errorf("the list was cut into pages: %d icons", len(list))
	}
}
