package theme

import (
	"strings"
	"testing"
)

// The styles of the site for a block stand on pages with its sheet, whoever asks for
// that: the form for comments has buttons.
func TestStyledBlocks(t *testing.T) {
	t.Parallel()
	has := Styled("core/post-comments-form", "core/paragraph")
	for name, want := range map[string]bool{"core/button": true, "core/paragraph": true, "core/post-comments-form": true, "core/quote": false, "acme/x": false} {
		if has(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// Themes that ask for looks of blocks get them, for the blocks of the page.
func TestLooksOfBlocks(t *testing.T) {
	t.Parallel()
	files := map[string]string{"style.css": "/* Theme Name: X */", "templates/index.html": "i"}
	css := func() string {
		th, err := Load(mapFS(files), "x", Options{})
		if err != nil {
			t.Fatal(err)
		}
		return th.BlockCSS(false, "core/quote")
	}
	if strings.Contains(css(), "border-left:.25em solid") {
		t.Error("looks that nobody asked for")
	}
	files["functions.php"] = "<?php add_action( 'after_setup_theme', fn() => add_theme_support( 'wp-block-styles' ) );"
	if got := css(); !strings.Contains(got, "border-left:.25em solid") || strings.Contains(got, ".wp-block-table") {
		t.Errorf("looks: %s", got)
	}
}
