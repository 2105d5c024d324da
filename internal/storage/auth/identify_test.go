package auth

import (
	"bytes"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/access"
	"quoin/internal/platform/telemetry"
)

func TestIdentifyByAppPassword(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anonymous := func(name string, r *http.Request) {
		t.Helper()
		a, err := h.Identify(r)
		if err != nil || a.LoggedIn() || a.Can("read") || a.IP != "192.0.2.1" || a.UserAgent != "agent" {
			t.Errorf("%s: %+v %v, want a stranger", name, a, err)
		}
	}
	known := func(name string, r *http.Request) {
		t.Helper()
		a, err := h.Identify(r)
		if err != nil || a.ID != h.user.ID || a.AppPassword != h.app.UUID || !a.Can("edit_pages") || a.Can("manage_options") || a.Login != "Ann" || a.IP != "192.0.2.1" {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
	anonymous("nothing", request(nil))
	for range 2 { // the second time from memory
		known("login", basic("Ann", h.secret))
		known("grouped", basic("ann", Grouped(h.secret)))
		known("e-mail", basic("Ann@Example.org", " -"+h.secret+"\n"))
		known("nonce doesn't matter", request(func(r *http.Request) {
			r.SetBasicAuth("Ann", h.secret)
			r.Header.Set("X-WP-Nonce", "bad")
		}))
	}
	anonymous("wrong", basic("Ann", NewAppPassword()))
	anonymous("upper case", basic("Ann", strings.ToUpper(h.secret)))
	anonymous("empty", basic("Ann", " "))
	anonymous("nobody", basic("Bob", h.secret))
	anonymous("account password", basic("Ann", "secret"))
	anonymous("long", basic("Ann", strings.Repeat("x", 1<<20)))
	anonymous("long login", basic(strings.Repeat("x", 1000), h.secret))
	anonymous("NUL", basic("Ann\x00", h.secret))
	for _, header := range []string{"Basic", "Basic !", "Basic QW5u", "Bearer " + h.secret, "Basic " + strings.Repeat("QQ==", 10000)} {
		anonymous(header[:min(20, len(header))], request(func(r *http.Request) { r.Header.Set("Authorization", header) }))
	}

	// What was remembered holds only as long as the row does.
	other, secret, err := Issue(t.Context(), h.db, h.now, h.user.ID, NewPassword{Name: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := h.Identify(basic("Ann", secret)); a.AppPassword != other.UUID {
		t.Errorf("second password: %+v", a)
	}
	if _, err := h.db.DeleteAppPasswords(t.Context(), h.user.ID, other.UUID); err != nil {
		t.Fatal(err)
	}
	anonymous("revoked", basic("Ann", secret))
	known("the other one", basic("Ann", h.secret))
	changed := *h.app
	changed.Hash = keyedHash([]byte("key"), NewAppPassword())
	if err := h.db.UpdateAppPassword(t.Context(), &changed); err != nil {
		t.Fatal(err)
	}
	anonymous("another secret", basic("Ann", h.secret))
}

// TestExpiry: an application password is good until its end, also for who was let in
// before.
func TestExpiry(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p, secret, err := Issue(t.Context(), h.db, h.now, h.user.ID, NewPassword{Name: "short", Scope: access.ScopeDrafts, Expires: h.now.Add(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := h.Identify(basic("Ann", secret))
	if a.AppPassword != p.UUID || a.Scope() != access.ScopeDrafts || a.Can("publish_posts") || !a.Can("edit_posts") {
		t.Fatalf("at first: %+v", a)
	}
	if ok, err := h.Current(t.Context(), a); !ok || err != nil {
		t.Errorf("not current: %v", err)
	}
	wider := *p
	wider.Scope = access.ScopePublish
	if err := Change(t.Context(), h.db, h.now, &wider); err != nil {
		t.Fatal(err)
	}
	if ok, _ := h.Current(t.Context(), a); ok {
		t.Error("current with a scope that it hasn't any more")
	}
	if a, _ = h.Identify(basic("Ann", secret)); !a.Can("publish_posts") {
		t.Error("the remembered scope holds")
	}
	h.now = h.now.Add(time.Minute)
	if ok, _ := h.Current(t.Context(), a); ok {
		t.Error("current after its end")
	}
	if a, _ := h.Identify(basic("Ann", secret)); a.ID != 0 {
		t.Errorf("after its end: %+v", a)
	}
	if _, _, err := Issue(t.Context(), h.db, h.now, h.user.ID, NewPassword{Name: "x", Expires: h.now}); !errors.Is(err, ErrPast) {
		t.Errorf("one that has ended: %v", err)
	}
	if _, _, err := Issue(t.Context(), h.db, h.now, h.user.ID, NewPassword{Name: "x", Scope: "all"}); !errors.Is(err, ErrNoScope) {
		t.Errorf("no scope: %v", err)
	}
}

func TestParseExpiry(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-03-05": "2026-03-06T00:00:00Z", "2026-03-05T01:00:00+01:00": "2026-03-05T00:00:00Z", "2026-03-05T01:00:00": "2026-03-05T01:00:00Z",
		"90m": "2026-03-04T06:36:07Z", "30d": "2026-04-03T05:06:07Z", "": "0001-01-01T00:00:00Z",
		"0d": "", "-1h": "", "0s": "", "d": "", "99999d": "", "2026-02-30": "", "soon": "", "12": "", "0000-01-01T00:00:00-23:00": "", "10000-01-01": "",
	} {
		got, err := ParseExpiry(text, now)
		if want == "" && err == nil || want != "" && (err != nil || got.UTC().Format(time.RFC3339) != want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestCallersAreLogged tells the log of requests who was identified.
func TestCallersAreLogged(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, test := range []struct {
		request *http.Request
		want    string
	}{{basic("Ann", h.secret), `"actor":"Ann"`}, {basic("Ann", "wrong"), `"status":200`}} {
		var out bytes.Buffer
		q := telemetry.Requests{Client: func(*http.Request) string { return "" }, Log: slog.New(slog.NewJSONHandler(&out, nil))}
		q.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = h.Identify(r) })).ServeHTTP(httptest.NewRecorder(), test.request)
		if !strings.Contains(out.String(), test.want) || strings.Contains(out.String(), "actor") != strings.Contains(test.want, "actor") {
			t.Errorf("%s, want %s", out.String(), test.want)
		}
	}
}

func TestRemembered(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	r := newRemembered()
	a, b := r.id("ann", "x"), r.id("ann", "y")
	if a == b || a == r.id("an", "nx") || a == newRemembered().id("ann", "x") {
		t.Error("ids aren't told apart")
	}
	r.put(a, credential{user: 1}, now)
	if _, ok := r.get(b, now); ok {
		t.Error("found what wasn't put")
	}
	if c, ok := r.get(a, now.Add(rememberFor)); !ok || c.user != 1 {
		t.Error("forgotten too early")
	}
	if _, ok := r.get(a, now.Add(rememberFor+1)); ok || len(r.entries) != 0 {
		t.Error("remembered too long")
	}
	for n := range 2 * rememberLimit {
		r.put([32]byte{byte(n), byte(n >> 8), 1}, credential{}, now)
	}
	if len(r.entries) > rememberLimit {
		t.Errorf("%d are remembered", len(r.entries))
	}
}

func TestLogInRenewsHash(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.user.PasswordHash = "5ebe2294ecd0e0f08eab7690d2a6ee69" // MD5 of "secret"
	if err := h.db.UpdateUser(t.Context(), h.user); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		login, password string
		in              bool
	}{{"Ann", "wrong", false}, {"Bob", "secret", false}, {"", "secret", false}, {"ann@example.org", "secret", true}, {"Ann", "secret", true}} {
		u, err := h.LogIn(request(nil), c.login, c.password)
		if err != nil || (u != nil) != c.in {
			t.Errorf("%+v: %v %v", c, u, err)
		}
	}
	u, err := h.db.UserByID(t.Context(), h.user.ID)
	if err != nil || NeedsRehash(u.PasswordHash) {
		t.Errorf("hash %q %v", u.PasswordHash, err)
	}
}

func TestCredentialsThatCantBeCheckedMakeNoStranger(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err := h.Identify(basic("Ann", h.secret)); err == nil || err.Status != http.StatusInternalServerError {
		t.Errorf("%+v %v, want an answer that says so", a, err)
	}
	if a, err := h.Identify(request(nil)); err != nil || a.LoggedIn() {
		t.Errorf("without credentials: %+v %v, want a stranger", a, err)
	}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	encoded := base64.StdEncoding.EncodeToString([]byte(" ann:ab cd:ef"))
	for header, want := range map[string]string{
		"Basic " + encoded: "ann|abcdef", "basic   " + encoded: "ann|abcdef", encoded: "|", "Bearer " + encoded: "|",
		"Basic": "|", "Basic ": "|", "Basic %%%": "|", "Basic " + strings.Repeat("A", maxHeader): "|",
		"Basic " + base64.StdEncoding.EncodeToString([]byte("  :secret")): "|",
	} {
		login, secret, _ := basicAuth(request(func(r *http.Request) { r.Header.Set("Authorization", header) }))
		if got := login + "|" + secret; got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
