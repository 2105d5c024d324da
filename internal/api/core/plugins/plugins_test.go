package plugins_test

import (
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/plugins"
	"quoin/internal/api/rest"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Extensions = &env.Extensions{Site: e.Site, List: []env.Extension{
			{ID: "redirects/redirects", Title: "Redirects", Version: "2.0", Description: "Leads old addresses to new ones.", Author: "A & B", AuthorURI: "https://example.org/?a=1&b=2"},
			{ID: "seo/seo", Title: "SEO", Version: "1.0"},
		}}
		return plugins.Routes(e)
	})
}

func TestLife(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		role, method, path, body string
		status                   int
		code                     string
	}{
		{"", "GET", "", "", 401, "rest_cannot_view_plugins"},
		{"editor", "GET", "", "", 403, "rest_cannot_view_plugins"},
		{"editor", "GET", "/seo/seo", "", 403, "rest_cannot_view_plugin"},
		{"editor", "POST", "/seo/seo", `{"status":"inactive"}`, 403, "rest_cannot_manage_plugins"},
		{"editor", "DELETE", "/seo/seo", "", 403, "rest_cannot_manage_plugins"},
		{"editor", "POST", "", `{"slug":"seo"}`, 403, "rest_cannot_install_plugin"},
		{"administrator", "POST", "", "", 400, "rest_missing_callback_param"},
		{"administrator", "GET", "/seo/other", "", 404, "rest_plugin_not_found"},
		{"administrator", "GET", "/seo/seo.php", "", 404, "rest_no_route"},
		{"administrator", "POST", "/seo/seo", `{"status":"odd"}`, 400, "rest_invalid_param"},
		{"administrator", "DELETE", "/seo/seo", "", 400, "rest_cannot_delete_active_plugin"},
		{"administrator", "PUT", "/seo/seo", `{"status":"inactive"}`, 200, ""},
		{"administrator", "DELETE", "/seo/seo", "", 200, ""},
		{"administrator", "GET", "/seo/seo", "", 404, "rest_plugin_not_found"},
		{"administrator", "POST", "", `{"slug":"nothing"}`, 404, "plugins_api_failed"},
		{"administrator", "POST", "", `{"slug":"redirects"}`, 500, "folder_exists"},
		{"administrator", "POST", "", `{"slug":"seo","status":"active"}`, 201, ""},
		{"administrator", "GET", "/seo/seo", "", 200, ""},
	} {
		a := s.Do(tt.role, tt.method, "core/v2/plugins"+tt.path, tt.body)
		if a.Status != tt.status || a.Code() != tt.code {
			t.Fatalf("%s %s %s as %q: %d %s, want %d %s", tt.method, tt.path, tt.body, tt.role, a.Status, a.Code(), tt.status, tt.code)
		}
	}
	if !s.Env.Extensions.Active(s.Context(), "seo/seo") || s.Env.Extensions.Active(s.Context(), "seo/other") {
		t.Error("the extension isn't active after it was installed as active")
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if err := s.Env.Extensions.SetState(s.Context(), "redirects/redirects", env.ExtensionInactive); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"":                            `[{"plugin":"redirects\/redirects"},{"plugin":"seo\/seo"}]`,
		"&status=active":              `[{"plugin":"seo\/seo"}]`,
		"&status=active,inactive":     `[{"plugin":"redirects\/redirects"},{"plugin":"seo\/seo"}]`,
		"&search=Leads":               `[{"plugin":"redirects\/redirects"}]`,
		"&search=leads":               `[]`,
		"&context=embed&search=Leads": `[{"plugin":"redirects\/redirects"}]`,
	} {
		if a := s.Do("administrator", "GET", "core/v2/plugins?_fields=plugin"+query, ""); a.Text != want {
			t.Errorf("%s: %s, want %s", query, a.Text, want)
		}
	}
	a := s.DoReference("administrator", "GET", "wp/v2/plugins/redirects/redirects?context=embed", "")
	want := `Leads old addresses to new ones. <cite>By <a href="https://example.org/?a=1&amp;b=2">A &amp; B</a>.</cite>`
	if got := a.Get("description", "rendered"); got != want || a.Get("status") != "inactive" || a.Get("network_only") != false {
		t.Errorf("item: %s", a.Text)
	}
}
