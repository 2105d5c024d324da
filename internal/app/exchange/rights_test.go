package exchange_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
)

// single are accounts of the old site beside ann: one with two roles, one that has and lacks
// rights for itself, one that has only rights, and one whose own right is over other sites.
const single = `
INSERT INTO wp_users VALUES (8, 'two', '', 'two', 'two@example.org', '', '2020-01-02 03:04:05', '', 0, 'Two'), (9, 'own', '', 'own', 'own@example.org', '', '2020-01-02 03:04:05', '', 0, 'Own'),
 (10, 'bare', '', 'bare', 'bare@example.org', '', '2020-01-02 03:04:05', '', 0, 'Bare'), (11, 'wide', '', 'wide', 'wide@example.org', '', '2020-01-02 03:04:05', '', 0, 'Wide');
INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (8, 'wp_capabilities', 'a:2:{s:10:"subscriber";b:1;s:6:"author";b:1;}'),
 (9, 'wp_capabilities', 'a:4:{s:6:"author";b:1;s:18:"edit_theme_options";b:1;s:13:"publish_posts";b:0;s:6:"editor";b:0;}'),
 (10, 'wp_capabilities', 'a:1:{s:10:"list_users";b:1;}'), (11, 'wp_capabilities', 'a:2:{s:10:"subscriber";b:1;s:14:"manage_network";b:1;}');`

// What single accounts have or lack for themselves comes along, and counts, by the tables and
// by the API.
func TestRightsOfSingleAccounts(t *testing.T) {
	t.Parallel()
	passwords := `a:1:{i:0;a:7:{s:4:"uuid";s:36:"a32cc162-9c07-44b5-89d6-3d17572961bb";s:6:"app_id";s:0:"";s:4:"name";s:4:"conf";s:8:"password";s:49:"` +
		fastHashed + `";s:7:"created";i:1795544995;s:9:"last_used";N;s:7:"last_ip";N;}}`
	old := movedBy(t, strings.Replace(oldTables+single, "HASHES", passwords, 1))
	server := httptest.NewServer(old.Handler())
	defer server.Close()
	if err := old.Env.Site.SetAddress(t.Context(), server.URL); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	here, _, err := adopting(t.Context(), t, data, exchange.Adoption{URL: server.URL, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{ann.User: ann.Password}
	for id, login := range map[int64]string{8: "two", 9: "own", 10: "bare"} {
		if _, secrets[login], err = auth.Issue(t.Context(), old.DB, old.Clock(), id, auth.NewPassword{Name: "x", Scope: access.ScopePublish}); err != nil {
			t.Fatal(err)
		}
	}
	send := func(login, method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.SetBasicAuth(login, secrets[login])
		w := httptest.NewRecorder()
		old.Handler().ServeHTTP(w, r)
		return w
	}
	for name, a := range map[string]*app.App{"tables": old, "API": here} {
		for path, wants := range map[string][]string{
			"/wp-json/wp/v2/users/8?context=edit":                                        {`"roles":["author","subscriber"]`, `"extra_capabilities":{"author":true,"subscriber":true}`},
			"/wp-json/wp/v2/users/9?context=edit":                                        {`"roles":["author"]`, `"extra_capabilities":{"author":true,"edit_theme_options":true,"publish_posts":false}`, `"upload_files":true`, `"publish_posts":false,`},
			"/wp-json/wp/v2/users/10?context=edit":                                       {`"roles":[]`, `"capabilities":{"list_users":true},"extra_capabilities":{"list_users":true}`},
			"/wp-json/wp/v2/users/11?context=edit":                                       {`"extra_capabilities":{"subscriber":true}`},
			"/wp-json/wp/v2/users?capabilities=edit_theme_options&_fields=id&orderby=id": {`[{"id":7},{"id":9}]`},
		} {
			if got := asked(a, path); !contains(got, wants) {
				t.Errorf("by the %s %s has not %q: %s", name, path, wants, got)
			}
		}
	}
	for _, c := range []struct {
		login, method, path, body string
		status                    int
	}{
		{"own", http.MethodPost, "/wp-json/wp/v2/menus", `{"name":"m"}`, http.StatusCreated},
		{"two", http.MethodPost, "/wp-json/wp/v2/menus", `{"name":"n"}`, http.StatusForbidden},
		{"own", http.MethodPost, "/wp-json/wp/v2/posts", `{"title":"x","status":"publish"}`, http.StatusForbidden},
		{"own", http.MethodPost, "/wp-json/wp/v2/posts", `{"title":"x","status":"draft"}`, http.StatusCreated},
		{"two", http.MethodPost, "/wp-json/wp/v2/posts", `{"title":"x","status":"publish"}`, http.StatusCreated},
		{"bare", http.MethodGet, "/wp-json/wp/v2/users?context=edit", "", http.StatusOK},
		{"bare", http.MethodPost, "/wp-json/wp/v2/posts", `{"title":"x"}`, http.StatusForbidden},
		{"own", http.MethodPost, "/wp-json/wp/v2/users/9", `{"extra_capabilities":{"manage_options":true},"nickname":"o"}`, http.StatusOK},
		{"own", http.MethodGet, "/wp-json/wp/v2/settings", "", http.StatusForbidden},
		// Another role leaves rights of the account alone.
		{"ann", http.MethodPost, "/wp-json/wp/v2/users/9", `{"roles":["editor"]}`, http.StatusOK},
		{"own", http.MethodPost, "/wp-json/wp/v2/posts", `{"title":"x","status":"publish"}`, http.StatusForbidden},
		{"own", http.MethodPost, "/wp-json/wp/v2/pages", `{"title":"x","status":"publish"}`, http.StatusCreated},
	} {
		if w := send(c.login, c.method, c.path, c.body); w.Code != c.status {
			t.Errorf("%s %s %s %s: %d, want %d: %s", c.login, c.method, c.path, c.body, w.Code, c.status, w.Body)
		}
	}
	// Another run brings what became of them.
	here.Close()
	here, _, err = adopting(t.Context(), t, data, exchange.Adoption{URL: server.URL, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := asked(here, "/wp-json/wp/v2/users/9?context=edit"); !contains(got, []string{`"roles":["editor"]`, `"extra_capabilities":{"editor":true,"edit_theme_options":true,"publish_posts":false}`}) {
		t.Error(got)
	}
}

func contains(text string, wants []string) bool {
	for _, want := range wants {
		if !strings.Contains(text, want) {
			return false
		}
	}
	return true
}
