package api

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/audit"
	"quoin/internal/platform/access"
)

// TestAuditedEvents does everything that is recorded, looks for its line, and for any
// secret in the record. An action that it doesn't do fails it.
func TestAuditedEvents(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, _ := guarded(t, e, clock)
		ann := s.browser(t)
		ann.logIn("ann", "correct horse")
		author := fmt.Sprint("/api/core/v2/users/", s.ids["author"])
		secrets := []string{"correct horse", "battery staple", "sk-4711"}
		operator, _ := access.FromContext(app.AsOperator(t.Context()))
		uuid := ""
		use := func(ip string) func() {
			return func() {
				r := httptest.NewRequest("GET", "/api/core/v2/users/me", nil)
				r.SetBasicAuth("test_author", s.secrets["author"])
				r.Header.Set("X-Forwarded-For", ip)
				s.handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		}
		administrator := func(method, path string, body map[string]any) func() {
			return func() {
				if a := s.do("administrator", method, path, body); a.status >= 300 {
					t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
				}
			}
		}
		hand := func(form ...string) func() {
			return func() {
				page := ann.visit("/account", nil)
				if a := ann.submit(page, "/account", form...); a.status >= 400 {
					t.Errorf("%v: %d", form, a.status)
				}
			}
		}
		done := map[string]bool{}
		for _, c := range []struct {
			what string
			do   func()
			want string // login|ip|action|subject|detail, "" for no line
		}{
			{"a log-in", func() { s.from(t, "203.0.113.5", "bob", "correct horse") }, "bob|203.0.113.5|log-in||"},
			{"a failed log-in", func() { s.from(t, "203.0.113.6", "bob", "battery staple") }, "bob|203.0.113.6|log-in failed||"},
			{
				"a new account", administrator("POST", "/api/core/v2/users", map[string]any{"username": "new", "email": "new@example.org", "password": "battery staple"}),
				"test_administrator|192.0.2.1|account made|new|subscriber",
			},
			{"other roles", administrator("POST", author, map[string]any{"roles": []string{"editor"}}), "test_administrator|192.0.2.1|roles changed|test_author|author → editor"},
			{"a new password", administrator("POST", author, map[string]any{"password": "battery staple"}), "test_administrator|192.0.2.1|password changed|test_author|"},
			{"a new address", administrator("POST", author, map[string]any{"email": "a@example.org"}), "test_administrator|192.0.2.1|address changed|test_author|author@example.org → a@example.org"},
			{
				"an application password", func() {
					a := s.do("administrator", "POST", author+"/application-passwords", map[string]any{"name": "Phone"})
					uuid = valueAt(a.json(t), "uuid")
					secrets = append(secrets, valueAt(a.json(t), "password"), strings.ReplaceAll(valueAt(a.json(t), "password"), " ", ""))
				}, `test_administrator|192.0.2.1|app password made|test_author|"Phone"`,
			},
			{"one narrowed", func() {
				s.do("administrator", "PUT", author+"/application-passwords/"+uuid, map[string]any{"scope": "drafts", "expires": "2090-01-02T03:04:05"})
			}, `test_administrator|192.0.2.1|app password changed|test_author|"Phone", drafts, until 2090-01-02T03:04:05`},
			{"its name", func() {
				s.do("administrator", "PUT", author+"/application-passwords/"+uuid, map[string]any{"name": "Phone", "scope": "drafts"})
			}, ""},
			{"one revoked", func() { s.do("administrator", "DELETE", author+"/application-passwords/"+uuid, nil) }, `test_administrator|192.0.2.1|app password revoked|test_author|"Phone", drafts, until 2090-01-02T03:04:05`},
			{"one used", use("203.0.113.9"), `test_author|203.0.113.9|app password used|test_author|"test"`},
			{"used again", use("203.0.113.9"), ""},
			{"used elsewhere", use("2001:db8:1:2::7"), `test_author|2001:db8:1:2::/64|app password used|test_author|"test"`},
			{"used in the same network", use("2001:db8:1:2:3::9"), ""},
			{"used on another node", func() {
				other := s.node(s.app.Config)
				other.secrets = s.secrets
				other.do("author", "GET", "/api/core/v2/users/me", nil, "X-Forwarded-For", "203.0.113.9")
			}, ""},
			{"one's own application password", hand("do", "issue", "name", "Tablet"), `ann|192.0.2.1|app password made|ann|"Tablet"`},
			{"one's own revoked", func() {
				list, err := s.app.DB.AppPasswords(t.Context(), annID(t, s))
				if err != nil || len(list) != 1 {
					t.Fatal(list, err)
				}
				hand("do", "revoke", "id", list[0].UUID)()
			}, `ann|192.0.2.1|app password revoked|ann|"Tablet"`},
			{"a program authorized", func() {
				const path = "/wp-admin/authorize-application.php?app_name=Reader"
				ann.submit(ann.visit(path, nil), path, "approve", "1")
			}, `ann|192.0.2.1|app password made|ann|"Reader"`},
			{"an app for codes", func() {
				secret, recovery := ann.withApp(t, clock)
				secrets = append(append(secrets, secret), recovery...)
			}, "ann|192.0.2.1|second factors changed|ann|log-ins ask for a code of an authenticator app"},
			{"codes by mail", func() {
				ann.submit(ann.visit(factorsPage, nil), factorsPage, "do", "mail", "current", "correct horse")
			}, "ann|192.0.2.1|second factors changed|ann|log-ins ask for a code by mail"},
			{"a factor removed", func() {
				page := ann.visit(factorsPage, nil)
				id := regexp.MustCompile(`name="do" value="remove"><input type="hidden" name="id" value="(\d+)"`).FindStringSubmatch(string(page.body))
				ann.submit(page, factorsPage, "do", "remove", "id", id[1], "current", "correct horse")
			}, "ann|192.0.2.1|second factors changed|ann|a second factor or passkey was removed"},
			{"a setting", administrator("POST", "/api/core/v2/settings", map[string]any{"title": "Renamed"}), "test_administrator|192.0.2.1|setting changed|blogname|Quoin → Renamed"},
			{"a secret setting", func() {
				if err := s.app.Env.Site.SetOption(app.AsOperator(t.Context()), "probe_api_key", "sk-4711"); err != nil {
					t.Fatal(err)
				}
			}, "(command line)||setting changed|probe_api_key|"},
			{"an extension switched", administrator("PUT", "/api/core/v2/plugins/redirection/redirection", map[string]any{"status": "inactive"}), "test_administrator|192.0.2.1|extension switched|redirection/redirection|off"},
			{"and back", administrator("PUT", "/api/core/v2/plugins/redirection/redirection", map[string]any{"status": "active"}), "test_administrator|192.0.2.1|extension switched|redirection/redirection|on"},
			{"a theme", func() {
				archive := filepath.Join(t.TempDir(), "heron.zip")
				if err := os.WriteFile(archive, archiveOf(t, heronOf("1.2")...), 0o600); err != nil {
					t.Fatal(err)
				}
				if _, _, err := s.app.Themes.Add(t.Context(), operator, archive); err != nil {
					t.Error(err)
				}
			}, "(command line)||theme installed|heron|1.2"},
			{"and away", func() {
				if err := s.app.Themes.Remove(t.Context(), operator, "heron"); err != nil {
					t.Error(err)
				}
			}, "(command line)||theme removed|heron|"},
			{"an agent", func() {
				s.do("administrator", "POST", "/api/quoin/v1/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": "posts_find", "arguments": map[string]any{"search": "x"}}})
			}, `test_administrator|192.0.2.1|agent call|posts_find|read; search`},
			{
				"an account deleted", administrator("DELETE", fmt.Sprint("/api/core/v2/users/", s.ids["subscriber"], "?force=true&reassign=1"), nil),
				"test_administrator|192.0.2.1|account deleted|test_subscriber|",
			},
		} {
			before := s.record(t)
			c.do()
			var lines []string
			for _, l := range s.record(t)[len(before):] {
				lines = append(lines, strings.Join([]string{l.Login, l.IP, l.Action, l.Subject, l.Detail}, "|"))
				done[l.Action] = true
			}
			if c.want != "" && !slices.Contains(lines, c.want) || c.want == "" && len(lines) > 0 {
				t.Errorf("%s: %q, want %q", c.what, lines, c.want)
			}
		}
		for _, action := range audit.Actions() {
			if !done[action] {
				t.Errorf("nothing here is recorded as %q", action)
			}
		}
		for _, l := range s.record(t) {
			for _, secret := range secrets {
				if strings.Contains(fmt.Sprint(*l), secret) {
					t.Errorf("the record has %q: %+v", secret, *l)
				}
			}
		}
	})
}

// record is the audit log, the oldest in front.
func (s *server) record(t *testing.T) []*audit.Entry {
	t.Helper()
	list, err := s.app.DB.ListAudit(t.Context(), audit.Query{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	return list
}

func annID(t *testing.T, s *server) int64 {
	t.Helper()
	u, err := s.app.DB.UserByLogin(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	return u.ID
}
