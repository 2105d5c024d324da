package globalstyles_test

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/globalstyles"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/access"
)

// newSite is a site with styles of its theme; base is their address.
func newSite(t *testing.T, namespace string) (s *coretest.Site, base string) {
	t.Helper()
	th, err := theme.Load(fstest.MapFS{
		"style.css":            {Data: []byte("/* Theme Name: Plain */")},
		"theme.json":           {Data: []byte(`{"version":3,"settings":{"layout":{"contentSize":"640px"}},"styles":{"color":{"text":"#111111"}}}`)},
		"styles/dark.json":     {Data: []byte(`{"version":3,"title":"Dark","styles":{"background":{"backgroundImage":{"url":"file:./assets/a.png"}}}}`)},
		"assets/a.png":         {Data: []byte("x")},
		"templates/index.html": {Data: []byte("i")},
	}, "plain", theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s = coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme = th
		return globalstyles.Routes(e)
	})
	return s, fmt.Sprintf("%s/global-styles/%d", namespace, add(t, s, `{"version":3,"isGlobalStylesUserThemeJSON":true}`))
}

func add(t *testing.T, s *coretest.Site, document string) (id int64) {
	t.Helper()
	title, status := "Custom Styles", content.Publish
	err := s.DB.InTx(s.Context(), func(ctx context.Context) error {
		e, err := s.Env.Entries.Create(ctx, access.System(), content.TypeGlobalStyles, content.Change{Title: &title, Content: &document, Status: &status})
		if err == nil {
			id = e.ID
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Parts that are null stay as they are; a list has no members.
func TestParts(t *testing.T) {
	t.Parallel()
	s, b := newSite(t, "core/v2")
	const (
		admin   = "administrator"
		palette = `{"settings":{"color":{"palette":[{"slug":"a","color":"#ffffff","name":"A"}],"custom":false}},"styles":{"color":{"text":"#abcdef"}}}`
		kept    = "settings=map[color:map[custom:false palette:map[custom:[map[color:#ffffff name:A slug:a]]]]]"
	)
	s.Run("own", []coretest.Step{
		{Role: admin, Method: "POST", Path: b, Body: palette, Status: 200, Want: []string{kept}},
		{Role: admin, Method: "POST", Path: b, Body: `{"settings":null}`, Status: 200, Want: []string{kept, "styles=map[color:map[text:#abcdef]]"}},
		{Role: admin, Method: "POST", Path: b, Body: `{"styles":null}`, Status: 200, Want: []string{kept, "styles=map[color:map[text:#abcdef]]"}},
		{Role: admin, Method: "POST", Path: b, Body: `{"title":"Other"}`, Status: 200, Want: []string{kept, "styles=map[color:map[text:#abcdef]]"}},
		{Role: admin, Method: "POST", Path: b, Body: `{"title":{"raw":"0"}}`, Status: 200, Want: []string{kept, "title/raw=Other"}},
		{Role: admin, Method: "GET", Path: b, Status: 200, Want: []string{kept}},
		{Role: admin, Method: "POST", Path: b, Body: `{"settings":[1]}`, Status: 200, Want: []string{"settings=map[]", "styles=map[color:map[text:#abcdef]]"}},
		{Role: admin, Method: "POST", Path: b, Body: palette, Status: 200, Want: []string{kept}},
		{Role: admin, Method: "POST", Path: b, Body: `{"settings":[]}`, Status: 200, Want: []string{"settings=map[]", "styles=map[color:map[text:#abcdef]]"}},
		{Role: admin, Method: "POST", Path: b, Body: palette, Status: 200, Want: []string{kept}},
		{Role: admin, Method: "POST", Path: b, Body: `{"settings":""}`, Status: 200, Want: []string{"settings=map[]"}},
		{Role: admin, Method: "POST", Path: b, Body: `{"styles":[1]}`, Status: 200, Want: []string{"settings=map[]", "styles=map[]"}},
	})
}

func TestStyles(t *testing.T) {
	t.Parallel()
	for dialect, namespace := range map[string]string{"own": "core/v2", "reference": "wp/v2"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			s, b := newSite(t, namespace)
			const admin = "administrator"
			s.Run(dialect, []coretest.Step{
				{Method: "GET", Path: b, Status: 401, Code: "rest_cannot_view"},
				{Role: "subscriber", Method: "GET", Path: b, Status: 403, Code: "rest_cannot_view"},
				{Role: "contributor", Method: "GET", Path: b, Status: 200, Want: []string{"settings=map[]", "styles=map[]", "title/rendered=Custom Styles", "_links/wp:action-edit-css=<nil>"}},
				{Role: "editor", Method: "GET", Path: b + "?context=edit", Status: 403, Code: "rest_forbidden_context"},
				{Role: "editor", Method: "GET", Path: b + "?context=embed", Status: 200, Want: []string{"title/raw=Custom Styles", "styles=<nil>"}},
				{Role: admin, Method: "GET", Path: namespace + "/global-styles/9999", Status: 404, Code: "rest_global_styles_not_found"},
				{Role: "editor", Method: "POST", Path: b, Body: `{"title":"x"}`, Status: 403, Code: "rest_cannot_edit"},
				{Role: admin, Method: "POST", Path: b, Body: `{"title":"Mine","styles":{"color":{"text":"#abcdef"},"unknown":1},"settings":{"color":{"custom":false}}}`, Status: 200, Want: []string{
					"title/raw=Mine", "styles=map[color:map[text:#abcdef]]", "settings=map[color:map[custom:false]]", "_links/version-history/0/count=1",
				}},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{"css":"a > b{color:red}"}}`, Status: 200, Want: []string{
					"styles=map[css:a > b{color:red}]", "settings=map[color:map[custom:false]]",
				}},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{"css":5}}`, Status: 400, Code: "rest_custom_css_invalid_type"},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{"css":"x</style>"}}`, Status: 400, Code: "rest_custom_css_illegal_markup"},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{"css":"x</sty"}}`, Status: 400, Code: "rest_custom_css_illegal_markup"},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":"x"}`, Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "GET", Path: b + "/revisions", Status: 200, Want: []string{
					"0/styles=map[css:a > b{color:red}]", "1/styles/color/text=#abcdef", "1/author={administrator}", "1/_links=<nil>", "2=<nil>",
				}},
				{Role: "editor", Method: "GET", Path: b + "/revisions", Status: 403, Code: "rest_cannot_read"},
				{Role: admin, Method: "GET", Path: b + "/revisions?page=3&per_page=1", Status: 400, Code: "rest_revision_invalid_page_number"},
				{Role: admin, Method: "GET", Path: b + "/revisions/9999", Status: 404, Code: "rest_post_invalid_id"},
				{Role: admin, Method: "GET", Path: namespace + "/global-styles/9999/revisions", Status: 404, Code: "rest_post_invalid_parent"},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{},"settings":{}}`, Status: 200, Want: []string{"styles=map[]", "settings=map[]"}},
				{Role: admin, Method: "GET", Path: b + "/revisions", Status: 200, Want: []string{"0/styles=<nil>", "2/styles/color/text=#abcdef"}},
				{Role: admin, Method: "POST", Path: b, Body: `{"styles":{"variations":{"quay":{"color":{"text":"red"}}}}}`, Status: 200, Want: []string{"styles=map[]"}},
				{Role: admin, Method: "GET", Path: b + "/revisions", Status: 200, Want: []string{"0/styles=map[]", "0/settings=map[]", "1/styles=<nil>"}},
				{Role: admin, Method: "DELETE", Path: b, Status: 404, Code: "rest_no_route"},
			})
		})
	}
}

func TestTheme(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, "core/v2")
	s.Run("own", []coretest.Step{
		{Role: "subscriber", Method: "GET", Path: "core/v2/global-styles/themes/plain", Status: 403, Code: "rest_cannot_read_global_styles"},
		{Role: "contributor", Method: "GET", Path: "core/v2/global-styles/themes/plain", Status: 200, Want: []string{
			"settings/layout/contentSize=640px", "styles/color/text=#111111", "_links/self/0/href=http://example.org/api/core/v2/global-styles/themes/plain",
		}},
		{Role: "contributor", Method: "GET", Path: "core/v2/global-styles/themes/plain?_fields=styles", Status: 200, Want: []string{"settings=<nil>", "_links=<nil>"}},
		{Role: "contributor", Method: "GET", Path: "core/v2/global-styles/themes/other", Status: 404, Code: "rest_theme_not_found"},
		{Role: "contributor", Method: "GET", Path: "core/v2/global-styles/themes/plain/variations", Status: 200, Want: []string{
			"0/title=Dark", "0/_links/wp:theme-file/0/href=http://example.org/wp-content/themes/plain/assets/a.png",
			"0/_links/wp:theme-file/0/name=file:./assets/a.png", "1=<nil>",
		}},
		{Method: "GET", Path: "core/v2/global-styles/themes/plain/variations", Status: 401, Code: "rest_cannot_read_global_styles"},
		{Role: "contributor", Method: "GET", Path: "core/v2/global-styles/themes/other/variations", Status: 404, Code: "rest_theme_not_found"},
	})
}

// TestBrokenDocument: what can't be read counts as no changes, and is replaced
// as a whole.
func TestBrokenDocument(t *testing.T) {
	t.Parallel()
	s, _ := newSite(t, "core/v2")
	b := fmt.Sprintf("core/v2/global-styles/%d", add(t, s, `{"styles": broken`))
	s.Run("own", []coretest.Step{
		{Role: "editor", Method: "GET", Path: b, Status: 200, Want: []string{"styles=map[]", "settings=map[]"}},
		{Role: "administrator", Method: "GET", Path: b + "/revisions", Status: 404, Code: "rest_global_styles_not_found"},
		{Role: "administrator", Method: "POST", Path: b, Body: `{"settings":{"color":{"custom":true}}}`, Status: 200, Want: []string{"settings/color/custom=true"}},
		{Role: "administrator", Method: "GET", Path: b + "/revisions", Status: 200, Want: []string{"0/settings/color/custom=true"}},
	})
}
