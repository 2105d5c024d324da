package api

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

const factorsPage = "/wp-admin/second-factor.php"

// withApp adds an authenticator app to the account of a browser that is logged
// in, and returns its secret and the recovery codes.
func (b *browser) withApp(t *testing.T, clock *clock) (secret string, codes []string) {
	t.Helper()
	page := b.visit(factorsPage, nil)
	if a := b.submit(page, factorsPage, "do", "app", "current", "wrong"); a.status != 403 {
		t.Errorf("without the password: %d", a.status)
	}
	page = b.submit(page, factorsPage, "do", "app", "current", "correct horse")
	m := regexp.MustCompile(`<p class="secret"><code>([A-Z2-7]+)</code>`).FindStringSubmatch(string(page.body))
	if m == nil {
		t.Fatalf("no secret: %d %s", page.status, page.body)
	}
	state := regexp.MustCompile(`name="app_state" value="([^"]+)"`).FindStringSubmatch(string(page.body))
	confirm := func(code string) answer {
		return b.submit(page, factorsPage, "do", "app-confirm", "app_state", html.UnescapeString(state[1]), "code", code)
	}
	if a := confirm("000000"); a.status != 400 {
		t.Errorf("a wrong code is taken: %d", a.status)
	}
	a := confirm(code(t, m[1], clock))
	for _, c := range regexp.MustCompile(`<li><code>([^<]+)</code>`).FindAllStringSubmatch(string(a.body), -1) {
		codes = append(codes, c[1])
	}
	if a.status != 200 || len(codes) != 10 {
		t.Fatalf("%d, %d recovery codes", a.status, len(codes))
	}
	return m[1], codes
}

func code(t *testing.T, secret string, clock *clock) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, clock.now())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		first := s.browser(t)
		first.logIn("ann", "correct horse")
		secret, recovery := first.withApp(t, clock)
		used := code(t, secret, clock)
		const path = "/wp-login.php?action=challenge"
		try := func(b *browser, page answer, given string) bool {
			t.Helper()
			s.command(t, "unlock", "ann") // wrong ones count as failures
			b.submit(page, path, "code", given)
			return b.in()
		}
		b := s.browser(t)
		page := b.logIn("ann", "correct horse")
		if b.in() || !strings.Contains(string(page.body), "authenticator app") {
			t.Fatalf("not asked: %d %s", page.status, page.body)
		}
		if try(b, page, used) {
			t.Error("the code that confirmed the app works again")
		}
		for _, wrong := range []string{"", "000000", "00000000", "AAAA-AAAA-AAAA-AAAA", secret} {
			if try(b, page, wrong) {
				t.Errorf("%q lets in", wrong)
			}
		}
		clock.unix.Add(30)
		fresh := code(t, secret, clock)
		if !try(b, page, fresh[:3]+" "+fresh[3:]) {
			t.Error("the right code doesn't let in")
		}
		other := s.browser(t)
		if try(other, page, fresh) {
			t.Error("a code works twice")
		}
		clock.unix.Add(90)
		stale := code(t, secret, clock)
		clock.unix.Add(61)
		if try(other, page, stale) {
			t.Error("an old code works")
		}
		if !try(other, page, strings.ToLower(recovery[3])) {
			t.Error("a recovery code doesn't work")
		}
		box.Link(t, "ann@example.org", "recovery code was used")
		if try(s.browser(t), page, recovery[3]) {
			t.Error("a recovery code works twice")
		}
		clock.unix.Add(700)
		if try(s.browser(t), page, code(t, secret, clock)) {
			t.Error("the question was asked too long ago")
		}

		// The state of one log-in is worth nothing for another account, nor after
		// a change of the password.
		b = s.browser(t)
		page = b.logIn("ann", "correct horse")
		own := s.browser(t)
		own.logIn("bob", "correct horse")
		bobs, _ := own.withApp(t, clock)
		clock.unix.Add(30)
		if try(b, page, code(t, bobs, clock)) {
			t.Error("the app of another account lets in")
		}
		u, err := s.app.DB.UserByLogin(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		link, err := s.app.Accounts.SetPasswordLink(t.Context(), u, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		reset := s.browser(t)
		reset.visit(link, nil)
		reset.submit(reset.visit("/wp-login.php?action=rp", nil), "/wp-login.php?action=resetpass", "pass1", "battery staple", "pass2", "battery staple")
		if reset.in() {
			t.Error("a mailed link goes past the second factor")
		}
		if try(b, page, code(t, secret, clock)) {
			t.Error("the password was changed meanwhile")
		}
		if page = reset.logIn("ann", "battery staple"); reset.in() {
			t.Error("a new password goes past the second factor")
		}
		clock.unix.Add(30)
		if !try(reset, page, code(t, secret, clock)) {
			t.Fatal("the app is gone with the password")
		}
		id := regexp.MustCompile(`name="do" value="remove"><input type="hidden" name="id" value="(\d+)"`).FindStringSubmatch(string(reset.visit(factorsPage, nil).body))
		if a := own.submit(own.visit(factorsPage, nil), factorsPage, "do", "remove", "id", id[1], "current", "correct horse"); a.status != 302 {
			t.Error(a.status)
		}
		if b := s.browser(t); b.logIn("ann", "battery staple").status != 200 {
			t.Error("somebody else removed the factor")
		}
		if a := reset.submit(reset.visit(factorsPage, nil), factorsPage, "do", "remove", "id", id[1], "current", "battery staple"); a.status != 302 {
			t.Errorf("remove: %d %s", a.status, a.body)
		}
		if b := s.browser(t); b.logIn("ann", "battery staple").status != 302 {
			t.Error("the factor is asked for after it was removed")
		}
		// Programs aren't asked.
		if a := s.do("administrator", "GET", "/api/core/v2/users/me", nil); a.status != 200 {
			t.Error(a.status)
		}
	})
}

func TestOwnMailFactor(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s, box := guarded(t, engine{"sqlite"}, clock)
	b := s.browser(t)
	b.logIn("ann", "correct horse")
	if a := b.submit(b.visit(factorsPage, nil), factorsPage, "do", "mail", "current", "correct horse"); a.status != 302 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	b.withApp(t, clock)
	box.Clear()
	other := s.browser(t)
	page := other.logIn("ann", "correct horse")
	if len(box.Sent()) != 0 {
		t.Error("a code is mailed though there is an app")
	}
	page = other.submit(page, "/wp-login.php?action=challenge", "do", "mail", "code", "")
	if len(box.Sent()) != 1 || other.in() {
		t.Fatalf("%d messages", len(box.Sent()))
	}
	mailed := strings.TrimSpace(strings.Split(box.Sent()[0].Text, "\n\n")[2])
	if other.submit(page, "/wp-login.php?action=challenge", "code", mailed); !other.in() {
		t.Error("the mailed code doesn't let in")
	}
}

// TestHostilePasskeys sends what no browser sends.
func TestHostilePasskeys(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s, _ := guarded(t, engine{"sqlite"}, clock)
	b := s.browser(t)
	page := b.visit("/wp-login.php", nil)
	for _, credential := range []string{"", "{}", "null", "[]", `{"id":"AA","rawId":"AA","type":"public-key","response":{}}`, strings.Repeat("[", 10_000),
		`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AA","userHandle":"AA"}}`} {
		for _, state := range []string{"", "x", "own"} {
			pairs := []string{"credential", credential}
			if state != "own" {
				pairs = append(pairs, "passkey_state", state)
			}
			if a := b.submit(page, "/wp-login.php?action=passkey", pairs...); a.status != 200 || b.in() {
				t.Errorf("%.40s: %d", credential, a.status)
			}
		}
	}
}
