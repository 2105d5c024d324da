package auth

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/access"
	"quoin/internal/fault"
	"quoin/internal/site"
	"quoin/internal/store"
	"quoin/internal/user"
)

// house is a site with one account and one application password.
type house struct {
	*Authenticator
	db     *store.DB
	now    time.Time
	user   *user.User
	app    *user.AppPassword
	secret string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	h := &house{db: db, now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}
	h.Authenticator = New(db, &site.Site{Store: db, URL: "http://example.org", Clock: func() time.Time { return h.now }}, log)
	// A hash that no password of these tests fits.
	h.user = &user.User{
		Login: "Ann", Email: "ann@example.org", Slug: "ann", Name: "Ann", Roles: []string{access.Editor},
		PasswordHash: "$2y$04$wZ.hW2fM1O8nJ5vDq0nSZu0m1q3Y3lq0hGgq0Jb2cX0m1G1i3cV8C",
	}
	if err := db.InsertUser(t.Context(), h.user); err != nil {
		t.Fatal(err)
	}
	if h.app, h.secret, err = Issue(t.Context(), db, h.now, h.user.ID, "test", ""); err != nil {
		t.Fatal(err)
	}
	return h
}

func request(change func(r *http.Request)) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/api/", nil)
	r.RemoteAddr = "192.0.2.1:4711"
	r.Header.Set("User-Agent", "agent")
	if change != nil {
		change(r)
	}
	return r
}

func basic(login, secret string) *http.Request {
	return request(func(r *http.Request) { r.SetBasicAuth(login, secret) })
}

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

// gate is a Throttle that counts and refuses.
type gate struct {
	NoSay
	mu                sync.Mutex
	refuse            bool
	failed, succeeded int
	last              Attempt
}

func (g *gate) Refuse(_ context.Context, a Attempt) *fault.Error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = a
	if g.refuse {
		return fault.Forbidden("too_many", "too many")
	}
	return nil
}

func (g *gate) Failed(context.Context, Attempt) *fault.Error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed++
	return nil
}

func (g *gate) Succeeded(context.Context, Attempt, *user.User) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.succeeded++
}

func TestThrottle(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := &gate{}
	h.Throttle = g
	for _, secret := range []string{"x", h.secret, h.secret} {
		if _, err := h.Identify(basic("Ann", secret)); err != nil {
			t.Fatal(err)
		}
	}
	if g.failed != 1 || g.succeeded != 1 || g.last != (Attempt{Login: "Ann", IP: "192.0.2.1", UserAgent: "agent", API: true}) {
		t.Errorf("heard of %+v", g)
	}
	g.refuse = true
	if _, err := h.Identify(basic("Ann", "x")); err == nil || err.Code != "too_many" {
		t.Errorf("not refused: %v", err)
	}
	if a, err := h.Identify(basic("Ann", h.secret)); err != nil || !a.LoggedIn() {
		t.Errorf("a client that is known is refused: %v", err)
	}
	if _, err := h.LogIn(request(nil), "Ann", "x"); fault.As(err) == nil {
		t.Errorf("log-in not refused: %v", err)
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

func TestSessionAndNonce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := httptest.NewRecorder()
	s, err := h.StartSession(w, request(nil), h.user, true)
	if err != nil {
		t.Fatal(err)
	}
	cookie := w.Result().Cookies()[0]
	if !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || !cookie.Expires.Equal(h.now.Add(SessionLong)) {
		t.Errorf("cookie %+v", cookie)
	}
	nonce := h.Nonce(t.Context(), s, NonceREST)
	send := func(value, nonce string) (access.Actor, *fault.Error) {
		return h.Identify(request(func(r *http.Request) {
			if value != "" {
				r.AddCookie(&http.Cookie{Name: h.CookieName(r.Context(), cookieSession), Value: value})
			}
			if nonce != "" {
				r.Header.Set("X-WP-Nonce", nonce)
			}
		}))
	}
	known := func(name, value, nonce string) {
		t.Helper()
		if a, err := send(value, nonce); err != nil || a.ID != h.user.ID || a.AppPassword != "" {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
	refused := func(name, value, nonce string) {
		t.Helper()
		if a, err := send(value, nonce); err == nil || err.Code != "rest_cookie_invalid_nonce" || err.Status != 403 || a.LoggedIn() {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
	known("right", cookie.Value, nonce)
	if a, err := send(cookie.Value, ""); err != nil || a.LoggedIn() {
		t.Errorf("cookie alone: %+v %v", a, err)
	}
	refused("nonce alone", "", nonce)
	refused("wrong nonce", cookie.Value, "0123456789")
	refused("other action", cookie.Value, h.Nonce(t.Context(), s, "other"))
	refused("other session", cookie.Value, h.Nonce(t.Context(), Session{User: s.User, ID: "x"}, NonceREST))
	refused("stranger's nonce", cookie.Value, h.Nonce(t.Context(), Session{}, NonceREST))
	for _, forged := range []string{
		strings.Replace(cookie.Value, "1.", "2.", 1), cookie.Value + "0", "1.2.3.4", "...", strings.Repeat("1", 10000),
		strings.Replace(cookie.Value, s.ID, "0"+s.ID[1:], 1) + " ",
	} {
		refused("forged "+forged[:min(len(forged), 10)], forged, nonce)
	}
	if a, err := send("", h.Nonce(t.Context(), Session{}, NonceREST)); err != nil || a.LoggedIn() {
		t.Errorf("stranger with a right nonce: %+v %v", a, err)
	}

	h.now = h.now.Add(nonceTick)
	known("next tick", cookie.Value, nonce)
	h.now = h.now.Add(nonceTick)
	refused("old nonce", cookie.Value, nonce)
	nonce = h.Nonce(t.Context(), s, NonceREST)
	known("fresh nonce", cookie.Value, nonce)

	// Another process of the site takes the same cookie.
	other := New(h.db, h.Site, h.Log)
	if got, u := other.SessionOf(request(func(r *http.Request) { r.AddCookie(cookie) })); u == nil || got.ID != s.ID {
		t.Error("another process doesn't know the session")
	}
	changed := *h.user
	changed.PasswordHash = "2fe4ec8ae6d81b03c53872358c532293"
	if err := h.db.UpdateUser(t.Context(), &changed); err != nil {
		t.Fatal(err)
	}
	refused("after a change of the password", cookie.Value, nonce)
	if err := h.db.UpdateUser(t.Context(), h.user); err != nil {
		t.Fatal(err)
	}
	h.now = s.Expires
	refused("expired", cookie.Value, h.Nonce(t.Context(), s, NonceREST))
}

func TestGreet(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := httptest.NewRecorder()
	s, err := h.StartSession(w, request(nil), h.user, false)
	if err != nil {
		t.Fatal(err)
	}
	r := request(func(r *http.Request) {
		r.AddCookie(w.Result().Cookies()[0])
		r.Header.Set("X-WP-Nonce", h.Nonce(t.Context(), s, NonceREST))
	})
	actor, ferr := h.Identify(r)
	if ferr != nil {
		t.Fatal(ferr)
	}
	header := http.Header{}
	h.AddNonce(header, r, actor)
	if got := header.Get("X-WP-Nonce"); !h.VerifyNonce(t.Context(), s, NonceREST, got) {
		t.Errorf("fresh nonce %q", got)
	}
	r = basic("Ann", h.secret)
	actor, _ = h.Identify(r)
	header = http.Header{}
	h.AddNonce(header, r, actor)
	if len(header) != 0 {
		t.Errorf("greeted with %v", header)
	}
}

func TestSentNonceLeavesBody(t *testing.T) {
	t.Parallel()
	var form strings.Builder
	parts := multipart.NewWriter(&form)
	_ = parts.WriteField("title", "x")
	_ = parts.WriteField("_wpnonce", "abc")
	_ = parts.Close()
	big := "a=" + strings.Repeat("x", 3*maxPeek) + "&_wpnonce=abc"
	cases := []struct {
		name, kind, body, query, header string
		want                            string
		sent                            bool
	}{
		{name: "nothing"},
		{name: "header", header: "h", want: "h", sent: true},
		{name: "query", query: "_wpnonce=q", header: "h", want: "q", sent: true},
		{name: "empty", query: "_wpnonce=", want: "", sent: true},
		{name: "form", kind: "application/x-www-form-urlencoded", body: "a=1&_wpnonce=abc", want: "abc", sent: true},
		{name: "multipart", kind: parts.FormDataContentType(), body: form.String(), want: "abc", sent: true},
		{name: "no boundary", kind: "multipart/form-data", body: form.String()},
		{name: "JSON", kind: "application/json", body: `{"_wpnonce":"abc"}`},
		{name: "far behind", kind: "application/x-www-form-urlencoded", body: big},
	}
	for _, c := range cases {
		r := httptest.NewRequest(http.MethodPost, "/api/?"+c.query, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		if c.header != "" {
			r.Header.Set("X-WP-Nonce", c.header)
		}
		for range 2 {
			if got, sent := sentNonce(r); got != c.want || sent != c.sent {
				t.Errorf("%s: %q %v, want %q %v", c.name, got, sent, c.want, c.sent)
			}
		}
		if rest, err := io.ReadAll(r.Body); err != nil || string(rest) != c.body {
			t.Errorf("%s: the body has %d bytes, want %d (%v)", c.name, len(rest), len(c.body), err)
		}
	}
}

func TestSigningKeyIsNoSetting(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, err := h.key(t.Context())
	if err != nil || len(one) != 32 {
		t.Fatal(one, err)
	}
	options, err := h.db.Options(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range options {
		if text, _ := v.(string); strings.Contains(text, hex.EncodeToString(one)) {
			t.Errorf("option %s shows the key", name)
		}
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
