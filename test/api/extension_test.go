package api

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/ext/exttest"
)

// probeScripts is the policy for scripts with the probe's host, behind those of scripts that stand
// in the page.
var probeScripts = regexp.MustCompile(`script-src [^;]*/wp-content/themes/( 'sha256-[^']+')* https://probe\.example`)

// probed starts a site with the extension that uses every part of the seam.
func probed(t testing.TB, e engine) *server {
	t.Helper()
	return start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{exttest.Extension()}})
}

// switchProbe switches the extension through the API.
func (s *server) switchProbe(status string) {
	s.t.Helper()
	if a := s.do("administrator", "PUT", "/api/core/v2/plugins/"+exttest.Plugin, map[string]any{"status": status}); a.status != 200 {
		s.t.Fatalf("switch to %s: %d %s", status, a.status, a.body)
	}
}

// log is what the extension noted of others' writes.
func (s *server) log() []string {
	s.t.Helper()
	var out []string
	for _, v := range s.do("administrator", "GET", "/api/probe/v1/log", nil).json(s.t).([]any) {
		out = append(out, v.(string))
	}
	return out
}

// valueAt is the value at a path of keys of an answer, printed.
func valueAt(v any, path string) string { return fmt.Sprint(at(v, strings.Split(path, "/")...)) }

// TestExtensionPartsAreThereWhileActive looks at every part that an API client
// or a visitor sees, while the extension is on, off and on again.
func TestExtensionPartsAreThereWhileActive(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := probed(t, e)
		id := s.make("/core/v2/posts", map[string]any{
			"title": "Noted", "slug": "noted", "status": "publish", "probe_note": "mind <this>", "meta": map[string]any{"probe_score": 5},
			"content": "<!-- wp:probe/greeting {\"name\":\"you\"} --><p>plain</p><!-- /wp:probe/greeting -->",
		})
		s.make("/core/v2/posts", map[string]any{"title": "Bare", "status": "publish"})
		s.make("/core/v2/categories", map[string]any{"name": "Zoo"})
		s.make("/core/v2/users", map[string]any{"username": "saved", "email": "saved@example.org", "password": "a long enough one"})
		page := strings.TrimPrefix(valueAt(s.do("", "GET", "/api/core/v2/posts/"+id, nil).json(t), "link"), "http://example.org")
		check := func(on bool) {
			t.Helper()
			want := func(what, got, whileOn, whileOff string) {
				t.Helper()
				want := whileOff
				if on {
					want = whileOn
				}
				if got != want {
					t.Errorf("active %v: %s is %q, want %q", on, what, got, want)
				}
			}
			for _, mount := range []struct{ root, core, probe, note, plugin string }{
				{"/api", "/core/v2", "/probe/v1", "probe_note", exttest.Plugin},
				{"/wp-json", "/wp/v2", "/wp-probe/v1", "wp_probe_note", "wp-probe/wp-probe"},
			} {
				get := func(path string) any { return s.do("administrator", "GET", mount.root+path, nil).json(t) }
				anonymous := func(path string) any { return s.do("", "GET", mount.root+path, nil).json(t) }
				want("namespace", fmt.Sprint(strings.Contains(valueAt(anonymous("/"), "namespaces"), mount.probe[1:])), "true", "false")
				want("route", valueAt(get(mount.probe+"/notes"), "0/"+mount.note), "mind <this>", "<nil>")
				want("OPTIONS of the route", valueAt(s.do("", "OPTIONS", mount.root+mount.probe+"/notes", nil).json(t), "namespace"), mount.probe[1:], "<nil>")
				item := anonymous(mount.core + "/posts/" + id)
				want("field of entries", valueAt(item, mount.note), "mind <this>", "<nil>")
				want("link of entries", fmt.Sprint(strings.Contains(fmt.Sprint(at(item, "_links")), "probe.example/notes")), "true", "false")
				want("meta of entries", valueAt(item, "meta/probe_score"), "5", "<nil>")
				want("meta of terms", valueAt(anonymous(mount.core+"/categories/1"), "meta/probe_rank"), "0", "<nil>")
				want("field of terms", valueAt(anonymous(mount.core+"/categories"), "0/probe_length"), "13", "<nil>")
				want("meta of users", valueAt(get(mount.core+"/users/me?context=edit"), "meta/probe_karma"), "0", "<nil>")
				want("field of users", valueAt(get(mount.core+"/users/me"), "probe_initial"), "t", "<nil>")
				want("capability", valueAt(get(mount.core+"/users/me?context=edit"), "capabilities/"+exttest.CapWrite), "true", "<nil>")
				want("field of types", valueAt(anonymous(mount.core+"/types"), "post/probe_known"), "true", "<nil>")
				want("schema", valueAt(s.do("", "OPTIONS", mount.root+mount.core+"/posts", nil).json(t), "schema/properties/"+mount.note+"/type"), "string", "<nil>")
				want("list of the noted", fmt.Sprint(len(anonymous(mount.core+"/posts?probe_noted=true").([]any))), "1", "2")
				want("list of the others", valueAt(anonymous(mount.core+"/posts?probe_noted=false"), "0/title/rendered"), "Bare", "Bare")
				want("terms that were saved", fmt.Sprint(len(anonymous(mount.core+"/categories?probe_saved=true").([]any))), "1", "2")
				want("terms that weren't", valueAt(anonymous(mount.core+"/categories?probe_saved=false"), "0/id"), "1", "1")
				want("users who were saved", valueAt(get(mount.core+"/users?probe_saved=true&search=saved"), "0/slug"), "saved", "saved")
				want("users who weren't", fmt.Sprint(len(get(mount.core+"/users?probe_saved=false&search=saved").([]any))), "0", "1")
				want("status", valueAt(get(mount.core+"/statuses?context=edit"), exttest.StatusParked+"/name"), "Parked", "<nil>")
				want("setting", valueAt(get(mount.core+"/settings"), "probe_greeting"), "Hello", "<nil>")
				want("plugin", valueAt(get(mount.core+"/plugins"), "0/plugin"), mount.plugin, mount.plugin)
				want("its status", valueAt(get(mount.core+"/plugins/"+mount.plugin), "status"), "active", "inactive")
				want("its address", valueAt(get(mount.core+"/plugins/"+mount.plugin), "_links/self/0/href"),
					"http://example.org"+mount.root+mount.core+"/plugins/"+mount.plugin, "http://example.org"+mount.root+mount.core+"/plugins/"+mount.plugin)
				want("rendered block", fmt.Sprint(strings.Contains(valueAt(item, "content/rendered"), "Hello you")), "true", "false")
			}
			a := s.do("", "GET", page, nil)
			has := func(text string) string { return fmt.Sprint(strings.Contains(string(a.body), text)) }
			want("head", has(`<meta name="probe" content="Hello">`), "true", "false")
			want("title", has("<title>Probed: Noted"), "true", "false")
			want("before", has(`<p class="probe-before">mind &lt;this&gt;</p>`), "true", "false")
			want("end", has("<!-- probe was here -->"), "true", "false")
			policy := a.header.Get("Content-Security-Policy")
			want("policy", fmt.Sprint(probeScripts.MatchString(policy), strings.Contains(policy, "connect-src 'self' https://probe.example")),
				"true true", "false false")
			for _, again := range []string{"", "from the cache"} {
				want("middleware "+again, s.do("", "GET", page, nil).header.Get("X-Probe"), "on", "")
			}
			want("moved", fmt.Sprint(s.do("", "GET", "/probe-moved/", nil).status), "301", "404")
			want("gone", fmt.Sprint(s.do("", "GET", "/probe-gone/", nil).status), "410", "404")
			want("in place", fmt.Sprint(s.do("", "GET", "/probe-front/", nil).status), "200", "404")
			want("not found", fmt.Sprint(s.do("", "GET", "/probe-nowhere/", nil).status), "302", "404")
			_, err := s.app.Auth.LogIn(httptest.NewRequest("POST", "/login", nil), "probe-blocked", "x")
			want("log-in", fmt.Sprint(err != nil), "true", "false")
			var out bytes.Buffer
			err = s.app.Ext.Run(t.Context(), exttest.ID, "count", &ext.Call{Args: []string{"this"}, Flags: map[string]any{"least": int64(1)}, Out: &out})
			want("command", out.String()+fmt.Sprint(err != nil), "1\nfalse", "true")
		}
		check(true)
		s.switchProbe("inactive")
		check(false)
		s.switchProbe("active")
		check(true)
		if log := s.log(); !slices.Contains(log, "off") || log[len(log)-1] != "on" {
			t.Errorf("the extension heard %v", log)
		}
	})
}

// TestExtensionWrites follows hooks, fields that are written and refusals.
func TestExtensionWrites(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := probed(t, e)
		term := s.make("/core/v2/tags", map[string]any{"name": "Tag"})
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish", "tags": []int64{number(term)}})
		s.make("/core/v2/comments", map[string]any{"post": number(id), "content": "Said"})
		s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"title": "New name"})
		want := []string{"term Tag", "entry new=true First 2 terms", "comment Said", "option blogname New name"}
		if log := slices.DeleteFunc(s.log(), func(what string) bool { return strings.HasPrefix(what, "user ") }); !slices.Equal(log, want) {
			t.Errorf("the hooks heard %q, want %q", log, want)
		}
		a := s.do("administrator", "POST", "/api/core/v2/posts/"+id, map[string]any{"title": "refused", "probe_note": "x"})
		if a.status != 400 || valueAt(a.json(t), "code") != "probe_refused" {
			t.Errorf("a refused write: %d %s", a.status, a.body)
		}
		path := "/api/core/v2/posts/" + id + "?_fields=probe_note,title"
		if got := s.do("", "GET", path, nil); valueAt(got.json(t), "probe_note") != "" || valueAt(got.json(t), "title/rendered") != "First" {
			t.Errorf("a refused write left %s", got.body)
		}
		// A write to the field drops what was cached of it, and so does one that
		// goes through the extension's own route.
		for _, write := range []func(note string) answer{
			func(note string) answer {
				return s.do("administrator", "POST", "/api/core/v2/posts/"+id, map[string]any{"probe_note": note})
			},
			func(note string) answer {
				return s.do("editor", "POST", "/wp-json/wp-probe/v1/notes", map[string]any{"entry": number(id), "wp_probe_note": note})
			},
		} {
			for _, note := range []string{"one", "two"} {
				if a := write(note); a.status != 200 {
					t.Fatalf("%d %s", a.status, a.body)
				}
				for range 2 {
					if got := valueAt(s.do("", "GET", path, nil).json(t), "probe_note"); got != note {
						t.Errorf("after a write the field is %q, want %q", got, note)
					}
				}
			}
		}
		if a := s.do("author", "POST", "/api/probe/v1/notes", map[string]any{"entry": 1, "probe_note": "x"}); a.status != 403 {
			t.Errorf("without the capability: %d", a.status)
		}
		s.switchProbe("inactive")
		s.make("/core/v2/posts", map[string]any{"title": "refused", "status": "publish"})
		s.switchProbe("active")
		if log := s.log(); slices.ContainsFunc(log, func(what string) bool { return strings.Contains(what, "entry new=true refused") }) {
			t.Error("a hook was called while the extension was off")
		}
		if a := s.do("administrator", "DELETE", "/api/core/v2/posts/"+id+"?force=true", nil); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if notes := s.do("", "GET", "/api/probe/v1/notes", nil); string(notes.body) != "[]" {
			t.Errorf("after deleting the entry: %s", notes.body)
		}
	})
}

// TestExtensionBlockIsDropped changes what a block was rendered with, which a
// list had loaded for a field before.
func TestExtensionBlockIsDropped(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := probed(t, e)
		id := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": "<!-- wp:probe/greeting /-->"})
		for _, note := range []string{"first", "second"} {
			s.do("editor", "POST", "/api/probe/v1/notes", map[string]any{"entry": number(id), "probe_note": note})
			if a := s.do("", "GET", "/api/core/v2/posts?_fields=content,probe_note", nil); !strings.Contains(string(a.body), ", "+note) {
				t.Errorf("the block doesn't show %q: %s", note, a.body)
			}
		}
	})
}

// TestExtensionListsAreConstant counts the statements of a list with an added
// field.
func TestExtensionListsAreConstant(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{exttest.Extension()}, NoCache: true})
		s.grow(40)
		few, many := s.statements("", "/api/core/v2/posts?per_page=2"), s.statements("", "/api/core/v2/posts?per_page=40")
		if many > few {
			t.Errorf("a list of 40 takes %d statements, one of 2 takes %d", many, few)
		}
	})
}

// TestExtensionThatFails starts a site with extensions that fail in every way.
func TestExtensionThatFails(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		list := []ext.Extension{exttest.Extension()}
		ways := []string{"error", "panic", "migration", "nothing"}
		for _, how := range ways {
			list = append(list, exttest.Failing("bad"+how, how))
		}
		s := start(t, app.Config{DatabaseURL: e.database(t), Extensions: list})
		for _, how := range ways {
			path := "/api/core/v2/plugins/bad" + how + "/bad" + how
			if got := valueAt(s.do("administrator", "GET", path, nil).json(t), "status"); got != "inactive" {
				t.Errorf("%s: status %s", how, got)
			}
			a := s.do("administrator", "PUT", path, map[string]any{"status": "active"})
			if a.status != 500 || valueAt(a.json(t), "code") != "plugin_failed_to_start" {
				t.Errorf("%s: switched on: %d %s", how, a.status, a.body)
			}
			if !strings.Contains(s.logs.String(), "extension=bad"+how) {
				t.Errorf("%s isn't in the log", how)
			}
		}
		if a := s.do("", "GET", "/api/probe/v1/notes", nil); a.status != 200 {
			t.Errorf("the extension beside them: %d %s", a.status, a.body)
		}
		if a := s.do("", "GET", "/api/core/v2/posts", nil); a.status != 200 {
			t.Errorf("the site: %d", a.status)
		}
		// A page whose addition fails is shown without.
		s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"probe_greeting": "fail"})
		if a := s.do("", "GET", "/", nil); a.status != 200 || !strings.Contains(s.logs.String(), "says nothing") {
			t.Errorf("a page without its addition: %d", a.status)
		}
	})
}

// TestExtensionOnNodes switches and writes on one node of two, and reads on the
// other.
func TestExtensionOnNodes(t *testing.T) {
	t.Parallel()
	c := app.Config{DatabaseURL: postgres.Database(t), Extensions: []ext.Extension{exttest.Extension()}}
	first := start(t, c)
	second := first.node(c)
	first.follow()
	second.follow()
	id := first.make("/core/v2/posts", map[string]any{"title": "Shared", "status": "publish", "probe_note": "old"})
	path := "/api/core/v2/posts/" + id
	agree := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(agreeWithin); !ok(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the other node doesn't hear of %s", what)
			}
		}
	}
	note := func() string { return valueAt(second.do("", "GET", path, nil).json(t), "probe_note") }
	agree("the entry", func() bool { return note() == "old" })
	first.do("editor", "POST", "/api/probe/v1/notes", map[string]any{"entry": number(id), "probe_note": "new"})
	agree("the extension's data", func() bool { return note() == "new" })
	first.switchProbe("inactive")
	agree("the switch", func() bool {
		return note() == "<nil>" && second.do("", "GET", "/api/probe/v1/notes", nil).status == 404 && second.do("", "GET", "/", nil).header.Get("X-Probe") == ""
	})
	first.switchProbe("active")
	agree("the switch back", func() bool { return note() == "new" && second.do("", "GET", "/", nil).header.Get("X-Probe") == "on" })
}

// TestPresetsHaveTheirExtensions compares the plugins of each preset.
func TestPresetsHaveTheirExtensions(t *testing.T) {
	t.Parallel()
	for preset, want := range map[string]string{
		"core":         "",
		"deployment-1": "duplicate-post/duplicate-post wordpress-seo/wp-seo",
		"deployment-2": "google-analytics-for-wordpress/googleanalytics limit-login-attempts-reloaded/limit-login-attempts-reloaded " +
			"redirection/redirection regenerate-thumbnails/regenerate-thumbnails wordpress-seo/wp-seo",
	} {
		s := start(t, app.Config{Preset: preset})
		var got []string
		for _, v := range s.do("administrator", "GET", "/wp-json/wp/v2/plugins", nil).json(t).([]any) {
			got = append(got, valueAt(v, "plugin"))
			if valueAt(v, "status") != "active" {
				t.Errorf("%s: %v isn't active", preset, v)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s has %v, want %s", preset, got, want)
		}
	}
}
