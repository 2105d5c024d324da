package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"quoin/internal/storage/auth"
)

// seeded is a site that has an object for each route.
type seeded struct {
	*server
	// values are those of the variables in paths, by the fixed parts before
	// them: "posts/revisions" is the id of a revision.
	values map[string]string
	// more are further objects to ask for than the one of values, by name.
	more map[string]map[string]func(role string) string
	// bodies are what is sent to an endpoint, by its name or method and name,
	// and queries what is asked.
	bodies  map[string]map[string]any
	queries map[string]string
}

func jsonBody(t testing.TB, body map[string]any) io.Reader {
	t.Helper()
	if body == nil {
		return nil
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(data)
}

// make creates an object as the administrator and returns its id.
func (s *server) make(path string, body map[string]any) string {
	s.t.Helper()
	a := s.do("administrator", "POST", "/api"+path, body)
	if a.status >= 300 {
		s.t.Fatalf("POST %s: %d %s", path, a.status, a.body)
	}
	switch id := a.object(s.t)["id"].(type) {
	case float64:
		return fmt.Sprint(int64(id))
	case string:
		return id
	}
	return ""
}

// history gives an entry two revisions and an autosave of the administrator.
func (f *seeded) history(route, id string) {
	f.t.Helper()
	for i := range 2 {
		f.make("/core/v2/"+route+"/"+id, map[string]any{"title": fmt.Sprint("Change ", i), "content": fmt.Sprint("Text ", i)})
	}
	var list []struct {
		ID  int64 `json:"id"`
		Own int64 `json:"core_id"`
	}
	a := f.do("administrator", "GET", "/api/core/v2/"+route+"/"+id+"/revisions?context=edit", nil)
	if err := json.Unmarshal(a.body, &list); err != nil && len(list) == 0 {
		f.t.Fatalf("revisions of %s %s: %d %.300s", route, id, a.status, a.body)
	}
	if len(list) > 0 {
		f.values[route+"/revisions"] = fmt.Sprint(max(list[0].ID, list[0].Own))
	}
}

func (f *seeded) autosave(route, id string) {
	f.t.Helper()
	a := f.do("administrator", "POST", "/api/core/v2/"+route+"/"+id+"/autosaves", map[string]any{"title": "Autosaved", "content": "Autosaved"})
	if a.status != 200 {
		f.t.Fatalf("autosave of %s %s: %d %s", route, id, a.status, a.body)
	}
	for _, name := range []string{"core_id", "id"} {
		if n, ok := a.object(f.t)[name].(float64); ok {
			f.values[route+"/autosaves"] = fmt.Sprint(int64(n))
		}
	}
}

// seed makes an object for each kind of route.
func (s *server) seed() *seeded {
	s.t.Helper()
	f := &seeded{server: s, values: map[string]string{}, more: map[string]map[string]func(string) string{}, bodies: map[string]map[string]any{}, queries: map[string]string{}}
	entry := map[string]any{"title": "Entry", "content": "Text", "status": "publish"}
	for _, route := range []string{"posts", "pages", "blocks", "navigation"} {
		f.values[route] = f.make("/core/v2/"+route, entry)
		f.history(route, f.values[route])
		f.autosave(route, f.values[route])
	}
	f.values["menus"] = f.make("/core/v2/menus", map[string]any{"name": "Menu"})
	f.values["menu-items"] = f.make("/core/v2/menu-items", map[string]any{"title": "Item", "url": "http://example.org/", "status": "publish", "menus": number(f.values["menus"])})
	f.autosave("menu-items", f.values["menu-items"])
	for _, route := range []string{"templates", "template-parts"} {
		f.values[route] = f.make("/core/v2/"+route, map[string]any{"slug": "matrix", "title": "Template", "content": "Text"})
		f.history(route, f.values[route])
		f.autosave(route, f.values[route])
	}
	for _, route := range []string{"categories", "tags", "core_pattern_category"} {
		f.values[route] = f.make("/core/v2/"+route, map[string]any{"name": "Term"})
	}
	f.values["comments"] = f.make("/core/v2/comments", map[string]any{"post": number(f.values["posts"]), "content": "Comment"})
	f.values["users"] = fmt.Sprint(s.ids["administrator"])
	f.values["widgets"] = f.make("/core/v2/widgets", map[string]any{"id_base": "block", "sidebar": "wp_inactive_widgets", "instance": map[string]any{"raw": map[string]any{"content": "x"}}})
	f.seedUsers()
	f.seedPlugins()
	f.seedFonts()
	f.seedMedia()
	f.seedStyles()
	for name, v := range map[string]string{
		"types": "post", "statuses": "publish", "taxonomies": "category", "block-types": "core", "block-types/name": "paragraph",
		"block-renderer": "core/latest-posts", "themes": s.app.Env.Themes.Active(context.Background()).ID, "sidebars": "wp_inactive_widgets",
		"widget-types": "block", "menu-locations": "primary", "font-collections": "google-fonts",
		"categories/slug": "site", "abilities": "core/get-site-info", "icons": "core", "icons/name": "core/plus", "icon-collections": "core",
	} {
		f.values[name] = v
	}
	if err := s.define(`{"kind":"fields","name":"matrix","object_type":"user","fields":[{"key":"matrix","type":"string"}]}`); err != nil {
		s.t.Fatal(err)
	}
	f.values["quoin/v1/definitions/kind"], f.values["quoin/v1/definitions/name"] = "fields", "matrix"
	f.seedEntries()
	f.seedBodies()
	return f
}

func number(id string) int64 {
	var n int64
	for _, c := range id {
		n = n*10 + int64(c-'0')
	}
	return n
}

func (f *seeded) seedUsers() {
	f.t.Helper()
	u, _, err := auth.Issue(f.t.Context(), f.app.DB, f.app.Clock(), f.ids["administrator"], auth.NewPassword{Name: "matrix"})
	if err != nil {
		f.t.Fatal(err)
	}
	f.values["users/application-passwords"] = u.UUID
	f.more["users"] = map[string]func(string) string{"own": func(role string) string { return fmt.Sprint(f.ids[role]) }}
}

// seedPlugins takes one of the preset's extensions, if there are any.
func (f *seeded) seedPlugins() {
	f.t.Helper()
	var list []struct {
		Plugin string `json:"plugin"`
	}
	a := f.do("administrator", "GET", "/api/core/v2/plugins", nil)
	if err := json.Unmarshal(a.body, &list); err != nil {
		f.t.Fatalf("plugins: %d %s", a.status, a.body)
	}
	f.values["plugins"] = "none/none"
	if len(list) > 0 {
		f.values["plugins"] = list[0].Plugin
	}
}

func (f *seeded) seedFonts() {
	f.t.Helper()
	f.values["font-families"] = f.make("/core/v2/font-families", map[string]any{"font_family_settings": `{"name":"Matrix","slug":"matrix","fontFamily":"Matrix"}`})
	a := f.do("administrator", "POST", "/api/core/v2/font-families/"+f.values["font-families"]+"/font-faces", map[string]any{
		"font_face_settings": `{"fontFamily":"Matrix","fontWeight":"400","fontStyle":"normal","src":"http://example.org/matrix.woff2"}`,
	})
	if a.status != 201 {
		f.t.Fatalf("font face: %d %s", a.status, a.body)
	}
	f.values["font-families/font-faces"] = fmt.Sprint(int64(a.object(f.t)["id"].(float64)))
}

func (f *seeded) seedMedia() {
	f.t.Helper()
	f.values["media"] = f.upload()
	a := f.do("administrator", "GET", "/api/core/v2/media/"+f.values["media"], nil)
	f.bodies["/core/v2/media/{id}/edit"] = map[string]any{"src": a.object(f.t)["source_url"], "rotation": 90}
	// Files that were removed don't come back when the request is undone.
	f.values["DELETE media"] = f.upload()
}

func (f *seeded) upload() string {
	f.t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		f.t.Fatal(err)
	}
	a := f.do("administrator", "POST", "/api/core/v2/media", &picture, "Content-Type", "image/png", "Content-Disposition", `attachment; filename="picture.png"`)
	if a.status != 201 {
		f.t.Fatalf("media: %d %s", a.status, a.body)
	}
	return fmt.Sprint(int64(a.object(f.t)["id"].(float64)))
}

func (f *seeded) seedStyles() {
	f.t.Helper()
	if err := f.app.Prepare(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.values["global-styles/themes"] = f.app.Env.Themes.Active(context.Background()).ID
	a := f.do("administrator", "GET", "/api/core/v2/themes/"+f.app.Env.Themes.Active(context.Background()).ID, nil)
	styles, ok := at(a.json(f.t), "_links").(map[string]any)["wp:user-global-styles"].([]any)
	if !ok {
		f.t.Fatalf("no global styles: %s", a.body)
	}
	href, _ := at(styles[0], "href").(string)
	f.values["global-styles"] = href[strings.LastIndexByte(href, '/')+1:]
	f.history("global-styles", f.values["global-styles"])
}

// seedEntries adds posts and pages of other status, and of each role's own.
func (f *seeded) seedEntries() {
	f.t.Helper()
	fixed := func(id string) func(string) string { return func(string) string { return id } }
	for _, route := range []string{"posts", "pages"} {
		more := map[string]func(string) string{}
		for _, status := range []string{"draft", "private", "pending"} {
			more[status] = fixed(f.make("/core/v2/"+route, map[string]any{"title": status, "status": status}))
		}
		trashed := f.make("/core/v2/"+route, map[string]any{"title": "Trashed", "status": "publish"})
		if a := f.do("administrator", "DELETE", "/api/core/v2/"+route+"/"+trashed, nil); a.status != 200 {
			f.t.Fatalf("trash: %d %s", a.status, a.body)
		}
		more["trashed"] = fixed(trashed)
		locked := f.make("/core/v2/"+route, map[string]any{"title": "Locked", "status": "publish", "password": "secret"})
		more["with password"] = fixed(locked)
		for _, status := range []string{"publish", "draft"} {
			own := map[string]string{}
			for role, id := range f.ids {
				own[role] = f.make("/core/v2/"+route, map[string]any{"title": "Own", "status": status, "author": id})
			}
			more["own "+status] = func(role string) string {
				if id, ok := own[role]; ok {
					return id
				}
				return own["administrator"]
			}
		}
		f.more[route] = more
	}
	own := map[string]string{}
	for role := range f.ids {
		a := f.do(role, "POST", "/api/core/v2/comments", map[string]any{"post": number(f.values["posts"]), "content": "Comment of " + role})
		if a.status != 201 {
			f.t.Fatalf("comment of %s: %d %s", role, a.status, a.body)
		}
		own[role] = fmt.Sprint(int64(a.object(f.t)["id"].(float64)))
	}
	f.more["comments"] = map[string]func(string) string{"own": func(role string) string {
		if id, ok := own[role]; ok {
			return id
		}
		return own["administrator"]
	}}
}

// seedBodies says what is sent and asked where the usual wouldn't do.
func (f *seeded) seedBodies() {
	post := number(f.values["posts"])
	named := map[string]any{"name": "New"}
	family := map[string]any{"font_family_settings": `{"name":"New","slug":"new","fontFamily":"New"}`}
	for name, body := range map[string]map[string]any{
		"/batch/v1":                                             {"requests": []any{map[string]any{"path": "/core/v2/posts", "body": map[string]any{"title": "x"}}}},
		"/core/v2/users":                                        {"username": "newcomer", "email": "newcomer@example.org", "password": "a long enough one"},
		"/core/v2/comments":                                     {"post": post, "content": "Another"},
		"/core/v2/categories":                                   named,
		"/core/v2/tags":                                         named,
		"/core/v2/menus":                                        named,
		"/core/v2/menus/{id}":                                   named,
		"/core/v2/core_pattern_category":                        named,
		"/core/v2/menu-items":                                   {"title": "New", "url": "http://example.org/new", "status": "publish"},
		"/core/v2/templates":                                    {"slug": "new", "title": "New"},
		"/core/v2/template-parts":                               {"slug": "new", "title": "New"},
		"/core/v2/font-families":                                family,
		"/core/v2/font-families/{id}":                           {"font_family_settings": `{"name":"Renamed","fontFamily":"Matrix"}`},
		"/core/v2/widgets":                                      {"id_base": "block", "instance": map[string]any{"raw": map[string]any{"content": "x"}}},
		"/core/v2/plugins":                                      {"slug": "none"},
		"/core/v2/media/{id}/post-process":                      {"action": "create-image-subsizes"},
		"/core/v2/settings":                                     {"description": "New"},
		"/core/v2/block-renderer/{name}":                        {"context": "edit"},
		"/core/v2/plugins/{plugin}":                             {"status": "inactive"},
		"/core/v2/sidebars/{id}":                                {"widgets": []any{}},
		"/core/v2/widget-types/{id}/encode":                     {"instance": map[string]any{"raw": map[string]any{"content": "x"}}},
		"/core/v2/widget-types/{id}/render":                     {"instance": map[string]any{"raw": map[string]any{"content": "x"}}},
		"/core/v2/users/{user_id}/application-passwords":        {"name": "another"},
		"/core/v2/users/{user_id}/application-passwords/{uuid}": {"name": "renamed"},
		"/core/v2/font-families/{font_family_id}/font-faces":    {"font_face_settings": `{"fontFamily":"Matrix","fontWeight":"700","fontStyle":"normal","src":"http://example.org/bold.woff2"}`},
		"/core-abilities/v1/abilities/{name}/run":               {},
		"/quoin/v1/previews":                                    {"entry": post},
		"/quoin/v1/definitions":                                 {"definitions": []any{map[string]any{"kind": "fields", "name": "other", "object_type": "user", "fields": []any{map[string]any{"key": "other", "type": "string"}}}}},
	} {
		f.bodies[name] = body
	}
	f.queries["/oembed/1.0/embed"] = "url=http%3A%2F%2Fexample.org%2F%3Fp%3D" + f.values["posts"]
	f.queries["/oembed/1.0/proxy"] = f.queries["/oembed/1.0/embed"]
	f.queries["/core/v2/templates/lookup"] = "slug=index"
	f.queries["/core/v2/template-parts/lookup"] = "slug=header"
	f.queries["/core/v2/block-directory/search"] = "term=x"
	f.queries["/core-block-editor/v1/url-details"] = "url=http%3A%2F%2Fexample.org%2F"
	f.queries["/core/v2/view-config"] = "kind=postType&name=post"
	f.queries["/quoin/v1/previews"] = "entry=" + f.values["posts"]
}
