package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/people/account"
)

// greed is what a caller who wants more rights sends along with every write. Own
// numbers are put in by role.
func greed(own, admin int64) map[string]any {
	all := map[string]any{"administrator": true, "manage_options": true, "edit_users": true, "promote_users": true}
	return map[string]any{
		"roles": []any{"administrator"}, "role": "administrator", "capabilities": all, "extra_capabilities": all, "allcaps": all, "wp_capabilities": all,
		"wp_user_level": 10, "is_super_admin": true, "password_hash": "x", "user_pass": "taken over", "user_id": admin, "user": admin, "author": admin, "acting_as": admin,
		"default_role": "administrator", "users_can_register": true, "email": "taken@example.org", "admin_email": "taken@example.org",
		"meta": map[string]any{
			"wp_capabilities": all, "capabilities": all, "core_capabilities": all, "roles": []any{"administrator"}, "wp_user_level": 10, "session_tokens": map[string]any{"x": 1},
			"_application_passwords": []any{}, "default_password_nag": true, "persisted_preferences": map[string]any{"roles": []any{"administrator"}},
		},
		"id": own, "ID": admin,
	}
}

// rightsOf is what decides on rights, as it is stored: roles, the accounts of others,
// what could be logged in with, and the settings of the site.
func (s *server) rightsOf(ctx context.Context, caller int64) string {
	s.t.Helper()
	tables, b := s.app.DB.Tables("test"), &strings.Builder{}
	read := func(text string, columns int, args ...any) {
		err := tables.Query(ctx, text, args, func(scan func(...any) error) error {
			line, into := make([]string, columns), make([]any, columns)
			for i := range line {
				into[i] = &line[i]
			}
			err := scan(into...)
			fmt.Fprintln(b, strings.Join(line, "|"))
			return err
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	read("SELECT id || login || roles FROM account ORDER BY id", 1)
	read("SELECT login, password_hash, email FROM account WHERE id <> ? ORDER BY id", 3, caller)
	read("SELECT account_id || ' ' || key, value FROM account_meta WHERE (account_id <> ? OR key LIKE '%apabilit%' OR key LIKE '%level%' OR key LIKE '%token%') ORDER BY account_id, key, value", 2, caller)
	read("SELECT account_id || uuid FROM app_password WHERE account_id <> ? ORDER BY id", 1, caller)
	read("SELECT id FROM session WHERE account_id <> ? ORDER BY id", 1, caller)
	read("SELECT name, value FROM site_option WHERE name IN ('default_role', 'users_can_register', 'admin_email', 'active_plugins') ORDER BY name", 2)
	return b.String()
}

// TestNobodyRaisesTheirRights sends every write of the interface as every role below
// administrators, with all that a greedy caller may think of: in the body, as a form,
// in the query, within a batch, in both dialects. Afterwards nobody has other roles
// than before, other accounts are as they were, and so are the settings that give
// rights. Callers use application passwords here; TestRightsOfSessions tries cookies.
func TestNobodyRaisesTheirRights(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", NoCache: true, Clock: clock.now})
		f := s.seed()
		clock.unix.Add(3600)
		reference := s.app.Reference()
		admin := s.ids["administrator"]
		served := 0
		for i, c := range f.cells() {
			if c.method == "GET" || c.method == "OPTIONS" || remote(c.name) {
				continue
			}
			for j, role := range []string{"", "subscriber", "contributor", "author", "editor"} {
				own := s.ids[role]
				body := greed(own, admin)
				maps.Copy(body, c.body)
				path := c.path(role)
				err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
					before := s.rightsOf(ctx, own)
					var status int
					// Every endpoint comes in each form, as one role or another.
					switch (i + j) % 4 {
					case 0:
						status = s.tryRaw(ctx, role, c.method, "/api"+path, "application/json", asJSON(t, body))
					case 1:
						status = s.tryRaw(ctx, role, c.method, "/wp-json"+translated(reference, path), "application/json", asJSON(t, body))
					case 2:
						more := url.Values{"roles[]": {"administrator"}, "role": {"administrator"}, "meta[wp_capabilities][administrator]": {"1"}, "capabilities[manage_options]": {"1"}, "default_role": {"administrator"}}
						status = s.tryRaw(ctx, role, c.method, "/api"+path+"&"+more.Encode(), "application/x-www-form-urlencoded", more.Encode())
					case 3:
						status = s.tryRaw(ctx, role, "POST", "/api/batch/v1", "application/json", asJSON(t, map[string]any{
							"requests": []any{map[string]any{"method": c.method, "path": path, "body": body}},
						}))
					}
					if status < 300 {
						served++
					}
					if after := s.rightsOf(ctx, own); after != before {
						t.Errorf("%s as %q (form %d, answer %d) changed rights:\n%s\nwas\n%s", c.key(), role, (i+j)%4, status, after, before)
					}
					return errUndone
				})
				if !errors.Is(err, errUndone) {
					t.Fatal(err)
				}
			}
		}
		if served < 100 {
			t.Errorf("only %d of the requests were served at all", served)
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// tryRaw sends a request with a body as it is, within a transaction.
func (s *server) tryRaw(ctx context.Context, role, method, path, kind, body string) int {
	req := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", kind)
	if role != "" {
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	return w.Code
}

// TestRightsOfAccounts is the table of what accounts may do with accounts, and with
// the programs that act for them.
func TestRightsOfAccounts(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{NoCache: true})
	self, admin, other := func(role string) int64 { return s.ids[role] }, s.ids["administrator"], s.ids["subscriber"]
	for _, c := range []struct {
		what, method string
		path         func(role string) string
		body         map[string]any
		want         string // as matrixRoles
	}{
		{"read oneself", "GET", func(r string) string { return fmt.Sprint("users/", self(r), "?context=edit") }, nil, "404 200 200 200 200 200"},
		{"read another", "GET", func(string) string { return fmt.Sprint("users/", admin, "?context=edit") }, nil, "401 403 403 403 403 200"},
		{"change oneself", "POST", func(r string) string { return fmt.Sprint("users/", self(r)) }, map[string]any{"description": "x"}, "404 200 200 200 200 200"},
		{"change another", "POST", func(string) string { return fmt.Sprint("users/", admin) }, map[string]any{"description": "x"}, "401 403 403 403 403 200"},
		{"give oneself a role", "POST", func(r string) string { return fmt.Sprint("users/", self(r)) }, map[string]any{"roles": []string{"administrator"}}, "404 403 403 403 403 200"},
		{"lower oneself", "POST", func(r string) string { return fmt.Sprint("users/", self(r)) }, map[string]any{"roles": []string{"subscriber"}}, "404 403 403 403 403 403"},
		{"keep one's role", "POST", func(r string) string { return fmt.Sprint("users/", self(r)) }, map[string]any{"roles": []string{"editor"}}, "404 403 403 403 403 403"},
		{"promote another", "POST", func(string) string { return fmt.Sprint("users/", other) }, map[string]any{"roles": []string{"editor"}}, "401 403 403 403 403 200"},
		{"give a role that isn't there", "POST", func(string) string { return fmt.Sprint("users/", other) }, map[string]any{"roles": []string{"super_admin"}}, "401 403 403 403 403 400"},
		{"take another's roles", "POST", func(string) string { return fmt.Sprint("users/", admin) }, map[string]any{"roles": []string{}}, "401 403 403 403 403 200"},
		{"set another's password", "PUT", func(string) string { return fmt.Sprint("users/", admin) }, map[string]any{"password": "taken over"}, "401 403 403 403 403 200"},
		{"set another's address", "PATCH", func(string) string { return fmt.Sprint("users/", admin) }, map[string]any{"email": "t@example.org"}, "401 403 403 403 403 200"},
		{"make an account", "POST", func(string) string { return "users" }, map[string]any{"username": "new", "email": "n@example.org", "password": "correct horse"}, "401 403 403 403 403 201"},
		{"delete another", "DELETE", func(string) string { return fmt.Sprint("users/", other, "?force=true&reassign=0") }, nil, "401 403 403 403 403 200"},
		{"delete oneself", "DELETE", func(string) string { return "users/me?force=true&reassign=0" }, nil, "404 403 403 403 403 200"},
		{"list by role", "GET", func(string) string { return "users?roles=administrator" }, nil, "401 403 403 403 403 200"},
		{"list by right", "GET", func(string) string { return "users?capabilities=edit_posts" }, nil, "401 403 403 403 403 200"},
		{"list passwords of oneself", "GET", func(string) string { return "users/me/application-passwords" }, nil, "401 200 200 200 200 200"},
		{"list passwords of another", "GET", func(string) string { return fmt.Sprint("users/", admin, "/application-passwords") }, nil, "401 403 403 403 403 200"},
		{"make a password of another", "POST", func(string) string { return fmt.Sprint("users/", admin, "/application-passwords") }, map[string]any{"name": "x"}, "401 403 403 403 403 201"},
		{"revoke those of another", "DELETE", func(string) string { return fmt.Sprint("users/", admin, "/application-passwords") }, nil, "401 403 403 403 403 200"},
		{"change settings", "POST", func(string) string { return "settings" }, map[string]any{"default_role": "administrator", "title": "x"}, "401 403 403 403 403 200"},
	} {
		got := []string{}
		for _, role := range matrixRoles() {
			status, _ := s.tried(role, c.method, "/api/core/v2/"+c.path(role), c.body)
			got = append(got, fmt.Sprint(status))
		}
		if line := strings.Join(got, " "); line != c.want {
			t.Errorf("%s: %s, want %s", c.what, line, c.want)
		}
	}
}

// TestRightsOfSessions: a cookie without its nonce is nobody, and with it no more than
// its account, whatever headers say.
func TestRightsOfSessions(t *testing.T) {
	t.Parallel()
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "cora", Email: "cora@example.org", Role: "contributor", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	cora, err := s.app.DB.UserByLogin(t.Context(), "cora")
	if err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	b.logIn("cora", "correct horse")
	nonce := strings.TrimSpace(string(b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body))
	other := s.browser(t)
	other.logIn("ann", "correct horse")
	stolen := strings.TrimSpace(string(other.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body))
	me := fmt.Sprint("/api/core/v2/users/", cora.ID)
	form := url.Values{"roles[]": {"administrator"}, "meta[wp_capabilities][administrator]": {"1"}}
	for _, c := range []struct {
		name, path string
		headers    []string
		want       int
	}{
		{"no nonce", me, nil, 401}, {"another's nonce", me, []string{"X-WP-Nonce", stolen}, 403}, {"own nonce", me, []string{"X-WP-Nonce", nonce}, 403},
		{"own nonce in the query", me + "?_wpnonce=" + nonce, nil, 403}, {"by me", "/api/core/v2/users/me", []string{"X-WP-Nonce", nonce}, 403},
		{"in the other dialect", "/wp-json/wp/v2/users/me", []string{"X-WP-Nonce", nonce}, 403},
		{"as another method", me + "?_method=PUT", []string{"X-WP-Nonce", nonce}, 403},
		{"as said by a header", me, []string{"X-WP-Nonce", nonce, "X-HTTP-Method-Override", "PATCH", "X-Forwarded-User", "ann", "Remote-User", "ann", "X-Original-URL", "/api/core/v2/users/1"}, 403},
	} {
		a := b.visit(c.path, form, c.headers...)
		if a.status != c.want {
			t.Errorf("%s: %d %s", c.name, a.status, a.body)
		}
	}
	if u, err := s.app.DB.UserByID(t.Context(), cora.ID); err != nil || fmt.Sprint(u.Roles) != "[contributor]" {
		t.Errorf("cora is %v %v", u.Roles, err)
	}
}
