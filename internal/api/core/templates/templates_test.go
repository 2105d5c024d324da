package templates_test

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/templates"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	th, err := theme.Load(fstest.MapFS{
		"style.css":             {Data: []byte("/* Theme Name: Plain */")},
		"theme.json":            {Data: []byte(`{"version":3,"customTemplates":[{"name":"bare","title":"Bare","postTypes":["post"]}],"templateParts":[{"name":"head","area":"header","title":"Top"}]}`)},
		"templates/index.html":  {Data: []byte(`<!-- wp:template-part {"slug":"head"} /-->`)},
		"templates/single.html": {Data: []byte("single")},
		"templates/empty.html":  {Data: []byte("")},
		"templates/bare.html":   {Data: []byte("bare")},
		"parts/head.html":       {Data: []byte("head")},
		"parts/loose.html":      {Data: []byte("loose")},
	}, "plain", theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme = th
		return append(templates.Routes(e), templates.PartRoutes(e)...)
	})
}

func TestFiles(t *testing.T) {
	t.Parallel()
	newSite(t).Run("own", []coretest.Step{
		{Method: "GET", Path: "core/v2/templates", Status: 401, Code: "rest_cannot_manage_templates"},
		{Role: "subscriber", Method: "GET", Path: "core/v2/templates", Status: 403, Code: "rest_cannot_manage_templates"},
		{Role: "contributor", Method: "GET", Path: "core/v2/templates?_fields=slug", Status: 200, Want: []string{"3/slug=single", "4=<nil>"}},
		{Role: "contributor", Method: "GET", Path: "core/v2/templates/plain//index", Status: 200, Want: []string{
			"content=map[raw:<!-- wp:template-part {\"slug\":\"head\",\"theme\":\"plain\"} /-->]", "source=theme", "origin=<nil>", "title/rendered=Index",
			"core_id=0", "author=0", "has_theme_file=true", "is_custom=false", "author_text=Plain", "original_source=theme", "date=<nil>",
		}},
		{Role: "contributor", Method: "GET", Path: "core/v2/templates/plain/index?context=embed", Status: 200, Want: []string{"id=plain//index", "content=[]"}},
		{Role: "contributor", Method: "GET", Path: "core/v2/templates/plain%2Findex", Status: 200, Want: []string{"id=plain//index"}},
		{Role: "contributor", Method: "GET", Path: "core/v2/templates/other//index", Status: 404, Code: "rest_template_not_found"},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates?post_type=post&_fields=slug", Status: 200, Want: []string{"0/slug=bare", "1/slug=empty", "2=<nil>"}},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates?post_type=page&_fields=slug", Status: 200, Want: []string{"0/slug=empty", "1=<nil>"}},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/lookup?slug=single-post-x", Status: 200, Want: []string{"slug=single"}},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/lookup?slug=empty", Status: 200, Want: []string{"slug=index"}},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/lookup?slug=&is_custom=1", Status: 200, Want: []string{"id=<nil>"}},
		{
			Role: "administrator", Method: "POST", Path: "core/v2/templates", Body: `{"slug":"refers","content":"<!-- wp:template-part {\"slug\":\"x\"} /-->"}`, Status: 201,
			Want: []string{`content/raw=<!-- wp:template-part {"slug":"x","theme":"plain"} /-->`},
		},
		{Role: "administrator", Method: "DELETE", Path: "core/v2/templates/plain//refers?force=true", Status: 200},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/lookup", Status: 400, Code: "rest_missing_callback_param"},
		{Role: "administrator", Method: "GET", Path: "core/v2/template-parts?area=header&_fields=slug,area,is_custom,title", Status: 200, Want: []string{
			"0=map[area:header slug:head title:map[raw:Top rendered:Top]]", "1=<nil>",
		}},
		{Role: "administrator", Method: "GET", Path: "core/v2/template-parts/lookup?slug=head", Status: 200, Want: []string{"type=core_template", "area=<nil>"}},
		{Role: "administrator", Method: "DELETE", Path: "core/v2/templates/plain//single?force=true", Status: 400, Code: "rest_invalid_template"},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/plain//single/revisions", Status: 400, Code: "rest_invalid_template"},
		{Role: "administrator", Method: "GET", Path: "core/v2/templates/plain//none/revisions", Status: 404, Code: "rest_post_invalid_parent"},
	})
}

func TestOwnTemplates(t *testing.T) {
	t.Parallel()
	for dialect, base := range map[string]string{"own": "core/v2/", "reference": "wp/v2/"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			b, id := base+"templates", map[string]string{"own": "core_id", "reference": "wp_id"}[dialect]
			s := newSite(t)
			s.Run(dialect, []coretest.Step{
				{Role: "editor", Method: "POST", Path: b, Body: `{"slug":"x"}`, Status: 403, Code: "rest_cannot_manage_templates"},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"title":"x"}`, Status: 400, Code: "rest_missing_callback_param"},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"x"}`, Status: 400, Code: "empty_content"},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"x","title":"x","theme":"other"}`, Status: 201, Want: []string{
					"id=other//x", "theme=other", "has_theme_file=false", "source=custom",
				}},
				{Role: "administrator", Method: "GET", Path: b + "/plain//x", Status: 404, Code: "rest_template_not_found"},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"x","title":"x","author":9999}`, Status: 400, Code: "rest_invalid_author"},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"My own!","title":"Mine","content":"c","description":"d","status":"draft"}`, Status: 201, Want: []string{
					"id=plain//my-own", "status=publish", "source=custom", "origin=<nil>", "has_theme_file=false", "is_custom=true",
					"author={administrator}", "original_source=user", "content=map[raw:c]", "description=d", "_links/version-history/0/count=0",
				}},
				{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"my-own","title":"Again"}`, Status: 201, Want: []string{"slug=my-own-2"}},
				{Role: "administrator", Method: "POST", Path: b + "?is_wp_suggestion=true", Body: `{"slug":"offered","title":"Offered"}`, Status: 201, Want: []string{"is_custom=false"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//offered", Body: `{"is_wp_suggestion":false}`, Status: 200, Want: []string{"is_custom=true"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//offered", Body: `{"is_wp_suggestion":[{"x":1}]}`, Status: 200, Want: []string{"is_custom=false"}},
				{Role: "administrator", Method: "DELETE", Path: b + "/plain//offered?force=true", Status: 200},
				// An id below 0 is none, which lists what is stored.
				{Role: "administrator", Method: "GET", Path: b + "?" + id + "=-1&_fields=slug", Status: 200, Want: []string{"0/slug=my-own-2", "1/slug=my-own", "2=<nil>"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//my-own", Body: `{"title":{"raw":"New"}}`, Status: 200, Want: []string{
					"title/raw=New", "content=map[block_version:0 raw:c]", "_links/version-history/0/count=1",
				}},
				{Role: "administrator", Method: "GET", Path: b + "/plain//my-own/revisions", Status: 200, Want: []string{
					"0/id=plain//my-own", "0/status=inherit", "0/title/raw=New", "0/slug=my-own", "1=<nil>",
				}},
				{Role: "editor", Method: "GET", Path: b + "/plain//my-own/revisions", Status: 403, Code: "rest_cannot_read"},
				{Role: "administrator", Method: "GET", Path: b + "/plain//my-own/autosaves/1", Status: 404, Code: "rest_post_no_autosave"},
				{Role: "administrator", Method: "POST", Path: b + "/plain//my-own/autosaves", Body: `{"content":"auto","author":{editor}}`, Status: 200, Want: []string{"content/raw=auto", "title/raw=", "status=inherit", "author={administrator}"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//my-own/autosaves", Body: `{"content":"other","author":999999}`, Status: 200, Want: []string{"content/raw=auto"}},
				{Role: "administrator", Method: "GET", Path: b + "/plain//my-own/autosaves?parent=none", Status: 200, Want: []string{"0/content/raw=auto"}},
				{Role: "administrator", Method: "DELETE", Path: b + "/plain//my-own", Status: 200, Want: []string{"status=trash", "id=plain//my-own", "_links/version-history=<nil>"}},
				{Role: "administrator", Method: "DELETE", Path: b + "/plain//my-own", Status: 404, Code: "rest_template_not_found"},
				{Role: "administrator", Method: "DELETE", Path: b + "/plain//my-own__trashed", Status: 410, Code: "rest_template_already_trashed"},
				{Role: "administrator", Method: "POST", Path: b + "/plain//single", Body: `{"content":"changed"}`, Status: 200, Want: []string{
					"source=custom", "origin=theme", "title/raw=Single Posts", "content/raw=changed", "has_theme_file=true", "is_custom=false", "original_source=theme",
				}},
				{Role: "administrator", Method: "GET", Path: b + "/plain//single?source=theme", Status: 200, Want: []string{"source=theme", "content/raw=single", id + "=0"}},
				{Role: "administrator", Method: "GET", Path: b + "?_fields=slug,source", Status: 200, Want: []string{"0/slug=single", "0/source=custom", "1/slug=my-own-2"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//single", Body: `{"source":"theme"}`, Status: 200, Want: []string{"source=theme", "content/raw=single"}},
				{Role: "administrator", Method: "POST", Path: b + "/plain//single", Body: `{"content":"again"}`, Status: 200},
				{Role: "administrator", Method: "DELETE", Path: b + "/plain//single?force=true", Status: 200, Want: []string{"deleted=true", "previous/content/raw=again"}},
				{Role: "administrator", Method: "GET", Path: b + "/plain//single", Status: 200, Want: []string{"source=theme"}},
			})
		})
	}
}

// TestContentOfTemplates stores the text "0", which reads as none, and blocks in unusual forms.
func TestContentOfTemplates(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	parts := "core/v2/template-parts"
	for i, c := range []struct{ text, want string }{
		{"<!-- wp:paragraph -->open", "<!-- wp:paragraph -->open<!-- /wp:paragraph -->"},
		{"<!-- wp:group {  \"a\":{} } --><!-- /wp:group -->x", "<!-- wp:group {\"a\":[]} /-->x"},
		{"plain & text", "plain & text"}, {"0", "plain & text"}, {"", "plain & text"}, {"<!-- /wp:paragraph -->", ""},
	} {
		body, err := json.Marshal(map[string]string{"slug": "odd", "content": c.text})
		if err != nil {
			t.Fatal(err)
		}
		path, status := parts, 201
		if i > 0 {
			path, status = parts+"/plain//odd", 200
		}
		if a := s.Do("administrator", "POST", path, string(body)); a.Status != status || a.Get("content", "raw") != c.want {
			t.Errorf("%q: %d %s", c.text, a.Status, a.Text)
		}
	}
	for title, want := range map[string]int{`"0"`: 200, `{"raw":"0"}`: 200, `{"raw":""}`: 200} {
		a := s.Do("administrator", "POST", "core/v2/templates/plain//index", `{"title":`+title+`,"content":{"raw":"0"},"description":"0"}`)
		if a.Status != want || a.Get("source") != "theme" || a.Get("title", "raw") != "Index" {
			t.Errorf("nothing to store, title %s: %d %s", title, a.Status, a.Text)
		}
	}
	a := s.Do("administrator", "POST", "core/v2/templates", `{"slug":"nought","title":"N","content":"0"}`)
	if a.Status != 201 || a.Get("content", "raw") != "" {
		t.Errorf("%d %s", a.Status, a.Text)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	const b = "core/v2/template-parts"
	newSite(t).Run("own", []coretest.Step{
		{Role: "administrator", Method: "POST", Path: b, Body: `{"slug":"side","title":"S","area":"sidebar"}`, Status: 201, Want: []string{"area=uncategorized", "is_custom=<nil>", "type=core_template_part"}},
		{Role: "administrator", Method: "POST", Path: b + "/plain//side", Body: `{"area":"footer"}`, Status: 200, Want: []string{"area=footer"}},
		{Role: "administrator", Method: "POST", Path: b + "/plain//side", Body: `{"title":"T"}`, Status: 200, Want: []string{"area=footer", "title/raw=T"}},
		{Role: "administrator", Method: "POST", Path: b + "/plain//head", Body: `{"content":"mine"}`, Status: 200, Want: []string{"area=header", "title/raw=Top"}},
		{Role: "administrator", Method: "GET", Path: b + "?area=header&_fields=slug,source", Status: 200, Want: []string{"0=map[slug:head source:custom]", "1=<nil>"}},
	})
}

// TestTitlesFromSlugs: templates without a title are called after what their
// slug says they are made for.
func TestTitlesFromSlugs(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About us")
	steps := []coretest.Step{}
	for slug, title := range map[string]string{
		"page-about-us": "Page: About us", "page-none": "Not found: Page (none)", "single-page-about-us": "Page: About us",
		"author-editor": "Author: editor", "author-none": "Deleted author: none", "category-none": "Not found: Category (none)", "other": "",
	} {
		steps = append(steps, coretest.Step{
			Role: "administrator", Method: "POST", Path: "core/v2/templates", Body: `{"slug":"` + slug + `","content":"c"}`,
			Status: 201, Want: []string{"title/raw=" + title},
		})
	}
	s.Run("own", steps)
}

// TestRevisionsAreDeleted: revisions of templates can be removed, unlike those
// of other entries.
func TestRevisionsAreDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Run("own", []coretest.Step{
		{Role: "administrator", Method: "POST", Path: "core/v2/templates", Body: `{"slug":"a","title":"A"}`, Status: 201},
		{Role: "administrator", Method: "POST", Path: "core/v2/templates/plain//a", Body: `{"title":"B"}`, Status: 200},
	})
	revision, ok := s.Do("administrator", "GET", "core/v2/templates/plain//a/revisions", "").Get(0, "core_id").(interface{ String() string })
	if !ok {
		t.Fatal("no revision")
	}
	path := "core/v2/templates/plain//a/revisions/" + revision.String()
	s.Run("own", []coretest.Step{
		{Role: "administrator", Method: "GET", Path: path, Status: 200, Want: []string{"title/raw=B"}},
		{Role: "editor", Method: "DELETE", Path: path + "?force=true", Status: 403, Code: "rest_cannot_delete"},
		{Role: "administrator", Method: "DELETE", Path: path, Status: 501, Code: "rest_trash_not_supported"},
		{Role: "administrator", Method: "DELETE", Path: path + "?force=true", Status: 200, Want: []string{"deleted=true", "previous/title/raw=B"}},
		{Role: "administrator", Method: "GET", Path: path, Status: 404, Code: "rest_post_invalid_id"},
		{Role: "administrator", Method: "POST", Path: "core/v2/templates", Body: `{"slug":"b","title":"A"}`, Status: 201},
		{Role: "administrator", Method: "POST", Path: "core/v2/templates/plain//b", Body: `{"title":"B"}`, Status: 200},
	})
	revision = s.Do("administrator", "GET", "core/v2/templates/plain//b/revisions", "").Get(0, "core_id").(interface{ String() string })
	if a := s.Do("administrator", "GET", "core/v2/templates/plain//a/revisions/"+revision.String(), ""); a.Code() != "rest_revision_parent_id_mismatch" || a.Header.Get("Allow") != "GET, DELETE" {
		t.Errorf("a revision of another template: %s, Allow %q", a.Text, a.Header.Get("Allow"))
	}
	if a := s.Do("administrator", "DELETE", "core/v2/templates/plain//a/revisions/"+revision.String()+"?force=true", ""); a.Code() != "rest_revision_parent_id_mismatch" {
		t.Errorf("to delete a revision of another template: %s", a.Text)
	}
}
