package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/language"
)

// madeUp is a pack of a language of which everything is known.
const madeUp = `msgid ""
msgstr "Plural-Forms: nplurals=2; plural=n > 1;\n"

msgctxt "text direction"
msgid "ltr"
msgstr "rtl"

msgctxt "opening curly double quote"
msgid "&#8220;"
msgstr "&#187;"

msgctxt "closing curly double quote"
msgid "&#8221;"
msgstr "&#171;"

msgid "March"
msgstr "Marz"

msgctxt "monthly archives date format"
msgid "F Y"
msgstr "Y F"

msgid "Skip to content"
msgstr "Nul page"

msgctxt "post type general name"
msgid "Posts"
msgstr "Blatter"

msgctxt "taxonomy general name"
msgid "Categories"
msgstr "Sorten"

msgctxt "post status"
msgid "Draft"
msgstr "Entwurf"

msgid "Search"
msgstr "Suche"
`

// TestLanguage shows a site in another language, and in English again: pages, texts, feeds
// and labels, on a server that runs all the while.
func TestLanguage(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		const admin = "administrator"
		a := s.do(admin, "POST", "/api/core/v2/posts", map[string]any{
			"title": `A "word"`, "content": `<!-- wp:paragraph --><p>He said "yes".</p><!-- /wp:paragraph -->`, "status": "publish", "date": "2026-03-05T10:00:00",
		})
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		speak := func(locale, want string) {
			t.Helper()
			a := s.do(admin, "POST", "/wp-json/wp/v2/settings", map[string]any{"language": locale})
			if got := a.object(t)["language"]; a.status != 200 || got != want {
				t.Errorf("language %q: %d, is %v, want %q", locale, a.status, got, want)
			}
		}
		english := []struct{ path, text string }{
			{"/", `<html lang="en-US">`}, {"/2026/03/", "March 2026"}, {"/missing/", "Skip to content"}, {"/feed/", "<language>en-US</language>"},
			{"/wp-json/wp/v2/posts", `He said &#8220;yes&#8221;.`}, {"/wp-json/wp/v2/posts", `A &#8220;word&#8221;`},
			{"/wp-json/wp/v2/types", `"name":"Posts"`}, {"/wp-json/wp/v2/taxonomies", `"name":"Categories"`}, {"/wp-json/wp/v2/statuses?context=edit", `"name":"Draft"`},
		}
		other := []struct{ path, text string }{
			{"/", `<html dir="rtl" lang="xx-YY">`}, {"/", `<body class="rtl `}, {"/2026/03/", "2026 Marz"}, {"/missing/", "Nul page"}, {"/feed/", "<language>xx-YY</language>"},
			{"/wp-json/wp/v2/posts", `He said &#187;yes&#171;.`}, {"/wp-json/wp/v2/posts", `A &#187;word&#171;`},
			{"/wp-json/wp/v2/types", `"name":"Blatter"`}, {"/wp-json/wp/v2/taxonomies", `"name":"Sorten"`}, {"/wp-json/wp/v2/statuses?context=edit", `"name":"Entwurf"`},
		}
		says := func(all []struct{ path, text string }) {
			t.Helper()
			for range 2 { // made, and cached
				for _, c := range all {
					role := ""
					if strings.Contains(c.path, "context=edit") {
						role = admin
					}
					if a := s.do(role, "GET", c.path, nil); !strings.Contains(string(a.body), c.text) {
						t.Errorf("%s doesn't say %s: %.300s", c.path, c.text, a.body)
					}
				}
			}
		}
		speak("xx_YY", "en_US")
		says(english)
		p, err := language.Read("xx_YY.po", []byte(madeUp))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{"xx_YY.po": p}); err != nil {
			t.Fatal(err)
		}
		speak("xx_YY", "xx_YY")
		says(other)
		speak("zz", "xx_YY")
		changed, err := language.Read("xx_YY.po", []byte(strings.Replace(madeUp, "Nul page", "Keine Seite", 1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.app.Languages.Install(t.Context(), map[string]*language.Pack{"xx_YY.po": changed}); err != nil {
			t.Fatal(err)
		}
		says([]struct{ path, text string }{{"/missing/", "Keine Seite"}})
		speak("", "")
		says(english)
	})
}
