package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/domain/user"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// listener reads a stream of events.
type listener struct {
	t      testing.TB
	status int
	header http.Header
	lines  chan string // closed at its end
	last   string      // the id of the last event
	close  func()
}

// listen opens a stream on a server that listens.
func (s *server) listen(srv *httptest.Server, role, since string, headers ...string) *listener {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s.t.Cleanup(stop)
	req, err := http.NewRequestWithContext(ctx, "GET", srv.URL+feedPath+"/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	if since != "" {
		req.Header.Set("Last-Event-ID", since)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if role != "" {
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	res, err := srv.Client().Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	l := &listener{t: s.t, status: res.StatusCode, header: res.Header, lines: make(chan string, 100000), close: stop}
	go func() {
		defer close(l.lines)
		defer res.Body.Close()
		for in := bufio.NewScanner(res.Body); in.Scan(); {
			l.lines <- in.Text()
		}
	}()
	return l
}

// longWait bounds what a test waits for.
const longWait = 20 * time.Second

// next is the next event; ok is false at the end of the stream.
func (l *listener) next() (c feedItem, ok bool) {
	l.t.Helper()
	timeout := time.After(longWait)
	id := ""
	for {
		select {
		case <-timeout:
			l.t.Fatal("the stream tells nothing")
		case line, open := <-l.lines:
			switch {
			case !open:
				return feedItem{}, false
			case strings.HasPrefix(line, "id: "):
				id = line[len("id: "):]
			case strings.HasPrefix(line, "data: "):
				if err := json.Unmarshal([]byte(line[len("data: "):]), &c); err != nil || c.Cursor != id {
					l.t.Fatalf("%s: %v", line, err)
				}
				l.last = id
				return c, true
			}
		}
	}
}

// wants takes one event after the other.
func (l *listener) wants(want ...string) {
	l.t.Helper()
	for _, w := range want {
		if c, ok := l.next(); !ok || c.String() != w {
			l.t.Fatalf("the stream tells %q (open: %v), want %q", c, ok, w)
		}
	}
}

// listening is a server for a site.
func (s *server) listening() *httptest.Server {
	srv := httptest.NewServer(s.handler)
	s.t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}

// TestStreams follows the site as a visitor and as an editor, and ends with the
// server, with the rights, and when there are too many.
func TestStreams(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := newClock()
		s := changing(t, e, app.Config{Clock: c.now})
		srv := s.listening()
		path := c.now().UTC().Format("/2006/01/02/")
		start := s.changes("", "", "").Cursor
		reader, editor := s.listen(srv, "", ""), s.listen(srv, "editor", "")
		if reader.status != 200 || reader.header.Get("Content-Type") != "text/event-stream" || reader.header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", reader.status, reader.header)
		}
		id := s.make("/core/v2/posts", map[string]any{"title": "First", "slug": "first"})
		s.make("/core/v2/posts/"+id, map[string]any{"status": "publish"})
		reader.wants("created post " + id + " " + path + "first/")
		editor.wants("created post "+id, "updated post "+id+" "+path+"first/")
		s.make("/core/v2/posts/"+id, map[string]any{"title": "Second"})
		reader.wants("updated post " + id + " " + path + "first/")
		// Whoever comes back misses nothing.
		reader.close()
		s.make("/core/v2/posts/"+id, map[string]any{"status": "draft"})
		back := s.listen(srv, "", reader.last)
		back.wants("deleted post " + id + " " + path + "first/")
		late := s.listen(srv, "", start)
		late.wants("created post "+id+" "+path+"first/", "updated post "+id+" "+path+"first/", "deleted post "+id+" "+path+"first/")
		// An account whose rights change says again who it is.
		editor.wants("updated post "+id+" "+path+"first/", "updated post "+id+" was "+path+"first/")
		if a := s.do("administrator", "POST", fmt.Sprintf("/api/core/v2/users/%d", s.ids["editor"]), map[string]any{"roles": []string{"subscriber"}}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		for {
			if _, ok := editor.next(); !ok {
				break
			}
		}
		// The server goes away.
		s.app.Health.Drain()
		for _, l := range []*listener{back, late, s.listen(srv, "", "")} {
			if c, ok := l.next(); ok {
				t.Errorf("after the end: %v", c)
			}
		}
	})
}

// TestManyStreams opens more than there may be, from one address and from many.
func TestManyStreams(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"sqlite"}, app.Config{})
	for name, value := range map[string]string{"changes:max_streams": "6", "changes:max_streams_client": "4"} {
		if err := s.app.Options.Set(t.Context(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	srv := s.listening()
	var open []*listener
	for i := range 1000 {
		l := s.listen(srv, "", "")
		if want := map[bool]int{true: 200, false: 503}[i < 4]; l.status != want || want == 503 && l.header.Get("Retry-After") == "" {
			t.Fatalf("stream %d: %d, want %d", i, l.status, want)
		}
		if l.status == 200 {
			open = append(open, l)
		} else {
			l.close()
		}
	}
	// One that ends makes room.
	open[0].close()
	for deadline := time.Now().Add(longWait); ; {
		l := s.listen(srv, "", "")
		if l.status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no room after a stream ended")
		}
		time.Sleep(5 * time.Millisecond)
	}
	id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	for _, l := range open[1:] {
		if c, ok := l.next(); !ok || c.Type != "post" || fmt.Sprint(c.ID) != id {
			t.Errorf("%v", c)
		}
	}
}

// TestSlowStreams lets a client not read: others hear all the same, and writes
// don't wait.
func TestSlowStreams(t *testing.T) {
	t.Parallel()
	s := changing(t, engine{"sqlite"}, app.Config{})
	srv := s.listening()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	req, _ := http.NewRequestWithContext(ctx, "GET", srv.URL+feedPath+"/stream", nil)
	req.Header.Set("Accept", "text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() // nobody reads it
	l := s.listen(srv, "", "")
	id := s.make("/core/v2/posts", map[string]any{"title": "First", "status": "publish"})
	l.next()
	const n = 300
	for i := range n {
		s.make("/core/v2/posts/"+id, map[string]any{"title": fmt.Sprint("No. ", i)})
	}
	for range n {
		if _, ok := l.next(); !ok {
			t.Fatal("the stream ended")
		}
	}
}

// TestStreamsEndWithTheirSession ends a session in each of the ways in which one
// does, while a stream goes on that began with it.
func TestStreamsEndWithTheirSession(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := newClock()
		s := changing(t, e, app.Config{Clock: c.now})
		srv := s.listening()
		owner := func() *user.User {
			t.Helper()
			u, err := s.app.DB.UserByLogin(t.Context(), "test_editor")
			if err != nil {
				t.Fatal(err)
			}
			return u
		}
		// session begins one, with a stream.
		session := func() (auth.Session, *http.Request, *listener) {
			t.Helper()
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "http://example.org/", nil)
			begun, err := s.app.Auth.StartSession(w, r.WithContext(scope.New(t.Context())), owner(), false)
			if err != nil {
				t.Fatal(err)
			}
			for _, cookie := range w.Result().Cookies() {
				r.AddCookie(cookie)
			}
			l := s.listen(srv, "", "", "Cookie", r.Header.Get("Cookie"), "X-WP-Nonce", s.app.Auth.Nonce(t.Context(), begun, auth.NonceREST))
			if l.status != 200 {
				t.Fatal(l.status)
			}
			return begun, r.WithContext(scope.New(t.Context())), l
		}
		program := s.listen(srv, "editor", "")
		n := 0
		note := func() string {
			n++
			return "created post " + s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Draft ", n)})
		}
		first := note()
		program.wants(first)
		for name, end := range map[string]func(begun auth.Session, r *http.Request) error{
			"log-out": func(_ auth.Session, r *http.Request) error { return s.app.Auth.EndSession(httptest.NewRecorder(), r) },
			"by its owner": func(b auth.Session, _ *http.Request) error {
				return s.app.DB.DeleteSession(t.Context(), b.User, b.StoredID())
			},
			"with all others": func(b auth.Session, _ *http.Request) error {
				return s.app.DB.DeleteOtherSessions(t.Context(), b.User, "")
			},
			"by newer ones": func(b auth.Session, _ *http.Request) error {
				c.unix.Add(1)
				for range 50 {
					if _, err := s.app.Auth.StartSession(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil).WithContext(scope.New(t.Context())), owner(), false); err != nil {
						return err
					}
				}
				return nil
			},
		} {
			begun, r, l := session()
			before := note()
			l.wants(before)
			if err := end(begun, r); err != nil {
				t.Fatal(err)
			}
			after := note()
			if told, open := l.next(); open {
				t.Errorf("%s: the stream tells %q", name, told)
			}
			program.wants(before, after)
		}
		// A log-in elsewhere ends none but the oldest.
		c.unix.Add(1)
		_, _, l := session()
		c.unix.Add(1)
		session()
		last := note()
		l.wants(last)
		program.wants(last)
		if _, err := auth.Revoke(t.Context(), s.app.DB, c.now(), owner().ID, ""); err != nil {
			t.Fatal(err)
		}
		if told, open := program.next(); open {
			t.Errorf("without its application password: the stream tells %q", told)
		}
	})
}

// TestStreamsOfOneNetwork asks for streams from many addresses of one network.
func TestStreamsOfOneNetwork(t *testing.T) {
	t.Parallel()
	trusted, err := netlimit.ParseProxies("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	s := changing(t, engine{"sqlite"}, app.Config{Trusted: trusted})
	srv := s.listening()
	open := 0
	for n := range 40 {
		if s.listen(srv, "", "", "X-Forwarded-For", fmt.Sprintf("2001:db8:1:2:%x::1", n)).status == 200 {
			open++
		}
	}
	if open != 32 {
		t.Errorf("one /64 has %d streams", open)
	}
	if l := s.listen(srv, "", "", "X-Forwarded-For", "2001:db8:1:3::1"); l.status != 200 {
		t.Errorf("another one: %d", l.status)
	}
}
