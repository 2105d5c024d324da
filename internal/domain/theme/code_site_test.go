package theme

import (
	"strings"
	"testing"
)

// Patterns find what functions.php has declared, as they do when a theme runs, and each
// has steps of its own.
func TestPatternsFindDeclarations(t *testing.T) {
	t.Parallel()
	loaded, err := Load(mapFS(map[string]string{
		"style.css":            "/* Theme Name: Site\nVersion: 3 */",
		"theme.json":           `{"version":3,"settings":{"custom":{"look":"Bright Day"},"color":{"palette":[{"slug":"base","color":"#fff","name":"B"}]}},"styles":{"color":{"text":"#111"}}}`,
		"templates/index.html": `x`,
		"functions.php": `<?php
define( 'SITE_DIR', get_template_directory() );
const SITE_URL = 'u';
function site_items() { return include SITE_DIR . '/inc/items.php'; }
function site_endless() { while ( true ) {} }
class Site_Names { public static function first() { return 'N'; } }
add_filter( 'body_class', function ( $classes ) {
	$classes[] = _wp_to_kebab_case( 'is ' . wp_get_global_settings( array( 'custom', 'look' ) ) );
	$classes[] = wp_get_global_styles( array( 'color', 'text' ) );
	$classes[] = wp_get_global_settings( array( 'color', 'palette', 'theme' ) )[0]['slug'];
	$classes[] = wp_get_global_settings( array( 'no', 'thing' ) ) === null ? 'none' : 'some';
	return $classes;
} );`,
		"inc/items.php":  `<?php return array( 'a', 'b' );`,
		"patterns/a.php": "<?php\n/**\n * Title: A\n * Slug: site/a\n */\n?>\n<?php foreach ( site_items() as $item ) { echo $item; } echo SITE_URL . Site_Names::first(); $kept = 1; ?>",
		"patterns/b.php": "<?php\n/**\n * Title: B\n * Slug: site/b\n */\n?>\n<?php site_endless(); ?>",
		"patterns/c.php": "<?php\n/**\n * Title: C\n * Slug: site/c\n */\n?>\n<?php echo isset( $kept ) ? 'leaks' : 'own'; $h = get_file_data( __DIR__ . '/a.php', array( 'title' => 'Title', 'no' => 'Nothing' ) ); echo $h['title'] . '[' . $h['no'] . ']'; ?>",
		"patterns/d.php": "<?php\n/**\n * Title: D\n * Slug: site/d\n */\n?>\n<?php bloginfo( 'name' ); echo '|' . esc_html( get_bloginfo( 'description' ) ) . '|' . home_url( '/x' ); ?>",
		"patterns/e.php": "<?php\n/**\n * Title: E\n * Slug: site/e\n */\n?>\n<?php $o = get_file_data( '/etc/passwd', array( 'x' => 'root' ) ); echo $o['x']; ?>",
	}), "site", Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range loaded.Patterns {
		got[p.Slug] = strings.TrimSpace(p.Content)
	}
	for slug, want := range map[string]string{"site/a": "abuN", "site/b": "", "site/c": "ownA[]", "site/e": ""} {
		if got[slug] != want {
			t.Errorf("%s is %q, want %q", slug, got[slug], want)
		}
	}
	about := About{Address: "https://example.org", Name: "A & B", Description: "<it>"}
	if got, want := about.In(got["site/d"]), "A &amp; B|&lt;it&gt;|https://example.org/x"; got != want {
		t.Errorf("what a site says of itself is %q, want %q", got, want)
	}
	if got, want := strings.Join(loaded.Registered.BodyClasses, " "), "is-bright-day #111 base none"; got != want {
		t.Errorf("classes of the body are %q, want %q", got, want)
	}
}

// Code finds files of its theme by going over folders.
func TestFoldersOfCode(t *testing.T) {
	t.Parallel()
	th, err := Load(mapFS(map[string]string{
		"style.css": "/* Theme Name: F */", "theme.json": `{"version":3}`, "templates/index.html": "x",
		"css/a.css": "a{}", "css/deep/b.css": "b{}", "css/deep/c.txt": "c",
		"functions.php": `<?php add_action( 'wp_enqueue_scripts', function () {
			$found = array();
			foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( __DIR__ . '/css', RecursiveDirectoryIterator::SKIP_DOTS ) ) as $file ) {
				if ( $file->isFile() && 'css' === $file->getExtension() ) {
					$found[] = $file->getBasename( '.css' );
					wp_enqueue_style( $file->getFilename(), get_theme_file_uri( str_replace( get_template_directory(), '', $file->getPathname() ) ) );
				}
			}
			foreach ( new DirectoryIterator( __DIR__ . '/css' ) as $file ) { $found[] = 'd' . $file->getFilename(); }
			foreach ( new DirectoryIterator( '/etc' ) as $file ) { $found[] = 'outside'; }
			wp_add_inline_style( 'x', '.' . implode( '_', $found ) . '{}' );
		} );`,
	}), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	css := th.RegisteredCSS("http://x.example")
	for _, want := range []string{"a{}", "b{}", ".a_b_da.css{}"} {
		if !strings.Contains(css, want) {
			t.Errorf("no %s in %s; %v", want, css, th.Skipped)
		}
	}
}
