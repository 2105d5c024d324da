package api

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/outbound"
)

const hookPath = "/api/quoin/v1/webhooks"

// message is what a receiver got.
type message struct {
	ID, Type string
	Data     struct {
		Webhook int64
		Changes []told
		Cursor  string
	}
}

// receiver is a front end that is told of changes. It holds every signature
// against its secret.
type receiver struct {
	t      testing.TB
	secret string
	answer func(w http.ResponseWriter, r *http.Request) // nil answers 204

	mu       sync.Mutex
	got      []message
	unsigned int
}

func (h *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	id, at := r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp")
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.secretNow(), "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	m := message{ID: id}
	err := json.Unmarshal(body, &m)
	h.mu.Lock()
	if err != nil || r.Header.Get("Webhook-Signature") != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) || id == "" || at == "" {
		h.unsigned++
	}
	h.got = append(h.got, m)
	answer := h.answer
	h.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *receiver) secretNow() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.secret
}

func (h *receiver) answers(f func(w http.ResponseWriter, r *http.Request)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer = f
}

// heard is what it was told of, and how many messages had a wrong signature.
func (h *receiver) heard() (lines []string, messages []message, unsigned int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.got {
		for _, c := range m.Data.Changes {
			lines = append(lines, c.String())
		}
	}
	return lines, append(messages, h.got...), h.unsigned
}

// hooked is a site whose jobs run, and a receiver beside it.
func hooked(t testing.TB, e engine) (*server, *receiver, string) {
	t.Helper()
	h := &receiver{t: t}
	address, client := neighbour(t, h)
	s := changing(t, e, app.Config{Outbound: client})
	s.runJobs()
	return s, h, address
}

// runJobs works on the jobs of the site until the test ends.
func (s *server) runJobs() {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.app.RunJobs(ctx) // says that it was ended
	}()
	s.t.Cleanup(func() {
		stop()
		<-done
	})
}

// hook makes a webhook and gives its address in the API.
func (s *server) hook(h *receiver, body map[string]any) string {
	s.t.Helper()
	a := s.do("administrator", "POST", hookPath, body)
	if a.status != 201 {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
	h.mu.Lock()
	h.secret = valueAt(a.json(s.t), "secret")
	h.mu.Unlock()
	return hookPath + "/" + valueAt(a.json(s.t), "id")
}

// until waits until something is so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longWait); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("in vain: " + what)
		}
	}
}

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
			write("/"+id, "updated", map[string]any{"title": fmt.Sprint(i)})
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

// TestHostileWebhooks gives addresses that must not be asked, and receivers
// that lead elsewhere or never end.
func TestHostileWebhooks(t *testing.T) {
	t.Parallel()
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked what nobody may ask") }))
	t.Cleanup(inner.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL, http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(bytes.Repeat([]byte("a"), 64<<10)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or the server doesn't see the client go
		w.WriteHeader(200)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	client := outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(srv.Listener.Addr().String())}, Timeout: 300 * time.Millisecond})
	s := changing(t, engine{"sqlite"}, app.Config{Outbound: client})
	s.runJobs()
	for _, address := range []string{
		inner.URL, "http://127.0.0.1/", "http://localhost:8080/", "http://[::1]/", "http://169.254.169.254/latest/", "http://10.0.0.1/", "http://100.64.0.1/",
		"file:///etc/passwd", "gopher://example.org/", "http://user:pass@example.org/", "http://example.org:22/", "http://", "nothing", "", "//example.org/",
		"http://example.org/" + strings.Repeat("a", 3000), "javascript:alert(1)", "http://\x00/",
		"http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/",
		"http://xn--/", "http://www.xn--a.example/", "http://localhost./", "http://a.localhost/",
	} {
		if a := s.do("administrator", "POST", hookPath, map[string]any{"url": address}); a.status != 400 {
			t.Errorf("%.60q: %d %s", address, a.status, a.body)
		}
	}
	h := &receiver{t: t}
	for path, want := range map[string]string{"/redirect": "307", "/endless": "200", "/slow": "0"} {
		at := s.hook(h, map[string]any{"url": srv.URL + path})
		a := s.do("administrator", "POST", at+"/test", nil)
		if got := valueAt(a.json(t), "status"); got != want || len(a.body) > 4000 {
			t.Errorf("%s: %.300s", path, a.body)
		}
		if a := s.do("administrator", "PUT", at, map[string]any{"url": inner.URL}); a.status != 400 {
			t.Errorf("moved: %d %s", a.status, a.body)
		}
	}
	// Writes don't wait for receivers.
	for i := range 20 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint(i), "status": "publish"})
	}
	for _, role := range []string{"", "subscriber", "author", "editor"} {
		want := map[bool]int{true: 401, false: 403}[role == ""]
		for _, try := range []struct{ method, path string }{
			{"GET", ""}, {"POST", "?url=https://example.org/"}, {"GET", "/1"}, {"PUT", "/1"}, {"DELETE", "/1"}, {"POST", "/1/test"}, {"GET", "/1/deliveries"},
			{"GET", "/1/deliveries/1"}, {"POST", "/1/deliveries/1/redeliver"},
		} {
			if a := s.do(role, try.method, hookPath+try.path, nil); a.status != want {
				t.Errorf("%q %s %s: %d", role, try.method, try.path, a.status)
			}
		}
	}
	for path, want := range map[string]int{"/99": 404, "/999999999999999999": 404, "/9999999999999999999999": 404, "/1/deliveries/99999": 404, "/2/deliveries/1": 404, "/0": 404} {
		if a := s.do("administrator", "GET", hookPath+path, nil); a.status != want {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	for _, body := range []map[string]any{
		{"events": []string{"exploded"}}, {"types": []string{"nothing"}}, {"audience": "everybody"}, {"active": "maybe"}, {"events": strings.Repeat("a,", 200)},
	} {
		if a := s.do("administrator", "PUT", hookPath+"/1", body); a.status != 400 {
			t.Errorf("%v: %d %s", body, a.status, a.body)
		}
	}
	for i := 3; i < 100; i++ {
		s.hook(h, map[string]any{"url": srv.URL + "/x"})
	}
	if a := s.do("administrator", "POST", hookPath, map[string]any{"url": srv.URL}); a.status != 409 {
		t.Errorf("one too many: %d %s", a.status, a.body)
	}
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
		err := s.app.RunCommand(t.Context(), "changes", verb, call)
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
