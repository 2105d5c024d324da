package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestThemesArePreviewed looks at the site with a theme that isn't in effect: who may choose
// the theme is told of that one, all others of the one in effect, whatever was asked before.
func TestThemesArePreviewed(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), URL: "http://one.example"}
		s := start(t, c)
		if err := s.app.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		from := filepath.Join(t.TempDir(), "heron")
		for name, text := range map[string]string{
			"style.css":              "/* Theme Name: Heron\nVersion: 1 */",
			"theme.json":             `{"version":3,"settings":{"color":{"palette":[{"slug":"water","color":"#0a6cff","name":"Water"}]}}}`,
			"templates/index.html":   `<!-- wp:paragraph --><p>Heron index</p><!-- /wp:paragraph -->`,
			"templates/wetland.html": `<!-- wp:paragraph --><p>Heron wetland</p><!-- /wp:paragraph -->`,
		} {
			at := filepath.Join(from, name)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.app.Themes.Bring(t.Context(), from); err != nil {
			t.Fatal(err)
		}
		for login, role := range map[string]string{"ann": "administrator", "eve": "editor"} {
			if a := s.do("administrator", "POST", "/wp-json/wp/v2/users", map[string]any{"username": login, "email": login + "@example.org", "password": "correct horse", "roles": []string{role}}); a.status != 201 {
				t.Fatal(a.status, string(a.body))
			}
		}
		ann, eve := s.browser(t), s.browser(t)
		nonce := map[*browser]string{}
		for b, login := range map[*browser]string{ann: "ann", eve: "eve"} {
			b.logIn(login, "correct horse")
			nonce[b] = strings.TrimSpace(string(b.visit("/wp-admin/admin-ajax.php?action=rest-nonce", nil).body))
		}
		const with = "wp_theme_preview=heron"
		ask := func(b *browser, path, query string) string {
			return string(b.visit("/wp-json/wp/v2/"+path+"?"+query, nil, "X-WP-Nonce", nonce[b]).body)
		}
		for range 2 { // what was made for one isn't kept for the next
			if got := ask(ann, "themes", "status=active&_fields=stylesheet&"+with); got != `[{"stylesheet":"heron"}]` {
				t.Errorf("who may choose the theme: %s", got)
			}
			if got := ask(ann, "templates/heron//wetland", "context=edit&"+with); !strings.Contains(got, "Heron wetland") {
				t.Errorf("template of the theme: %.300s", got)
			}
			if got := ask(ann, "global-styles/themes/heron", with); !strings.Contains(got, "#0a6cff") {
				t.Errorf("styles of the theme: %.300s", got)
			}
			for name, got := range map[string]string{
				"in effect":                ask(ann, "themes", "status=active&_fields=stylesheet"),
				"an unknown theme":         ask(ann, "themes", "status=active&_fields=stylesheet&wp_theme_preview=egret"),
				"who may not choose":       ask(eve, "themes", "status=active&_fields=stylesheet&"+with),
				"with a program's log-in":  string(s.do("administrator", "GET", "/wp-json/wp/v2/themes?status=active&_fields=stylesheet&"+with, nil).body),
				"without saying who it is": string(ann.visit("/wp-json/wp/v2/themes?status=active&_fields=stylesheet&"+with, nil).body),
			} {
				if strings.Contains(got, "heron") {
					t.Errorf("%s: %s", name, got)
				}
			}
			if got := ask(ann, "templates/heron//wetland", "context=edit"); strings.Contains(got, "Heron wetland") {
				t.Errorf("template without the preview: %.300s", got)
			}
			if got := string(s.do("", "GET", "/?"+with, nil).body); strings.Contains(got, "Heron index") {
				t.Error("strangers see the theme")
			}
		}
	})
}
