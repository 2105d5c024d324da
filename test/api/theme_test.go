package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

// TestThemesSwitch installs a theme with code in its patterns, puts it into
// effect while two nodes run, and sees both show it.
func TestThemesSwitch(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), URL: "http://one.example"}
		first := start(t, c)
		if err := first.app.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		second := first.node(c)
		second.follow()
		from := filepath.Join(t.TempDir(), "heron")
		for name, text := range map[string]string{
			"style.css":            "/* Theme Name: Heron\nVersion: 1 */",
			"theme.json":           `{"version":3,"settings":{"color":{"palette":[{"slug":"water","color":"#0a6cff","name":"Water"}]}}}`,
			"templates/index.html": `<!-- wp:pattern {"slug":"heron/hero"} /-->`,
			"patterns/hero.php":    "<?php\n/* Title: Hero\n Slug: heron/hero */\n?>\n<!-- wp:paragraph --><p><?php echo esc_html__( 'Heron & reed', 'heron' ); ?> <?php echo esc_url( get_theme_file_uri( 'a.png' ) ); ?></p><!-- /wp:paragraph -->",
			"a.png":                "png",
		} {
			at := filepath.Join(from, name)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := first.app.Themes.Bring(t.Context(), from); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*server{first, second} { // into the caches
			if a := s.do("", "GET", "/", nil); strings.Contains(string(a.body), "Heron") {
				t.Fatal("the theme is shown before it is put into effect")
			}
			s.do("administrator", "GET", "/api/core/v2/block-patterns/patterns", nil)
		}
		if a := first.do("administrator", "GET", "/wp-json/wp/v2/themes?status=inactive&_fields=stylesheet,status", nil); string(a.body) != `[{"stylesheet":"heron","status":"inactive"}]` {
			t.Errorf("themes: %s", a.body)
		}
		for _, tt := range []struct {
			role, id string
			status   int
		}{{"editor", "heron", 403}, {"", "heron", 401}, {"administrator", "egret", 404}, {"administrator", "heron", 200}} {
			if a := first.do(tt.role, "POST", "/api/core/v2/themes/"+tt.id+"/activation", nil); a.status != tt.status {
				t.Errorf("%s as %q: %d %s", tt.id, tt.role, a.status, a.body)
			}
		}
		shows := func(s *server) bool {
			page := string(s.do("", "GET", "/", nil).body)
			return strings.Contains(page, "Heron &amp; reed http://one.example/wp-content/themes/heron/a.png") && strings.Contains(page, "wp-theme-heron")
		}
		if !shows(first) {
			t.Error("the page isn't that of the theme")
		}
		end := time.Now().Add(agreeWithin)
		for !shows(second) {
			if time.Now().After(end) {
				t.Fatal("the other node doesn't show the theme")
			}
			time.Sleep(20 * time.Millisecond)
		}
		for _, s := range []*server{first, second} {
			if a := s.do("administrator", "GET", "/api/core/v2/block-patterns/patterns?_fields=name", nil); !strings.HasPrefix(string(a.body), `[{"name":"core\/query-standard-posts"}`) || !strings.HasSuffix(string(a.body), `,{"name":"heron\/hero"}]`) {
				t.Errorf("patterns: %s", a.body)
			}
			if a := s.do("", "GET", "/wp-content/themes/heron/a.png", nil); a.status != 200 {
				t.Errorf("file of the theme: %d", a.status)
			}
			if a := s.do("administrator", "GET", "/api/core/v2/global-styles/themes/heron", nil); !strings.Contains(string(a.body), "#0a6cff") {
				t.Errorf("styles of the theme: %s", a.body)
			}
		}
		if err := second.app.Themes.Switch(t.Context(), "quoin"); err != nil {
			t.Fatal(err)
		}
		if shows(second) {
			t.Error("the other theme is still shown")
		}
		c.Theme = from
		third := first.node(c)
		if !shows(third) {
			t.Error("the theme that a node is started with isn't shown")
		}
		if a := third.do("administrator", "POST", "/api/core/v2/themes/quoin/activation", nil); a.status != 409 {
			t.Errorf("switching a theme that is given at the start: %d", a.status)
		}
	})
}
