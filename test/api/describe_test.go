package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
)

// What routes publish about their answers, where the reference has its ways.
func TestPublishedDescriptions(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for _, c := range []struct{ path, pointer, want string }{
		{"wp/v2/posts/1/revisions", "properties/date/type", "string"},
		{"wp/v2/posts/1/revisions", "properties/id/readonly", "<nil>"},
		{"wp/v2/posts/1/revisions", "properties/content/properties/block_version/type", "integer"},
		{"wp/v2/blocks/1/revisions", "properties/title/properties/rendered", "<nil>"},
		{"wp/v2/menu-items/1/autosaves", "properties/guid/type", "string"},
		{"wp/v2/menu-items/1/autosaves", "properties/guid/properties", "<nil>"},
		{"wp-site-health/v1/tests/https-status", "title", "wp-site-health-test"},
		{"core-site-health/v1/tests/https-status", "title", "core-site-health-test"},
		{"wp-site-health/v1/tests/page-cache", "", "<nil>"},
		{"wp-block-editor/v1/url-details", "", "<nil>"},
		{"wp/v2/block-renderer/core/archives", "$schema", "http://json-schema.org/schema#"},
		{"wp/v2/settings", "properties/title/default", "<nil>"},
		{"wp/v2/posts", "properties/meta/properties/footnotes/title", ""},
		{"wp/v2/posts", "properties/meta/properties/footnotes/description", ""},
		{"wp/v2/users", "properties/meta/properties/persisted_preferences/description", ""},
		{"wp/v2/comments", "properties/meta/properties/_wp_note_status/title", ""},
		{"wp/v2/types", "properties/template/type", "[array]"},
		{"wp/v2/global-styles/1", "properties/settings/type", "[object]"},
		{"wp/v2/plugins", "properties/version/context", "[view edit]"},
		{"wp/v2/themes", "properties/theme_supports/properties/custom-logo/additionalProperties", "false"},
		{"wp/v2/themes", "properties/name/properties/raw/readonly", "<nil>"},
		{"wp/v2/block-types", "properties/variations/items/properties/scope/type", "[array null]"},
	} {
		root := "/wp-json/"
		if strings.HasPrefix(c.path, "core") {
			root = "/api/"
		}
		a := s.do("administrator", "OPTIONS", root+c.path, nil)
		path := []string{"schema"}
		if c.pointer != "" {
			path = append(path, strings.Split(c.pointer, "/")...)
		}
		if got := fmt.Sprint(at(a.object(t), path...)); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.path, c.pointer, got, c.want)
		}
	}
	for root, want := range map[string]string{"/wp-json/wp": "wp_pattern_category", "/api/core": "core_pattern_category"} {
		links := fmt.Sprint(at(s.do("administrator", "OPTIONS", root+"/v2/blocks", nil).object(t), "schema", "links"))
		if !strings.Contains(links, "https://api.w.org/action-assign-"+want) {
			t.Errorf("%s: no %s in %s", root, want, links)
		}
	}
}
