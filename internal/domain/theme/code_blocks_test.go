package theme

import (
	"strings"
	"sync"
	"testing"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/wire"
)

// filtering is a theme whose code changes blocks.
func filtering(t *testing.T, code string) *Theme {
	t.Helper()
	loaded, err := Load(mapFS(map[string]string{
		"style.css": "/* Theme Name: Filtering */", "theme.json": `{"version":3}`, "templates/index.html": "x", "functions.php": "<?php " + code,
	}), "filtering", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func TestFilterBlock(t *testing.T) {
	t.Parallel()
	if filtering(t, `add_action( 'wp_head', '__return_true' );`).FiltersBlocks() {
		t.Error("a theme without filters of blocks has some")
	}
	for _, c := range []struct {
		name, code, block, html, want string
		page                          Page
	}{
		{"replaced", `add_filter( 'render_block', function ( $html, $block ) { return $block['blockName'] === 'core/site-title' && ! is_home() ? str_replace( 'h1', 'p', $html ) : $html; }, 10, 2 );`,
			"core/site-title", "<h1>a</h1>", "<p>a</p>", Page{Kind: "single", Post: 1}},
		{"asked of the page", `add_filter( 'render_block', function ( $html, $block ) { return is_home() ? '' : $html; }, 10, 2 );`, "core/site-title", "<h1>a</h1>", "", Page{Kind: "home"}},
		{"of another type", `add_filter( 'render_block_core/button', fn( $html ) => '' );`, "core/site-title", "<h1>a</h1>", "<h1>a</h1>", Page{}},
		{"in order", `add_filter( 'render_block_core/a', fn( $html ) => $html . '2', 20 ); add_filter( 'render_block_core/a', fn( $html ) => $html . '1' );`, "core/a", "x", "x12", Page{}},
		{"attributes", `add_filter( 'render_block', function ( $html, $block, $instance ) { return $html . $block['attrs']['size'] . $instance->name . ( $instance->parsed_block['attrs']['deep'][0] ?? '' ); }, 10, 3 );`, "core/a", "x", "xbigcore/ad", Page{}},
		{"tags", `add_filter( 'render_block', function ( $html ) { $p = new WP_HTML_Tag_Processor( $html ); while ( $p->next_tag( array( 'tag_name' => 'a', 'class_name' => 'b' ) ) ) { $p->add_class( 'c' ); $p->set_attribute( 'title', $p->get_attribute( 'href' ) . '"' ); $p->set_attribute( 'onclick', 'x' ); $p->remove_attribute( 'rel' ); } return $p->get_updated_html(); } );`,
			"core/a", `<p><a class="b" href="/x" rel="y">t</a><a>u</a></p>`, `<p><a title="/x&quot;" class="b c" href="/x" >t</a><a>u</a></p>`, Page{}},
		{"unknown", `add_filter( 'render_block', fn( $html ) => get_post_meta( 1, 'x', true ) . $html );`, "core/a", "x", "x", Page{}},
		{"endless", `add_filter( 'render_block', function ( $html ) { while ( true ) { $html .= 'x'; } } );`, "core/a", "x", "x", Page{}},
		{"scripts", `add_filter( 'render_block', fn( $html ) => $html . '<script>alert(1)</script>' );`, "core/a", "x", "x", Page{}},
		{"removed", `add_filter( 'render_block', 'f' ); function f( $html ) { return ''; } remove_filter( 'render_block', 'f' );`, "core/a", "x", "x", Page{}},
		{"lists of categories", `add_filter( 'wp_list_categories', fn( $list, $args ) => $args['show_count'] === true ? preg_replace( '/\((\d+)\)/', '<span>$1</span>', $list ) : '', 10, 2 );`, "core/categories", "<li>a (3)</li>", "<li>a <span>3</span></li>", Page{}},
	} {
		th := filtering(t, c.code)
		c.page.Tags = func(html string) Tags { return htmltag.New(html) }
		attrs := wire.NewObject("size", "big", "deep", []any{"d"}, "showPostCounts", true)
		got, steps := th.FilterBlock(c.page, c.block, attrs, c.html, c.html)
		if got != c.want || steps > 2*maxFilterSteps {
			t.Errorf("%s: %q in %d steps, want %q", c.name, got, steps, c.want)
		}
	}
	if th := filtering(t, `add_action( 'init', function () { remove_filter( 'render_block', 'wp_render_layout_support_flag', 10, 2 ); } );`); !th.Registered.NoLayout {
		t.Error("layouts aren't left out")
	}
}

// A call of a filter never depends on one before, and pages may be made at once.
func TestFiltersKeepNothing(t *testing.T) {
	t.Parallel()
	th := filtering(t, `
class Counter { public $n = 0; public $made; public static $all = 0; public function add( $html ) { static $calls = 0; $this->n++; self::$all++; $calls++; $this->made = true; $GLOBALS['never'] = 1;
	global $count; $count = ( $count ?? 0 ) + 1; if ( ! defined( 'ONCE' ) ) { define( 'ONCE', $this->n ); } wp_enqueue_style( 'x', get_stylesheet_uri() );
	return $html . $this->n . self::$all . $calls . $count . ONCE; } }
$count = 0;
add_filter( 'render_block', array( new Counter(), 'add' ) );`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 20 {
				if got, _ := th.FilterBlock(Page{}, "core/a", nil, "", "x"); got != "x11111" {
					t.Errorf("%q", got)
				}
			}
		})
	}
	wait.Wait()
	if len(th.Registered.Sheets) > 0 || strings.Contains(th.Registered.Head, "x") {
		t.Errorf("a filter registered %v", th.Registered.Sheets)
	}
}
