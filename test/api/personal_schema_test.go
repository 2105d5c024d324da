package api

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/personal"
	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/people/mail/mailtest"
)

// holding says of the columns of a table what they may hold of a person. Columns that hold
// something are exported and erased: of those that TestPersonalColumns can fill, it
// looks for the person's marks afterwards.
type holding struct {
	table string
	// exported is told by an export, and forgotten by an erasure.
	exported string
	// erased goes with it, and isn't told: secrets, and what follows from what is told.
	erased string
	// passing goes by itself within days: what is under way, or waits for it.
	passing string
	// none of these tells who somebody is: numbers, states, what the site itself says.
	none string
}

// heldOn are the tables that only one engine has.
var heldOn = map[string][]holding{
	"sqlite": {{table: "change", none: "seq at node tags"}},
	"postgres": {
		{table: "change", none: "xid at node tags"},
		{table: "change_history", none: "id name forgotten"},
		{table: "entry_count_part", erased: "author", none: "type status n part"},
		{table: "term_count_part", none: "term_id type status n part"},
	},
}

// held are the tables that both have.
var held = []holding{
	{table: "account", exported: "id login slug email url name registered roles rights", erased: "login_fold email_fold name_key name_fold password_hash"},
	{table: "account_factor", exported: "kind name created used", erased: "id account_id lookup data counter"},
	{table: "account_meta", exported: "key value", erased: "id account_id compare"},
	{table: "account_token", passing: "id account_id kind digest data created expires"},
	{table: "account_try", passing: "subject account_id tries expires"},
	{table: "data_request", exported: "kind email status created asked confirmed completed", erased: "email_fold digest file_digest file_until", none: "id"},
	{table: "app_password", exported: "name created last_used last_ip scope expires", erased: "id uuid account_id app_id hash"},
	{table: "session", exported: "created seen expires ip agent", erased: "id account_id"},
	{table: "audit", exported: "at login ip action subject detail", erased: "actor_id", none: "id"},
	{table: "comment", exported: "id entry_id status type date_utc author_name author_email author_url author_ip agent content", erased: "account_id fold person_fold", none: "parent date karma"},
	{table: "comment_meta", none: "id comment_id key compare value"},
	// Who wrote an entry is forgotten; what it says stays with whom it was given to.
	{
		table: "entry", exported: "id type status date title excerpt content", erased: "author",
		none: "parent date_utc modified modified_utc slug password guid mime_type comment_status ping_status menu_order comment_count sticky title_key",
	},
	{table: "entry_count", erased: "author", none: "type status n"},
	{table: "entry_meta", none: "id entry_id key compare value"},
	// What the owner has entries hold in fields is the site's content, as in entry_meta.
	{table: "entry_field", none: "entry_id key position type status value"},
	{table: "entry_text", none: "entry_id indexed title excerpt file text"},
	{table: "entry_term", none: "entry_id term_id position type status date"},
	{table: "term", none: "id taxonomy slug name name_key name_fold description parent count term_group"},
	{table: "term_meta", none: "id term_id key compare value"},
	{table: "term_count", none: "term_id type status n"},
	// Settings are the site's: its address is changed by who runs it.
	{table: "site_option", none: "name value"},
	{table: "secret", none: "name value"},
	// Rows of an old site that nothing here understands may tell of people, and nobody can
	// say where. docs/moving-in.md has owners empty it.
	{table: "moved_aside", none: "kind name n value"},
	// What answers of both sites to nobody differ in.
	{table: "shadow_route", none: "route asked compared same in_row path difference"},
	{table: "shadow_node", none: "id turn writes seen"},
	{table: "shadow_phase", none: "id phase turn changed"},
	{table: "language_pack", none: "locale domain file texts"},
	{table: "version", none: "name n"},
	{table: "migration", none: "version name at"},
	{table: "extension_migration", none: "extension version name at"},
	{table: "cached", passing: "key value until"},
	// Messages under way are given up after days.
	{table: "job", passing: "payload last_error", none: "id kind key run_at attempts generation lease leased_until"},
	{table: "import_source", none: "id site name is_open next_entry next_term next_comment next_account progress"},
	{table: "import_entry", none: "source old_id mark new_id parent menu_parent featured"},
	{table: "import_file", none: "source old_id file urls image settled"},
	// What an import hasn't found the place of is dropped when it ends.
	{table: "import_later", passing: "record", none: "id source old_id"},

	// What an agent changed, and the values that were there before: the site's content.
	{table: "agents_call", exported: "at tool path", erased: "id account_id entry_id inverse state undone"},
	{table: "analytics_view", none: "entry_id day n"},
	{table: "analytics_feedback", none: "feature_key rating message waiting version marked_until"},
	// Front ends are told the addresses of what goes, and of its author, for some days.
	{table: "changes_change", passing: "name path was_path", none: "id seq mark at object type object_id entry_id event public"},
	{table: "changes_state", none: "id last pruned pruned_mark public_pruned public_pruned_mark"},
	{table: "changes_hook", none: "id name url secret events types audience active note created position position_mark next_at failing_since"},
	{table: "changes_delivery", passing: "payload answer error", none: "id hook_id token kind state attempts created tried took status changes position position_mark"},
	{table: "loginlimit_count", exported: "kind subject failures locked_until account", erased: "lockouts valid_until"},
	{table: "loginlimit_known", exported: "account address seen"},
	{table: "loginlimit_session", passing: "token user_id secret expires sent code code_until"},
	{table: "redirection_group", none: "id name sort_key module_id position enabled"},
	{table: "redirection_rule", none: "id group_id position enabled regex hits last_access action_type action_code match_type url sort_key match_url title title_key match_data action_data"},
	{table: "redirection_log", exported: "created ip url agent referrer request_data", erased: "id missing http_code rule_id request_method domain redirect_by sent_to url_key"},
	{table: "redirection_setting", none: "name value"},
	{
		table: "seo_row", exported: "name title description path", erased: "author_id object_id name_key search_key",
		none: `id object_type object_sub_type parent_id status protected social_title social_description keyphrase noindex minutes published modified seo_score
			readability_score inclusive_score title_score description_score link_count incoming_count pending more findings created_at updated_at imported version attempts`,
	},
	{table: "seo_link", none: "id row_id url kind path target_id"},
	{table: "seo_user", exported: "name value", erased: "user_id"},
}

// columns are those of all tables, as "table.column", without those that the engine
// makes for itself.
func (s *server) columns(t *testing.T, engine string) []string {
	t.Helper()
	text := "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'entry_trigram%'"
	if engine != "sqlite" {
		text = "SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = current_schema()"
	}
	var out []string
	err := s.app.DB.Tables("test").Query(t.Context(), text, nil, func(scan func(...any) error) error {
		var table, column string
		err := scan(&table, &column)
		out = append(out, table+"."+column)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPersonalColumns: every column says what it holds of people, so that a new one
// fails until somebody has thought of it. A person who did all there is to do is found
// in the export with every mark, and after the erasure in no column at all.
func TestPersonalColumns(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", Clock: clock.now, Mail: &mailtest.Outbox{}})
		declared := map[string]int{}
		held := slices.Concat(held, heldOn[e.name])
		for _, h := range held {
			for _, list := range []string{h.exported, h.erased, h.passing, h.none} {
				for _, column := range strings.Fields(list) {
					declared[h.table+"."+column]++
				}
			}
		}
		all := s.columns(t, e.name)
		for _, c := range all {
			if declared[c] != 1 {
				t.Errorf("%s is declared %d times: say in held what it holds of people", c, declared[c])
			}
		}
		for c := range declared {
			if !slices.Contains(all, c) {
				t.Errorf("there is no column %s", c)
			}
		}
		s.person(t, clock)
		var out bytes.Buffer
		if err := s.app.Personal.Export(t.Context(), "mallory", &out); err != nil {
			t.Fatal(err)
		}
		marks := []string{
			"mallory", "mallory@person.example", "Mallory Mark", "mallory.person.example", "MalloryNick", "MalloryBio", "203.0.113.201", "198.51.100.201", "203.0.113.202",
			"MalloryBrowser", "MalloryPhone", "MalloryComment", "MalloryEntry", "MalloryTitle", "mallory-visit",
		}
		for _, mark := range marks {
			if !strings.Contains(out.String(), mark) {
				t.Errorf("the export lacks %q", mark)
			}
		}
		if _, err := s.app.Personal.Erase(t.Context(), "mallory", personal.Erasure{DeleteEntries: true, DeleteComments: true}); err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			table, column, _ := strings.Cut(c, ".")
			if slices.ContainsFunc(held, func(h holding) bool {
				return h.table == table && slices.Contains(strings.Fields(h.passing), column)
			}) {
				continue
			}
			kind := "TEXT"
			if e.name != "sqlite" {
				kind = "text"
			}
			for _, mark := range marks {
				var n int
				text := fmt.Sprintf(`SELECT COUNT(*) FROM "%s" WHERE LOWER(CAST("%s" AS %s)) LIKE ?`, table, column, kind)
				if _, err := s.app.DB.Tables("test").QueryRow(t.Context(), text, []any{"%" + strings.ToLower(mark) + "%"}, &n); err != nil {
					t.Fatal(err)
				}
				if n > 0 {
					t.Errorf("%s still has %q", c, mark)
					break
				}
			}
		}
	})
}

// person makes an account and has it leave traces wherever one can.
func (s *server) person(t *testing.T, clock *clock) {
	t.Helper()
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "mallory", Email: "mallory@person.example", Role: "editor", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	u, err := s.app.DB.UserByLogin(t.Context(), "mallory")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range [][2]any{
		{"/core/v2/users/" + fmt.Sprint(u.ID), map[string]any{
			"name": "Mallory Mark", "url": "https://mallory.person.example/", "nickname": "MalloryNick", "description": "MalloryBio", "meta": map[string]any{"persisted_preferences": map[string]any{"mallory": "MalloryTitle"}},
		}},
		{"/redirection/v1/setting", map[string]any{"ip_logging": 1, "log_header": true}},
	} {
		if a := s.do("administrator", "POST", "/api"+set[0].(string), set[1]); a.status >= 300 {
			t.Fatalf("%s: %d %s", set[0], a.status, a.body)
		}
	}
	from := []string{"REMOTE", "203.0.113.201:4711", "User-Agent", "MalloryBrowser/1", "Referer", "https://mallory.person.example/x"}
	visit := func(method, path, kind, body, login, secret string) answer {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.RemoteAddr = from[1]
		r.Header.Set("User-Agent", from[3])
		r.Header.Set("Referer", from[5])
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		if login != "" {
			r.SetBasicAuth(login, secret)
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return answer{w.Code, w.Header(), w.Body.Bytes()}
	}
	const form = "application/x-www-form-urlencoded"
	visit("POST", "/wp-login.php", form, "log=mallory&pwd=wrong", "", "")
	visit("POST", "/wp-login.php", form, "log=mallory%40person.example&pwd=wrong", "", "")
	if a := visit("POST", "/wp-login.php", form, "log=mallory&pwd=correct+horse", "", ""); a.status != 302 {
		t.Fatalf("no log-in: %d %s", a.status, a.body)
	}
	made := s.do("administrator", "POST", fmt.Sprintf("/api/core/v2/users/%d/application-passwords", u.ID), map[string]any{"name": "MalloryPhone"})
	secret := valueAt(made.json(t), "password")
	from[1] = "203.0.113.202:4711"
	post := s.make("/core/v2/posts", map[string]any{"title": "Open", "content": "x", "status": "publish", "comment_status": "open"})
	for path, body := range map[string]string{
		"/api/core/v2/posts": `{"title":"MalloryEntry","content":"MalloryEntry","status":"publish"}`, "/api/core/v2/pages": `{"title":"MalloryEntry page","status":"draft"}`,
		"/api/core/v2/comments": `{"post":` + post + `,"content":"MalloryComment"}`,
	} {
		if a := visit("POST", path, "application/json", body, "mallory", secret); a.status != 201 {
			t.Fatalf("%s: %d %s", path, a.status, a.body)
		}
	}
	clock.unix.Add(3600)
	s.make("/core/v2/comments", map[string]any{"post": number(post), "author_name": "Mallory Mark", "author_email": "mallory@person.example", "author_ip": "198.51.100.201", "author_url": "https://mallory.person.example/", "author_user_agent": "MalloryBrowser/2", "content": "MalloryComment, as a guest"})
	if a := visit("GET", "/mallory-visit-nowhere/", "", "", "", ""); a.status != 404 {
		t.Fatal(a.status)
	}
	s.do("administrator", "GET", "/api/redirection/v1/404", nil) // writes what waits
	if err := s.app.DB.InsertRequest(t.Context(), &user.DataRequest{Kind: user.RequestExport, Email: "Mallory@person.example", Status: user.RequestPending}); err != nil {
		t.Fatal(err)
	}
	if err := s.app.DB.SetUserMeta(t.Context(), u.ID, "probe", "MalloryTitle"); err != nil {
		t.Fatal(err)
	}
}
