package api

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/platform/language"
)

// TestLanguageOfPersons gives the site one language and a person another: pages where
// people log in, their own pages, messages, and the API where a browser asks for it.
func TestLanguageOfPersons(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, box := people(t, e)
		const admin = "administrator"
		for file, text := range map[string]string{"xx_YY.po": madeUp, "de_DE.po": "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\nmsgid \"Invalid post ID.\"\nmsgstr \"Falsche Nummer.\"\n"} {
			p, err := language.Read(file, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{file: p}); err != nil {
				t.Fatal(err)
			}
		}
		says := func(what string, a answer, texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(string(a.body), text) {
					t.Errorf("%s doesn't say %s: %d %.600s", what, text, a.status, a.body)
				}
			}
		}
		b := s.browser(t)
		says("log-in", b.visit("/wp-login.php", nil), `lang="en-US"`, `<select name="wp_lang"`, `<option value="de_DE" lang="de-DE">Deutsch (de_DE)</option>`)
		says("log-in in a language", b.visit("/wp-login.php?wp_lang=de_DE&redirect_to=%2Fx", nil), `lang="de-DE"`, "Passwort", "Passkey verwenden", `name="redirect_to" value="/x"`)
		says("log-in, remembered", b.visit("/wp-login.php", nil), `lang="de-DE"`)
		says("right to left", b.visit("/wp-login.php?wp_lang=xx_YY", nil), `<html dir="rtl" lang="xx-YY">`)
		says("no such language", b.visit("/wp-login.php?wp_lang=zz", nil), `lang="en-US"`)
		says("lost password", b.visit("/wp-login.php?action=lostpassword&wp_lang=de_DE", nil), "Gib an, wer du bist.", `name="action" value="lostpassword"`)

		if a := s.do(admin, "OPTIONS", "/wp-json/wp/v2/users", nil); !strings.Contains(string(a.body), `"enum":["","en_US","de_DE","xx_YY"]`) {
			t.Errorf("locales of users: %.300s", a.body)
		}
		found := s.do(admin, "GET", "/wp-json/wp/v2/users?search=ann&context=edit", nil)
		id := fmt.Sprint(found.json(t).([]any)[0].(map[string]any)["id"])
		if a := s.do(admin, "POST", "/wp-json/wp/v2/users/"+id, map[string]any{"locale": "fr_FR"}); a.status != 400 {
			t.Errorf("a locale without a pack: %d %s", a.status, a.body)
		}
		if a := s.do(admin, "POST", "/wp-json/wp/v2/users/"+id, map[string]any{"locale": "de_DE"}); a.object(t)["locale"] != "de_DE" {
			t.Errorf("locale: %d %s", a.status, a.body)
		}

		b = s.browser(t)
		b.logIn("ann", "correct horse")
		says("own page", b.visit("/account", nil), `lang="de-DE"`, "Wo du angemeldet bist", "Dein Passwort ändern")
		nonce := strings.TrimSpace(string(b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body))
		for _, c := range []struct {
			query, accept, text string
		}{
			{"", "application/json", "There is no entry with this id."}, {"?_locale=user", "text/html", "There is no entry with this id."},
			{"?_locale=user", "application/json", "Falsche Nummer."},
		} {
			for range 2 {
				says(c.query+" "+c.accept, b.visit("/wp-json/wp/v2/posts/999999"+c.query, nil, "X-WP-Nonce", nonce, "Accept", c.accept), c.text)
			}
		}

		if a := s.do(admin, "POST", "/wp-json/wp/v2/settings", map[string]any{"language": "de_DE"}); a.status != 200 {
			t.Fatal(a.status, string(a.body))
		}
		says("refusal in the language of the site", s.do("", "GET", "/api/core/v2/posts/999999", nil), "Falsche Nummer.")
		says("log-in in the language of the site", s.browser(t).visit("/wp-login.php", nil), `lang="de-DE"`)
		s.browser(t).visit("/wp-login.php?action=lostpassword", url.Values{"user_login": {"ann"}})
		if link := box.Link(t, "ann@example.org", "Ein neues Passwort festlegen"); !strings.Contains(link, "action=rp") {
			t.Errorf("the message has the link %s", link)
		}
	})
}
