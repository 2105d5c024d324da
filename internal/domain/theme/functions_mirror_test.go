package theme

import (
	"testing"

	"quoin/internal/platform/language"
)

// TestSheetsFromRightToLeft has the sheets that a theme brings for a direction or a language,
// on sites that are read that way only.
func TestSheetsFromRightToLeft(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"style.css": "/* Theme Name: Sides */ a{}", "theme.json": `{"version":3}`, "templates/index.html": "x", "style-rtl.css": ".a{}",
		"b.min.css": ".b{}", "b-rtl.min.css": ".br{}", "c.css": ".c{}", "d.css": ".d{}", "far/e.css": ".e{}", "rtl.css": ".rtl{}", "he_IL.css": ".he{}",
		"quote.css": ".q{}", "quote-rtl.css": ".qr{}", "secret.txt": "s",
		"functions.php": `<?php add_action( 'wp_enqueue_scripts', function () {
	wp_enqueue_style( 'a', get_stylesheet_uri() ); wp_style_add_data( 'a', 'rtl', 'replace' );
	wp_register_style( 'b', get_theme_file_uri( 'b.min.css' ) ); wp_style_add_data( 'b', 'rtl', true ); wp_style_add_data( 'b', 'suffix', '.min' ); wp_enqueue_style( 'b' );
	wp_enqueue_style( 'c', get_theme_file_uri( 'c.css' ) ); wp_style_add_data( 'c', 'rtl', 'replace' ); wp_style_add_data( 'none', 'rtl', true );
	wp_enqueue_style( 'd', get_theme_file_uri( 'd.css' ) ); wp_style_add_data( 'd', 'rtl', get_theme_file_uri( 'far/e.css' ) );
	wp_style_add_data( 'c', 'alt', 'x' );
	wp_enqueue_style( 'c', get_theme_file_uri( 'c.css' ) );
} );
add_action( 'init', function () { wp_enqueue_block_style( 'core/quote', array( 'handle' => 'q', 'src' => get_theme_file_uri( 'quote.css' ), 'path' => get_theme_file_path( 'quote.css' ) ) ); } );`,
	}
	pack, err := language.Read("ar.po", []byte("msgctxt \"text direction\"\nmsgid \"ltr\"\nmsgstr \"rtl\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for locale, want := range map[string][2]string{
		"":      {" a{}\n.b{}\n.c{}\n.d{}\n", ".q{}\n"},
		"de_DE": {" a{}\n.b{}\n.c{}\n.d{}\n", ".q{}\n"},
		"ar":    {".a{}\n.b{}\n.br{}\n.c{}\n.d{}\n.e{}\n.rtl{}\n", ".qr{}\n"},
		"he_IL": {".a{}\n.b{}\n.br{}\n.c{}\n.d{}\n.e{}\n.he{}\n", ".qr{}\n"},
	} {
		texts := map[string]*language.Texts{"": language.Gather(locale)}
		if locale == "ar" || locale == "he_IL" {
			texts[""] = language.Gather(locale, pack)
		}
		th, err := Load(mapFS(files), "sides", Options{Locale: locale, Texts: func(domain string) *language.Texts { return texts[domain] }})
		if err != nil {
			t.Fatal(err)
		}
		if got := th.RegisteredCSS(""); got != want[0] && "/* Theme Name: Sides */"+want[0] != got {
			t.Errorf("%q: %q, want %q", locale, got, want[0])
		}
		if got := th.RegisteredBlockCSS("", func(b string) bool { return b == "core/quote" }); got != want[1] {
			t.Errorf("%q: %q, want %q", locale, got, want[1])
		}
		for _, s := range th.Skipped {
			t.Errorf("%q: %v", locale, s)
		}
	}
	// A child has what its parent says of sheets, not the parent's sheet of a direction.
	options := Options{Locale: "ar", Texts: func(string) *language.Texts { return language.Gather("ar", pack) }}
	parent, err := Load(mapFS(files), "sides", options)
	if err != nil {
		t.Fatal(err)
	}
	options.Parent = func(string) (*Theme, error) { return parent, nil }
	child, err := Load(mapFS(map[string]string{"style.css": "/*\nTheme Name: Child\nTemplate: sides\n*/"}), "child", options)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := child.RegisteredCSS(""), ".a{}\n.b{}\n.br{}\n.c{}\n.d{}\n.e{}\n"; got != want {
		t.Errorf("child: %q, want %q", got, want)
	}
}
