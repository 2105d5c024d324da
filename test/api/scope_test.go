package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext/all"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
)

// scoped is a new application password of a role's account.
func (s *server) scoped(role string, wanted auth.NewPassword) string {
	s.t.Helper()
	wanted.Name = "scoped"
	_, secret, err := auth.Issue(s.t.Context(), s.app.DB, s.app.Clock(), s.ids[role], wanted)
	if err != nil {
		s.t.Fatal(err)
	}
	return secret
}

// by is what a request with an application password of a role's account is answered.
func (s *server) by(ctx context.Context, role, secret, method, path, body string) answer {
	req := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.SetBasicAuth("test_"+role, secret)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// shown are the entries that readers may see, or that have no drafts. What an author keeps
// private is a draft, too.
const shown = "status NOT IN ('draft', 'auto-draft', 'pending', 'inherit', 'private') OR type = 'attachment'"

// beyondDrafts are rows that nobody may change who may only write drafts: conditions by
// table.
var beyondDrafts = map[string]string{
	"account": "", "account_meta": "", "app_password": "", "session": "", "account_factor": "", "account_token": "", "comment": "", "comment_meta": "", "term": "", "term_meta": "",
	"site_option": "", "secret": "", "redirection_rule": "", "redirection_group": "", "redirection_setting": "", "changes_hook": "", "seo_user": "",
	"entry": shown, "entry_meta": "entry_id IN (SELECT id FROM entry WHERE " + shown + ")",
}

// counted are columns that follow from what is done elsewhere.
var counted = []string{"app_password.last_used", "app_password.last_ip", "session.seen", "term.count", "entry.comment_count"}

// rows prints rows of tables, which conditions choose.
func (s *server) rows(ctx context.Context, columns []string, tables map[string]string) string {
	s.t.Helper()
	b := &strings.Builder{}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		var list []string
		for _, c := range columns {
			if of, name, _ := strings.Cut(c, "."); of == table && !slices.Contains(counted, c) {
				list = append(list, "COALESCE(CAST("+strconv.Quote(name)+" AS TEXT), '')")
			}
		}
		text := "SELECT " + strings.Join(list, " || '|' || ") + " AS line FROM " + table
		if tables[table] != "" {
			text += " WHERE " + tables[table]
		}
		err := s.app.DB.Tables("test").Query(ctx, text+" ORDER BY line", nil, func(scan func(...any) error) error {
			var line string
			err := scan(&line)
			fmt.Fprintln(b, table, line)
			return err
		})
		if err != nil {
			s.t.Fatal(text, err)
		}
	}
	return b.String()
}

// TestScopesOnEveryRoute sends every request of the interface with application passwords
// of an administrator that are good for a part of it. By those that may only read nothing
// is changed, whatever the route; by those that may write drafts nothing but drafts. The
// same requests without a bound change much.
func TestScopesOnEveryRoute(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", NoCache: true, Clock: clock.now})
		f := s.seed()
		clock.unix.Add(3600)
		columns := s.columns(t, e.name)
		changed := map[access.Scope]int{}
		refused := map[access.Scope]int{}
		for _, scope := range []access.Scope{access.ScopeRead, access.ScopeDrafts, access.ScopePublish} {
			secret := s.scoped("administrator", auth.NewPassword{Scope: scope})
			watched := beyondDrafts
			if scope == access.ScopeRead {
				watched = maps.Clone(beyondDrafts)
				watched["entry"], watched["entry_meta"], watched["entry_term"] = "", "", ""
			}
			// The first use is noted.
			s.by(t.Context(), "administrator", secret, "GET", "/api/core/v2/users/me", "")
			before := s.rows(t.Context(), columns, watched)
			for _, c := range f.cells() {
				if remote(c.name) || c.method == "OPTIONS" {
					continue
				}
				err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
					body := ""
					if c.body != nil {
						body = asJSON(t, c.body)
					}
					a := s.by(ctx, "administrator", secret, c.method, "/api"+c.path("administrator"), body)
					if strings.Contains(string(a.body), "internal_server_error") {
						t.Errorf("%s within %s: %d %s", c.key(), scope, a.status, a.body)
					}
					if a.status == 403 && strings.Contains(string(a.body), "quoin_scope") {
						refused[scope]++
						if c.method == "GET" {
							t.Errorf("%s within %s: a read is refused", c.key(), scope)
						}
					}
					if s.rows(ctx, columns, watched) != before {
						changed[scope]++
						if scope != access.ScopePublish {
							t.Errorf("%s within %s changed what it must not: %d %.200s", c.key(), scope, a.status, a.body)
						}
					}
					return errUndone
				})
				if !errors.Is(err, errUndone) {
					t.Fatal(err)
				}
			}
		}
		if changed[access.ScopePublish] < 50 || refused[access.ScopePublish] != 0 {
			t.Errorf("without bounds %d requests changed something, and %d were refused", changed[access.ScopePublish], refused[access.ScopePublish])
		}
		if refused[access.ScopeRead] < 150 || refused[access.ScopeDrafts] < 100 || refused[access.ScopeRead] <= refused[access.ScopeDrafts] {
			t.Errorf("refused: %v", refused)
		}
	})
}

// TestDraftsScope: what is written within it is no more than a draft, in every form of
// request.
func TestDraftsScope(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		made := func(role, status string) int64 {
			return int64(s.do(role, "POST", "/api/core/v2/posts", map[string]any{"title": status, "status": status}).object(t)["id"].(float64))
		}
		live, draft, hidden := made("editor", "publish"), made("author", "draft"), made("author", "private")
		for _, role := range []string{"editor", "administrator"} {
			drafts, read := s.scoped(role, auth.NewPassword{Scope: access.ScopeDrafts}), s.scoped(role, auth.NewPassword{Scope: access.ScopeRead})
			made := s.by(t.Context(), role, drafts, "POST", "/api/core/v2/posts", `{"title":"New","content":"<script>x</script>Text"}`)
			if made.status != 201 || strings.Contains(string(made.body), "<script>") {
				t.Fatalf("%s makes a draft: %d %s", role, made.status, made.body)
			}
			id := int64(made.object(t)["id"].(float64))
			for _, c := range []struct {
				secret, method, path, body string
				want                       int
			}{
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", id), `{"title":"Changed"}`, 200},
				{drafts, "POST", fmt.Sprint("/api/core/v2/posts/", id, "/autosaves"), `{"title":"Changed again"}`, 200},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", id), `{"status":"publish"}`, 403},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", id), `{"status":"private"}`, 403},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", id), `{"status":"future","date":"2090-01-01T00:00:00"}`, 403},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", id, "?_method=DELETE"), "", 403},
				{drafts, "GET", fmt.Sprint("/api/core/v2/posts/", id, "?_method=DELETE&force=true"), "", 403},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", live), `{"title":"Changed"}`, 403},
				{drafts, "POST", fmt.Sprint("/api/core/v2/posts/", live, "/autosaves"), `{"title":"Changed"}`, 403},
				{drafts, "POST", "/api/core/v2/posts", `{"title":"New","status":"publish"}`, 403},
				{drafts, "POST", "/api/core/v2/comments", fmt.Sprintf(`{"post":%d,"content":"x"}`, live), 403},
				{drafts, "POST", "/api/core/v2/users/me", `{"name":"x"}`, 403},
				{drafts, "POST", "/api/core/v2/users/me/application-passwords", `{"name":"x"}`, 403},
				{drafts, "POST", "/api/core/v2/media", `{"title":"x"}`, 403},
				{drafts, "GET", fmt.Sprint("/api/core/v2/posts/", id, "?context=edit"), "", 200},
				{read, "GET", fmt.Sprint("/api/core/v2/posts/", live), "", 200},
				{read, "GET", fmt.Sprint("/api/core/v2/posts/", draft), "", 403},
				{read, "GET", fmt.Sprint("/api/core/v2/posts/", hidden), "", 200},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", draft), `{"title":"Changed"}`, 200},
				{drafts, "PUT", fmt.Sprint("/api/core/v2/posts/", hidden), `{"title":"Changed"}`, 403},
				{read, "GET", fmt.Sprint("/api/core/v2/posts/", live, "?context=edit"), "", 403},
				{read, "PUT", fmt.Sprint("/api/core/v2/posts/", id), `{"title":"Changed"}`, 403},
				{read, "GET", "/wp-admin/admin.php?action=duplicate_post_clone&post=" + fmt.Sprint(live), "", 403},
				{drafts, "GET", "/wp-admin/admin.php?action=duplicate_post_clone&post=" + fmt.Sprint(live), "", 403},
			} {
				if a := s.by(t.Context(), role, c.secret, c.method, c.path, c.body); a.status != c.want {
					t.Errorf("%s %s %s %s: %d %.300s, want %d", role, c.method, c.path, c.body, a.status, a.body, c.want)
				}
			}
			// Each request of a batch is held to it.
			batch := fmt.Sprintf(`{"requests":[{"method":"PUT","path":"/core/v2/posts/%d","body":{"title":"In a batch"}},{"method":"DELETE","path":"/core/v2/posts/%d"},{"method":"PUT","path":"/core/v2/posts/%d","body":{"title":"x"}}]}`, id, id, live)
			a := s.by(t.Context(), role, drafts, "POST", "/api/batch/v1", batch)
			for i, want := range []string{"200", "403", "403"} {
				if got := valueAt(a.json(t), fmt.Sprintf("responses/%d/status", i)); got != want {
					t.Errorf("%s, request %d of a batch: %s, want %s: %s", role, i, got, want, a.body)
				}
			}
			if a := s.by(t.Context(), role, read, "POST", "/api/batch/v1", batch); strings.Count(string(a.body), "quoin_scope") != 3 {
				t.Errorf("%s, a batch of a reader: %s", role, a.body)
			}
			for secret, want := range map[string]string{drafts: "GET, POST", read: "GET"} {
				if got := s.by(t.Context(), role, secret, "OPTIONS", "/api/core/v2/posts", "").header.Get("Allow"); got != want {
					t.Errorf("%s may %q, want %q", role, got, want)
				}
			}
		}
	})
}

// TestExpiredAppPasswords: one that has ended is answered as one that was revoked.
func TestExpiredAppPasswords(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", Clock: clock.now})
		secret := s.scoped("editor", auth.NewPassword{Expires: clock.now().Add(time.Hour)})
		revoked := s.scoped("editor", auth.NewPassword{})
		me := func(secret string) answer {
			return s.by(t.Context(), "editor", secret, "GET", "/api/core/v2/users/me", "")
		}
		if a, b := me(secret), me(revoked); a.status != 200 || b.status != 200 {
			t.Fatalf("at first: %d, %d", a.status, b.status)
		}
		list := s.do("editor", "GET", "/api/core/v2/users/me/application-passwords", nil)
		uuid := valueAt(list.json(t), "2/uuid")
		s.do("editor", "DELETE", "/api/core/v2/users/me/application-passwords/"+uuid, nil)
		clock.unix.Add(3599)
		if a := me(secret); a.status != 200 {
			t.Errorf("a second before: %d", a.status)
		}
		clock.unix.Add(1)
		a, b := me(secret), me(revoked)
		if a.status != 401 || b.status != 401 || string(a.body) != string(b.body) {
			t.Errorf("expired: %d %s; revoked: %d %s", a.status, a.body, b.status, b.body)
		}
		// It is listed until it is deleted, and may be given another end.
		list = s.do("editor", "GET", "/api/core/v2/users/me/application-passwords", nil)
		if got := valueAt(list.json(t), "1/expires"); got != clock.now().UTC().Format("2006-01-02T15:04:05") || valueAt(list.json(t), "0/expires") != "<nil>" || valueAt(list.json(t), "0/scope") != "publish" {
			t.Errorf("listed: %s", list.body)
		}
		uuid = valueAt(list.json(t), "1/uuid")
		if a := s.do("editor", "PUT", "/api/core/v2/users/me/application-passwords/"+uuid, map[string]any{"expires": nil, "scope": "read"}); a.status != 200 || me(secret).status != 200 {
			t.Errorf("made good again: %d %s; %d", a.status, a.body, me(secret).status)
		}
		if a := s.by(t.Context(), "editor", secret, "POST", "/api/core/v2/posts", `{"title":"x"}`); a.status != 403 {
			t.Errorf("narrowed: %d", a.status)
		}
	})
}

// TestBoundsOfAppPasswords: what they are asked for with, in both dialects, and where the
// preset is to be like a site of the reference.
func TestBoundsOfAppPasswords(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, app.Config{Preset: "full", Clock: clock.now})
	soon := clock.now().UTC().Add(time.Hour).Format("2006-01-02T15:04:05")
	for _, at := range []string{"/api/core/v2", "/wp-json/wp/v2"} {
		mine := at + "/users/me/application-passwords"
		for _, c := range []struct {
			body, scope, expires string
			status               int
		}{
			{`{"name":"x"}`, "publish", "<nil>", 201},
			{`{"name":"x","scope":"drafts","expires":null}`, "drafts", "<nil>", 201},
			{`{"name":"x","scope":"read","expires":"` + soon + `"}`, "read", soon, 201},
			{`{"name":"x","expires":"2090-01-01T02:00:00+02:00"}`, "publish", "2090-01-01T00:00:00", 201},
			{`{"name":"x","expires":"2001-01-01T00:00:00"}`, "", "", 400},
			{`{"name":"x","expires":"2090-02-30T00:00:00"}`, "", "", 400},
			{`{"name":"x","expires":"tomorrow"}`, "", "", 400},
			{`{"name":"x","expires":5}`, "", "", 400},
			{`{"name":"x","scope":"admin"}`, "", "", 400},
			{`{"name":"x","scope":""}`, "", "", 400},
			{`{"name":"x","scope":["read"]}`, "", "", 400},
			{`{"name":"x","scope":null}`, "publish", "<nil>", 201},
		} {
			a := s.do("author", "POST", mine, strings.NewReader(c.body), "Content-Type", "application/json")
			if a.status != c.status || a.status == 201 && (valueAt(a.json(t), "scope") != c.scope || valueAt(a.json(t), "expires") != c.expires) {
				t.Errorf("%s %s: %d %s", at, c.body, a.status, a.body)
			}
		}
	}
	// One can't make another that outlives it, nor outlive itself.
	short := s.scoped("author", auth.NewPassword{Expires: clock.now().Add(time.Hour)})
	const mine = "/api/core/v2/users/me/application-passwords"
	for body, want := range map[string]int{
		`{"name":"x"}`: 403, `{"name":"x","expires":"2090-01-01T00:00:00"}`: 403, `{"name":"x","expires":"` + soon + `"}`: 201,
	} {
		if a := s.by(t.Context(), "author", short, "POST", mine, body); a.status != want {
			t.Errorf("%s by one that ends: %d %s", body, a.status, a.body)
		}
	}
	self := valueAt(s.by(t.Context(), "author", short, "GET", mine+"/introspect", "").json(t), "uuid")
	if a := s.by(t.Context(), "author", short, "PUT", mine+"/"+self, `{"expires":null}`); a.status != 403 {
		t.Errorf("outlives itself: %d %s", a.status, a.body)
	}
	if a := s.by(t.Context(), "author", short, "PUT", mine+"/"+self, `{"name":"renamed"}`); a.status != 200 {
		t.Errorf("renamed: %d %s", a.status, a.body)
	}
	for _, preset := range []string{"core", "deployment-1"} {
		plain := start(t, app.Config{Preset: preset})
		a := plain.do("author", "POST", mine, strings.NewReader(`{"name":"x","scope":"read","expires":"2001-01-01T00:00:00"}`), "Content-Type", "application/json")
		if a.status != 201 || strings.Contains(string(a.body), `"scope"`) || strings.Contains(string(a.body), `"expires"`) {
			t.Errorf("preset %s: %d %s", preset, a.status, a.body)
		}
		if a := plain.do("author", http.MethodOptions, mine, nil); strings.Contains(string(a.body), `"expires"`) {
			t.Errorf("preset %s: %s", preset, a.body)
		}
	}
}

// TestExtensionRightsAreBeyondDrafts: no right that an extension brings is left within a
// scope that isn't all.
func TestExtensionRightsAreBeyondDrafts(t *testing.T) {
	t.Parallel()
	n := 0
	for _, x := range all.List() {
		for _, list := range x.Caps {
			for _, c := range list {
				if n++; access.ScopeDrafts.Allows(c) || access.ScopeRead.Allows(c) {
					t.Errorf("%s of %s is left", c, x.ID)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no extension brings a right")
	}
}
