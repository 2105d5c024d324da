package abilities_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/api/core/abilities"
	"quoin/internal/api/core/coretest"
	"quoin/internal/domain/user"
)

func TestAbilities(t *testing.T) {
	t.Parallel()
	for dialect, b := range map[string]string{"own": "core-abilities/v1/", "reference": "wp-abilities/v1/"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			const info, me = "abilities/core/get-site-info", "abilities/core/get-user-info"
			coretest.New(t, abilities.Routes).Run(dialect, []coretest.Step{
				{Method: "GET", Path: b + "abilities", Status: 401, Code: "rest_forbidden"},
				{
					Role: "subscriber", Method: "GET", Path: b + "abilities", Status: 200,
					Want: []string{"0/name=core/get-site-info", "1/category=user", "2/name=core/get-environment-info", "3/name=<nil>", "0/meta/annotations/readonly=true"},
				},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?category=user", Status: 200, Want: []string{"0/name=core/get-user-info", "1/name=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?namespace=core", Status: 200, Want: []string{"0/name=core/get-site-info"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?namespace=co", Status: 200, Want: []string{"0/name=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?meta[annotations][readonly]=true", Status: 200, Want: []string{"0/name=core/get-site-info"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?meta[annotations][readonly]=false", Status: 200, Want: []string{"0/name=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?meta[odd]=x", Status: 200, Want: []string{"0/name=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities?page=99999999999", Status: 200, Want: []string{"0/name=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + "abilities/core/none", Status: 404, Code: "rest_ability_not_found"},
				{Role: "subscriber", Method: "GET", Path: b + "categories", Status: 200, Want: []string{"0/slug=site", "1/slug=user", "0/meta=[]"}},
				{Role: "subscriber", Method: "GET", Path: b + "categories/user", Status: 200, Want: []string{"slug=user"}},
				{Role: "subscriber", Method: "GET", Path: b + "categories/none", Status: 404, Code: "rest_ability_category_not_found"},
				{Method: "GET", Path: b + info + "/run", Status: 401, Code: "rest_ability_cannot_execute"},
				{Role: "editor", Method: "GET", Path: b + info + "/run", Status: 403, Code: "rest_ability_cannot_execute"},
				{Role: "editor", Method: "GET", Path: b + info + "/run?input[fields][]=zzz", Status: 400, Code: "ability_invalid_input"},
				{Role: "editor", Method: "GET", Path: b + info + "/run?input=5", Status: 400, Code: "ability_invalid_input"},
				{Role: "editor", Method: "GET", Path: b + info + "/run?input[odd]=5", Status: 400, Code: "ability_invalid_input"},
				{Role: "editor", Method: "POST", Path: b + info + "/run", Body: `{"input":{"fields":["zzz"]}}`, Status: 405, Code: "rest_ability_invalid_method"},
				{Role: "editor", Method: "DELETE", Path: b + "abilities/core/none/run", Status: 404, Code: "rest_ability_not_found"},
				{Role: "administrator", Method: "GET", Path: b + info + "/run", Status: 200, Want: []string{"charset=UTF-8", "language=en-US", "url=" + coretest.URL}},
				{Role: "administrator", Method: "GET", Path: b + info + "/run?input[fields][]=url&input[fields][]=charset", Status: 200, Want: []string{"charset=UTF-8", "language=<nil>"}},
				{Role: "subscriber", Method: "GET", Path: b + me + "/run", Status: 200, Want: []string{"id={subscriber}", "user_login=subscriber", "roles=[subscriber]", "locale=en_US"}},
				{Role: "administrator", Method: "GET", Path: b + "abilities/core/get-environment-info/run?input[fields]=db_server_info,environment", Status: 200, Want: []string{"environment=production", "php_version=<nil>"}},
			})
		})
	}
}

// TestLists: what is refused first, what isn't asked for, and addresses of other pages.
func TestLists(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, abilities.Routes)
	const list = "core-abilities/v1/abilities"
	for query, want := range map[string]string{"?context=odd&page=0&per_page=101&meta=x": "1", "?page=0&per_page=101&meta=x": "3", "?page=0&category[]=x": "1"} {
		a := s.Do("subscriber", "GET", list+query, "")
		params, _ := a.Get("data", "params").(map[string]any)
		if a.Status != 400 || fmt.Sprint(len(params)) != want {
			t.Errorf("%s: %s", query, a.Text)
		}
	}
	for _, v := range []string{"true", "false", "x"} {
		if a := s.Do("subscriber", "GET", list+"?meta[show_in_rest]="+v, ""); a.Status != 200 || a.Get(2, "name") == nil {
			t.Errorf("show_in_rest=%s: %s", v, a.Text)
		}
	}
	if link := s.Do("subscriber", "GET", list+"?page=9999999999", "").Header.Get("Link"); !strings.Contains(link, "page=9999999998") {
		t.Error(link)
	}
}

func TestRunHeaders(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, abilities.Routes)
	const run = "core-abilities/v1/abilities/core/get-user-info/run"
	if a := s.Do("author", "GET", run, ""); a.Header.Get("Allow") != "GET, POST, PUT, PATCH, DELETE" {
		t.Errorf("Allow %q", a.Header.Get("Allow"))
	}
	if a := s.Do("author", "POST", run, "{}"); a.Header.Get("Allow") != "" {
		t.Errorf("Allow of a refusal %q", a.Header.Get("Allow"))
	}
	if err := s.DB.InTx(t.Context(), func(ctx context.Context) error {
		u, err := s.DB.UserByID(ctx, s.IDs["author"])
		if err != nil {
			return err
		}
		changed := *u
		changed.URL = user.OwnSite
		return s.DB.UpdateUser(ctx, &changed)
	}); err != nil {
		t.Fatal(err)
	}
	if got := s.Do("author", "GET", run+"?input[fields][]=user_url", "").Get("user_url"); got != coretest.URL {
		t.Errorf("the page about a user that is the site itself: %v", got)
	}
	a := s.Do("administrator", "GET", "core-abilities/v1/abilities/core/get-site-info/run?input[fields][]=url&input[fields][]=name", "")
	if !strings.HasPrefix(a.Text, `{"url":`) {
		t.Errorf("order of what was asked: %s", a.Text)
	}
	a = s.Do("author", "GET", "core-abilities/v1/abilities?page=9", "")
	if a.Header.Get("X-WP-Total") != "3" || !strings.Contains(a.Header.Get("Link"), `page=8>; rel="prev"`) {
		t.Errorf("beyond the end: %v", a.Header)
	}
}
