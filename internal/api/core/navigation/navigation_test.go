package navigation_test

import (
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/navigation"
)

func TestNavigation(t *testing.T) {
	t.Parallel()
	for dialect, base := range map[string]string{"own": "core/v2/navigation", "reference": "wp/v2/navigation"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			typ := map[string]string{"own": "core_navigation", "reference": "wp_navigation"}[dialect]
			coretest.New(t, navigation.Routes).Run(dialect, []coretest.Step{
				{Role: "editor", Method: "POST", Path: base, Body: `{"title":"x"}`, Status: 403, Code: "rest_cannot_create"},
				{Method: "POST", Path: base, Body: `{"title":"x"}`, Status: 401, Code: "rest_cannot_create"},
				{Role: "administrator", Method: "POST", Path: base, Body: `{"status":"publish"}`, Status: 201, Keep: "empty"},
				{
					Role: "administrator", Method: "POST", Path: base, Body: `{"title":"Main","content":"Text","status":"publish"}`, Status: 201, Keep: "a",
					Want: []string{"type=" + typ, "title=map[raw:Main rendered:Main]", "content=map[block_version:0 protected:false raw:Text rendered:Text]", "author=<nil>", "excerpt=<nil>", "meta=<nil>"},
				},
				{Method: "GET", Path: base + "/{a}", Status: 200, Want: []string{"title=map[rendered:Main]", "content=map[protected:false rendered:Text]", "password=<nil>"}},
				{Method: "GET", Path: base + "/{a}?context=embed", Status: 200, Want: []string{"status=publish", "title=map[raw:Main rendered:Main]", "content=map[block_version:0 protected:false raw:Text rendered:Text]"}},
				{Role: "editor", Method: "GET", Path: base + "?context=edit", Status: 403, Code: "rest_forbidden_context"},
				{Role: "administrator", Method: "POST", Path: base + "/{a}", Body: `{"password":"p"}`, Status: 200, Want: []string{"content/rendered=Text"}},
				{Role: "administrator", Method: "GET", Path: base + "/{a}?context=edit", Status: 200, Want: []string{"_links/version-history/0/count=1"}},
				{Role: "administrator", Method: "POST", Path: base + "/{a}", Body: `{"excerpt":"not of menus"}`, Status: 200, Want: []string{"_links/version-history/0/count=1"}},
				{Method: "GET", Path: base + "/{a}", Status: 200, Want: []string{"content=map[protected:true rendered:]"}},
				{Method: "GET", Path: base + "/{a}?password=p", Status: 200, Want: []string{"content/rendered=Text"}},
				{Method: "GET", Path: base + "/{a}?password=q", Status: 403, Code: "rest_post_incorrect_password"},
				{Role: "editor", Method: "GET", Path: base + "/{a}/revisions", Status: 403, Code: "rest_cannot_read"},
				{Role: "administrator", Method: "GET", Path: base + "/{a}/revisions", Status: 200, Want: []string{"0/title=map[rendered:Main]", "0/meta=[]", "0/excerpt=<nil>"}},
				{Role: "administrator", Method: "POST", Path: base + "/{a}/autosaves", Body: `{"content":"x"}`, Status: 200, Want: []string{"title/raw=", "content/raw=x"}},
				{Role: "administrator", Method: "POST", Path: base + "/{a}", Body: `{"status":"draft"}`, Status: 200},
				{Method: "GET", Path: base + "/{a}", Status: 401, Code: "rest_forbidden"},
				{Role: "editor", Method: "DELETE", Path: base + "/{a}?force=true", Status: 403, Code: "rest_cannot_delete"},
				{Role: "administrator", Method: "DELETE", Path: base + "/{a}?force=true", Status: 200, Want: []string{"deleted=true"}},
				{Method: "GET", Path: base + "/{a}", Status: 404, Code: "rest_post_invalid_id"},
			})
		})
	}
}
