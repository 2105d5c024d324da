package app

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

// A style variation is chosen by its title, and taken back; of a theme that isn't used as
// a whole one line tells, however often it is read.
func TestChooseStyle(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "styled")
	for name, text := range map[string]string{
		"style.css": "/* Theme Name: Styled */", "theme.json": `{"version":3}`, "templates/index.html": `<!-- wp:pattern {"slug":"gone"} /-->`,
		"functions.php":     `<?php add_filter( 'the_title', 'one' ); add_filter( 'the_content', 'two' );`,
		"styles/night.json": `{"version":3,"title":"Deep Night","settings":{"custom":{"x":"1"}},"styles":{"color":{"background":"#010203"}}}`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	a, err := New(t.Context(), Config{Data: t.TempDir(), URL: "http://example.com", Preset: "core", Theme: dir, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	stored := func() string {
		page, err := a.DB.ListEntries(t.Context(), content.Query{Types: []string{content.TypeGlobalStyles}, Slugs: []string{"wp-global-styles-styled"}, Limit: 1, SkipTotal: true})
		if err != nil || len(page.Entries) != 1 {
			t.Fatal(err, len(page.Entries))
		}
		return page.Entries[0].Content
	}
	if got := a.Themes.StyleNames(t.Context()); !slices.Equal(got, []string{"default", "Deep Night"}) {
		t.Errorf("styles %q", got)
	}
	if err := a.Themes.ChooseStyle(t.Context(), "deep night"); err != nil {
		t.Fatal(err)
	}
	if got := stored(); !strings.Contains(got, "#010203") || !strings.Contains(got, `"custom"`) {
		t.Errorf("stored %s", got)
	}
	if err := a.Themes.ChooseStyle(t.Context(), "day"); err == nil || !strings.Contains(err.Error(), "Deep Night") || !strings.Contains(stored(), "#010203") {
		t.Errorf("a style that isn't there: %v", err)
	}
	if err := a.Themes.ChooseStyle(t.Context(), "default"); err != nil || strings.Contains(stored(), "#010203") {
		t.Errorf("back: %v %s", err, stored())
	}
	if n := strings.Count(log.String(), "not all of the theme is used"); n != 1 {
		t.Errorf("told %d times: %s", n, log.String())
	}
}
