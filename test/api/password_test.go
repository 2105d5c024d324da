package api

import (
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

// Who names an address gets the link there, though it be somebody's log-in name.
func TestLostPasswordByAddress(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		s.make("/core/v2/users", map[string]any{"username": "ann@example.org", "email": "squatter@example.net", "password": "battery staple"})
		b := s.browser(t)
		b.submit(b.visit("/wp-login.php?action=lostpassword", nil), "/wp-login.php?action=lostpassword", "user_login", "ann@example.org")
		if link := box.Link(t, "ann@example.org", "Set a new password"); !strings.Contains(link, "login=ann&") && !strings.HasSuffix(link, "login=ann") {
			t.Errorf("the link is %s", link)
		}
	})
}

func TestLostPassword(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		before := s.browser(t)
		before.logIn("ann", "correct horse")
		b := s.browser(t)
		form := b.visit("/wp-login.php?action=lostpassword", nil)
		plain := func(a answer, login string) string { return strings.ReplaceAll(string(a.body), login, "") }
		known := b.submit(form, "/wp-login.php?action=lostpassword", "user_login", "ann")
		unknown := b.submit(form, "/wp-login.php?action=lostpassword", "user_login", "nobody-here")
		if known.status != 200 || unknown.status != 200 || plain(known, "ann") != plain(unknown, "nobody-here") {
			t.Error("the answer tells whether there is such an account")
		}
		link := box.Link(t, "ann@example.org", "Set a new password")
		for _, wrong := range []string{strings.Replace(link, "key=", "key=x", 1), strings.Replace(link, "login=ann", "login=sub", 1)} {
			c := s.browser(t)
			c.visit(wrong, nil)
			if a := c.visit("/wp-login.php?action=rp", nil); !strings.HasSuffix(a.header.Get("Location"), "error=invalidkey") {
				t.Errorf("%s: %d %v", wrong, a.status, a.header)
			}
		}
		open := func(b *browser) answer {
			if a := b.visit(link, nil); a.header.Get("Location") != "http://example.org/wp-login.php?action=rp" {
				t.Fatalf("%d %v", a.status, a.header)
			}
			return b.visit("/wp-login.php?action=rp", nil)
		}
		page, other := open(b), s.browser(t)
		second := open(other)
		for _, bad := range [][2]string{{"short", "short"}, {"long enough", "not the same"}, {"", ""}} {
			if a := b.submit(page, "/wp-login.php?action=resetpass", "pass1", bad[0], "pass2", bad[1]); a.status != 200 {
				t.Errorf("%v: %d", bad, a.status)
			}
		}
		if a := b.submit(page, "/wp-login.php?action=resetpass", "pass1", "battery staple", "pass2", "battery staple"); a.status != 302 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := other.submit(second, "/wp-login.php?action=resetpass", "pass1", "another one", "pass2", "another one"); !strings.HasSuffix(a.header.Get("Location"), "invalidkey") {
			t.Errorf("the link works twice: %d %v", a.status, a.header)
		}
		if before.in() {
			t.Error("a session outlives the password")
		}
		if b.logIn("ann", "correct horse"); b.in() {
			t.Error("the old password works")
		}
		if b.logIn("ann", "battery staple"); !b.in() {
			t.Error("the new password doesn't work")
		}
		box.Link(t, "ann@example.org", "password was changed")
	})
}

func TestMailedLinksExpire(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := start(t, app.Config{Clock: func() time.Time { return now }})
	u, err := s.app.DB.UserByLogin(t.Context(), "test_author")
	if err != nil {
		t.Fatal(err)
	}
	link, err := s.app.Accounts.SetPasswordLink(t.Context(), u, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	b := s.browser(t)
	b.visit(link, nil)
	if a := b.visit("/wp-login.php?action=rp", nil); !strings.HasSuffix(a.header.Get("Location"), "error=expiredkey") {
		t.Errorf("%d %v", a.status, a.header)
	}
}
