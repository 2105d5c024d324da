package users_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/users"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, users.Routes)
}

// step is one request with what it must answer.
type step struct {
	role, method, path, body string
	status                   int
	code                     string
}

func run(t *testing.T, s *coretest.Site, steps []step) {
	t.Helper()
	for _, c := range steps {
		for key, id := range s.IDs {
			c.path = strings.ReplaceAll(c.path, "{"+key+"}", fmt.Sprint(id))
			c.body = strings.ReplaceAll(c.body, "{"+key+"}", fmt.Sprint(id))
		}
		a := s.Do(c.role, c.method, c.path, c.body)
		if a.Status != c.status || a.Code() != c.code {
			t.Errorf("%s %s %s %s: %d %q, want %d %q\n%s", c.role, c.method, c.path, c.body, a.Status, a.Code(), c.status, c.code, a.Text)
		}
	}
}

func logins(a coretest.Answer) []string {
	var out []string
	list, _ := a.Body.([]any)
	for i := range list {
		slug, _ := a.Get(i, "slug").(string)
		out = append(out, slug)
	}
	return out
}

func TestListByRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "One")
	s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "Two")
	s.AddEntry(content.TypePost, content.Draft, s.IDs["contributor"], "Three")
	all := []string{"administrator", "author", "contributor", "editor", "subscriber"}
	public := []string{"author", "editor"}
	writers := []string{"administrator", "author", "contributor", "editor"}
	a := s.Do("editor", http.MethodPost, "core/v2/users/me", `{"url":"https://editor.example/"}`)
	if a.Status != http.StatusOK {
		t.Fatal(a.Text)
	}
	cases := []struct {
		role, query string
		want        []string
	}{
		{"", "", public},
		{"subscriber", "", public},
		{"editor", "", public},
		{"administrator", "", all},
		{"administrator", "order=desc&per_page=2", []string{"subscriber", "editor"}},
		{"administrator", "per_page=2&page=3", []string{"subscriber"}},
		{"administrator", "offset=4", []string{"subscriber"}},
		{"administrator", "page=9", nil},
		{"administrator", "roles=editor,author", public},
		{"administrator", "roles=emperor", nil},
		{"administrator", "capabilities=publish_posts", []string{"administrator", "author", "editor"}},
		{"administrator", "capabilities=nothing", nil},
		{"administrator", "roles=subscriber&capabilities=publish_posts", []string{"administrator", "author", "editor", "subscriber"}},
		{"administrator", "who=authors", writers},
		{"administrator", "who=authors&roles=subscriber", writers},
		{"editor", "who=authors", writers},
		{"author", "who=authors", public},
		{"contributor", "who=authors", public},
		{"administrator", "has_published_posts=true", public},
		{"administrator", "has_published_posts=false", all},
		{"administrator", "has_published_posts=page", []string{"editor"}},
		{"administrator", "has_published_posts[]=post&has_published_posts[]=core_block", []string{"author"}},
		{"administrator", "slug=author,editor", public},
		{"administrator", "slug[]=author", []string{"author"}},
		{"administrator", "include={editor},{author}&orderby=include", []string{"editor", "author"}},
		{"administrator", "include={editor},{author}&exclude={author}&orderby=id&order=desc", []string{"author", "editor"}},
		{"administrator", "exclude={editor},{author},{contributor}", []string{"administrator", "subscriber"}},
		{"administrator", "search=edit", []string{"editor"}},
		{"administrator", "search=*dito", []string{"editor"}},
		{"administrator", "search=**", all},
		{"administrator", "search=edit@", nil},
		{"administrator", "search=editor@EXAMPLE", []string{"editor"}},
		{"administrator", "search={editor}", []string{"editor"}},
		{"administrator", "search=editor.example", []string{"editor"}},
		{"administrator", "search=https://EDITOR", []string{"editor"}},
		{"", "search=editor.example", nil},
		{"administrator", "orderby=include&order=desc", []string{"subscriber", "editor", "contributor", "author", "administrator"}},
		{"administrator", "orderby=include_slugs&order=desc", []string{"administrator", "editor", "author", "contributor", "subscriber"}},
		{"administrator", "orderby=include_slugs&slug=subscriber,author&order=desc", []string{"subscriber", "author"}},
		{"administrator", "search=example.org", all},
		{"", "search=example.org", nil},
		{"administrator", "search=example.org&search_columns=name", nil},
		{"", "search=example.org&search_columns=email", nil},
		{"administrator", "search={editor}&search_columns=id", []string{"editor"}},
		{"administrator", "orderby=id&order=desc", []string{"subscriber", "contributor", "author", "editor", "administrator"}},
		{"administrator", "orderby=include_slugs&slug=subscriber,author", []string{"subscriber", "author"}},
		{"administrator", "orderby=include", all},
		{"administrator", "offset=-1", nil},
		{"administrator", "context=edit&orderby=email", all},
	}
	for _, c := range cases {
		query := c.query
		for key, id := range s.IDs {
			query = strings.ReplaceAll(query, "{"+key+"}", fmt.Sprint(id))
		}
		a := s.Do(c.role, http.MethodGet, "core/v2/users?"+query, "")
		if a.Status != http.StatusOK || !slices.Equal(logins(a), c.want) {
			t.Errorf("%s %s: %d %v, want %v", c.role, c.query, a.Status, logins(a), c.want)
		}
	}
	a = s.DoReference("administrator", http.MethodGet, "wp/v2/users?has_published_posts=wp_block,page", "")
	if got := logins(a); !slices.Equal(got, []string{"editor"}) {
		t.Errorf("types in the reference's names: %v %s", got, a.Text)
	}
	a = s.DoReference("administrator", http.MethodGet, "wp/v2/users?has_published_posts=core_block", "")
	if a.Status != http.StatusBadRequest {
		t.Errorf("own names in the reference's dialect: %d", a.Status)
	}
	a = s.Do("administrator", http.MethodGet, "core/v2/users?offset=1&per_page=2&orderby=id", "")
	want := `<http://example.org/api/core/v2/users?offset=1&per_page=2&orderby=id&page=1>; rel="prev", ` +
		`<http://example.org/api/core/v2/users?offset=1&per_page=2&orderby=id&page=3>; rel="next"`
	if a.Header.Get("Link") != want || a.Header.Get("X-WP-Total") != "5" || a.Header.Get("X-WP-TotalPages") != "3" {
		t.Errorf("pages: %v", a.Header)
	}
}

func TestReadRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "One")
	s.AddEntry(content.TypePost, content.Private, s.IDs["contributor"], "Two")
	run(t, s, []step{
		{"", "GET", "core/v2/users?roles=editor", "", 401, "rest_user_cannot_view"},
		{"editor", "GET", "core/v2/users?capabilities=read", "", 403, "rest_user_cannot_view"},
		{"", "GET", "core/v2/users?context=edit", "", 401, "rest_forbidden_context"},
		{"editor", "GET", "core/v2/users?context=edit", "", 403, "rest_forbidden_context"},
		{"author", "GET", "core/v2/users?orderby=email", "", 403, "rest_forbidden_orderby"},
		{"", "GET", "core/v2/users?orderby=registered_date", "", 401, "rest_forbidden_orderby"},
		{"subscriber", "GET", "core/v2/users?who=authors", "", 403, "rest_forbidden_who"},
		{"", "GET", "core/v2/users?roles=editor&context=edit&who=authors", "", 401, "rest_user_cannot_view"},
		{"", "GET", "core/v2/users?per_page=0&orderby=x", "", 400, "rest_invalid_param"},
		{"", "GET", "core/v2/users/{author}", "", 200, ""},
		{"", "GET", "core/v2/users/{author}?context=edit", "", 401, "rest_forbidden_context"},
		{"", "GET", "core/v2/users/{contributor}", "", 401, "rest_user_cannot_view"},
		{"author", "GET", "core/v2/users/{contributor}", "", 403, "rest_user_cannot_view"},
		{"editor", "GET", "core/v2/users/{contributor}", "", 200, ""},
		{"editor", "GET", "core/v2/users/{subscriber}", "", 403, "rest_user_cannot_view"},
		{"subscriber", "GET", "core/v2/users/{subscriber}?context=edit", "", 200, ""},
		{"administrator", "GET", "core/v2/users/{subscriber}?context=edit", "", 200, ""},
		{"", "GET", "core/v2/users/0", "", 404, "rest_user_invalid_id"},
		{"administrator", "GET", "core/v2/users/99999", "", 404, "rest_user_invalid_id"},
		{"administrator", "GET", "core/v2/users/99999999999999999999", "", 404, "rest_user_invalid_id"},
		{"", "GET", "core/v2/users/me", "", 401, "rest_not_logged_in"},
		{"author", "GET", "core/v2/users/me", "", 200, ""},
	})
}

func TestAllow(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "One")
	cases := []struct{ role, method, path, want string }{
		{"", "GET", "core/v2/users", "GET"},
		{"administrator", "GET", "core/v2/users", "GET, POST"},
		{"administrator", "OPTIONS", "core/v2/users", "GET, POST"},
		{"", "GET", fmt.Sprint("core/v2/users/", s.IDs["author"]), "GET"},
		{"author", "GET", fmt.Sprint("core/v2/users/", s.IDs["author"]), "GET, POST, PUT, PATCH"},
		{"administrator", "GET", fmt.Sprint("core/v2/users/", s.IDs["author"]), "GET, POST, PUT, PATCH, DELETE"},
		{"", "GET", fmt.Sprint("core/v2/users/", s.IDs["subscriber"]), ""},
		{"", "GET", "core/v2/users/me", "GET"},
		{"subscriber", "GET", "core/v2/users/me", "GET, POST, PUT, PATCH"},
	}
	for _, c := range cases {
		if got := s.Do(c.role, c.method, c.path, "").Header.Get("Allow"); got != c.want {
			t.Errorf("%s %s %s: %q, want %q", c.role, c.method, c.path, got, c.want)
		}
	}
}

func TestRepresentation(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.Do("administrator", "GET", fmt.Sprintf("core/v2/users/%d?context=edit", s.IDs["contributor"]), "")
	want := fmt.Sprintf(`{"id":%d,"username":"contributor","name":"contributor","first_name":"","last_name":"",`+
		`"email":"contributor@example.org","url":"","description":"","link":"http:\/\/example.org\/author\/contributor\/",`+
		`"locale":"en_US","nickname":"contributor","slug":"contributor","roles":["contributor"],`+
		`"registered_date":"2026-03-04T05:06:07+00:00",`+
		`"capabilities":{"edit_posts":true,"read":true,"level_1":true,"level_0":true,"delete_posts":true,"contributor":true},`+
		`"extra_capabilities":{"contributor":true},"avatar_urls":{`, s.IDs["contributor"])
	if !strings.HasPrefix(a.Text, want) {
		t.Errorf("got  %s\nwant %s...", a.Text, want)
	}
	if got, want := a.Get("avatar_urls", "24"), "https://secure.gravatar.com/avatar/23ff972a415e5af3abaf1fa7485731a79eaf38e8674ba41cf30840b10d1642c2?s=24&d=mm&r=g"; got != want {
		t.Errorf("avatar %v, want %s", got, want)
	}
	if !strings.Contains(a.Text, `"meta":{"persisted_preferences":[]}`) {
		t.Errorf("meta: %s", a.Text)
	}
	a = s.Do("contributor", "GET", "core/v2/users/me", "")
	for _, name := range []string{"username", "email", "roles", "capabilities", "registered_date", "password", "locale"} {
		if a.Get(name) != nil {
			t.Errorf("view shows %s", name)
		}
	}
	if !strings.Contains(a.Text, `"meta":[]`) {
		t.Errorf("meta in view: %s", a.Text)
	}
	a = s.Do("contributor", "GET", "core/v2/users/me?_fields=slug,meta&context=edit", "")
	if a.Text != `{"slug":"contributor","meta":{"persisted_preferences":[]}}` {
		t.Errorf("_fields: %s", a.Text)
	}
	if err := s.Env.Site.SetOption(s.Context(), "show_avatars", false); err != nil {
		t.Fatal(err)
	}
	if a = s.Do("contributor", "GET", "core/v2/users/me", ""); a.Get("avatar_urls") != nil {
		t.Errorf("avatars are shown: %s", a.Text)
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	long := strings.Repeat("x", 61)
	run(t, s, []step{
		{"", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p"}`, 401, "rest_cannot_create_user"},
		{"editor", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p"}`, 403, "rest_cannot_create_user"},
		{"editor", "POST", "core/v2/users", `{"username":"u"}`, 400, "rest_missing_callback_param"},
		{"administrator", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p","id":1}`, 400, "rest_user_exists"},
		{"administrator", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p","roles":["x"]}`, 400, "rest_user_invalid_role"},
		{"administrator", "POST", "core/v2/users", `{"username":"EDITOR","email":"u@example.org","password":"p"}`, 500, "existing_user_login"},
		{"administrator", "POST", "core/v2/users", `{"username":"u","email":"Editor@example.org","password":"p"}`, 500, "existing_user_email"},
		{"administrator", "POST", "core/v2/users", `{"username":"` + long + `","email":"u@example.org","password":"p"}`, 500, "user_login_too_long"},
		{"administrator", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p","slug":"` + long[:51] + `"}`, 500, "user_nicename_too_long"},
		{"administrator", "POST", "core/v2/users", `{"username":"u","email":"u@example.org","password":"p","url":"http://example.org/` + long + long + `"}`, 500, "user_url_too_long"},
	})
	for _, path := range []string{"core/v2/users", "core/v2/users/1"} {
		a := s.Do("administrator", "POST", path, `{"username":"u","email":"u@example.org","password":"`+strings.Repeat("p", 4097)+`"}`)
		if got := a.Get("data", "details", "password", "code"); a.Status != 400 || got != "rest_user_invalid_password" {
			t.Errorf("%s with a password that is too long: %d %s", path, a.Status, a.Text)
		}
	}
	for param, c := range map[string]struct{ body, code string }{
		"username": {`{"username":"a<b","email":"u@example.org","password":"p"}`, "rest_user_invalid_username"},
		"email":    {`{"username":"u","email":"u","password":"p"}`, "rest_invalid_email"},
		"password": {`{"username":"u","email":"u@example.org","password":"a\\b"}`, "rest_user_invalid_password"},
	} {
		a := s.Do("administrator", "POST", "core/v2/users", c.body)
		if got := a.Get("data", "details", param, "code"); a.Status != 400 || got != c.code {
			t.Errorf("%s: %d %v, want %s", c.body, a.Status, got, c.code)
		}
	}
	a := s.Do("administrator", "POST", "core/v2/users", `{"username":"Kit User","email":"kit@example.org","password":"p",
		"first_name":"Kit <b>x</b>","last_name":"A & B","description":"About <b>kit</b><script>x</script>","url":"example.org",
		"meta":{"persisted_preferences":{"a":{"b":1},"_modified":"2024-01-01T00:00:00"}}}`)
	if a.Status != 201 {
		t.Fatalf("create: %d %s", a.Status, a.Text)
	}
	id := fmt.Sprint(a.Get("id"))
	for key, want := range map[string]any{
		"username": "Kit User", "name": "Kit x A &amp; B", "slug": "kit-user", "nickname": "Kit User", "last_name": "A &amp; B",
		"description": "About <b>kit</b>x", "url": "http://example.org",
	} {
		if got := a.Get(key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	if got := a.Header.Get("Location"); got != "http://example.org/api/core/v2/users/"+id {
		t.Errorf("location %q", got)
	}
	if got := fmt.Sprint(a.Get("roles")); got != "[subscriber]" {
		t.Errorf("roles %s", got)
	}
	if !strings.Contains(a.Text, `"persisted_preferences":{"a":{"b":1},"_modified":"2024-01-01T00:00:00"}`) {
		t.Errorf("meta: %s", a.Text)
	}
	a = s.Do("administrator", "POST", "core/v2/users", `{"username":"kituser","email":"kit2@example.org","password":"p","slug":"kit-user","roles":[],"name":"N"}`)
	if a.Status != 201 || a.Get("slug") != "kit-user-2" || fmt.Sprint(a.Get("roles")) != "[]" || a.Get("name") != "N" {
		t.Errorf("second: %d %s", a.Status, a.Text)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	run(t, s, []step{
		{"", "POST", "core/v2/users/me", `{"name":"x"}`, 404, "rest_user_invalid_id"},
		{"administrator", "POST", "core/v2/users/99999", `{"name":"x"}`, 404, "rest_user_invalid_id"},
		{"editor", "PUT", "core/v2/users/{author}", `{"name":"x"}`, 403, "rest_cannot_edit"},
		{"", "PUT", "core/v2/users/{author}", `{"name":"x"}`, 401, "rest_cannot_edit"},
		{"author", "POST", "core/v2/users/me", `{"roles":["administrator"]}`, 403, "rest_cannot_edit_roles"},
		{"administrator", "POST", "core/v2/users/me", `{"roles":["editor"]}`, 403, "rest_user_invalid_role"},
		{"administrator", "POST", "core/v2/users/{author}", `{"roles":["x"]}`, 400, "rest_user_invalid_role"},
		{"administrator", "POST", "core/v2/users/{author}", `{"email":"editor@example.org"}`, 400, "rest_user_invalid_email"},
		{"administrator", "POST", "core/v2/users/{author}", `{"email":"author@example.org"}`, 200, ""},
		{"administrator", "POST", "core/v2/users/{author}", `{"username":"x"}`, 400, "rest_user_invalid_argument"},
		{"administrator", "POST", "core/v2/users/{author}", `{"username":"author"}`, 200, ""},
		{"administrator", "POST", "core/v2/users/{author}", `{"slug":"editor"}`, 400, "rest_user_invalid_slug"},
		{"administrator", "POST", "core/v2/users/{author}", `{"password":""}`, 400, "rest_invalid_param"},
		{"administrator", "POST", "core/v2/users/{author}", `{"locale":"xx_YY"}`, 400, "rest_invalid_param"},
		{"administrator", "POST", "core/v2/users/{author}", `{"meta":"x"}`, 400, "rest_invalid_param"},
		{"administrator", "POST", "core/v2/users/{author}", `{"meta":{"persisted_preferences":"x"}}`, 400, "rest_invalid_type"},
	})
	a := s.Do("author", "PATCH", "core/v2/users/me", `{"first_name":"Au","description":"d","slug":"pen","name":"","nickname":""}`)
	if a.Get("first_name") != "Au" || a.Get("slug") != "pen" || a.Get("name") != "author" || a.Get("nickname") != "author" {
		t.Errorf("update me: %s", a.Text)
	}
	a = s.Do("author", "PATCH", "core/v2/users/me", `{"description":"","last_name":null}`)
	if a.Get("description") != "" || a.Get("first_name") != "Au" {
		t.Errorf("update me again: %s", a.Text)
	}
	a = s.Do("author", "PATCH", "core/v2/users/me", `{"description":"0","last_name":"0","nickname":"0","name":"0","slug":"0"}`)
	if a.Get("description") != "" || a.Get("last_name") != "" || a.Get("nickname") != "author" || a.Get("name") != "author" || a.Get("slug") == "0" {
		t.Errorf("zeros: %s", a.Text)
	}
	author := fmt.Sprint("core/v2/users/", s.IDs["author"])
	a = s.Do("administrator", "POST", author, `{"roles":["contributor","author"]}`)
	if got := fmt.Sprint(a.Get("roles")); got != "[contributor author]" {
		t.Errorf("roles %s", got)
	}
	a = s.Do("administrator", "POST", author, `{"roles":[]}`)
	if !strings.Contains(a.Text, `"capabilities":{},"extra_capabilities":{}`) {
		t.Errorf("no roles: %s", a.Text)
	}
	// Values that don't fit are told after the account itself was saved.
	a = s.Do("administrator", "POST", author, `{"first_name":"Kept","meta":{"persisted_preferences":{"_modified":"2024-01-01"}}}`)
	if a.Status != 400 || a.Code() != "rest_invalid_date" {
		t.Errorf("date: %s", a.Text)
	}
	if a = s.Do("administrator", "GET", author+"?context=edit", ""); a.Get("first_name") != "Kept" {
		t.Errorf("not kept: %s", a.Text)
	}
	// The id of the body counts, for rights as well.
	other := s.IDs["editor"]
	if a = s.Do("administrator", "POST", author, fmt.Sprintf(`{"id":%d}`, other)); fmt.Sprint(a.Get("id")) != fmt.Sprint(other) {
		t.Errorf("another id in the body: %s", a.Text)
	}
	if a = s.Do("author", "POST", author, fmt.Sprintf(`{"id":%d,"first_name":"x"}`, other)); a.Code() != "rest_cannot_edit" {
		t.Errorf("the id of somebody else in the body: %s", a.Text)
	}
	if a = s.Do("author", "POST", "core/v2/users/me", fmt.Sprintf(`{"id":%d,"first_name":"Me"}`, other)); fmt.Sprint(a.Get("id")) != fmt.Sprint(s.IDs["author"]) {
		t.Errorf("the id of somebody else with me: %s", a.Text)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	run(t, s, []step{
		{"administrator", "DELETE", "core/v2/users/{author}?force=true", "", 400, "rest_missing_callback_param"},
		{"administrator", "DELETE", "core/v2/users/{author}?force=true&reassign=x", "", 400, "rest_invalid_param"},
		{"administrator", "DELETE", "core/v2/users/{author}?force=true", `{"reassign":true}`, 400, "rest_invalid_param"},
		{"administrator", "DELETE", "core/v2/users/99999?force=true&reassign=1", "", 404, "rest_user_invalid_id"},
		{"editor", "DELETE", "core/v2/users/{author}?force=true&reassign=1", "", 403, "rest_user_cannot_delete"},
		{"", "DELETE", "core/v2/users/{author}?force=true&reassign=1", "", 401, "rest_user_cannot_delete"},
		{"administrator", "DELETE", "core/v2/users/{author}?reassign=1", "", 501, "rest_trash_not_supported"},
		{"administrator", "DELETE", "core/v2/users/{author}?force=true&reassign={author}", "", 400, "rest_user_invalid_reassign"},
		{"administrator", "DELETE", "core/v2/users/{author}?force=true&reassign=99999", "", 400, "rest_user_invalid_reassign"},
		{"author", "DELETE", "core/v2/users/me?force=true&reassign=1", "", 403, "rest_user_cannot_delete"},
	})
	moved := s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "Moved")
	a := s.Do("administrator", "DELETE", fmt.Sprintf("core/v2/users/%d?force=true&reassign=%d", s.IDs["author"], s.IDs["editor"]), "")
	if a.Status != 200 || a.Get("deleted") != true || a.Get("previous", "username") != "author" || a.Get("previous", "_links") != nil {
		t.Errorf("delete: %d %s", a.Status, a.Text)
	}
	if e, err := s.DB.EntryByID(s.Context(), moved); err != nil || e.Author != s.IDs["editor"] {
		t.Errorf("moved: %v %v", e, err)
	}
	trashed := s.AddEntry(content.TypePost, content.Publish, s.IDs["contributor"], "Trashed")
	deleted := s.AddEntry(content.TypeAttachment, content.Inherit, s.IDs["contributor"], "Deleted")
	kept := s.AddEntry(content.TypeBlock, content.Publish, s.IDs["contributor"], "Kept")
	a = s.Do("administrator", "DELETE", fmt.Sprintf("core/v2/users/%d?force=true", s.IDs["contributor"]), `{"reassign":false}`)
	if a.Status != 200 {
		t.Fatalf("delete without heir: %d %s", a.Status, a.Text)
	}
	for id, want := range map[int64]content.Status{trashed: content.Trash, deleted: "", kept: content.Publish} {
		e, err := s.DB.EntryByID(s.Context(), id)
		switch {
		case want == "" && err == nil:
			t.Errorf("entry %d is still there", id)
		case want != "" && (err != nil || e.Status != want):
			t.Errorf("entry %d: %v %v, want %s", id, e, err, want)
		}
	}
	if a = s.Do("contributor", "GET", "core/v2/users/me", ""); a.Status != 401 {
		t.Errorf("the removed account still gets in: %d", a.Status)
	}
}

// TestLastAdministrator has administrators give up their accounts and roles, by all ways: the last one can't.
func TestLastAdministrator(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	page, err := s.DB.ListUsers(s.Context(), user.Query{Roles: []string{"administrator"}, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range page.Users {
		if u.ID != s.IDs["administrator"] {
			if a := s.Do("administrator", "POST", fmt.Sprintf("core/v2/users/%d", u.ID), `{"roles":["editor"]}`); a.Status != 200 {
				t.Fatalf("another administrator becomes an editor: %d %s", a.Status, a.Text)
			}
		}
	}
	run(t, s, []step{
		{"administrator", "POST", "core/v2/users/me", `{"roles":[]}`, 403, "rest_last_administrator"},
		{"administrator", "POST", "core/v2/users/{administrator}", `{"roles":[]}`, 403, "rest_last_administrator"},
		{"administrator", "DELETE", "core/v2/users/me?force=true&reassign={editor}", "", 403, "rest_last_administrator"},
		{"administrator", "DELETE", "core/v2/users/{administrator}?force=true&reassign=false", "", 403, "rest_last_administrator"},
		{"administrator", "POST", "core/v2/users/me", `{"roles":["administrator"]}`, 200, ""},
		{"administrator", "POST", "core/v2/users/{editor}", `{"roles":["administrator"]}`, 200, ""},
		{"editor", "DELETE", "core/v2/users/{administrator}?force=true&reassign={editor}", "", 200, ""},
		{"editor", "DELETE", "core/v2/users/me?force=true&reassign=false", "", 403, "rest_last_administrator"},
	})
}
