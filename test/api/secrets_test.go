package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/people/account"
	"quoin/internal/people/mail"
	"quoin/internal/people/mail/mailtest"
)

// both sends a message to an outbox, and to the log as a site without a mail server.
type both struct {
	*mailtest.Outbox
	log mail.LogSender
}

func (b both) Send(ctx context.Context, m mail.Message) error {
	return errors.Join(b.Outbox.Send(ctx, m), b.log.Send(ctx, m))
}

// TestNoSecretIsLogged does all that has to do with secrets, right and wrong, with the
// log at its most talkative: all levels, a line for each request and each statement, as
// text and as JSON. None of the secrets is in it, nor in the audit log.
func TestNoSecretIsLogged(t *testing.T) {
	t.Parallel()
	clock := newClock()
	var logged [2]lockedBuffer
	all := &slog.HandlerOptions{Level: slog.Level(-100), AddSource: true}
	log := slog.New(slog.NewMultiHandler(slog.NewTextHandler(&logged[0], all), slog.NewJSONHandler(&logged[1], all)))
	box := &mailtest.Outbox{}
	s := start(t, app.Config{Preset: "full", Clock: clock.now, Log: log, AccessLog: true, SlowStatement: 1, Mail: both{box, mail.LogSender{Log: log}}, DatabaseURL: engine{"sqlite"}.database(t)})
	secrets := map[string]string{"the key of the site": strings.Repeat("0a", 32)}
	secret := func(what, value string) string {
		t.Helper()
		if len(value) < 8 {
			t.Fatalf("%s: %q", what, value)
		}
		secrets[what] = value
		return value
	}
	const form = "application/x-www-form-urlencoded"

	// Log-in by the form, right and wrong; cookies and nonces.
	password, wrong := secret("a password", "Correct-Horse-4711"), secret("a wrong password", "Wrong-Guess-0815")
	if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "ann", Email: "ann@example.org", Role: "administrator", Password: password}); err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	b.logIn("ann", wrong)
	b.logIn("nobody", wrong)
	if b.logIn("ann", password); !b.in() {
		t.Fatal("no log-in")
	}
	home, _ := url.Parse("http://example.org/")
	for i, c := range b.jar.Cookies(home) {
		if len(c.Value) >= 16 {
			secret(fmt.Sprint("cookie ", i, " ", c.Name), c.Value)
		}
	}
	nonce := secret("a nonce", strings.TrimSpace(string(b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body)))
	b.visit("/api/core/v2/users/me", nil, "X-WP-Nonce", nonce)
	b.visit("/api/core/v2/users/me?_wpnonce="+nonce, nil)
	b.visit("/api/core/v2/users/me?_wpnonce="+nonce+"x", nil)

	// Programs: made in each way, used right and wrong, in headers and where they don't belong.
	made := s.do("administrator", "POST", "/api/core/v2/users/me/application-passwords", map[string]any{"name": "Phone"})
	grouped := secret("an application password", valueAt(made.json(t), "password"))
	plain := secret("an application password without blanks", strings.ReplaceAll(grouped, " ", ""))
	const authorize = "/wp-admin/authorize-application.php?app_name=Reader&success_url=https%3A%2F%2Freader.example%2Fback"
	given := b.submit(b.visit(authorize, nil), authorize, "approve", "1")
	back, err := url.Parse(given.header.Get("Location"))
	if err != nil || back.Host != "reader.example" {
		t.Fatalf("not authorized: %d %s", given.status, given.header.Get("Location"))
	}
	secret("the password of an authorized program", back.Query().Get("password"))
	for _, pair := range [][2]string{{"test_administrator", grouped}, {"test_administrator", plain}, {"ann", plain}, {"ann", wrong}, {"ann", password}, {"", plain}} {
		r := httptest.NewRequest("POST", "/wp-json/wp/v2/posts?context=edit", strings.NewReader(`{"title":`))
		r.SetBasicAuth(pair[0], pair[1])
		secret("a header of "+pair[0], base64.StdEncoding.EncodeToString([]byte(pair[0]+":"+pair[1])))
		s.handler.ServeHTTP(httptest.NewRecorder(), r)
	}

	// A lost password: the link, its cookie, the new password.
	const ask = "/wp-login.php?action=lostpassword"
	lost := s.browser(t)
	lost.submit(lost.visit(ask, nil), ask, "user_login", "ann")
	s.work(func() bool {
		return strings.Contains(box.Last().Subject, "new password")
	})
	link, err := url.Parse(box.Link(t, "ann@example.org", "Set a new password"))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range link.Query() {
		if len(values[0]) >= 16 {
			secret("the link of a lost password: "+name, values[0])
		}
	}
	lost.visit(link.String(), nil)
	next := secret("a new password", "Battery-Staple-4712")
	lost.submit(lost.visit("/wp-login.php?action=rp", nil), "/wp-login.php?action=resetpass", "pass1", next, "pass2", next)
	if b.logIn("ann", next); !b.in() {
		t.Fatal("the new password doesn't work")
	}

	// Second factors and passkeys.
	page := b.submit(b.visit(factorsPage, nil), factorsPage, "do", "app", "current", next)
	key := regexp.MustCompile(`<p class="secret"><code>([A-Z2-7]+)</code>`).FindStringSubmatch(string(page.body))
	state := regexp.MustCompile(`name="app_state" value="([^"]+)"`).FindStringSubmatch(string(page.body))
	secret("the secret of an app", key[1])
	secret("a sealed state", state[1])
	done := b.submit(page, factorsPage, "do", "app-confirm", "app_state", state[1], "code", code(t, key[1], clock))
	for i, m := range regexp.MustCompile(`<li><code>([^<]+)</code>`).FindAllStringSubmatch(string(done.body), -1) {
		secret(fmt.Sprint("recovery code ", i), m[1])
	}
	other := s.browser(t)
	asked := other.logIn("ann", next)
	other.submit(asked, "/wp-login.php?action=challenge", "code", secrets["recovery code 1"]+"X")
	other.submit(asked, "/wp-login.php?action=challenge", "code", secrets["recovery code 0"])
	for i, m := range regexp.MustCompile(`<input type="hidden" name="([a-z_]*state)" value="([^"]{16,})"`).FindAllStringSubmatch(string(asked.body), -1) {
		secret(fmt.Sprint("state ", i, " ", m[1]), m[2])
	}
	credential := secret("a credential", base64.RawURLEncoding.EncodeToString([]byte("no passkey at all")))
	other.submit(other.visit("/wp-login.php", nil), "/wp-login.php?action=passkey", "credential", `{"id":"`+credential+`","rawId":"`+credential+`","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AA","userHandle":"AA"}}`)

	// Mailed codes.
	b.submit(b.visit(factorsPage, nil), factorsPage, "do", "mail", "current", next)
	clock.unix.Add(120)
	mailed := s.browser(t)
	mailed.submit(mailed.logIn("ann", next), "/wp-login.php?action=challenge", "do", "mail", "code", "")
	for _, m := range box.Sent() {
		for i, c := range regexp.MustCompile(`(?m)^\s*(\d{8})\s*$`).FindAllStringSubmatch(m.Text, -1) {
			secret(fmt.Sprint("a mailed code ", i), c[1])
		}
	}
	if secrets["a mailed code 0"] == "" {
		t.Error("no code was mailed")
	}

	// Entries that need a password or a link.
	draft := s.newEntry("author", "posts", map[string]any{"title": "Draft"})
	preview, _, token := s.previewOf("author", draft, nil)
	secret("a preview link", token)
	s.do("", "GET", preview, nil)
	s.do("", "GET", strings.Replace(preview, token, token[:len(token)-2]+"zz", 1), nil)
	lock := secret("the password of an entry", "Sesame-Open-4713")
	locked := s.make("/core/v2/posts", map[string]any{"title": "Locked", "status": "publish", "password": lock})
	s.do("", "GET", "/api/core/v2/posts/"+locked+"?password="+lock, nil)
	s.do("", "POST", "/wp-login.php?action=postpass", strings.NewReader("post_password="+lock), "Content-Type", form)

	// Nonsense that fails in the middle, with secrets where they don't belong.
	s.do("administrator", "POST", "/api/core/v2/users", map[string]any{"username": "x y z", "email": "no address", "password": password})
	s.do("administrator", "POST", "/api/core/v2/users/me", map[string]any{"password": password + `\`, "email": "no address"})
	s.do("", "POST", "/api/batch/v1", map[string]any{"requests": []any{map[string]any{"path": "/core/v2/posts?_wpnonce=" + nonce, "headers": map[string]any{"Authorization": "Basic " + plain}}}})

	time.Sleep(10 * time.Millisecond)
	var record bytes.Buffer
	for _, l := range s.record(t) {
		fmt.Fprintf(&record, "%+v\n", *l)
	}
	places := map[string]string{"text": logged[0].String(), "JSON": logged[1].String(), "audit": record.String()}
	if len(places["text"]) < 10_000 || !strings.Contains(places["JSON"], `"path":"/wp-login.php"`) {
		t.Errorf("little is logged: %d bytes", len(places["text"]))
	}
	for place, text := range places {
		for what, value := range secrets {
			for _, form := range []string{value, url.QueryEscape(value), base64.StdEncoding.EncodeToString([]byte(value))} {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("%s is in %s: %s", what, place, text[max(0, i-200):min(len(text), i+200)])
					break
				}
			}
		}
	}
	if len(secrets) < 25 {
		t.Errorf("only %d secrets", len(secrets))
	}
}
