package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/seo"
)

// seoSite starts a site with the extension alone.
func seoSite(t testing.TB, e engine, c app.Config) *server {
	t.Helper()
	c.DatabaseURL, c.Extensions = e.database(t), []ext.Extension{seo.Extension()}
	return start(t, c)
}

// headAt is what get_head answers for a path of the site.
func (s *server) headAt(path string) (status int, html string, fields map[string]any) {
	s.t.Helper()
	a := s.do("", "GET", "/api/seo/v1/get_head?url="+url.QueryEscape("http://example.org"+path), nil)
	o := a.object(s.t)
	html, _ = o["html"].(string)
	fields, _ = o["json"].(map[string]any)
	return a.status, html, fields
}

// path is the path of the public page of an object.
func (s *server) path(object string) string {
	s.t.Helper()
	return strings.TrimPrefix(valueAt(s.do("administrator", "GET", "/api/core/v2/"+object, nil).object(s.t), "link"), "http://example.org")
}

var robotsMeta = regexp.MustCompile(`<meta name="robots"[^>]*>\n?`)

// TestHeads looks at the heads of all kinds of pages: in the fields, by
// address, and in the public page.
func TestHeads(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		parent := s.make("/core/v2/pages", map[string]any{"title": "Up", "slug": "up", "status": "publish"})
		page := s.make("/core/v2/pages", map[string]any{"title": "Down", "slug": "down", "status": "publish", "parent": number(parent)})
		cat := s.make("/core/v2/categories", map[string]any{"name": "Quarry", "description": "About <b>stones</b>"})
		post := s.make("/core/v2/posts", map[string]any{
			"title": "Stones & bones", "status": "publish", "content": "<p>Some words. <img src=\"https://e.test/a.png\"></p>",
			"categories": []any{number(cat)}, "meta": map[string]any{"_seo_metadesc": "Described"},
		})
		for object, want := range map[string]map[string]string{
			"posts/" + post: {
				"title": "Stones & bones - Test", "description": "Described", "og_type": "article", "author": "test_administrator", "og_image/0/url": "https://e.test/a.png",
				"schema/@graph/0/@type": "Article", "schema/@graph/0/articleSection/0": "Quarry", "schema/@graph/2/@type": "ImageObject",
			},
			"pages/" + page:     {"title": "Down - Test", "schema/@graph/1/itemListElement/1/name": "Up", "schema/@graph/1/itemListElement/1/item": "http://example.org/up/"},
			"categories/" + cat: {"title": "Quarry Archives - Test", "og_description": "About stones"},
		} {
			item := s.do("", "GET", "/api/core/v2/"+object, nil).object(t)
			fields := at(item, "seo_head_json")
			if got := valueAt(item, "seo_head_json/og_site_name"); got == "<nil>" {
				t.Errorf("%s has no head", object)
			}
			status, html, byAddress := s.headAt(s.path(object))
			if status != 200 || fmt.Sprint(byAddress) != fmt.Sprint(fields) || html != valueAt(item, "seo_head") {
				t.Errorf("%s: get_head answers %d and another head than the field", object, status)
			}
			// Pages name what robots may do in another order than the API.
			inFront := `<meta name="robots" content="index, follow, max-image-preview:large, `
			html = robotsMeta.ReplaceAllString(html, "")
			public := string(s.do("", "GET", s.path(object), nil).body)
			if !strings.Contains(public, inFront) || !strings.Contains(robotsMeta.ReplaceAllString(public, ""), html) || strings.Count(public, "<title>") != 1 {
				t.Errorf("%s: its page doesn't have its head alone", object)
			}
			for field, value := range want {
				// The name of the site is part of every title here.
				got := strings.ReplaceAll(valueAt(fields, field), valueAt(fields, "og_site_name"), "Test")
				if got != value {
					t.Errorf("%s: %s is %q, want %q", object, field, got, value)
				}
			}
		}
		for path, want := range map[string]int{
			"/": 200, "/2026/": 200, "/author/" + valueAt(s.do("administrator", "GET", "/api/core/v2/users/me", nil).object(t), "slug") + "/": 200,
			"/nowhere/": 404, "/up": 404, "/?p=" + post: 200,
		} {
			if status, html, fields := s.headAt(path); status != want || html == "" || fields["schema"] == nil {
				t.Errorf("get_head of %s: %d, want %d; %d fields", path, status, want, len(fields))
			}
		}
		for _, address := range []string{"http://elsewhere.test/", "http://example.org:81/"} {
			if a := s.do("", "GET", "/api/seo/v1/get_head?url="+url.QueryEscape(address), nil); a.status != 404 {
				t.Errorf("get_head of %s: %d", address, a.status)
			}
		}
		if a := s.do("", "GET", "/api/seo/v1/get_head?url=nothing", nil); a.status != 400 {
			t.Errorf("get_head of no address: %d", a.status)
		}
	})
}

// TestEmptyTitles holds that a page has a title when its template says nothing.
func TestEmptyTitles(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		settings := map[string]any{"title-page": "%%cf_none%%", "title-404": "%%title%%"}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": settings}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		page := s.make("/core/v2/pages", map[string]any{"title": "Named", "status": "publish"})
		for path, want := range map[string]string{s.path("pages/" + page): "<title>Named", "/nothing-here/": "<title>Page not found"} {
			if a := s.do("", "GET", path, nil); strings.Count(string(a.body), "<title>") != 1 || !strings.Contains(string(a.body), want) {
				t.Errorf("%s has no title that begins with %s", path, want)
			}
		}
	})
}

// TestUsualImages looks at the image of pages without one of their own.
func TestUsualImages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		settings := map[string]any{"og_default_image": "http://example.org/usual.png"}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": settings}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		term := s.make("/core/v2/categories", map[string]any{"name": "Imaged"})
		s.make("/core/v2/posts", map[string]any{"title": "In it", "status": "publish", "categories": []int64{number(term)}})
		locked := s.make("/core/v2/posts", map[string]any{"title": "Locked", "status": "publish", "password": "x"})
		for path, want := range map[string]bool{
			"/": true, s.path("categories/" + term): true, "/?s=stone": true, "/nothing-here/": false, s.path("posts/" + locked): false,
		} {
			a := s.do("", "GET", path, nil)
			if strings.Contains(string(a.body), "og:image\" content=\"http://example.org/usual.png") != want {
				t.Errorf("%s has the usual image: %v", path, !want)
			}
		}
		// The list of posts may have one of its own, by its attachment or its address.
		own := s.picture("own.jpg", 300, 200)
		for _, c := range []struct {
			id      any
			address string
			want    string
		}{{0, "http://example.org/own.png", "http://example.org/own.png"}, {own, "http://example.org/other.png", "/own.jpg"}} {
			settings["open_graph_frontpage_image"], settings["open_graph_frontpage_image_id"] = c.address, c.id
			if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": settings}); a.status != 200 {
				t.Fatalf("settings: %d %s", a.status, a.body)
			}
			for path, own := range map[string]bool{"/": true, "/?s=stone": false} {
				_, tag, _ := strings.Cut(string(s.do("", "GET", path, nil).body), `<meta property="og:image" content="`)
				if image, _, _ := strings.Cut(tag, `"`); strings.HasSuffix(image, c.want) != own {
					t.Errorf("%s shows %s", path, image)
				}
			}
		}
	})
}

// TestDescriptionsBeyondMore compares the head of an entry's page with that in lists.
func TestDescriptionsBeyondMore(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		path := s.path("posts/" + s.make("/core/v2/posts", map[string]any{"title": "Long", "status": "publish", "content": "<p>Before</p><!--more--><p>Beyond</p>"}))
		if a := s.do("", "GET", path, nil); !strings.Contains(string(a.body), `og:description" content="Before Beyond"`) {
			t.Errorf("the page tells no whole text: %s", a.body)
		}
		if _, html, _ := s.headAt(path); !strings.Contains(html, `og:description" content="Before"`) {
			t.Errorf("the head goes beyond the mark: %s", html)
		}
	})
}

// TestHeadsFollow changes what heads are made of, and looks at each head after.
func TestHeadsFollow(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		cat := s.make("/core/v2/categories", map[string]any{"name": "Old"})
		post := s.make("/core/v2/posts", map[string]any{"title": "One", "status": "publish", "categories": []any{number(cat)}})
		field := func(name string) string {
			t.Helper()
			return valueAt(s.do("", "GET", "/api/core/v2/posts/"+post, nil).object(t), "seo_head_json/"+name)
		}
		field("title")
		for _, c := range []struct {
			method, path, field, want string
			body                      map[string]any
		}{
			{"POST", "/api/core/v2/posts/" + post, "title", "Two - ", map[string]any{"title": "Two"}},
			{"POST", "/api/core/v2/posts/" + post, "title", "Own - ", map[string]any{"meta": map[string]any{"_seo_title": "Own %%sep%% %%sitename%%"}}},
			{"POST", "/api/core/v2/categories/" + cat, "schema/@graph/0/articleSection/0", "New", map[string]any{"name": "New"}},
			{"POST", "/api/core/v2/users/me", "author", "Somebody", map[string]any{"name": "Somebody"}},
			{"POST", "/api/core/v2/settings", "og_site_name", "Renamed", map[string]any{"title": "Renamed"}},
			{"POST", "/api/core/v2/settings", "title", "Own | Renamed", map[string]any{"seo_settings": map[string]any{"separator": "|"}}},
			{"POST", "/api/core/v2/posts/" + post, "robots/index", "noindex", map[string]any{"status": "private"}},
		} {
			if a := s.do("administrator", c.method, c.path, c.body); a.status != 200 {
				t.Fatalf("%s: %d %s", c.path, a.status, a.body)
			}
			role := ""
			if c.want == "noindex" {
				role = "administrator"
			}
			got := valueAt(s.do(role, "GET", "/api/core/v2/posts/"+post, nil).object(t), "seo_head_json/"+c.field)
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("after %v: %s is %q, want %q", c.body, c.field, got, c.want)
			}
		}
		faq := `<!-- wp:group --><div><!-- wp:yoast/faq-block {"questions":[{"id":"faq-1","question":["Why?"],"answer":["So."],"jsonQuestion":"Why?","jsonAnswer":"So."}]} -->` +
			`<div>Why? So.</div><!-- /wp:yoast/faq-block --></div><!-- /wp:group -->`
		asked := s.make("/core/v2/posts", map[string]any{"title": "Asked", "status": "publish", "content": faq})
		if got := string(s.do("", "GET", "/api/core/v2/posts/"+asked+"?_fields=seo_head_json.schema", nil).body); !strings.Contains(got, `"acceptedAnswer":{"@type":"Answer","text":"So."`) {
			t.Errorf("no question in %s", got)
		}
	})
}

// TestHeadsTellNothingHidden looks at what those see who may not see an entry.
func TestHeadsTellNothingHidden(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		locked := s.make("/core/v2/posts", map[string]any{
			"title": "Locked", "slug": "locked", "status": "publish", "password": "pw", "content": "<p>sesame <img src=\"https://e.test/sesame.png\"></p>",
		})
		item := s.do("", "GET", "/api/core/v2/posts/"+locked, nil)
		if item.status != 200 || strings.Contains(string(item.body), "sesame") {
			t.Errorf("%d %s", item.status, item.body)
		}
		hidden := s.make("/core/v2/posts", map[string]any{"title": "Unseen", "slug": "unseen", "status": "private", "content": "x"})
		if status, html, _ := s.headAt(s.path("posts/" + hidden)); status == 200 && strings.Contains(html, "Unseen") {
			t.Error("get_head tells of a private entry")
		}
	})
}

// TestHeadsInLists counts the statements of lists with heads, and holds them
// against the heads of single items.
func TestHeadsInLists(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{NoCache: true})
		s.grow(40)
		s.statements("", "/api/core/v2/posts?per_page=1")
		few, many := s.statements("", "/api/core/v2/posts?per_page=10"), s.statements("", "/api/core/v2/posts?per_page=30")
		if many > few {
			t.Errorf("a list of 30 takes %d statements, one of 10 takes %d", many, few)
		}
		var list []map[string]any
		if err := json.Unmarshal(s.do("", "GET", "/wp-json/wp/v2/posts?per_page=5", nil).body, &list); err != nil {
			t.Fatal(err)
		}
		for _, item := range list {
			one := s.do("", "GET", fmt.Sprint("/wp-json/wp/v2/posts/", item["id"]), nil).object(t)
			if fmt.Sprint(one["yoast_head_json"]) != fmt.Sprint(item["yoast_head_json"]) || item["yoast_head"] != one["yoast_head"] || item["yoast_head"] == "" {
				t.Errorf("post %v has another head in the list", item["id"])
			}
		}
		part := s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", list[0]["id"], "?_fields=seo_head_json.title"), nil)
		if want := fmt.Sprintf(`{"seo_head_json":{"title":%q}}`, at(list[0], "yoast_head_json", "title")); strings.TrimSpace(string(part.body)) != want {
			t.Errorf("a part of a head: %s, want %s", part.body, want)
		}
	})
}

// TestSEOConfiguration sets the site up, and looks at what follows.
func TestSEOConfiguration(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		post := func(path string, body map[string]any, want int) answer {
			t.Helper()
			a := s.do("administrator", "POST", "/api/seo/v1/"+path, body)
			if a.status != want {
				t.Errorf("%s %v: %d %s", path, body, a.status, a.body)
			}
			return a
		}
		a := post("configuration/site_representation", map[string]any{"company_or_person": "person", "company_or_person_user_id": 1, "description": "x"}, 500)
		if valueAt(a.object(t), "failures/0") != "description" {
			t.Errorf("failures %s", a.body)
		}
		a = post("configuration/site_representation", map[string]any{
			"company_or_person": "company", "company_logo": "javascript:1", "company_logo_id": -1, "person_logo_id": -2,
		}, 500)
		if valueAt(a.object(t), "failures") != "[company_logo company_logo_id person_logo_id]" {
			t.Errorf("failures of logos %s", a.body)
		}
		post("configuration/site_representation", map[string]any{"company_or_person": "company", "company_name": "Acme", "company_logo_id": 4050}, 200)
		if _, html, _ := s.headAt("/"); !strings.Contains(html, `"name":"Acme"`) || !strings.Contains(html, `"url":"","contentUrl":"","caption":"Acme"`) {
			t.Errorf("a company whose logo isn't there: %s", html)
		}
		logo := s.do("administrator", "POST", "/api/core/v2/media", picture(t), "Content-Type", "image/png", "Content-Disposition", "attachment; filename=logo.png")
		// An id below nothing takes the one that there was away.
		post("configuration/site_representation", map[string]any{"company_or_person": "company", "company_logo_id": -1}, 500)
		post("configuration/site_representation", map[string]any{"company_or_person": "company", "company_logo": valueAt(logo.object(t), "source_url")}, 200)
		if _, html, _ := s.headAt("/"); !strings.Contains(html, `"Organization"`) {
			t.Error("a logo is not found by its address")
		}
		post("configuration/site_representation", map[string]any{"company_or_person": "company", "company_logo": "", "company_logo_id": 0}, 200)
		post("configuration/site_representation", map[string]any{"company_or_person": "person", "company_or_person_user_id": 1}, 200)
		if _, html, _ := s.headAt("/"); !strings.Contains(html, `"Organization"`) {
			t.Error("the site stands for nobody")
		}
		a = post("configuration/social_profiles", map[string]any{"social_a_site": "nothing", "social_b_site": "https://x.com/acme"}, 200)
		if valueAt(a.object(t), "json/failures") != "[social_a_site]" {
			t.Errorf("profiles %s", a.body)
		}
		post("configuration/social_profiles", map[string]any{"social_b_site": "https://x.com/acme"}, 200)
		a = post("configuration/social_profiles", map[string]any{"other_social_urls": []any{"https://e.example/é"}}, 200)
		if valueAt(a.object(t), "json/failures") != "[other_social_urls]" {
			t.Errorf("an address that had to be encoded %s", a.body)
		}
		s.wantAt(s.do("administrator", "GET", "/api/core/v2/settings", nil).json(t), map[string]string{"seo_settings/other_social_urls/0": "https://e.example/é"})
		if _, _, fields := s.headAt("/"); fields["twitter_site"] != "@acme" {
			t.Errorf("handle %v", fields["twitter_site"])
		}
		post("configuration/save_configuration_state", map[string]any{"finishedSteps": []any{"a", 2, "c"}}, 200)
		if a = s.do("administrator", "GET", "/api/seo/v1/configuration/get_configuration_state", nil); valueAt(a.object(t), "data") != "[a 2 c]" {
			t.Errorf("steps %s", a.body)
		}
		tasks := s.do("administrator", "GET", "/api/seo/v1/get_tasks", nil)
		if tasks.status == 404 {
			return // the route is one of the first deployment
		}
		t.Errorf("the second deployment has tasks: %d", tasks.status)
	})
}

// TestLogosByTheirAddress chooses logos by their address alone: that of a file of the site is
// the company's, that of a file elsewhere none, and a person has none by an address.
func TestLogosByTheirAddress(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		a := s.do("administrator", "POST", "/api/core/v2/media", picture(t), "Content-Type", "image/png", "Content-Disposition", "attachment; filename=logo.png")
		own := valueAt(a.object(t), "source_url")
		id := valueAt(a.object(t), "id")
		graph := func(set map[string]any) string {
			t.Helper()
			if a := s.do("administrator", "POST", "/api/seo/v1/configuration/site_representation", set); a.status != 200 {
				t.Fatalf("%v: %d %s", set, a.status, a.body)
			}
			_, html, _ := s.headAt("/")
			return strings.ReplaceAll(html, `\/`, "/")
		}
		for address, want := range map[string]bool{own: true, "https://e.example/logo.png": false} {
			html := graph(map[string]any{"company_or_person": "company", "company_name": "Acme", "company_logo": address, "company_logo_id": 0})
			if strings.Contains(html, `"@type":"Organization"`) != want {
				t.Errorf("a company with the logo %s: %s", address, html)
			}
		}
		graph(map[string]any{"company_or_person": "company", "company_logo": own, "company_logo_id": 0})
		graph(map[string]any{"company_or_person": "person", "company_or_person_user_id": 1, "company_logo": ""})
		if html := graph(map[string]any{"company_or_person": "company"}); !strings.Contains(html, `"url":"`+own) {
			t.Errorf("a company whose logo's address was emptied: %s", html)
		}
		if html := graph(map[string]any{"company_or_person": "company", "company_logo": "", "company_logo_id": 0}); strings.Contains(html, `"@type":"Organization"`) {
			t.Errorf("a company without a logo: %s", html)
		}
		person := map[string]any{"company_or_person": "person", "company_or_person_user_id": 1, "person_logo": own, "person_logo_id": 0}
		if html := graph(person); strings.Contains(html, `"url":"`+own) || !strings.Contains(html, "avatar") {
			t.Errorf("a person with the address of a picture: %s", html)
		}
		person["person_logo_id"] = id
		if html := graph(person); !strings.Contains(html, `"url":"`+own) {
			t.Errorf("a person with a picture: %s", html)
		}
	})
}

// TestBlankSocialTitle empties the front's title for social networks: it is that of the page then.
func TestBlankSocialTitle(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		for _, c := range []struct {
			set  map[string]any
			want string
		}{
			{map[string]any{"title-home": "Front %%sep%% X"}, "Quoin"},
			{map[string]any{"title-home": "Front %%sep%% X", "open_graph_frontpage_title": ""}, "Front - X"},
			{map[string]any{"title-home": "Front %%sep%% X", "open_graph_frontpage_title": "Own"}, "Own"},
		} {
			if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"seo_settings": c.set}); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			if _, _, fields := s.headAt("/"); fields["og_title"] != c.want {
				t.Errorf("%v: %v, want %s", c.set, fields["og_title"], c.want)
			}
		}
	})
}

// TestSEOPreferences looks at what is kept for each user.
func TestSEOPreferences(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		video := func(role string) string {
			return strings.TrimSpace(string(s.do(role, "GET", "/api/seo/v1/video_embed_permission", nil).body))
		}
		for _, c := range []struct {
			value bool
			want  int
		}{{true, 200}, {true, 400}, {false, 200}, {false, 400}} {
			if a := s.do("editor", "POST", "/api/seo/v1/video_embed_permission", map[string]any{"value": c.value}); a.status != c.want {
				t.Errorf("%v: %d, want %d", c.value, a.status, c.want)
			}
		}
		s.do("editor", "POST", "/api/seo/v1/video_embed_permission", map[string]any{"value": true})
		if video("editor") != `{"json":{"value":true}}` || video("author") != `{"json":{"value":false}}` {
			t.Errorf("%s, %s", video("editor"), video("author"))
		}
	})
}
