package api

import (
	"encoding/json"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestScalarBodies: writes of the core refuse a JSON body that is a single value, and write
// nothing of what the query asks for. What the reference answers is answered.
func TestScalarBodies(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "core", NoCache: true})
		post := s.make("/core/v2/posts", map[string]any{"title": "Post", "content": "c", "status": "publish"})
		page := s.make("/core/v2/pages", map[string]any{"title": "Page", "status": "draft"})
		tag := s.make("/core/v2/tags", map[string]any{"name": "Tag"})
		comment := s.make("/core/v2/comments", map[string]any{"post": post, "content": "c"})
		person := s.make("/core/v2/users", map[string]any{"username": "person", "email": "person@example.org", "password": "x12345678"})
		menu := s.make("/core/v2/menus", map[string]any{"name": "Menu"})
		item := s.make("/core/v2/menu-items", map[string]any{"title": "Item", "url": "http://example.org/", "menus": json.Number(menu)})
		widget := s.make("/core/v2/widgets", map[string]any{"id_base": "search", "sidebar": "wp_inactive_widgets", "instance": map[string]any{"raw": map[string]any{"title": "T"}}})
		watched := map[string]string{"account": "", "account_meta": "", "app_password": "", "comment": "", "comment_meta": "", "entry": "", "entry_meta": "", "entry_term": "", "term": "", "term_meta": "", "site_option": ""}
		columns := s.columns(t, e.name)
		stored := func() string { return s.rows(t.Context(), columns, watched) }
		s.do("administrator", "GET", "/api/core/v2/users/me", nil) // the first use of the password is noted
		before := stored()
		send := func(method, path, body string) answer {
			return s.do("administrator", method, "/api/core/v2/"+path, strings.NewReader(body), "Content-Type", "application/json")
		}
		for _, c := range []struct{ method, path string }{
			{"POST", "posts?title=Asked&status=publish"},
			{"POST", "posts/" + post + "?title=Asked"},
			{"PUT", "pages/" + page},
			{"DELETE", "posts/" + post},
			{"DELETE", "posts/" + post + "?force=true"},
			{"POST", "pages/" + page + "/autosaves?title=Asked"},
			{"POST", "posts/" + post + "/autosaves?title=Asked"},
			{"POST", "tags?name=Asked"},
			{"POST", "tags/" + tag + "?name=Asked"},
			{"DELETE", "tags/" + tag + "?force=true"},
			{"POST", "comments?post=" + post + "&content=asked"},
			{"POST", "comments/" + comment + "?content=asked"},
			{"DELETE", "comments/" + comment},
			{"POST", "users?username=asked&email=asked@example.org&password=x12345678"},
			{"POST", "users/" + person + "?description=asked"},
			{"POST", "users/me?description=asked"},
			{"DELETE", "users/" + person + "?force=true&reassign=0"},
			{"POST", "users/me/application-passwords?name=asked"},
			{"POST", "menus?name=Asked"},
			{"POST", "menu-items/" + item + "?title=Asked"},
			{"POST", "widgets?id_base=search&sidebar=wp_inactive_widgets"},
			{"DELETE", "widgets/" + widget + "?force=true"},
			{"POST", "sidebars/wp_inactive_widgets?widgets[]="},
		} {
			for _, body := range []string{`5`, `"title"`, `true`} {
				a := send(c.method, c.path, body)
				if a.status != 400 || a.object(t)["code"] != "rest_invalid_json" {
					t.Errorf("%s %s %s: %d %s", c.method, c.path, body, a.status, a.body)
				}
			}
		}
		if after := stored(); after != before {
			t.Errorf("something was written:\n%s", after)
		}
		for _, c := range []struct {
			method, path, body string
			status             int
		}{
			{"POST", "posts/999999", `5`, 404},
			{"POST", "posts", `5`, 400}, // it would be empty
			{"DELETE", "tags/" + tag, `5`, 501},
			{"GET", "posts/" + post, `5`, 200},
			{"POST", "settings?description=asked", `5`, 200},
			{"POST", "tags/" + tag + "?name=Asked", `false`, 200},
			{"POST", "block-renderer/core/archives?context=edit", `5`, 200},
			{"POST", "widget-types/search/encode", `"x"`, 200},
			{"DELETE", "menu-items/" + item + "?force=true", `5`, 200},
		} {
			if a := send(c.method, c.path, c.body); a.status != c.status || c.status == 400 && a.object(t)["code"] == "rest_invalid_json" {
				t.Errorf("%s %s %s: %d %s", c.method, c.path, c.body, a.status, a.body)
			}
		}
	})
}
