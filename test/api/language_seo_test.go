package api

import (
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/platform/language"
)

// seoPack is a pack of the texts of search engines in a made-up language.
const seoPack = `msgid "You searched for %s"
msgstr "Gesucht: %s"

msgid "Page %1$d of %2$d"
msgstr "Seite %1$d von %2$d"

msgid "Written by"
msgstr "Von"

msgid "The post %1$s appeared first on %2$s."
msgstr "Zuerst auf %2$s: %1$s."

msgid "Home"
msgstr "Anfang"
`

// TestLanguageOfSEO has titles, labels and paths from the pack of the extension's text
// domain, which belongs to nothing else.
func TestLanguageOfSEO(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		const admin = "administrator"
		post := s.do(admin, "POST", "/api/core/v2/posts", map[string]any{"title": "One", "content": "One <p>", "status": "publish"})
		if post.status != 201 {
			t.Fatalf("%d %s", post.status, post.body)
		}
		packs := map[string]*language.Pack{}
		for file, text := range map[string]string{"ja.po": madeUp, "wordpress-seo-ja.po": seoPack} {
			p, err := language.Read(file, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			packs[file] = p
		}
		says := func(path string, texts ...string) {
			t.Helper()
			a := s.do("", "GET", path, nil)
			for _, text := range texts {
				if !strings.Contains(string(a.body), text) {
					t.Errorf("%s: %d, no %s in %.3000s", path, a.status, text, a.body)
				}
			}
		}
		says("/?s=stone", "<title>You searched for stone", `"name":"Home"`)
		if err := s.app.Languages.Install(t.Context(), packs); err != nil {
			t.Fatal(err)
		}
		if a := s.do(admin, "POST", "/api/core/v2/settings", map[string]any{"language": "ja"}); a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		says("/?s=stone", "<title>Gesucht: stone", `"name":"Anfang"`, `content="ja_JP"`, `"inLanguage":"ja"`)
		says(strings.TrimPrefix(valueAt(post.object(t), "link"), "http://example.org"), `content="Von"`)
		says("/feed/", "Zuerst auf <a")
	})
}
