package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"quoin/internal/app"
	"quoin/internal/domain/audit"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
)

// agent is a program that uses a site by the protocol, with the client of the official
// SDK.
type agent struct {
	t       testing.TB
	session *mcp.ClientSession
}

// basicTransport sends a password with each request.
type basicTransport struct{ login, secret string }

func (b basicTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.SetBasicAuth(b.login, b.secret)
	return http.DefaultTransport.RoundTrip(r)
}

// agent connects one over HTTP, as a role with a scope.
func (s *server) agent(t testing.TB, at, role string, scope access.Scope) *agent {
	t.Helper()
	web := httptest.NewServer(s.handler)
	t.Cleanup(web.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: web.URL + at, HTTPClient: &http.Client{Transport: basicTransport{"test_" + role, s.scoped(role, auth.NewPassword{Scope: scope})}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return &agent{t, session}
}

// tools are the names of all tools with their schemas.
func (a *agent) tools() map[string]*mcp.Tool {
	a.t.Helper()
	out := map[string]*mcp.Tool{}
	for t, err := range a.session.Tools(a.t.Context(), nil) {
		if err != nil {
			a.t.Fatal(err)
		}
		out[t.Name] = t
	}
	return out
}

// call calls a tool; code is that of a refusal.
func (a *agent) call(tool string, args any) (result map[string]any, code string) {
	a.t.Helper()
	res, err := a.session.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err.Error()
	}
	text := res.Content[0].(*mcp.TextContent).Text
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		a.t.Fatalf("%s: %v: %s", tool, err, text)
	}
	if res.IsError {
		return nil, fmt.Sprint(result["code"])
	}
	return result, ""
}

// good is a call that works.
func (a *agent) good(tool string, args any) map[string]any {
	a.t.Helper()
	result, code := a.call(tool, args)
	if code != "" {
		a.t.Fatalf("%s %v: %s", tool, args, code)
	}
	return result
}

const mcpPath = "/api/quoin/v1/mcp"

// mcpAt are the address in both dialects.
var mcpAt = []string{mcpPath, "/wp-json/quoin/v1/mcp"}

// TestAgentTools: what is listed follows from the scope, and every schema is one.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		for _, at := range mcpAt {
			read, drafts, all := s.agent(t, at, "administrator", access.ScopeRead).tools(), s.agent(t, at, "administrator", access.ScopeDrafts).tools(), s.agent(t, at, "administrator", access.ScopePublish).tools()
			for name, want := range map[string]string{
				"posts_find": "read drafts all", "posts_get": "read drafts all", "pages_find": "read drafts all", "categories_find": "read drafts all", "tags_get": "read drafts all",
				"media_find": "read drafts all", "comments_find": "read drafts all", "comments_get": "read drafts all", "core_get-site-info": "read drafts all", "core_get-user-info": "read drafts all",
				"posts_create_draft": "drafts all", "posts_update": "drafts all", "pages_create_draft": "drafts all", "undo": "drafts all",
				"posts_publish": "all", "media_upload": "all", "media_update": "all", "comments_moderate": "all",
			} {
				var got []string
				for list, tools := range map[string]map[string]*mcp.Tool{"read": read, "drafts": drafts, "all": all} {
					if tools[name] != nil {
						got = append(got, list)
					}
				}
				slices.Sort(got)
				wanted := strings.Fields(want)
				slices.Sort(wanted)
				if !slices.Equal(got, wanted) {
					t.Errorf("%s: %s is listed for %v, want %v", at, name, got, wanted)
				}
			}
			for name, tool := range all {
				for _, schema := range []any{tool.InputSchema, tool.OutputSchema} {
					c := jsonschema.NewCompiler()
					if err := c.AddResource("mem:x", schema); err != nil {
						t.Fatal(name, err)
					}
					if _, err := c.Compile("mem:x"); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				if tool.Description == "" || tool.Title == "" {
					t.Errorf("%s says nothing of itself", name)
				}
			}
			// The schema is that of the endpoint.
			properties := all["posts_find"].InputSchema.(map[string]any)["properties"].(map[string]any)
			if per := properties["per_page"].(map[string]any); per["maximum"] != 100.0 {
				t.Errorf("per_page: %v", per)
			}
			if _, ok := all["posts_create_draft"].InputSchema.(map[string]any)["properties"].(map[string]any)["status"]; ok {
				t.Error("the status of a draft can be chosen")
			}
		}
		// A type of the owner's has tools without a restart.
		if err := s.define(`{"kind":"type","name":"book","rest_base":"books","public":true,"show_in_rest":true,"labels":{"name":"Books"}}`); err != nil {
			t.Fatal(err)
		}
		a := s.agent(t, mcpPath, "editor", access.ScopeDrafts)
		if tools := a.tools(); tools["books_find"] == nil || tools["books_create_draft"] == nil {
			t.Error("an own type has no tools")
		}
		if made := a.good("books_create_draft", map[string]any{"title": "A book"}); valueAt(made, "item/type") != "book" {
			t.Errorf("a book: %v", made)
		}
	})
}

// TestAgentWrites goes the way of an agent: it finds, drafts, changes, publishes, and takes
// all of it back. Each call is in the audit log.
func TestAgentWrites(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", Clock: clock.now})
		a := s.agent(t, mcpPath, "editor", access.ScopePublish)
		valid := a.validator()
		category := s.make("/core/v2/categories", map[string]any{"name": "News"})
		count := func() string {
			return valueAt(a.good("posts_find", map[string]any{"status": []string{"any"}}), "total")
		}

		// Dry runs change nothing.
		before := count()
		dry := a.good("posts_create_draft", map[string]any{"title": "Hello", "dry_run": true})
		valid("posts_create_draft", dry)
		if valueAt(dry, "dry_run") != "true" || valueAt(dry, "item/title/raw") != "Hello" || valueAt(dry, "call") != "<nil>" || count() != before {
			t.Errorf("a draft that was only tried: %v", dry)
		}
		made := a.good("posts_create_draft", map[string]any{"title": "Hello", "content": "<p>One</p>", "categories": []int64{number(category)}})
		valid("posts_create_draft", made)
		id := at(made, "item", "id")
		if valueAt(made, "item/status") != "draft" || valueAt(made, "dry_run") != "false" {
			t.Errorf("a draft: %v", made)
		}
		clock.unix.Add(60)
		tried := a.good("posts_update", map[string]any{"id": id, "content": "<p>Two</p>", "dry_run": true})
		if valueAt(tried, "changes/0/member") != "content" || valueAt(tried, "changes/0/before") != "<p>One</p>" || valueAt(tried, "changes/0/after") != "<p>Two</p>" {
			t.Errorf("what would change: %v", tried["changes"])
		}
		if now := a.good("posts_get", map[string]any{"id": id, "context": "edit"}); valueAt(now, "item/content/raw") != "<p>One</p>" || !strings.HasPrefix(valueAt(now, "item/modified"), valueAt(made, "item/modified")) {
			t.Errorf("a change that was only tried: %v", now)
		}
		if revisions := s.do("editor", "GET", fmt.Sprint("/api/core/v2/posts/", id, "/revisions"), nil); strings.Contains(string(revisions.body), "Two") {
			t.Errorf("a revision of it: %s", revisions.body)
		}
		changed := a.good("posts_update", map[string]any{"id": id, "title": "Hello you", "content": "<p>Two</p>", "slug": "hello-you", "categories": []int64{}})
		valid("posts_update", changed)
		clock.unix.Add(60)
		live := a.good("posts_publish", map[string]any{"id": id})
		if valueAt(live, "item/status") != "publish" || s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", id), nil).status != 200 {
			t.Errorf("published: %v", live)
		}

		// All is taken back, in the other order.
		clock.unix.Add(60)
		undry := a.good("undo", map[string]any{"call": live["call"], "dry_run": true})
		if valueAt(undry, "dry_run") != "true" || s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", id), nil).status != 200 {
			t.Errorf("taken back for trial: %v", undry)
		}
		a.good("undo", map[string]any{"call": live["call"]})
		if s.do("", "GET", fmt.Sprint("/api/core/v2/posts/", id), nil).status != 401 {
			t.Error("it is public still")
		}
		if _, code := a.call("undo", map[string]any{"call": live["call"]}); code != "quoin_agent_undone" {
			t.Errorf("taken back twice: %s", code)
		}
		again := a.good("undo", map[string]any{"call": changed["call"]})
		now := a.good("posts_get", map[string]any{"id": id, "context": "edit"})
		if valueAt(now, "item/content/raw") != "<p>One</p>" || valueAt(now, "item/title/raw") != "Hello" || valueAt(now, "item/categories/0") != category || valueAt(now, "item/status") != "draft" {
			t.Errorf("taken back: %v", now)
		}
		// That is a call, too.
		a.good("undo", map[string]any{"call": again["call"]})
		if now := a.good("posts_get", map[string]any{"id": id, "context": "edit"}); valueAt(now, "item/content/raw") != "<p>Two</p>" || valueAt(now, "item/title/raw") != "Hello you" {
			t.Errorf("taken back twice: %v", now)
		}
		// What somebody else changed since isn't lost by accident.
		second := a.good("posts_update", map[string]any{"id": id, "title": "Mine"})
		s.do("administrator", "POST", fmt.Sprint("/api/core/v2/posts/", id), map[string]any{"title": "Theirs"})
		if _, code := a.call("undo", map[string]any{"call": second["call"]}); code != "quoin_agent_changed" {
			t.Errorf("changed since: %s", code)
		}
		if forced := a.good("undo", map[string]any{"call": second["call"], "force": true}); valueAt(forced, "item/title/raw") != "Hello you" {
			t.Errorf("by force: %v", forced)
		}
		if _, code := s.agent(t, mcpPath, "author", access.ScopePublish).call("undo", map[string]any{"call": second["call"]}); code != "quoin_agent_no_call" {
			t.Errorf("a call of another: %s", code)
		}

		// Files and comments.
		picture := base64.StdEncoding.EncodeToString(smallPNG(t))
		if dry := a.good("media_upload", map[string]any{"filename": "a.png", "data": picture, "dry_run": true}); valueAt(dry, "changes/0/after/mime_type") != "image/png" {
			t.Errorf("a file that was only tried: %v", dry)
		}
		if total := valueAt(a.good("media_find", map[string]any{}), "total"); total != "0" {
			t.Errorf("%s files", total)
		}
		file := a.good("media_upload", map[string]any{"filename": "a.png", "data": picture, "alt_text": "A dot", "title": "Dot"})
		valid("media_upload", file)
		if valueAt(file, "item/mime_type") != "image/png" || valueAt(file, "item/alt_text") != "A dot" {
			t.Errorf("a file: %v", file)
		}
		a.good("undo", map[string]any{"call": file["call"]})
		if _, code := a.call("media_get", map[string]any{"id": at(file, "item", "id")}); code != "rest_post_invalid_id" {
			t.Errorf("the file is there still: %s", code)
		}
		open := s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish"})
		comment := number(s.make("/core/v2/comments", map[string]any{"post": number(open), "content": "Spam"}))
		moderated := a.good("comments_moderate", map[string]any{"id": comment, "status": "spam"})
		valid("comments_moderate", moderated)
		if valueAt(moderated, "item/status") != "spam" {
			t.Errorf("moderated: %v", moderated)
		}
		a.good("undo", map[string]any{"call": moderated["call"]})
		if now := a.good("comments_get", map[string]any{"id": comment, "context": "edit"}); valueAt(now, "item/status") != "approved" {
			t.Errorf("the comment: %v", now)
		}
		a.good("undo", map[string]any{"call": s.agent(t, mcpPath, "editor", access.ScopePublish).good("pages_create_draft", map[string]any{"title": "Gone"})["call"]})

		// Every call stands in the log, without texts.
		log, err := s.app.DB.ListAudit(t.Context(), auditOf("agent call"))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, l := range log {
			lines = append(lines, l.Login+" "+l.Subject+": "+l.Detail)
		}
		all := strings.Join(lines, "\n")
		for _, want := range []string{
			"test_editor posts_create_draft: tried; title", fmt.Sprintf("test_editor posts_create_draft: call %v; categories, content, title", made["call"]),
			fmt.Sprintf("test_editor posts_update: call %v; id %v, categories, content, slug, title", changed["call"], id), fmt.Sprintf("test_editor posts_publish: call %v; id %v", live["call"], id),
			"test_editor posts_get: read; id", "test_editor undo: refused: quoin_agent_changed; call", "test_author undo: refused: quoin_agent_no_call", fmt.Sprintf("test_editor media_upload: call %v", file["call"]),
		} {
			if !strings.Contains(all, want) {
				t.Errorf("the log lacks %q:\n%s", want, all)
			}
		}
		if strings.Contains(all, "Hello") || strings.Contains(all, picture[:20]) {
			t.Error("the log has texts")
		}
	})
}

// validator holds results against the schemas that were listed.
func (a *agent) validator() func(tool string, result map[string]any) {
	a.t.Helper()
	tools := a.tools()
	return func(tool string, result map[string]any) {
		a.t.Helper()
		c := jsonschema.NewCompiler()
		if err := c.AddResource("mem:x", tools[tool].OutputSchema); err != nil {
			a.t.Fatal(err)
		}
		schema, err := c.Compile("mem:x")
		if err == nil {
			err = schema.Validate(result)
		}
		if err != nil {
			a.t.Errorf("%s: %v", tool, err)
		}
	}
}

// TestAgentScopes: tools do no more than the password and the account may.
func TestAgentScopes(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		live := number(s.make("/core/v2/posts", map[string]any{"title": "Live", "status": "publish"}))
		drafts, read := s.agent(t, mcpPath, "editor", access.ScopeDrafts), s.agent(t, mcpPath, "editor", access.ScopeRead)
		contributor := s.agent(t, mcpPath, "contributor", access.ScopePublish)
		made := drafts.good("posts_create_draft", map[string]any{"title": "x"})
		id := at(made, "item", "id")
		for _, c := range []struct {
			a    *agent
			tool string
			args map[string]any
			want string
		}{
			{drafts, "posts_update", map[string]any{"id": live, "title": "y"}, "rest_forbidden_context"},
			{drafts, "posts_publish", map[string]any{"id": id}, "unknown tool"},
			{drafts, "media_upload", map[string]any{"filename": "a.png", "data": "eA=="}, "unknown tool"},
			{read, "posts_create_draft", map[string]any{"title": "y"}, "unknown tool"},
			{read, "posts_get", map[string]any{"id": id, "context": "edit"}, "rest_forbidden_context"},
			{read, "undo", map[string]any{"call": made["call"]}, "unknown tool"},
			{contributor, "posts_publish", map[string]any{"id": id}, "rest_forbidden_context"},
			{contributor, "posts_update", map[string]any{"id": live, "title": "y"}, "rest_forbidden_context"},
			{contributor, "media_upload", map[string]any{"filename": "a.png", "data": "eA==", "dry_run": true}, "rest_cannot_create"},
			{contributor, "comments_moderate", map[string]any{"id": 1, "status": "spam"}, "rest_comment_invalid_id"},
			{contributor, "core_get-site-info", map[string]any{}, "rest_ability_cannot_execute"},
		} {
			if _, code := c.a.call(c.tool, c.args); !strings.Contains(code, c.want) {
				t.Errorf("%s %v: %q, want %q", c.tool, c.args, code, c.want)
			}
		}
		// Who could make a draft can throw it away, and not what became of it.
		published := drafts.good("posts_create_draft", map[string]any{"title": "z"})
		s.do("editor", "POST", fmt.Sprint("/api/core/v2/posts/", at(published, "item", "id")), map[string]any{"status": "publish"})
		for _, args := range []map[string]any{{"call": published["call"]}, {"call": published["call"], "force": true}} {
			if _, code := drafts.call("undo", args); code == "" {
				t.Errorf("%v threw away what is published", args)
			}
		}
		drafts.good("undo", map[string]any{"call": made["call"]})
		if a := s.do("editor", "GET", fmt.Sprint("/api/core/v2/posts/", id, "?context=edit"), nil); valueAt(a.json(t), "status") != "trash" {
			t.Errorf("thrown away: %s", a.body)
		}
		// Only passwords count, not sessions, and other presets have none of it.
		if a := s.do("", "POST", mcpPath, map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}); a.status != 401 {
			t.Errorf("a stranger: %d", a.status)
		}
		core := start(t, app.Config{Preset: "deployment-1"})
		if a := core.do("administrator", "POST", mcpPath, map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}); a.status != 404 {
			t.Errorf("another preset: %d", a.status)
		}
	})
}

// TestHostileAgents: whatever is sent, the answer is one of the protocol or a refusal, and
// nothing is changed.
func TestHostileAgents(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		secret := s.scoped("administrator", auth.NewPassword{})
		columns := s.columns(t, e.name)
		watched := map[string]string{"entry": "", "entry_meta": "", "comment": "", "term": "", "account": "", "site_option": "", "agents_call": ""}
		send := func(body string) answer { return s.by(t.Context(), "administrator", secret, "POST", mcpPath, body) }
		send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		before := s.rows(t.Context(), columns, watched)
		call := func(tool, args string) string {
			return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
		}
		deep := strings.Repeat(`{"a":`, 2000) + "1" + strings.Repeat("}", 2000)
		for _, body := range []string{
			"", "{", "[]", "null", `"x"`, "5", "{}", deep, `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`,
			`{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":5}`, `{"jsonrpc":"2.0","id":1,"method":"nothing"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["posts_find"]}}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"%%%"}}`,
			`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
			call("posts_find", `[]`), call("posts_find", `"x"`), call("posts_find", `{"nothing":1}`), call("posts_find", `{"per_page":100000}`), call("posts_find", `{"per_page":"\u0000"}`), call("posts_find", `{"_fields":{"a":[]}}`),
			call("posts_find", `{"search":"`+strings.Repeat("a ", 20000)+`"}`), call("posts_get", `{"id":"../users/1"}`), call("posts_get", `{"id":-1}`), call("posts_get", `{"id":1e300}`), call("posts_get", `{"id":99999999999999999999}`), call("posts_get", `{}`),
			call("posts_create_draft", `{"title":"x","status":"publish"}`), call("posts_create_draft", `{"title":"x","password":"y"}`), call("posts_create_draft", `{"title":"x","dry_run":"yes"}`),
			call("posts_create_draft", `{"title":"x","_method":"DELETE"}`), call("posts_create_draft", `{"title":"x","author":99999}`), call("posts_update", `{"id":99999,"title":"x"}`), call("posts_publish", `{"id":1,"date":"x"}`),
			call("media_upload", `{"filename":"a.png","data":"!!"}`), call("media_upload", `{"filename":"a.php","data":"PD9waHA="}`), call("media_upload", `{"filename":"../../a.png","data":"eA=="}`), call("media_upload", `{"filename":"a\r\nX: y.png","data":"eA=="}`), call("media_upload", `{"filename":5,"data":[]}`),
			call("comments_moderate", `{"id":99999,"status":"spam"}`), call("undo", `{"call":99999}`), call("undo", `{"call":"1"}`), call("undo", `{"call":1.5}`), call("undo", `{"call":-1}`), call("core_get-site-info", `{"fields":["nothing"]}`), call("core_get-site-info", `{"x":1}`),
			call(`../../x`, `{}`), call(strings.Repeat("x", 100000), `{}`),
		} {
			a := send(body)
			if a.status >= 500 || strings.Contains(string(a.body), "internal_server_error") && !strings.Contains(body, "a.php") || strings.Contains(string(a.body), "internal error") {
				t.Errorf("%.200s: %d %.300s", body, a.status, a.body)
			}
			if strings.Contains(body, "tools/call") && a.status == 200 && !strings.Contains(string(a.body), `"isError":true`) && !strings.Contains(string(a.body), `"error":`) && !strings.Contains(body, "search") && !strings.Contains(body, "_fields") {
				t.Errorf("%.200s is taken: %.300s", body, a.body)
			}
		}
		if after := s.rows(t.Context(), columns, watched); after != before {
			t.Errorf("something was changed:\n%s\nwas\n%s", after, before)
		}
		for _, method := range []string{"GET", "DELETE"} {
			if a := s.by(t.Context(), "administrator", secret, method, mcpPath, ""); a.status != 405 {
				t.Errorf("%s: %d %s", method, a.status, a.body)
			}
		}
		if a := send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`); a.status != 202 {
			t.Errorf("a notification: %d %s", a.status, a.body)
		}
		if a := s.do("administrator", "POST", mcpPath, strings.NewReader(strings.Repeat(" ", 17<<20)), "Content-Type", "application/json"); a.status != 413 {
			t.Errorf("a long message: %d", a.status)
		}
		s.noLine(t, "a tool panicked")
	})
}

// auditOf asks for the lines of one action.
func auditOf(action string) audit.Query { return audit.Query{Action: action, Limit: 1000} }

// smallPNG is a picture.
func smallPNG(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
