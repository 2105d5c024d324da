package live

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/outbound"
)

// The theme comes by the files that visitors may read and by what the API shows; what isn't a
// theme's file doesn't.
func TestThemeIsRead(t *testing.T) {
	t.Parallel()
	var server *httptest.Server
	pages := map[string]string{
		"/":                     `<link rel="stylesheet" href="BASE/wp-content/themes/dress/more/sheet.css?ver=1">`,
		"/wp-json/wp/v2/themes": `[{"stylesheet":"dress","template":"dress","is_block_theme":true,"stylesheet_uri":"BASE/wp-content/themes/dress","name":{"raw":"Dress"}}]`,
		"/wp-json/wp/v2/templates": `[{"slug":"index","has_theme_file":true,"content":{"raw":"shown"}},{"slug":"404","has_theme_file":true,"content":{"raw":"kept"}},
 {"slug":"../up","has_theme_file":true,"content":{"raw":"no"}},{"slug":"own","has_theme_file":false,"content":{"raw":"no"}}]`,
		"/wp-json/wp/v2/template-parts":                        `[]`,
		"/wp-json/wp/v2/block-patterns/patterns":               `[{"name":"dress/hero","title":"Hero */ ?> <?php","source":"theme","content":"<img src=\"BASE/wp-content/themes/dress/a.png\">"},{"name":"dress/meta","title":"Meta","inserter":false,"content":"by"},{"name":"core/own","source":"core","content":"no"},{"name":"core/other","content":"no"},{"name":"far/off","source":"pattern-directory/core","content":"no"},{"name":"dress/bad","source":"theme","content":"<?php evil();"}]`,
		"/wp-json/wp/v2/menu-locations":                        `{"main":{"description":"It's main"}}`,
		"/wp-json/wp/v2/sidebars":                              `[]`,
		"/wp-json/wp/v2/global-styles/themes/dress/variations": `[{"title":"Dark One","settings":{},"styles":{}}]`,
		"/wp-content/themes/dress/style.css":                   "/*\nTheme Name: Dress\n*/ @font-face{src:url(fonts/f.woff2)} .x{background:url(../../evil.png)}",
		"/wp-content/themes/dress/theme.json":                  `{"version":3,"settings":{"x":["file:./fonts/g.woff2"]}}`,
		"/wp-content/themes/dress/templates/index.html":        "file",
		"/wp-content/themes/dress/fonts/f.woff2":               "F", "/wp-content/themes/dress/fonts/g.woff2": "G",
		"/wp-content/themes/dress/a.png": "A", "/wp-content/themes/dress/more/sheet.css": "b{}",
	}
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = `{"code":"none"}`
		}
		if _, err := w.Write([]byte(strings.ReplaceAll(body, "BASE", server.URL))); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	folder := t.TempDir()
	reader := &Reader{Themes: filepath.Join(folder, "themes"), Access: Access{
		URL: server.URL, Client: outbound.New(outbound.Config{}), Parallel: 1, PerSecond: 1e6, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}}
	r := &reading{Reader: reader, ask: newAsker(reader.Access), words: 30}
	if err := (design{r}).readTheme(t.Context()); err != nil {
		t.Fatal(err)
	}
	have := map[string]string{}
	err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			body, err := os.ReadFile(path)
			name, _ := filepath.Rel(filepath.Join(folder, "themes", "dress"), path)
			have[filepath.ToSlash(name)] = string(body)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"style.css": "Theme Name: Dress", "theme.json": `"version":3`, "templates/index.html": "file", "templates/404.html": "kept", "fonts/f.woff2": "F", "fonts/g.woff2": "G",
		"a.png": "A", "more/sheet.css": "b{}", "styles/dark-one.json": "Dark One", "patterns/dress--hero.php": "/a.png", "patterns/dress--meta.php": "Inserter: no",
	} {
		if !strings.Contains(have[name], want) {
			t.Errorf("%s has %q, want %q", name, have[name], want)
		}
		if name != "functions.php" {
			delete(have, name)
		}
	}
	code := have["functions.php"]
	for _, want := range []string{`register_nav_menu( 'main', 'It\'s main' );`, `get_theme_file_uri( 'more/sheet.css' )`, "add_filter( 'excerpt_length', function () { return 30; } );"} {
		if !strings.Contains(code, want) {
			t.Errorf("the code has no %s:\n%s", want, code)
		}
	}
	delete(have, "functions.php")
	for name := range have {
		t.Errorf("%s came, too", name)
	}
}
