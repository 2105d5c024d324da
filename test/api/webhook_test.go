package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/ext"
)

const hookPath = "/api/quoin/v1/webhooks"

// TestWebhooks tells a receiver of changes in order, keeps what it couldn't
// deliver, and doesn't tell its secret again.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, h, address := hooked(t, e)
		at := s.hook(h, map[string]any{"url": address, "name": "Front <b>end</b>", "types": []string{"post"}})
		a := s.do("administrator", "GET", at, nil)
		if valueAt(a.json(t), "name") != "Front end" || bytes.Contains(a.body, []byte("whsec_")) || bytes.Contains(a.body, []byte("secret")) {
			t.Errorf("%s", a.body)
		}
		var want []string
		write := func(id, event string, body map[string]any) string {
			made := s.make("/core/v2/posts"+id, body)
			if event != "" {
				want = append(want, event+" post "+made)
			}
			return made
		}
		heard := func(what string) {
			t.Helper()
			until(t, what, func() bool { lines, _, _ := h.heard(); return len(lines) >= len(want) })
			lines, _, unsigned := h.heard()
			for i, line := range lines {
				if i >= len(want) || !strings.HasPrefix(line+" ", want[i]+" ") {
					t.Fatalf("%s: heard %q, want %q", what, lines, want)
				}
			}
			if unsigned > 0 {
				t.Fatalf("%d messages with a wrong signature", unsigned)
			}
		}
		write("", "", map[string]any{"title": "Draft"})
		s.make("/core/v2/pages", map[string]any{"title": "Page", "status": "publish"})
		id := write("", "created", map[string]any{"title": "First", "status": "publish"})
		heard("a post")
		for i := range 10 {
			write("/"+id, "updated", map[string]any{"title": fmt.Sprint("No. ", i)})
		}
		heard("changes")

		// What fails is kept, and what comes later waits for it.
		h.answers(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprint(w, "broken\x00"+strings.Repeat("x", 1<<20))
		})
		write("/"+id, "updated", map[string]any{"title": "While it fails"})
		var failed map[string]any
		until(t, "a failure is noted", func() bool {
			failed = s.do("administrator", "GET", at+"/deliveries", nil).json(t).([]any)[0].(map[string]any)
			return failed["state"] == "open" && failed["attempts"] == 1.0
		})
		for state, some := range map[string]bool{"open": true, "done": true, "failed": false} {
			list := s.do("administrator", "GET", at+"/deliveries?per_page=100&state="+state, nil).json(t).([]any)
			if len(list) > 0 != some || slices.ContainsFunc(list, func(d any) bool { return d.(map[string]any)["state"] != state }) {
				t.Errorf("deliveries in state %s: %v", state, list)
			}
		}
		if answer := fmt.Sprint(failed["answer"]); failed["status"] != 500.0 || !strings.HasPrefix(answer, "broken") || len(answer) > 1100 {
			t.Errorf("%v", failed)
		}
		if a := s.do("administrator", "GET", at, nil).object(t); a["failing_since"] == nil || a["next_try"] == nil {
			t.Errorf("%v", a)
		}
		write("/"+id, "updated", map[string]any{"title": "Later"})
		h.answers(nil)
		want = append(want[:12:12], append([]string{want[11]}, want[12:]...)...) // it is told again, with the same id
		if a := s.do("administrator", "POST", fmt.Sprintf("%s/deliveries/%v/redeliver", at, failed["id"]), nil); a.status != 202 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		heard("what had failed")
		if _, messages, _ := h.heard(); messages[len(messages)-3].ID != messages[len(messages)-2].ID {
			t.Error("sent again with another id")
		}

		// An old one is sent again when somebody asks for it.
		_, messages, _ := h.heard()
		var list []map[string]any
		if err := json.Unmarshal(s.do("administrator", "GET", at+"/deliveries?per_page=100", nil).body, &list); err != nil {
			t.Fatal(err)
		}
		first := list[len(list)-1]
		s.do("administrator", "POST", fmt.Sprintf("%s/deliveries/%v/redeliver", at, first["id"]), nil)
		until(t, "an old one again", func() bool { _, m, _ := h.heard(); return len(m) > len(messages) })
		_, again, unsigned := h.heard()
		if last := again[len(again)-1]; last.ID != messages[0].ID || last.ID != first["message"] || unsigned > 0 {
			t.Errorf("%v, want %v", last.ID, messages[0].ID)
		}
		one := s.do("administrator", "GET", fmt.Sprintf("%s/deliveries/%v", at, first["id"]), nil).object(t)
		if !strings.Contains(fmt.Sprint(one["payload"]), `"type":"changes"`) {
			t.Errorf("%v", one)
		}
		for _, other := range []string{"0", "999999999999999999"} { // of another webhook, or of none
			path := fmt.Sprintf("%s/%s/deliveries/%v", hookPath, other, first["id"])
			if a := s.do("administrator", "GET", path, nil); a.status != 404 {
				t.Errorf("%s: %d %s", path, a.status, a.body)
			}
			if a := s.do("administrator", "POST", path+"/redeliver", nil); a.status != 404 {
				t.Errorf("%s/redeliver: %d %s", path, a.status, a.body)
			}
		}

		// A ping, another secret, and the end.
		if a := s.do("administrator", "POST", at+"/test", nil); valueAt(a.json(t), "state") != "done" || valueAt(a.json(t), "status") != "204" {
			t.Errorf("%s", a.body)
		}
		changed := s.do("administrator", "PATCH", at, map[string]any{"new_secret": true, "events": []string{"published"}})
		secret := valueAt(changed.json(t), "secret")
		if secret == h.secretNow() || !strings.HasPrefix(secret, "whsec_") {
			t.Errorf("%s", changed.body)
		}
		h.mu.Lock()
		h.secret, h.got = secret, nil
		h.mu.Unlock()
		write("/"+id, "", map[string]any{"title": "Not told"})
		want = nil
		write("/"+write("", "", map[string]any{"title": "Soon", "status": "draft"}), "created", map[string]any{"status": "publish"})
		heard("only what is published")
		if a := s.do("administrator", "DELETE", at, nil); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if a := s.do("administrator", "GET", at+"/deliveries", nil); a.status != 404 {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestWebhookCursor holds the cursor of a delivery against that of the feed: what
// readers aren't told of doesn't move it, and who goes on from it misses nothing.
func TestWebhookCursor(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, h, address := hooked(t, e)
		at := s.hook(h, map[string]any{"url": address})
		s.do("administrator", "PATCH", at, map[string]any{"active": false})
		id := s.make("/core/v2/posts", map[string]any{"title": "Public", "status": "publish"})
		for range 3 {
			s.make("/core/v2/posts", map[string]any{"title": "Draft"})
		}
		s.do("administrator", "PATCH", at, map[string]any{"active": true})
		until(t, "it is told", func() bool { lines, _, _ := h.heard(); return len(lines) == 1 })
		_, messages, _ := h.heard()
		cursor := messages[0].Data.Cursor
		if last := messages[0].Data.Changes[0].Cursor; cursor != last {
			t.Errorf("the drafts moved the cursor from %s to %s", last, cursor)
		}
		if end := valueAt(s.do("", "GET", "/api/quoin/v1/changes", nil).json(t), "cursor"); cursor != end {
			t.Errorf("%s, and the feed of readers ends at %s", cursor, end)
		}
		// The webhook itself doesn't look at the drafts again.
		s.make("/core/v2/posts/"+id, map[string]any{"title": "Again"})
		until(t, "the next is told", func() bool { lines, _, _ := h.heard(); return len(lines) == 2 })
		_, messages, _ = h.heard()
		list := s.do("", "GET", "/api/quoin/v1/changes?since="+cursor, nil)
		if valueAt(list.json(t), "changes/0/cursor") != messages[1].Data.Cursor || valueAt(list.json(t), "cursor") != messages[1].Data.Cursor {
			t.Errorf("%s, want %s", list.body, messages[1].Data.Cursor)
		}
	})
}

// TestWebhookSwitchedOff is for receivers that never answer well.
func TestWebhookSwitchedOff(t *testing.T) {
	t.Parallel()
	s, h, address := hooked(t, engine{"sqlite"})
	at := s.hook(h, map[string]any{"url": address})
	off := func(what, note string) {
		t.Helper()
		until(t, what, func() bool { return valueAt(s.do("administrator", "GET", at, nil).json(t), "active") == "false" })
		if got := valueAt(s.do("administrator", "GET", at, nil).json(t), "note"); !strings.Contains(got, note) {
			t.Errorf("%s: %q", what, got)
		}
	}
	h.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
	s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	off("after 410", "410")
	h.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	if a := s.do("administrator", "PUT", at, map[string]any{"active": true}); valueAt(a.json(t), "note") != "" {
		t.Errorf("%s", a.body)
	}
	until(t, "it is tried again", func() bool {
		return valueAt(s.do("administrator", "GET", at, nil).json(t), "failing_since") != "<nil>"
	})
	if _, err := s.app.DB.Tables("changes").Exec(t.Context(), "UPDATE changes_hook SET failing_since = ?, next_at = 0", time.Now().Add(-73*time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	off("after days", "3 days")
	// What it missed waits for it.
	h.answers(nil)
	before, _, _ := h.heard()
	s.do("administrator", "PUT", at, map[string]any{"active": true})
	until(t, "it goes on", func() bool { lines, _, _ := h.heard(); return len(lines) > len(before) })
}

// TestWebhookCommands does by command line what the API does.
func TestWebhookCommands(t *testing.T) {
	t.Parallel()
	s, h, address := hooked(t, engine{"sqlite"})
	run := func(verb string, flags map[string]any, args ...string) (string, error) {
		var out bytes.Buffer
		call := &ext.Call{Args: args, Flags: map[string]any{"name": "", "events": "", "types": "", "audience": "readers", "limit": int64(20)}, Out: &out}
		for k, v := range flags {
			call.Flags[k] = v
		}
		err := s.app.Ext.Run(t.Context(), "changes", verb, call)
		return out.String(), err
	}
	must := func(verb string, flags map[string]any, args ...string) string {
		t.Helper()
		out, err := run(verb, flags, args...)
		if err != nil {
			t.Fatalf("%s: %v", verb, err)
		}
		return out
	}
	out := must("add", map[string]any{"types": "post, page", "events": "published", "name": "front"}, address)
	_, secret, ok := strings.Cut(strings.TrimSpace(out), "secret ")
	if !ok || !strings.HasPrefix(out, "webhook 1\n") {
		t.Fatal(out)
	}
	h.mu.Lock()
	h.secret = secret
	h.mu.Unlock()
	if got := must("list", nil); !strings.Contains(got, "events published\ttypes post,page\tfor readers\ton") {
		t.Error(got)
	}
	if got := must("test", nil, "1"); !strings.Contains(got, "ping\tdone") {
		t.Error(got)
	}
	s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	until(t, "it is told", func() bool { lines, _, _ := h.heard(); return len(lines) == 1 })
	until(t, "that is noted", func() bool {
		return strings.Contains(must("deliveries", nil, "1"), "changes\tdone\t1 changes\t1 attempts")
	})
	if got := must("redeliver", nil, "2"); !strings.Contains(got, "done\t1 changes\t2 attempts") {
		t.Error(got)
	}
	must("disable", nil, "1")
	if got := must("list", nil); !strings.HasSuffix(strings.TrimSpace(got), "\toff") {
		t.Error(got)
	}
	must("enable", nil, "1")
	for _, bad := range [][]string{{"add", "http://127.0.0.1/"}, {"remove", "7"}, {"test", "x"}, {"redeliver", "-1"}, {"deliveries", "9"}} {
		if out, err := run(bad[0], nil, bad[1]); err == nil || strings.Contains(err.Error(), "quoin_") {
			t.Errorf("%v: %s %v", bad, out, err)
		}
	}
	for flag, value := range map[string]string{"events": "exploded", "types": "nothing", "audience": "all"} {
		if _, err := run("add", map[string]any{flag: value}, address); err == nil {
			t.Errorf("%s %s passes", flag, value)
		}
	}
	must("remove", nil, "1")
	if got := must("list", nil); got != "" {
		t.Error(got)
	}
	if _, _, unsigned := h.heard(); unsigned > 0 {
		t.Errorf("%d messages with a wrong signature", unsigned)
	}
}
