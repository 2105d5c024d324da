package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/ext"
	"quoin/internal/people/account"
	"quoin/internal/people/mail/mailtest"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/outbound"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store/storetest"
)

// guarded starts a site with the clock of a test, whose callers say where they
// come from.
func guarded(t *testing.T, e engine, clock *clock) (*server, *mailtest.Outbox) {
	t.Helper()
	proxies, err := netlimit.ParseProxies("192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	box := &mailtest.Outbox{}
	s := start(t, app.Config{DatabaseURL: e.database(t), Clock: clock.now, Trusted: proxies, Mail: box})
	for _, login := range []string{"ann", "bob"} {
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: login, Email: login + "@example.org", Role: "administrator", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
	}
	box.Clear()
	return s, box
}

// from tries to log in from an address.
func (s *server) from(t *testing.T, ip, login, password string) answer {
	t.Helper()
	return s.browser(t).visit("/wp-login.php", url.Values{"log": {login}, "pwd": {password}}, "X-Forwarded-For", ip)
}

func (s *server) command(t *testing.T, verb string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.app.Ext.Run(t.Context(), "loginlimit", verb, &ext.Call{Args: args, Out: &out}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestLogInLimits(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.command(t, "set", "allowed_retries", "2")
		s.command(t, "set", "allowed_lockouts", "2")
		other := s.node(s.app.Config)
		const ip = "203.0.113.1"
		want := func(what string, a answer, status int, wait string) {
			t.Helper()
			if a.status != status || a.header.Get("Retry-After") != wait {
				t.Errorf("%s: %d, wait %q", what, a.status, a.header.Get("Retry-After"))
			}
		}
		want("first failure", s.from(t, ip, "ann", "wrong"), 200, "")
		want("second failure", s.from(t, ip, "nobody", "wrong"), 429, "1200")
		want("right password", s.from(t, ip, "ann", "correct horse"), 429, "1200")
		want("on another node", other.from(t, ip, "bob", "correct horse"), 429, "1200")
		want("another address", s.from(t, "203.0.113.2", "ann", "correct horse"), 302, "")
		for range 3 {
			r := httptest.NewRequest("GET", "/api/core/v2/users/me", nil)
			r.Header.Set("X-Forwarded-For", ip)
			r.SetBasicAuth("test_editor", s.secrets["editor"])
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			r.SetBasicAuth("test_editor", "wrong")
			wrong := httptest.NewRecorder()
			s.handler.ServeHTTP(wrong, r)
			if w.Code != 200 || wrong.Code != 401 {
				t.Errorf("programs during a lock-out: %d, wrong ones %d", w.Code, wrong.Code)
			}
		}
		if got := s.command(t, "locked"); !strings.Contains(got, ip) {
			t.Errorf("locked: %q", got)
		}
		clock.unix.Add(1200)
		want("third failure", s.from(t, ip, "ann", "wrong"), 200, "")
		want("fourth failure", s.from(t, ip, "ann", "wrong"), 429, "86400")
		if len(box.Sent()) != 1 || box.Sent()[0].To[0] != "admin@example.org" || !strings.Contains(box.Sent()[0].Text, ip) {
			t.Errorf("notices: %+v", box.Sent())
		}
		if got := s.command(t, "unlock", "ANN@example.org"); !strings.Contains(got, "may log in again") {
			t.Errorf("unlock: %q", got)
		}
		want("unlocked", s.from(t, ip, "ann", "correct horse"), 302, "")
		if got := s.command(t, "unlock", "ann"); !strings.Contains(got, "isn't locked") {
			t.Errorf("unlock: %q", got)
		}

		s.command(t, "set", "blacklist", "203.0.113.64/26, 198.51.100.1-198.51.100.9")
		s.command(t, "set", "blacklist_usernames", "bob")
		s.command(t, "set", "whitelist", "203.0.113.70")
		want("denied address", s.from(t, "203.0.113.65", "ann", "correct horse"), 403, "")
		want("denied name", s.from(t, ip, "bob", "correct horse"), 403, "")
		want("its address", s.from(t, ip, "bob@example.org", "correct horse"), 200, "")
		want("allowed address", s.from(t, "203.0.113.70", "bob", "correct horse"), 302, "")
		for range 3 {
			want("allowed address", s.from(t, "203.0.113.70", "ann", "wrong"), 200, "")
		}
	})
}

// TestAllowedNamesCountForTheAddress guesses under a name that is never refused: the
// address is locked out for everybody else.
func TestAllowedNamesCountForTheAddress(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := guarded(t, e, newClock())
		s.command(t, "set", "allowed_retries", "2")
		s.command(t, "set", "account_retries", "2")
		s.command(t, "set", "whitelist_usernames", "ann")
		s.command(t, "set", "whitelist", "203.0.113.70")
		statuses := ""
		for _, try := range [][2]string{{"ann", "wrong"}, {"ann", "wrong"}, {"bob", "correct horse"}, {"ann", "wrong"}, {"ann", "correct horse"}} {
			statuses += fmt.Sprint(s.from(t, "203.0.113.1", try[0], try[1]).status, " ")
		}
		if statuses != "200 200 429 200 302 " {
			t.Errorf("tries from one address: %s", statuses)
		}
		if a := s.from(t, "203.0.113.2", "ann", "correct horse"); a.status != 302 {
			t.Errorf("the allowed name from elsewhere: %d", a.status)
		}
		statuses = ""
		for range 3 {
			statuses += fmt.Sprint(s.from(t, "203.0.113.70", "ann", "wrong").status, " ")
		}
		if a := s.from(t, "203.0.113.70", "bob", "correct horse"); statuses != "200 200 200 " || a.status != 302 {
			t.Errorf("an allowed address: %s, then %d", statuses, a.status)
		}
	})
}

// TestLockedAccount guesses from everywhere: the account is locked, though not
// for its owner.
func TestLockedAccount(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := guarded(t, e, newClock())
		s.command(t, "set", "account_retries", "3")
		if a := s.from(t, "203.0.113.2", "ann", "correct horse"); a.status != 302 {
			t.Fatal(a.status)
		}
		statuses := ""
		for i, login := range []string{"ann", "ann@example.org", "ANN"} {
			statuses += fmt.Sprint(s.from(t, fmt.Sprint("198.51.100.", i), login, "wrong").status, " ")
		}
		if statuses != "200 200 200 " {
			t.Errorf("guesses: %s", statuses)
		}
		// The account is locked, under both names, which only the one that was typed
		// often enough says.
		statuses = ""
		for _, login := range []string{"ann@example.org", " Ann ", "ann"} {
			statuses += fmt.Sprint(s.from(t, "198.51.100.9", login, "correct horse").status, " ")
		}
		if statuses != "200 429 429 " {
			t.Errorf("the right password from a stranger's address: %s", statuses)
		}
		if a := s.from(t, "203.0.113.2", "ann", "correct horse"); a.status != 302 {
			t.Errorf("the owner's address: %d", a.status)
		}
		if a := s.from(t, "198.51.100.9", "bob", "correct horse"); a.status != 302 {
			t.Errorf("another account: %d", a.status)
		}
		u, err := s.app.DB.UserByLogin(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		link, err := s.app.Accounts.SetPasswordLink(t.Context(), u, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		b := s.browser(t)
		b.visit(link, nil)
		b.submit(b.visit("/wp-login.php?action=rp", nil), "/wp-login.php?action=resetpass", "pass1", "battery staple", "pass2", "battery staple")
		if a := s.from(t, "198.51.100.9", "ann", "battery staple"); a.status != 302 {
			t.Errorf("after a mailed link: %d", a.status)
		}
	})
}

// TestNamesOfOneAccountArentLinked tries names and addresses that belong together as
// often as ones that don't: what is answered doesn't tell which do, nor that there is an
// account, whatever the limits and lists say. With the right password neither: nobody
// gets in by the other name of an account that is locked, or denied.
func TestNamesOfOneAccountArentLinked(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := guarded(t, e, newClock())
		s.command(t, "set", "account_retries", "6")
		s.command(t, "set", "whitelist_usernames", "bob,zob")
		s.command(t, "set", "blacklist_usernames", "cal,gal")
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "cal", Email: "cal@example.org", Role: "editor", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		from := 0
		// tell is what is said of a few tries, each from somewhere else.
		tell := func(login, password string, times int) (said string) {
			for range times {
				from++
				a := s.from(t, fmt.Sprintf("198.51.%d.%d", 100+from/250, from%250), login, password)
				said += fmt.Sprint(a.status, " ", a.header.Get("Retry-After"), " ", strings.ReplaceAll(strings.ReplaceAll(tried(string(a.body)), login, "NAME"), strings.TrimSpace(login), "NAME"), "\n")
			}
			return said
		}
		for _, names := range [][2]string{{"ann", "nan"}, {"bob", "zob"}, {"cal", "gal"}} {
			known, unknown := "", ""
			for _, step := range []struct {
				form     string
				password string
				times    int
			}{
				{"%s", "wrong", 3}, {"%s@example.org", "wrong", 3}, // six for one account
				{"%s@example.org", "correct horse", 1}, {" %s@EXAMPLE.org ", "wrong", 1}, {"%s", "wrong", 4}, {"%s@example.org", "wrong", 2}, {"%s@example.org", "correct horse", 1},
			} {
				if names[0] == "bob" && step.password != "wrong" {
					continue // who is allowed gets in
				}
				known += tell(fmt.Sprintf(step.form, names[0]), step.password, step.times)
				unknown += tell(fmt.Sprintf(step.form, names[1]), step.password, step.times)
			}
			if known != unknown {
				t.Errorf("%s: tries tell of the account:\n%s\nwithout one:\n%s", names[0], known, unknown)
			}
			if strings.Contains(known, "302 ") {
				t.Errorf("%s got in", names[0])
			}
		}
		if a := s.from(t, "203.0.113.77", "bob", "correct horse"); a.status != 302 {
			t.Errorf("who is allowed: %d", a.status)
		}
	})
}

// TestNamesCostTheSame counts what tries with names that exist and names that don't cost:
// slow hashes, and statements. It isn't parallel, since the hashes of all are counted.
func TestNamesCostTheSame(t *testing.T) {
	s, _ := guarded(t, engine{"sqlite"}, newClock())
	s.command(t, "set", "allowed_retries", "1000")
	s.command(t, "set", "account_retries", "1000")
	form := func(path string, values url.Values) func(string) *http.Request {
		return func(name string) *http.Request {
			sent := url.Values{}
			for k := range values {
				sent.Set(k, strings.ReplaceAll(values.Get(k), "NAME", name))
			}
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(sent.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return r
		}
	}
	basic := func(password string) func(string) *http.Request {
		return func(name string) *http.Request {
			r := httptest.NewRequest(http.MethodGet, "/api/core/v2/users/me", nil)
			r.SetBasicAuth(name, password)
			return r
		}
	}
	tries := map[string]func(name string) *http.Request{
		"log-in":               form("/wp-login.php", url.Values{"log": {"NAME"}, "pwd": {"wrong"}}),
		"blank password":       form("/wp-login.php", url.Values{"log": {"NAME"}, "pwd": {" "}}),
		"long password":        form("/wp-login.php", url.Values{"log": {"NAME"}, "pwd": {strings.Repeat("x", 5000)}}),
		"lost password":        form("/wp-login.php?action=lostpassword", url.Values{"user_login": {"NAME"}}),
		"link for a password":  form("/wp-login.php?action=rp&login=NAME&key=wrong", url.Values{"login": {"NAME"}, "key": {"wrong"}}),
		"new password":         form("/wp-login.php?action=resetpass", url.Values{"login": {"NAME"}, "key": {"wrong"}, "pass1": {"battery staple"}, "pass2": {"battery staple"}}),
		"confirmation":         form("/wp-login.php?action=confirmaction", url.Values{"request_id": {"7"}, "confirm_key": {"NAME"}}),
		"passkey":              form("/wp-login.php?action=passkey", url.Values{"log": {"NAME"}, "credential": {"{}"}, "passkey_state": {"x"}}),
		"application password": basic("wrong"), "longer application password": basic(strings.Repeat("abcd ", 40)), "account's password": basic("correct horse"),
	}
	for what, try := range tries {
		for _, names := range [][2]string{{"ann", "nan"}, {"ANN@example.org", "NAN@example.org"}} {
			var costs [2]string
			for i, name := range names {
				// The second time: counters are there.
				for range 2 {
					ctx, count := storetest.CountStatements(t.Context())
					hashes := auth.SlowHashes()
					rec := httptest.NewRecorder()
					s.handler.ServeHTTP(rec, try(name).WithContext(ctx))
					costs[i] = fmt.Sprintf("%d: %d hashes, %d statements", rec.Code, auth.SlowHashes()-hashes, count())
				}
			}
			if costs[0] != costs[1] || strings.HasPrefix(costs[0], "5") {
				t.Errorf("%s: %s costs %s, %s costs %s", what, names[0], costs[0], names[1], costs[1])
			}
			t.Log(what, costs[0])
		}
	}
}

// tried is what a log-in page says of a try, without what changes each time.
func tried(page string) string {
	_, rest, _ := strings.Cut(page, "<main")
	if i := strings.Index(rest, `<form class="or"`); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// TestLogInService lets a service elsewhere ask for the second factor.
func TestLogInService(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		var asked map[string]any
		verified, status := true, 200
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = map[string]any{}
			_ = json.NewDecoder(r.Body).Decode(&asked)
			w.WriteHeader(status)
			switch r.URL.Path {
			case "/mfa/wp/handshake":
				_, _ = w.Write([]byte(`{"token":"tok","secret":"sec","redirect_url":"https://mfa.example/go?x=1"}`))
			case "/mfa/wp/verify":
				_, _ = fmt.Fprintf(w, `{"is_verified":%v}`, verified && asked["secret"] == "sec")
			}
		}))
		defer service.Close()
		addr := netip.MustParseAddrPort(strings.TrimPrefix(service.URL, "http://"))
		s, box := guarded(t, e, clock)
		*s.app.Env.Outbound = *outbound.New(outbound.Config{Allow: []netip.AddrPort{addr}})
		s.command(t, "set", "mfa_enabled", "true")
		s.command(t, "set", "mfa_url", service.URL+"/mfa/")
		begin := func() *browser {
			t.Helper()
			s.command(t, "unlock", "ann") // wrong answers count as failures
			b := s.browser(t)
			a := b.visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}, "redirect_to": {"/about/"}})
			if a.status != 302 || a.header.Get("Location") != "https://mfa.example/go?x=1" {
				t.Fatalf("%d %v %s", a.status, a.header, s.logs.String())
			}
			if b.in() {
				t.Fatal("logged in before the second factor")
			}
			return b
		}
		send := func(secret, code string) answer {
			return s.do("", "POST", "/wp-json/llar/v1/mfa/send-code", map[string]any{"token": "tok", "secret": secret, "code": code, "ip": "<b>", "browser": "<i>B</i>", "location": "Here & there"})
		}
		b := begin()
		if asked["user_email"] != "a***@example.org" || asked["is_pre_authenticated"] != true || !strings.Contains(fmt.Sprint(asked["send_email_url"]), "/wp-json/llar/v1/mfa/send-code") {
			t.Errorf("handshake: %v", asked)
		}
		if a := send("wrong", "1"); a.status != 403 || string(a.body) != `{"success":false,"message":"Forbidden"}` {
			t.Errorf("wrong secret: %d %s", a.status, a.body)
		}
		if a := send("sec", " 12 34 56 "); a.status != 200 || string(a.body) != `{"success":true}` || len(box.Sent()) != 1 || !strings.Contains(box.Sent()[0].Text, "123456") || strings.Contains(box.Sent()[0].HTML, "<i>") {
			t.Errorf("code: %d %s %+v", a.status, a.body, box.Sent())
		}
		a := b.visit("/wp-login.php?action=challenge&llar_mfa=1&token=tok&code=123456", nil)
		if a.status != 302 || a.header.Get("Location") != "http://example.org/about/" || !b.in() {
			t.Errorf("back: %d %v", a.status, a.header)
		}
		if a := s.do("", "POST", "/api/loginlimit/v1/mfa/send-code", map[string]any{"token": "tok", "secret": "sec", "code": "1"}); a.status != 403 {
			t.Errorf("a log-in that is over: %d", a.status)
		}
		for what, back := range map[string]string{"wrong code": "token=tok&code=000000", "another token": "token=other", "old code": "token=tok&code=123456"} {
			b := begin()
			if what == "old code" {
				send("sec", "123456")
				clock.unix.Add(180)
			}
			if b.visit("/wp-login.php?action=challenge&"+back, nil); b.in() {
				t.Error(what)
			}
			clock.unix.Add(700)
		}
		b = begin()
		for i := range 6 {
			if a := send("sec", "1"); (a.status == 200) != (i < 5) {
				t.Errorf("code %d: %d", i, a.status)
			}
		}
		clock.unix.Add(600)
		if b.visit("/wp-login.php?action=challenge&token=tok", nil); b.in() {
			t.Error("too late")
		}
		verified = false
		b = begin()
		if b.visit("/wp-login.php?action=challenge&token=tok", nil); b.in() {
			t.Error("not verified")
		}
		if a := s.from(t, "203.0.113.9", "ann", "correct horse"); a.status != 302 {
			t.Error(a.status)
		}
		s.command(t, "unlock", "ann")
		status = 500
		if b.visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}}); b.in() {
			t.Error("a service that fails lets in")
		}
		service.Close()
		if b.visit("/wp-login.php", url.Values{"log": {"ann"}, "pwd": {"correct horse"}}); !b.in() {
			t.Error("a service that is away keeps out")
		}
	})
}

// TestMailedCode asks for a code by mail, as second factor without a service.
func TestMailedCode(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.command(t, "set", "mfa_enabled", "true")
		b := s.browser(t)
		page := b.logIn("ann", "correct horse")
		if page.status != 200 || b.in() || !strings.Contains(string(page.body), "a…@example.org") {
			t.Fatalf("%d %s", page.status, page.body)
		}
		code := func() string { return strings.TrimSpace(strings.Split(box.Last().Text, "\n\n")[2]) }
		const path = "/wp-login.php?action=challenge"
		b.submit(page, path, "code", "00000000")
		if len(box.Sent()) != 1 || b.in() {
			t.Errorf("%d messages", len(box.Sent()))
		}
		right := code()
		if a := b.submit(page, path, "code", right[:4]+" "+right[4:]); a.status != 302 || !b.in() {
			t.Errorf("right code: %d %s", a.status, a.body)
		}
		again := s.browser(t)
		if again.submit(page, path, "code", right); again.in() {
			t.Error("a code works twice")
		}
		if s.from(t, "203.0.113.9", "ann", "wrong"); len(box.Sent()) != 1 {
			t.Error("a wrong password has a code mailed")
		}
		clock.unix.Add(60)
		page = again.logIn("ann", "correct horse")
		old := code()
		clock.unix.Add(600)
		if again.submit(page, path, "code", old); again.in() {
			t.Error("an old code works")
		}
		s.command(t, "set", "mfa_roles", "editor")
		if b := s.browser(t); b.logIn("ann", "correct horse").status != 302 {
			t.Error("a role that isn't asked")
		}
	})
}
