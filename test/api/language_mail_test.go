package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/language"
)

// germanRule is a pack of German that says next to nothing: what only Quoin says comes from
// its own catalogue.
const germanRule = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\nmsgid \"Invalid post ID.\"\nmsgstr \"Falsche Nummer.\"\n"

// TestMailsSpeakToPersons sends every kind of message on a site in one language to persons
// who read another: each is whole in the language of the one who gets it, and those to whoever
// looks after the site in that of the site.
func TestMailsSpeakToPersons(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		const admin = "administrator"
		for file, text := range map[string]string{"ar.po": strings.Replace(germanRule, "nplurals=2; plural=n != 1", "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5", 1), "de_DE.po": germanRule} {
			p, err := language.Read(file, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{file: p}); err != nil {
				t.Fatal(err)
			}
		}
		id := func(a answer) string {
			t.Helper()
			if a.status >= 300 {
				t.Fatalf("%d %.300s", a.status, a.body)
			}
			return fmt.Sprintf("%.0f", a.object(t)["id"])
		}
		// got waits for a message, and holds its greeting and its subject to a language.
		greetings := map[string]string{"de": "Hallo,", "ar": "مرحبًا،", "en": "Hello,"}
		got := func(to, tongue, subject string) {
			t.Helper()
			for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
				for _, m := range box.Sent() {
					if m.To[0] == to && strings.Contains(m.Subject, subject) {
						if !strings.HasPrefix(m.Text, greetings[tongue]) {
							t.Errorf("%q to %s begins %.40q", m.Subject, to, m.Text)
						}
						for _, other := range []string{"Hello,", "there is", "The entry", "To see it", "Address:", "If it wasn't", "Somebody"} {
							if tongue != "en" && strings.Contains(m.Text, other) {
								t.Errorf("%q to %s says %q in English:\n%s", m.Subject, to, other, m.Text)
							}
						}
						return
					}
				}
				if time.Now().After(end) {
					var all []string
					for _, m := range box.Sent() {
						all = append(all, m.To[0]+": "+m.Subject)
					}
					t.Fatalf("no message %q to %s, but %q", subject, to, all)
				}
			}
		}
		eva := id(s.do(admin, "POST", "/wp-json/wp/v2/users", map[string]any{"username": "eva", "email": "eva@example.org", "password": "correct horse", "roles": []string{"author"}, "locale": "de_DE"}))
		s.do(admin, "POST", "/wp-json/wp/v2/settings", map[string]any{"language": "ar", "email": "owner@example.org"})
		got("eva@example.org", "de", "Dein neues Konto")
		box.Clear()

		id(s.do(admin, "POST", "/wp-json/wp/v2/users", map[string]any{"username": "neu", "email": "neu@example.org", "password": "correct horse", "roles": []string{"subscriber"}}))
		got("neu@example.org", "ar", "حساب")
		got("owner@example.org", "ar", "حساب جديد")
		s.browser(t).visit("/wp-login.php?action=lostpassword", url.Values{"user_login": {"eva"}})
		got("eva@example.org", "de", "Ein neues Passwort festlegen")
		id(s.do(admin, "POST", "/wp-json/wp/v2/users/"+eva, map[string]any{"password": "another horse"}))
		got("eva@example.org", "de", "Dein Passwort wurde geändert")

		post := id(s.do(admin, "POST", "/wp-json/wp/v2/posts", map[string]any{"title": "Steine", "content": "x", "status": "publish", "author": eva, "comment_status": "open"}))
		held := id(s.do(admin, "POST", "/wp-json/wp/v2/comments", map[string]any{"post": post, "content": "Wartet", "author_name": "Bob", "author_email": "bob@example.org", "status": "hold"}))
		got("owner@example.org", "ar", "تعليق على «Steine» ينتظر")
		got("eva@example.org", "de", "Ein Kommentar zu „Steine“ wartet")
		id(s.do(admin, "POST", "/wp-json/wp/v2/comments/"+held, map[string]any{"status": "approved"}))
		got("eva@example.org", "de", "Neuer Kommentar zu „Steine“")

		id(s.do(admin, "POST", "/wp-json/wp/v2/users/"+eva, map[string]any{"email": "eva2@example.org"}))
		got("eva@example.org", "de", "Deine Adresse wurde geändert")
		s.do(admin, "POST", "/wp-json/wp/v2/settings", map[string]any{"email": "other@example.org"})
		got("owner@example.org", "ar", "عنوان")
	})
}

// TestLockOutsSpeak writes to whoever looks after the site in its language, whatever the one of
// the page on which log-ins fail.
func TestLockOutsSpeak(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := guarded(t, e, newClock())
		for _, file := range []string{"ar.po", "de_DE.po"} {
			p, err := language.Read(file, []byte(germanRule))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{file: p}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.app.Languages.Use(t.Context(), "de_DE"); err != nil {
			t.Fatal(err)
		}
		s.command(t, "set", "allowed_retries", "1")
		s.command(t, "set", "allowed_lockouts", "1")
		a := s.browser(t).visit("/wp-login.php?wp_lang=ar", url.Values{"log": {"ann"}, "pwd": {"wrong"}}, "X-Forwarded-For", "203.0.113.1")
		if a.status != 429 || len(box.Sent()) != 1 {
			t.Fatalf("%d %+v", a.status, box.Sent())
		}
		m := box.Sent()[0]
		if !strings.HasSuffix(m.Subject, "Zu viele fehlgeschlagene Anmeldungen") || !strings.HasPrefix(m.Text, "Hallo,\n\nbei http") ||
			!strings.Contains(m.Text, "gab es 1 fehlgeschlagene Anmeldung von der Adresse 203.0.113.1, als \"ann\".\nDie Adresse ist für 1440 Minuten ausgesperrt.") ||
			!strings.Contains(m.Text, "Zum Aufheben der Sperre: quoin user unlock 203.0.113.1") {
			t.Errorf("%s\n%s", m.Subject, m.Text)
		}
	})
}
