package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
	"quoin/internal/storage/auth"
)

// server is a whole site under test.
type server struct {
	t       testing.TB
	app     *app.App
	handler http.Handler
	secrets map[string]string // application passwords by role
	ids     map[string]int64
	logs    *lockedBuffer
}

// lockedBuffer collects log lines of concurrent requests.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var errNoOthers = errors.New("tests have no other sites")

// open opens a site without accounts of its own.
func open(t testing.TB, c app.Config) *server {
	t.Helper()
	s := &server{t: t, secrets: map[string]string{}, ids: map[string]int64{}, logs: &lockedBuffer{}}
	c.Data, c.URL = cmp.Or(c.Data, t.TempDir()), cmp.Or(c.URL, "http://example.org")
	if c.Log == nil {
		c.Log = slog.New(slog.NewTextHandler(s.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	// No test asks other sites, but for those that it runs itself.
	if c.Outbound == nil {
		c.Outbound = outbound.New(outbound.Config{Transport: func(t *http.Transport) {
			t.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, errNoOthers }
		}})
	}
	a, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		s.noLine(t, "undeclared argument read")
	})
	s.app, s.handler = a, a.Handler()
	s.shareSecret()
	return s
}

// shareSecret gives a fresh site the keys of all sites of a test, so that what
// is made of them is the same on each.
func (s *server) shareSecret() {
	s.t.Helper()
	key := strings.Repeat("0a", 32)
	if _, err := s.app.DB.Tables("test").Exec(s.t.Context(), "INSERT INTO secret (name, value) VALUES ('auth', ?) ON CONFLICT (name) DO NOTHING", key); err != nil {
		s.t.Fatal(err)
	}
}

// start makes a fresh site with one account of each role.
func start(t testing.TB, c app.Config) *server {
	t.Helper()
	s := open(t, c)
	a := s.app
	for _, role := range access.Roles() {
		login := "test_" + role
		if _, err := a.People.Create(t.Context(), account.NewUser{Login: login, Email: role + "@example.org", Role: role}); err != nil {
			t.Fatal(err)
		}
		u, err := a.DB.UserByLogin(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		s.ids[role] = u.ID
		_, secret, err := auth.Issue(t.Context(), a.DB, a.Clock(), u.ID, auth.NewPassword{Name: "test"})
		if err != nil {
			t.Fatal(err)
		}
		s.secrets[role] = secret
	}
	return s
}

// answer is what a request got.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// json decodes the body.
func (a answer) json(t testing.TB) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("not JSON: %v: %.200s", err, a.body)
	}
	return v
}

// object decodes the body as an object.
func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	o, ok := a.json(t).(map[string]any)
	if !ok {
		t.Fatalf("no object: %.200s", a.body)
	}
	return o
}

// do sends a request as a role ("" for an anonymous caller). A body that is no reader
// is sent as JSON.
func (s *server) do(role, method, path string, body any, headers ...string) answer {
	s.t.Helper()
	var r io.Reader
	kind := ""
	switch b := body.(type) {
	case nil:
	case io.Reader:
		r = b
	default:
		data, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		r, kind = bytes.NewReader(data), "application/json"
	}
	req := httptest.NewRequest(method, path, r)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if role != "" {
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}
