package auth

import (
	"encoding/hex"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

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
	for name, v := range options.All() {
		if text, _ := v.(string); strings.Contains(text, hex.EncodeToString(one)) {
			t.Errorf("option %s shows the key", name)
		}
	}
}
