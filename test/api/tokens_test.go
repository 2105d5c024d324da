package api

import (
	"context"
	"fmt"
	"hash/crc32"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/people/account"
	"quoin/internal/people/mail"
	"quoin/internal/people/mail/mailtest"
)

// browserAt is a browser at an address of its own: slow hashes wait by address.
func (s *server) browserAt(t *testing.T, n int) *browser {
	t.Helper()
	b := s.browser(t)
	b.ip = fmt.Sprintf("203.0.%d.%d", 113+n/250, n%250)
	return b
}

// owner is an account whose tokens are tried.
type owner struct {
	t     *testing.T
	s     *server
	box   *mailtest.Outbox
	clock *clock
	login string
	ip    string
}

// browser is one at the owner's address.
func (o *owner) browser() *browser {
	o.t.Helper()
	b := o.s.browser(o.t)
	b.ip = o.ip
	return b
}

func (o *owner) email() string { return o.login + "@example.org" }

func (o *owner) user() *user.User {
	o.t.Helper()
	u, err := o.s.app.DB.UserByLogin(o.t.Context(), o.login)
	if err != nil {
		o.t.Fatal(err)
	}
	return u
}

func newOwner(t *testing.T, s *server, box *mailtest.Outbox, clock *clock, login string) *owner {
	t.Helper()
	o := &owner{t, s, box, clock, login, fmt.Sprintf("198.51.100.%d", crc32.ChecksumIEEE([]byte(t.Name()+login))%250)}
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: login, Email: o.email(), Role: "editor", Password: "correct horse"}); err != nil {
		t.Fatal(err)
	}
	return o
}

// switchOff has the core alone count who fails to log in.
func (s *server) switchOff(t *testing.T, extension string) {
	t.Helper()
	if a := s.do("administrator", "PUT", "/api/core/v2/plugins/"+extension, map[string]any{"status": "inactive"}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

// mailFactor has log-ins of the account ask for a code by mail.
func (o *owner) mailFactor() {
	o.t.Helper()
	u := o.user()
	if err := o.s.app.DB.InsertFactor(o.t.Context(), &user.Factor{User: u.ID, Kind: user.FactorMail, Created: "2026-01-01T00:00:00"}); err != nil {
		o.t.Fatal(err)
	}
}

const challengePath = "/wp-login.php?action=challenge"

// tokenKinds are what the owner of an account may be given that is good for
// something later. Each makes one, and returns a use of it, which tells whether
// that did something.
var tokenKinds = map[string]func(o *owner) func() bool{
	"link for a password": func(o *owner) func() bool {
		link, err := o.s.app.Accounts.SetPasswordLink(o.t.Context(), o.user(), time.Hour)
		if err != nil {
			o.t.Fatal(err)
		}
		return o.opens(link)
	},
	"lost password": func(o *owner) func() bool {
		b := o.browser()
		b.visit("/wp-login.php?action=lostpassword", url.Values{"user_login": {o.login}})
		o.s.work(func() bool {
			return slices.ContainsFunc(o.box.Sent(), func(m mail.Message) bool { return m.To[0] == o.email() })
		})
		return o.opens(o.box.Link(o.t, o.email(), "Set a new password"))
	},
	"invitation": func(o *owner) func() bool {
		link, err := o.s.app.Accounts.InviteByHand(o.t.Context(), o.user())
		if err != nil {
			o.t.Fatal(err)
		}
		return o.opens(link)
	},
	"address": func(o *owner) func() bool {
		const own = "/account"
		b, email := o.browser(), "mallory+"+o.login+"@example.org"
		b.logIn(o.login, "correct horse")
		if a := b.submit(b.visit(own, nil), own, "do", "address", "current", "correct horse", "email", email); a.status != 302 {
			o.t.Fatalf("%d %s", a.status, a.body)
		}
		link := o.box.Link(o.t, email, "Confirm")
		return func() bool {
			c := o.browser()
			c.submit(c.visit(link, nil), link)
			return o.user().Email == email
		}
	},
	"mailed code": func(o *owner) func() bool {
		o.mailFactor()
		b := o.browser()
		page := b.logIn(o.login, "correct horse")
		code := strings.TrimSpace(strings.Split(o.box.Last().Text, "\n\n")[2])
		return func() bool {
			b.submit(page, challengePath, "code", code)
			return b.in()
		}
	},
	"log-in that waits for an app": func(o *owner) func() bool {
		first := o.browser()
		first.logIn(o.login, "correct horse")
		secret, _ := first.withApp(o.t, o.clock)
		b := o.browser()
		page := b.logIn(o.login, "correct horse")
		return func() bool {
			o.clock.unix.Add(60)
			b.submit(page, challengePath, "code", code(o.t, secret, o.clock))
			return b.in()
		}
	},
	"log-in that waits for a recovery code": func(o *owner) func() bool {
		first := o.browser()
		first.logIn(o.login, "correct horse")
		_, recovery := first.withApp(o.t, o.clock)
		b := o.browser()
		page := b.logIn(o.login, "correct horse")
		return func() bool {
			b.submit(page, challengePath, "code", recovery[0])
			return b.in()
		}
	},
}

// opens uses a link that sets a password.
func (o *owner) opens(link string) func() bool {
	return func() bool {
		before := o.user().PasswordHash
		b := o.browser()
		b.visit(link, nil)
		b.submit(b.visit("/wp-login.php?action=rp", nil), "/wp-login.php?action=resetpass", "pass1", "mallory's own", "pass2", "mallory's own")
		return o.user().PasswordHash != before
	}
}

// accountChanges are the ways in which an account gets another password or
// another address.
var accountChanges = map[string]func(o *owner){
	"own password": func(o *owner) {
		const own = "/account"
		b := o.browser()
		if err := o.s.app.DB.DeleteFactors(o.t.Context(), o.user().ID, user.FactorApp, user.FactorMail); err != nil {
			o.t.Fatal(err)
		}
		b.logIn(o.login, "correct horse")
		if a := b.submit(b.visit(own, nil), own, "do", "password", "current", "correct horse", "pass1", "battery staple", "pass2", "battery staple"); a.status != 302 {
			o.t.Fatalf("%d %s", a.status, a.body)
		}
	},
	"password by an administrator": func(o *owner) { o.put(map[string]any{"password": "battery staple"}) },
	"address by an administrator":  func(o *owner) { o.put(map[string]any{"email": "new+" + o.login + "@example.org"}) },
	"case of the address":          func(o *owner) { o.put(map[string]any{"email": strings.ToUpper(o.login) + "@example.org"}) },
	"without the rules of accounts": func(o *owner) {
		u := o.user().Clone()
		u.Email = "row+" + o.login + "@example.org"
		if err := o.s.app.DB.InTx(o.t.Context(), func(ctx context.Context) error { return o.s.app.DB.UpdateUser(ctx, u) }); err != nil {
			o.t.Fatal(err)
		}
	},
}

func (o *owner) put(change map[string]any) {
	o.t.Helper()
	if a := o.s.do("administrator", "PUT", fmt.Sprint("/api/core/v2/users/", o.user().ID), change); a.status != 200 {
		o.t.Fatalf("%d %s", a.status, a.body)
	}
}

// TestTokensEndWithTheAccountTheyWereFor gives an account each kind of token, and
// then another password or address: nothing that was given before is good for
// anything.
func TestTokensEndWithTheAccountTheyWereFor(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.switchOff(t, "loginlimit/loginlimit")
		n := 0
		for kind, give := range tokenKinds {
			for change, do := range accountChanges {
				n++
				o := newOwner(t, s, box, clock, fmt.Sprint("owner", n))
				use := give(o)
				do(o)
				if use() {
					t.Errorf("%s works after: %s", kind, change)
				}
			}
			n++
			if o := newOwner(t, s, box, clock, fmt.Sprint("owner", n)); !give(o)() {
				t.Errorf("%s doesn't work when nothing changes", kind)
			}
		}
	})
}

// TestTokensWorkOnce uses each kind of token 200 times at once.
func TestTokensWorkOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.switchOff(t, "loginlimit/loginlimit")
		o := newOwner(t, s, box, clock, "owner")

		link, err := s.app.Accounts.SetPasswordLink(t.Context(), o.user(), time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		b := s.browser(t)
		b.visit(link, nil)
		page := b.visit("/wp-login.php?action=rp", nil)
		set := atOnce(200, func(i int) bool {
			c := s.browserAt(t, i)
			c.visit(link, nil)
			return strings.HasSuffix(c.submit(page, "/wp-login.php?action=resetpass", "pass1", fmt.Sprint("battery staple ", i), "pass2", fmt.Sprint("battery staple ", i)).header.Get("Location"), "password=changed")
		})
		if set != 1 {
			t.Errorf("a link set %d passwords", set)
		}
		o.put(map[string]any{"password": "correct horse"})

		b = s.browser(t)
		b.logIn("owner", "correct horse")
		secret, recovery := b.withApp(t, clock)
		asked := s.browser(t)
		page = asked.logIn("owner", "correct horse")
		if in := atOnce(200, func(int) bool {
			return s.browser(t).submit(page, challengePath, "code", recovery[0]).status == http.StatusFound
		}); in != 1 {
			t.Errorf("a recovery code let %d browsers in", in)
		}
		clock.unix.Add(60)
		page = asked.logIn("owner", "correct horse")
		if in := atOnce(200, func(int) bool {
			return s.browser(t).submit(page, challengePath, "code", code(t, secret, clock)).status == http.StatusFound
		}); in != 1 {
			t.Errorf("a code of an app let %d browsers in", in)
		}
		o.mailFactor()
		page = asked.submit(asked.logIn("owner", "correct horse"), challengePath, "do", "mail", "code", "")
		mailed := strings.TrimSpace(strings.Split(box.Last().Text, "\n\n")[2])
		if in := atOnce(200, func(int) bool {
			return s.browser(t).submit(page, challengePath, "code", mailed).status == http.StatusFound
		}); in != 1 {
			t.Errorf("a mailed code let %d browsers in", in)
		}

		const own = "/account"
		b.submit(b.visit(own, nil), own, "do", "address", "current", "correct horse", "email", "new@example.org")
		link = box.Link(t, "new@example.org", "Confirm")
		page = b.visit(link, nil)
		if taken := atOnce(200, func(int) bool { return s.browser(t).submit(page, link).status == http.StatusOK }); taken != 1 {
			t.Errorf("a link confirmed %d times", taken)
		}
	})
}

// atOnce does something many times at once, and tells how often that worked.
func atOnce(n int, do func(i int) bool) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	worked, begin := 0, make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-begin
			if do(i) {
				mu.Lock()
				worked++
				mu.Unlock()
			}
		})
	}
	close(begin)
	wg.Wait()
	return worked
}

// TestSecondFactorsAreBounded guesses second factors without the extension that
// counts failures: one after the other, many at once, by new log-ins, and with the
// right one at the end.
func TestSecondFactorsAreBounded(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.switchOff(t, "loginlimit/loginlimit")
		o := newOwner(t, s, box, clock, "owner")
		first := o.browser()
		first.logIn("owner", "correct horse")
		secret, recovery := first.withApp(t, clock)
		clock.unix.Add(60)
		right := code(t, secret, clock)
		wrong := func(i int) string {
			for n := i; ; n += 1000 {
				if c := fmt.Sprintf("%06d", n); c != right {
					return c
				}
			}
		}
		looked := func(a answer) bool { return strings.Contains(string(a.body), "That wasn&#39;t right.") }

		b := o.browser()
		page := b.logIn("owner", "correct horse")
		for i := range 5 {
			if a := b.submit(page, challengePath, "code", wrong(i)); !looked(a) {
				t.Fatalf("try %d: %d %s", i, a.status, a.body)
			}
		}
		for kind, given := range map[string][]string{
			"an app": {"code", right}, "a recovery code": {"code", recovery[0]}, "a passkey": {"credential", "{}"}, "no app": {"code", wrong(6)},
		} {
			if a := b.submit(page, challengePath, given...); a.status != 429 || looked(a) || b.in() {
				t.Errorf("%s after five: %d %s", kind, a.status, a.body)
			}
		}

		// Of 200 at once, five are looked at.
		page = b.logIn("owner", "correct horse")
		if n := atOnce(200, func(i int) bool { return looked(o.browser().submit(page, challengePath, "code", wrong(i))) }); n != 5 {
			t.Errorf("%d of 200 at once were looked at", n)
		}
		if b.submit(page, challengePath, "code", right); b.in() {
			t.Error("the right one after 200 lets in")
		}

		// However often the password is given, an account takes no more than so
		// many.
		n := 0
		for range 10 {
			page = o.browser().logIn("owner", "correct horse")
			n += atOnce(20, func(i int) bool { return looked(o.browser().submit(page, challengePath, "code", wrong(i))) })
		}
		if n != 10 {
			t.Errorf("%d more were looked at", n)
		}
		page = b.logIn("owner", "correct horse")
		if a := b.submit(page, challengePath, "code", right); a.status != 429 || a.header.Get("Retry-After") == "" || b.in() {
			t.Errorf("the right one of an account that was guessed at: %d", a.status)
		}

		// Its owner doesn't have to wait: a new password begins again.
		if !o.opens(must(s.app.Accounts.SetPasswordLink(t.Context(), o.user(), time.Hour)))() {
			t.Fatal("no new password")
		}
		page = b.logIn("owner", "mallory's own")
		if b.submit(page, challengePath, "code", code(t, secret, clock)); !b.in() {
			t.Error("the owner doesn't get in with a new password")
		}
		// Nor do others.
		other := newOwner(t, s, box, clock, "other")
		if c := o.browser(); c.logIn(other.login, "correct horse").status != 302 || !c.in() {
			t.Error("another account")
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestPasswordsAskedForAgainAreBounded guesses the password with a session that
// was left open.
func TestPasswordsAskedForAgainAreBounded(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s, box := guarded(t, engine{"sqlite"}, clock)
	s.switchOff(t, "loginlimit/loginlimit")
	newOwner(t, s, box, clock, "owner")
	b := s.browser(t)
	b.logIn("owner", "correct horse")
	const own = "/account"
	page, factors := b.visit(own, nil), b.visit(factorsPage, nil)
	for range 5 {
		b.submit(page, own, "do", "address", "current", "wrong", "email", "mallory@example.org")
		if a := b.submit(factors, factorsPage, "do", "codes", "current", "wrong"); a.status != 403 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	for _, do := range []string{"address", "password"} {
		if a := b.submit(page, own, "do", do, "current", "correct horse", "email", "mallory@example.org", "pass1", "battery staple", "pass2", "battery staple"); a.status != 429 {
			t.Errorf("%s after ten wrong passwords: %d", do, a.status)
		}
	}
	for _, do := range []string{"app", "mail", "passkey", "codes", "remove"} {
		if a := b.submit(factors, factorsPage, "do", do, "current", "correct horse"); a.status != 429 {
			t.Errorf("%s after ten wrong passwords: %d", do, a.status)
		}
	}
	clock.unix.Add(15 * 60)
	for range 20 { // those that are right don't count
		if a := b.submit(b.visit(factorsPage, nil), factorsPage, "do", "codes", "current", "correct horse"); a.status != 200 {
			t.Fatalf("the right one: %d", a.status)
		}
	}
}

// TestMailedCodesKeepTheirAddress has the owner of an account change its address by the API:
// without codes that are mailed to it that is taken, with them refused, by each form of the
// request; what stays the same, and what administrators do, is taken.
func TestMailedCodesKeepTheirAddress(t *testing.T) {
	t.Parallel()
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	id := func(role string) int64 {
		u, err := s.app.DB.UserByLogin(t.Context(), "test_"+role)
		if err != nil {
			t.Fatal(err)
		}
		return u.ID
	}
	author := id("author")
	change := func(role, path string, change map[string]any, want int) {
		t.Helper()
		if a := s.do(role, "POST", path, change); a.status != want {
			t.Errorf("%s, %s %v: %d %s", role, path, change, a.status, a.body)
		}
	}
	me, own := "/api/core/v2/users/me", fmt.Sprint("/wp-json/wp/v2/users/", author)
	change("author", me, map[string]any{"email": "first@example.org"}, 200)
	if err := s.app.DB.InsertFactor(t.Context(), &user.Factor{User: author, Kind: user.FactorMail, Created: "2026-01-01T00:00:00"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{me, own, "/wp-json/wp/v2/users/me"} {
		change("author", path, map[string]any{"email": "thief@example.org", "password": "thief-pass-77"}, 403)
	}
	u, err := s.app.DB.UserByID(t.Context(), author)
	if err != nil || u.Email != "first@example.org" {
		t.Fatalf("%+v, %v", u, err)
	}
	change("author", me, map[string]any{"email": "first@example.org", "name": "Same"}, 200)
	change("administrator", own, map[string]any{"email": "second@example.org"}, 200)
}
