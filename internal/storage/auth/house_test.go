package auth

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/storage/store"
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
	if h.app, h.secret, err = Issue(t.Context(), db, h.now, h.user.ID, NewPassword{Name: "test"}); err != nil {
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
