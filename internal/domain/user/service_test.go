package user_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/storage/store"
)

// heard notes what a Notifier was told.
type heard struct{ events []string }

func (h *heard) Created(_ context.Context, u *user.User) error {
	h.events = append(h.events, "created "+u.Login)
	return nil
}

func (h *heard) PasswordChanged(_ context.Context, before *user.User) error {
	h.events = append(h.events, "password of "+before.Email)
	return nil
}

func (h *heard) EmailChanged(_ context.Context, before *user.User, email string) error {
	h.events = append(h.events, before.Email+" to "+email)
	return nil
}

func newService(t *testing.T) (*user.Service, *heard) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	s := &site.Site{Store: db, URL: "http://example.org", Clock: func() time.Time { return now }}
	types := content.NewTypes(content.Builtin()...)
	told := &heard{}
	return &user.Service{
		Store: db, Site: s, Notify: told, Forbidden: []string{"root"},
		Entries: &content.Service{Store: db, Types: types, Site: s, Policy: content.Policy{Types: types, Site: s, Entries: db}},
		Hash:    func(_ context.Context, password string) (string, error) { return "hash of " + password, nil },
	}, told
}

func str(s string) *string { return &s }

func TestCreateDefaults(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	u, err := s.Create(t.Context(), user.Change{Login: str("Ann Lee")})
	if err != nil {
		t.Fatal(err)
	}
	want := "Ann Lee/ann-lee/Ann Lee/Ann Lee//2026-03-04T05:06:07/[subscriber]"
	got := fmt.Sprintf("%s/%s/%s/%s/%s/%s/%v", u.Login, u.Slug, u.Name, u.Meta.Text("nickname"), u.PasswordHash, u.Registered, u.Roles)
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []struct {
		first, last, want string
	}{{"A", "B", "A B"}, {"A", "", "A"}, {"", "B", "B"}} {
		u, err := s.Create(t.Context(), user.Change{Login: str("u" + c.first + c.last), FirstName: &c.first, LastName: &c.last})
		if err != nil || u.Name != c.want {
			t.Errorf("%+v: %v %v", c, u, err)
		}
	}
	for login, want := range map[string]error{
		"": user.ErrLoginEmpty, "<b>": user.ErrLoginEmpty, "ANN LEE": user.ErrLoginTaken, "Root": user.ErrLoginRefused,
		strings.Repeat("x", 61): user.ErrLoginLong, "_._": nil, "...": user.ErrSlugEmpty,
	} {
		if _, err := s.Create(t.Context(), user.Change{Login: &login}); !errors.Is(err, want) {
			t.Errorf("login %q: %v, want %v", login, err, want)
		}
	}
	// An e-mail address may be missing, as in imports, any number of times.
	if _, err := s.Create(t.Context(), user.Change{Login: str("no-mail"), Email: str("")}); err != nil {
		t.Error(err)
	}
}

func TestSlugsStayShort(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	long := strings.Repeat("a", 50)
	for n, want := range []string{long, long[:48] + "-2", long[:48] + "-3"} {
		u, err := s.Create(t.Context(), user.Change{Login: str(fmt.Sprint("u", n)), Slug: &long})
		if err != nil || u.Slug != want {
			t.Errorf("slug %v %v, want %s", u, err, want)
		}
	}
}

func TestUpdateNotifies(t *testing.T) {
	t.Parallel()
	s, told := newService(t)
	u, err := s.Create(t.Context(), user.Change{Login: str("ann"), Email: str("a@example.org"), Password: str("p")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []user.Change{
		{Name: str("x")},
		{Email: str("a@example.org")},
		{Email: str("b@example.org")},
		{Password: str("q")},
		{Password: str("")},
	} {
		if u, err = s.Update(t.Context(), u, c); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(told.events), "[created ann a@example.org to b@example.org password of b@example.org]"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	if u.PasswordHash != "hash of q" {
		t.Errorf("hash %q", u.PasswordHash)
	}
	again, err := s.Store.UserByID(t.Context(), u.ID)
	if err != nil || again.Name != "x" || again.Email != "b@example.org" {
		t.Errorf("stored %+v %v", again, err)
	}
}

func TestDeleteTakesRevisionsAlong(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	u, err := s.Create(t.Context(), user.Change{Login: str("ann")})
	if err != nil {
		t.Fatal(err)
	}
	insert := func(e *content.Entry) int64 {
		e.Author, e.Date, e.DateUTC = u.ID, "2026-01-01T00:00:00", "2026-01-01T00:00:00"
		if err := s.Entries.Store.InsertEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		return e.ID
	}
	picture := insert(&content.Entry{Type: content.TypeAttachment, Status: content.Inherit, Slug: "p"})
	insert(&content.Entry{Type: content.TypeRevision, Status: content.Inherit, Parent: picture, Slug: "r"})
	trashed := insert(&content.Entry{Type: content.TypePost, Status: content.Trash, Slug: "t"})
	if err := s.Entries.Store.InTx(t.Context(), func(ctx context.Context) error {
		return s.Delete(ctx, access.System(), u, nil)
	}); err != nil {
		t.Fatal(err)
	}
	found, err := s.Entries.Store.EntriesByID(t.Context(), []int64{picture, picture + 1, trashed})
	if err != nil || len(found) != 0 {
		t.Errorf("left: %v %v", found, err)
	}
	if _, err := s.Store.UserByID(t.Context(), u.ID); !errors.Is(err, user.ErrNotFound) {
		t.Errorf("the account: %v", err)
	}
}

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	u := &user.User{ID: 7, Slug: "ann"}
	for structure, want := range map[string]string{
		"":                    "http://example.org/?author=7",
		"/%year%/%postname%/": "http://example.org/author/ann/",
		"/blog/%postname%":    "http://example.org/blog/author/ann",
		"/no-%post_id%/":      "http://example.org/author/ann/",
	} {
		if err := s.Site.SetOption(t.Context(), "permalink_structure", structure); err != nil {
			t.Fatal(err)
		}
		if got := user.Link(t.Context(), s.Site, u); got != want {
			t.Errorf("%q: %s, want %s", structure, got, want)
		}
	}
	const hash = "5b26064bbe849dabc6e30cd26694c2cf44dc41a9171fbdae13c722e55f9ff041"
	for d, want := range map[string]string{
		"mystery": hash + "?s=24&d=mm&r=g", "gravatar_default": hash + "?s=24&r=g", "blank": hash + "?s=24&d=blank&r=g",
	} {
		if err := s.Site.SetOption(t.Context(), "avatar_default", d); err != nil {
			t.Fatal(err)
		}
		if got := user.Avatar(t.Context(), s.Site, " A@b.org", 24); got != "https://secure.gravatar.com/avatar/"+want {
			t.Errorf("%s: %s", d, got)
		}
	}
}
