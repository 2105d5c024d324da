package theme

import (
	"strings"
	"testing"
)

// What published themes do in classes, with files of their own and in filters is
// taken as the reference takes it.
func TestCodeOfClasses(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"style.css":            "/* Theme Name: K */ a{}",
		"templates/index.html": "i",
		"assets/css/list.css":  "ul{}", "assets/css/group.css": "div{}", "assets/js/a.js": "1", "assets/js/b.js": "2", "assets/js/c.mjs": "3",
		"assets/print.css": "b{}", "parts/side.html": "s",
		"theme.json": `{"version":3,"templateParts":[{"name":"side","area":"k-side","title":"Side"}]}`,
		"inc/Setup.php": `<?php
namespace K\Inc;
final class Setup {
	private static $instance = null;
	public static function instance() { return self::$instance ??= new self(); }
	private function __construct() {
		add_action( 'wp_enqueue_scripts', array( $this, 'assets' ) );
		add_action( 'init', [ __CLASS__, 'blocks' ] );
		add_filter( 'excerpt_length', fn( $n ) => 20, 999 );
		add_filter( 'excerpt_more', static function ( $more ) { return is_admin() ? $more : '&hellip;'; } );
		add_filter( 'body_class', array( $this, 'classes' ) );
		add_filter( 'default_wp_template_part_areas', function ( array $areas ) { $areas[] = array( 'area' => 'k-side', 'area_tag' => 'aside', 'label' => 'Side' ); return $areas; } );
		add_action( 'wp_footer', function () { ?><a class="up" href="#top">Up</a><script>alert( 1 )</script><?php } );
		add_action( 'wp_head', function () { echo '<style>p{}</style><script>1</script>'; } );
	}
	public function classes( array $classes ): array { $classes[] = 'k-' . get_template(); return $classes; }
	public function assets() {
		wp_register_script( 'k-a', K_URI . '/assets/js/a.js', array(), K_VERSION, true );
		wp_enqueue_script( 'k-b', K_URI . '/assets/js/b.js', array( 'k-a' ), K_VERSION, array( 'strategy' => 'defer', 'in_footer' => true ) );
		wp_enqueue_script_module( 'k-c', K_URI . '/assets/js/c.mjs' );
		wp_enqueue_script( 'old', K_URI . '/assets/js/a.js?x', array( 'jquery' ) );
		wp_enqueue_style( 'k', get_stylesheet_uri() );
		wp_add_inline_style( 'k', ':root{--k:' . absint( '7px' ) . '}' );
		if ( class_exists( 'WooCommerce' ) || defined( 'ELEMENTOR_VERSION' ) ) { wp_enqueue_style( 'shop', K_URI . '/assets/print.css' ); }
	}
	public static function blocks() {
		foreach ( glob( get_template_directory() . '/assets/css/*.css' ) as $file ) {
			$name = basename( $file, '.css' );
			if ( file_exists( $file ) ) {
				wp_enqueue_block_style( "core/$name", array( 'handle' => "k-$name", 'src' => get_theme_file_uri( "assets/css/$name.css" ), 'path' => $file ) );
			}
		}
	}
}
`,
		"functions.php": `<?php
define( 'K_URI', get_template_directory_uri() );
if ( ! defined( 'K_VERSION' ) ) { define( 'K_VERSION', wp_get_theme()->get( 'Version' ) ); }
spl_autoload_register( function ( $class ) {
	$file = get_template_directory() . '/inc/' . str_replace( array( 'K\\Inc\\', '\\' ), array( '', '/' ), $class ) . '.php';
	if ( is_readable( $file ) ) { require_once $file; }
} );
if ( version_compare( $GLOBALS['wp_version'] ?? $wp_version, '6.0', '<' ) ) { require 'inc/old.php'; return; }
K\Inc\Setup::instance();
`,
	}
	th, err := Load(mapFS(files), "k", Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := th.Registered
	if got, want := th.ScriptTags("https://me.example", true), `<script src="https://me.example/wp-content/themes/k/assets/js/a.js"></script>
<script src="https://me.example/wp-content/themes/k/assets/js/b.js" defer></script>
`; got != want {
		t.Errorf("scripts at the end\n%s\nwant\n%s", got, want)
	}
	if got, want := th.ScriptTags("https://me.example", false), `<script src="https://me.example/wp-content/themes/k/assets/js/c.mjs" type="module"></script>
`; got != want {
		t.Errorf("scripts of the head\n%s\nwant\n%s", got, want)
	}
	if got := th.RegisteredCSS(""); !strings.Contains(got, "a{}") || !strings.Contains(got, ":root{--k:7}") || strings.Contains(got, "b{}") {
		t.Errorf("style sheet %q", got)
	}
	if got := th.RegisteredBlockCSS("", func(b string) bool { return b == "core/group" }); got != "div{}\n" {
		t.Errorf("sheet of groups %q", got)
	}
	if r.ExcerptLength != 20 || r.ExcerptMore == nil || *r.ExcerptMore != "&hellip;" {
		t.Errorf("excerpts have %d words, %v", r.ExcerptLength, r.ExcerptMore)
	}
	if len(r.BodyClasses) != 1 || r.BodyClasses[0] != "k-k" {
		t.Errorf("classes %v", r.BodyClasses)
	}
	if r.Foot != `<a class="up" href="#top">Up</a>` || r.Head != "<style>p{}</style>" {
		t.Errorf("head %q, foot %q", r.Head, r.Foot)
	}
	if got := th.PartTag("side"); got != "aside" {
		t.Errorf("the part of an area of the theme is %q", got)
	}
	// What needs a library that pages don't have is told.
	if len(th.Skipped) != 1 || !strings.Contains(th.Skipped[0].Reason, "the script old") {
		t.Errorf("skipped %v", th.Skipped)
	}
}

// Sheets that are asked for before the styles of the site come before them.
func TestEarlySheets(t *testing.T) {
	t.Parallel()
	th, err := Load(mapFS(map[string]string{
		"style.css": "/* Theme Name: Early */", "theme.json": `{"version":3}`, "templates/index.html": "x", "a.css": ".a{}", "b.css": ".b{}", "c.css": ".c{}", "d.css": ".d{}",
		"functions.php": `<?php function s( $n ) { wp_enqueue_style( $n, get_theme_file_uri( $n . '.css' ) ); }
add_action( 'wp_enqueue_scripts', fn() => s( 'a' ) ); add_action( 'wp_enqueue_scripts', fn() => s( 'b' ), 0 ); add_action( 'enqueue_block_assets', fn() => s( 'c' ) );
add_action( 'wp_enqueue_scripts', fn() => s( 'd' ), 20 ); add_action( 'wp_enqueue_scripts', fn() => s( 'b' ), 30 );`,
	}), "early", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if early, late := th.EarlyCSS(""), th.LateCSS(""); early != ".b{}\n.c{}\n" || late != ".a{}\n.d{}\n" || th.RegisteredCSS("") != early+late {
		t.Errorf("early %q, late %q", early, late)
	}
}
