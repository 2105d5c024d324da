package auth

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

func TestSessionEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	begin := func() *http.Request {
		w := httptest.NewRecorder()
		if _, err := h.StartSession(w, request(nil), h.user, false); err != nil {
			t.Fatal(err)
		}
		return request(func(r *http.Request) { r.AddCookie(w.Result().Cookies()[0]) })
	}
	alive := func(r *http.Request) bool { _, u := h.SessionOf(r); return u != nil }
	first, second, third := begin(), begin(), begin()
	w := httptest.NewRecorder()
	if err := h.EndSession(w, first); err != nil {
		t.Fatal(err)
	}
	if alive(first) || !alive(second) {
		t.Error("the cookie of an ended session works on, or another one ended")
	}
	for _, c := range w.Result().Cookies() {
		if c.MaxAge >= 0 {
			t.Errorf("a cookie stays: %v", c)
		}
	}
	s, _ := h.SessionOf(second)
	if err := h.db.DeleteOtherSessions(t.Context(), h.user.ID, s.StoredID()); err != nil {
		t.Fatal(err)
	}
	if !alive(second) || alive(third) {
		t.Error("the wrong sessions ended")
	}
	h.now = h.now.Add(seenEvery)
	if !alive(second) {
		t.Fatal("ended by use")
	}
	list, err := h.db.Sessions(t.Context(), h.user.ID, "2026-01-01T00:00:00")
	if err != nil || len(list) != 1 || list[0].Seen != h.now.Format("2006-01-02T15:04:05") || list[0].Agent != "agent" || list[0].IP != "192.0.2.1" {
		t.Errorf("%+v %v", list, err)
	}
	for range maxSessions {
		h.now = h.now.Add(time.Second)
		begin()
	}
	if list, err = h.db.Sessions(t.Context(), h.user.ID, "2026-01-01T00:00:00"); err != nil || len(list) != maxSessions || alive(second) {
		t.Errorf("%d sessions, %v", len(list), err)
	}
}

// What is wrong with credentials can't be told from the time that it takes to
// say so.
func TestWrongPasswordsTakeEquallyLong(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	hashes := map[string]string{
		"md5": "2fe4ec8ae6d81b03c53872358c532293", "none": "", "portable": "$P$BZlPX7NIx8MYpXokBW2AGsN7i.aUOt0",
		"bcrypt": h.user.PasswordHash, "prefixed": "$wp" + h.user.PasswordHash, "own": dummyHash,
	}
	for name, hash := range hashes {
		u := &user.User{Login: name, Slug: name, Email: name + "@example.org", PasswordHash: hash}
		if err := h.db.InsertUser(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	for _, login := range []string{"md5", "none", "portable", "bcrypt", "prefixed", "own", "unknown", "unknown@example.org", strings.Repeat("x", 200)} {
		t.Run(login[:min(len(login), 20)], func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			if u, err := h.LogIn(request(nil), login, "wrong"); u != nil || err != nil {
				t.Errorf("%v %v", u, err)
			}
			if took := time.Since(began); took < refusalTime {
				t.Errorf("answered after %v", took)
			}
		})
	}
}

// TestLogInsCostTheSame counts the slow hashes of log-ins with passwords that nobody
// can have and with others: as many whether there is such an account or not.
func TestLogInsCostTheSame(t *testing.T) {
	h := newHouse(t)
	for name, hash := range map[string]string{
		"md5": "2fe4ec8ae6d81b03c53872358c532293", "none": "", "bcrypt": h.user.PasswordHash, "prefixed": "$wp" + h.user.PasswordHash, "own": dummyHash,
		"broken": "$argon2id$v=19$m=1,t=1", "costly": strings.Replace(dummyHash, "m=19456", "m=4000000000", 1),
	} {
		if err := h.db.InsertUser(t.Context(), &user.User{Login: name, Slug: name, Email: name + "@example.org", PasswordHash: hash}); err != nil {
			t.Fatal(err)
		}
	}
	passwords := map[string]string{
		"wrong": "wrong", "empty": "", "blank": " \t", "longest": strings.Repeat("x", MaxPassword), "too long": strings.Repeat("x", MaxPassword+1), "NUL": "a\x00b", "no text": "\xff",
	}
	for name, password := range passwords {
		for _, login := range []string{"md5", "none", "bcrypt", "prefixed", "own", "broken", "costly", "own@example.org", "unknown", "unknown@example.org", "a\x00b", "\xff", strings.Repeat("x", 200)} {
			before := hashes.made.Load()
			if u, err := h.checkPassword(t.Context(), Attempt{IP: "192.0.2.1"}, login, password); u != nil || err != nil {
				t.Errorf("%q with %s: %v %v", login, name, u, err)
			}
			if made := hashes.made.Load() - before; made != 1 {
				t.Errorf("%q with a password that is %s costs %d hashes", login, name, made)
			}
		}
	}
}

// The number of application passwords, and whether there is such an account,
// make no difference to who guesses.
func TestWrongAppPasswordsCostTheSame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range 20 {
		if _, _, err := Issue(t.Context(), h.db, h.now, h.user.ID, NewPassword{Name: "more"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, login := range []string{"Ann", "ann@example.org", "nobody", "nobody@example.org"} {
		list, err := h.db.AppPasswordsByHash(t.Context(), keyedHash([]byte("key"), "wrong"), oldPrefix, login)
		if err != nil || len(list) != 0 {
			t.Errorf("%s: %d candidates for a slow check, %v", login, len(list), err)
		}
	}
}

// TestMovedAppPasswordsCostTheSame counts the slow hashes of wrong application passwords
// on a site where some moved in: as many for each name, in the queue of that name.
func TestMovedAppPasswordsCostTheSame(t *testing.T) {
	h := newHouse(t)
	bob := &user.User{Login: "bob", Slug: "bob", Email: "bob@example.org"}
	if err := h.db.InsertUser(t.Context(), bob); err != nil {
		t.Fatal(err)
	}
	const portable = "$P$BZlPX7NIx8MYpXokBW2AGsN7i.aUOt0"
	for i, p := range []struct {
		of   int64
		hash string
	}{{h.user.ID, portable}, {h.user.ID, portable}, {h.user.ID, portable}, {bob.ID, portable}, {bob.ID, "$generic$abc"}, {bob.ID, "$generic$abd"}, {bob.ID, "$generic$abe"}, {bob.ID, "$generic$abf"}} {
		if err := h.db.InsertAppPassword(t.Context(), &user.AppPassword{UUID: fmt.Sprint("moved ", i), User: p.of, Name: "moved", Hash: MovedAppPassword(p.hash)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, login := range []string{"Ann", "ann@example.org", "bob", "BOB@example.org", "nobody", "nobody@example.org"} {
		before := hashes.made.Load()
		if a, err := h.Identify(basic(login, "wrong")); err != nil || a.LoggedIn() {
			t.Fatalf("%s: %+v %v", login, a, err)
		}
		if made := hashes.made.Load() - before; made != 3 {
			t.Errorf("a wrong application password for %s costs %d hashes", login, made)
		}
		name := "name " + strings.ToLower(login)
		release := occupied(name)
		busy := make(chan *fault.Error)
		for i := range maxWaitingOne + 1 {
			go func() {
				_, err := h.Identify(basic(login, fmt.Sprint("other ", i)))
				busy <- err
			}()
		}
		if err := <-busy; err == nil || err.Status != http.StatusServiceUnavailable {
			t.Errorf("one of many for %s: %v", login, err)
		}
		release()
		for range maxWaitingOne {
			if err := <-busy; err != nil {
				t.Errorf("who waited for %s: %v", login, err)
			}
		}
	}
}

func TestOldAppPasswordsAreStoredAnew(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	secret, id := NewAppPassword(), "3b8b4a5e-3c38-4f3a-9f3a-0a1b2c3d4e5f"
	old := &user.AppPassword{UUID: id, User: h.user.ID, Name: "old", Hash: oldPrefix + selector(id, secret) + oldHash(t, secret)}
	if err := h.db.InsertAppPassword(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	if a, err := h.Identify(basic("Bob", secret)); err != nil || a.LoggedIn() {
		t.Errorf("for another account: %+v %v", a, err)
	}
	for range 2 {
		h.remembered = newRemembered()
		if a, err := h.Identify(basic("Ann@example.org", secret)); err != nil || a.AppPassword != id {
			t.Errorf("%+v %v", a, err)
		}
	}
	p, err := h.db.AppPassword(t.Context(), h.user.ID, id)
	if err != nil || !strings.HasPrefix(p.Hash, hashPrefix) {
		t.Errorf("stored as %.8s %v", p.Hash, err)
	}
}

func TestTooManyFailures(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for i := range maxFailures {
		if _, err := h.Identify(basic("Ann", fmt.Sprint("wrong", i))); err != nil {
			t.Fatalf("try %d: %v", i, err)
		}
	}
	if _, err := h.Identify(basic("ann", "again")); err == nil || err.Status != 429 {
		t.Errorf("one more: %v", err)
	}
	elsewhere := basic("Ann", h.secret)
	elsewhere.RemoteAddr = "192.0.2.2:1"
	if a, err := h.Identify(elsewhere); err != nil || !a.LoggedIn() {
		t.Errorf("the owner at another address: %v", err)
	}
	h.now = h.now.Add(failureWindow)
	if a, err := h.Identify(basic("Ann", h.secret)); err != nil || !a.LoggedIn() {
		t.Errorf("later: %v", err)
	}
}

func TestPlainTransport(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.RequireTLS = true
	secure := false
	h.TLS = func(*http.Request) bool { return secure }
	if a, err := h.Identify(basic("Ann", h.secret)); err == nil || err.Code != "application_passwords_insecure" || a.LoggedIn() {
		t.Errorf("plain http: %+v %v", a, err)
	}
	if _, err := h.Identify(request(nil)); err != nil {
		t.Errorf("without credentials: %v", err)
	}
	for _, peer := range []string{"127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"} {
		r := basic("Ann", h.secret)
		if r.RemoteAddr = peer; !h.Confidential(r) {
			t.Errorf("%s isn't this machine", peer)
		}
	}
	secure = true
	if a, err := h.Identify(basic("Ann", h.secret)); err != nil || !a.LoggedIn() {
		t.Errorf("https: %v", err)
	}
	secure, h.Site.URL = false, "http://localhost:8080"
	if a, err := h.Identify(basic("Ann", h.secret)); err != nil || !a.LoggedIn() {
		t.Errorf("a site on this machine: %v", err)
	}
}

func oldHash(t *testing.T, secret string) string {
	t.Helper()
	hash, err := hashArgon(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// Caches in front of sites know these cookies by the beginnings of their names.
func TestCookieNames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := httptest.NewRecorder()
	if _, err := h.StartSession(w, request(nil), h.user, false); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"wordpress_logged_in_": "/", "wordpress_": "/wp-admin"}
	for _, c := range w.Result().Cookies() {
		kind := c.Name[:strings.LastIndexByte(c.Name, '_')+1]
		if want[kind] != c.Path || len(c.Name) != len(kind)+32 || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %v", c)
		}
		delete(want, kind)
	}
	if len(want) > 0 {
		t.Errorf("no cookies %v", want)
	}
	for kind, prefix := range map[string]string{CookieReset: "wp-resetpass-", CookieUnlock: "wp-postpass_"} {
		if name := h.CookieName(t.Context(), kind); !strings.HasPrefix(name, prefix) {
			t.Errorf("cookie %s", name)
		}
	}
}
