package types_test

import (
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/statuses"
	"quoin/internal/api/core/taxonomies"
	"quoin/internal/api/core/types"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Statuses = append(e.Statuses, "publish", "dp-rewrite-republish")
		return append(append(append(entry.Of(e, e.Types.Get(content.TypePost)).Routes(), types.Routes(e)...), statuses.Routes(e)...), taxonomies.Routes(e)...)
	})
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		role, path string
		status     int
		code       string
		allow      string
	}{
		{"", "core/v2/types", 200, "", "GET"},
		{"", "core/v2/types?context=edit", 401, "rest_cannot_view", ""},
		{"subscriber", "core/v2/types?context=edit", 403, "rest_cannot_view", ""},
		{"contributor", "core/v2/types?context=edit", 200, "", "GET"},
		{"", "core/v2/types/nothing", 404, "rest_type_invalid", "GET"},
		{"", "core/v2/types/revision", 401, "rest_cannot_read_type", "GET"},
		{"administrator", "core/v2/types/custom_css", 403, "rest_cannot_read_type", "GET"},
		{"administrator", "core/v2/types/user_request", 403, "rest_cannot_read_type", "GET"},
		{"", "core/v2/types/oembed_cache", 401, "rest_cannot_read_type", "GET"},
		{"contributor", "core/v2/types/page?context=edit", 403, "rest_forbidden_context", "GET"},
		{"", "core/v2/types?context=odd", 400, "rest_invalid_param", "GET"},
		{"", "core/v2/statuses", 200, "", "GET"},
		{"", "core/v2/statuses?context=edit", 401, "rest_cannot_view", ""},
		{"", "core/v2/statuses/draft", 401, "rest_cannot_read_status", ""},
		{"contributor", "core/v2/statuses/draft", 200, "", "GET"},
		{"contributor", "core/v2/statuses/trash", 200, "", "GET"},
		{"administrator", "core/v2/statuses/inherit", 403, "rest_cannot_read_status", ""},
		{"administrator", "core/v2/statuses/dp-rewrite-republish", 403, "rest_cannot_read_status", ""},
		{"administrator", "core/v2/statuses/nothing", 404, "rest_status_invalid", ""},
		{"", "core/v2/taxonomies?type=page", 200, "", "GET"},
		{"", "core/v2/taxonomies?context=edit", 401, "rest_cannot_view", ""},
		{"editor", "core/v2/taxonomies?context=edit&type=nav_menu_item", 403, "rest_cannot_view", ""},
		{"", "core/v2/taxonomies/nothing", 404, "rest_taxonomy_invalid", "GET"},
		{"administrator", "core/v2/taxonomies/link_category", 403, "rest_forbidden", ""},
		{"", "core/v2/taxonomies/link_category", 401, "rest_forbidden", ""},
		{"", "core/v2/taxonomies/post_format", 401, "rest_forbidden", ""},
		{"subscriber", "core/v2/taxonomies/category?context=edit", 403, "rest_forbidden_context", ""},
		{"contributor", "core/v2/taxonomies/category?context=edit", 200, "", "GET"},
	} {
		a := s.Do(tt.role, "GET", tt.path, "")
		if a.Status != tt.status || a.Code() != tt.code || a.Header.Get("Allow") != tt.allow {
			t.Errorf("%s as %q: %d %q Allow %q, want %d %q Allow %q", tt.path, tt.role, a.Status, a.Code(), a.Header.Get("Allow"), tt.status, tt.code, tt.allow)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	own := s.Do("administrator", "GET", "core/v2/types?context=edit", "")
	if got := own.Get("core_block", "taxonomies", 0); got != "core_pattern_category" {
		t.Errorf("taxonomy of blocks is %v", got)
	}
	if got := own.Get("core_block", "_links", "wp:items", 0, "href"); got != coretest.URL+"/api/core/v2/blocks" {
		t.Errorf("items of blocks are at %v", got)
	}
	// Labels stay whole when a part of them is asked for.
	part := s.Do("administrator", "GET", "core/v2/types/post?context=edit&_fields=labels.name", "")
	if part.Get("labels", "singular_name") == nil || part.Get("name") != nil {
		t.Errorf("_fields=labels.name: %s", part.Text)
	}
	// An attachment has a page where the site has them.
	if err := s.Env.Site.SetOption(s.Context(), "wp_attachment_pages_enabled", true); err != nil {
		t.Fatal(err)
	}
	if got := s.Do("administrator", "GET", "core/v2/types/attachment?context=edit", "").Get("labels", "view_item"); got != "View Attachment Page" || own.Get("attachment", "labels", "view_item") != "View Media File" {
		t.Errorf("an attachment is looked at by %v", got)
	}
	ref := s.DoReference("administrator", "GET", "wp/v2/types?context=edit", "")
	for path, want := range map[string]any{"slug": "wp_block", "rest_namespace": "wp/v2", "rest_base": "blocks", "name": "Patterns"} {
		if got := ref.Get("wp_block", path); got != want {
			t.Errorf("reference: %s is %v, want %v", path, got, want)
		}
	}
	for _, inside := range []string{"core_", "core/v2"} {
		if strings.Contains(ref.Text, inside) {
			t.Errorf("the reference's answer holds %q", inside)
		}
	}
	if a := s.DoReference("", "GET", "wp/v2/taxonomies/wp_pattern_category", ""); a.Get("types", 0) != "wp_block" {
		t.Errorf("types of pattern categories: %s", a.Text)
	}
	if a := s.DoReference("", "GET", "wp/v2/types/core_block", ""); a.Code() != "rest_type_invalid" {
		t.Errorf("own name in the reference's dialect: %s", a.Text)
	}
}

func TestFieldsCutBothLevels(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, want := range map[string]string{
		"core/v2/types?_fields=post.slug,page":    `{"post":[],"page":[]}`,
		"core/v2/types?_fields=slug":              `[]`,
		"core/v2/types?_fields=post,slug":         `{"post":{"slug":"post"}}`,
		"core/v2/types/post?_fields=slug,icon":    `{"slug":"post","icon":"dashicons-admin-post"}`,
		"core/v2/taxonomies?type=zzz":             `{}`,
		"core/v2/statuses?_fields=publish,public": `{"publish":{"public":true}}`,
	} {
		if a := s.Do("", "GET", path, ""); a.Text != want {
			t.Errorf("%s: %s, want %s", path, a.Text, want)
		}
	}
	// The links of one are always there.
	if a := s.Do("", "GET", "core/v2/statuses/publish?_fields=slug", ""); a.Get("slug") != "publish" || a.Get("_links", "archives") == nil {
		t.Error(a.Text)
	}
	a := s.Do("", "GET", "core/v2/statuses?_fields=publish,_links", "")
	if got := a.Get("publish", "_links", "archives", 0, "href"); got != coretest.URL+"/api/core/v2/posts" {
		t.Errorf("links of a nested item: %s", a.Text)
	}
}
