package auth

import (
	"bytes"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/telemetry"
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
	other, secret, err := Issue(t.Context(), h.db, h.now, h.user.ID, "other", "")
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
