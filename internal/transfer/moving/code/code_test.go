package code_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"quoin/internal/domain/definition"
	"quoin/internal/platform/wire"
	"quoin/internal/transfer/moving/code"
)

// Code adds sizes of images: one that names a corner is cropped, too.
func TestSizesOfImages(t *testing.T) {
	t.Parallel()
	site := &code.Site{Themes: []string{"own"}, Content: fstest.MapFS{"themes/own/functions.php": &fstest.MapFile{Data: []byte(
		"<?php add_action('after_setup_theme', function () { add_image_size('card', 320, 200, true); add_image_size('wide', 1200); add_image_size('left', 9, 9, array('left', 'top')); add_image_size($x, 1, 1); set_post_thumbnail_size(320, 180, true); });")}}}
	want := `{"card":{"width":320,"height":200,"crop":true},"wide":{"width":1200,"height":0,"crop":false},"left":{"width":9,"height":9,"crop":true},"post-thumbnail":{"width":320,"height":180,"crop":true}}`
	if got := string(wire.Encode(site.Declared().Sizes, nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Places for widgets have what the reference gives those that don't say it.
func TestSidebars(t *testing.T) {
	t.Parallel()
	site := &code.Site{Themes: []string{"own"}, Content: fstest.MapFS{
		"themes/own/functions.php": &fstest.MapFile{Data: []byte(`<?php add_action('widgets_init', function () { register_sidebar(array('id' => 'foot', 'name' => 'Foot', 'before_widget' => '<section id="%1$s">', 'after_widget' => '')); });`)},
		"mu-plugins/own.php":       &fstest.MapFile{Data: []byte("<?php add_action('init', function () { register_sidebar(); });")},
	}}
	want := `{"sidebar-1":{"name":"Sidebar 1","description":"","class":"","before_widget":"<li id=\"%1$s\" class=\"widget %2$s\">","after_widget":"<\/li>\n","before_title":"<h2 class=\"widgettitle\">","after_title":"<\/h2>\n"},` +
		`"foot":{"name":"Foot","description":"","class":"","before_widget":"<section id=\"%1$s\">","after_widget":"","before_title":"<h2 class=\"widgettitle\">","after_title":"<\/h2>\n"}}`
	if got := string(wire.Encode(site.Declared().Sidebars, nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func declared(files map[string]string, plugins ...string) (out []string) {
	content := fstest.MapFS{}
	for name, text := range files {
		content[name] = &fstest.MapFile{Data: []byte("<?php\n" + text)}
	}
	site := &code.Site{Content: content, Plugins: plugins, Themes: []string{"own", "parent"}}
	for _, d := range site.Declared().Definitions {
		out = append(out, string(wire.Encode(d, nil)))
	}
	return out
}

// What code declares with the arguments of the reference is declared here, whichever file,
// moment and way it does so in; what it computes from what isn't known is left out.
func TestDeclared(t *testing.T) {
	t.Parallel()
	got := declared(map[string]string{
		"mu-plugins/own.php": `
			if (!defined('ABSPATH')) exit;
			add_action('init', function () {
				register_post_meta('book', 'isbn', array('show_in_rest' => true, 'single' => true, 'type' => 'string', 'auth_callback' => '__return_true'));
				register_post_meta('book', 'hidden', array('single' => true));
				register_post_type('book', array(
					'labels' => array('name' => __('Books', 'x'), 'singular_name' => 'Book', 'menu_name' => get_option('x')),
					'public' => true, 'show_in_rest' => true, 'rest_base' => 'shelf', 'has_archive' => true, 'menu_position' => 5,
					'supports' => array('title', 'editor', 'magic'), 'rewrite' => array('slug' => 'library', 'with_front' => false, 'ep_mask' => 1)));
			});`,
		"plugins/shop/shop.php": `
			require_once plugin_dir_path(__FILE__) . 'inc/types.php';
			class Shop { public function __construct() { add_action('init', array($this, 'types'), 9); }
				public function types() { register_taxonomy('genre', 'book', wp_parse_args(array('hierarchical' => true), array('label' => 'Genres', 'show_in_rest' => true))); } }
			new Shop();`,
		"plugins/shop/inc/types.php": `function shop_meta() { register_term_meta('genre', 'colour', ['show_in_rest' => ['schema' => ['type' => 'string', 'format' => 'hex-color', 'prepare' => 1]], 'single' => true]); }
			add_action('rest_api_init', 'shop_meta');`,
		"plugins/off/off.php":      `register_post_type('off', array('public' => true));`,
		"themes/own/functions.php": `register_meta('user', 'motto', array('show_in_rest' => true, 'single' => true, 'default' => 'none'));`,
	}, "shop/shop.php", "../../secret.php", "gone/gone.php")
	want := []string{
		`{"kind":"type","name":"book","labels":{"name":"Books","singular_name":"Book"},"public":true,"show_in_rest":true,"rest_base":"shelf","has_archive":true,"rewrite":{"slug":"library","with_front":false},"supports":["title","editor"]}`,
		`{"kind":"taxonomy","name":"genre","public":true,"label":"Genres","show_in_rest":true,"hierarchical":true,"object_type":["book"]}`,
		`{"kind":"fields","name":"adopted-post-book","object_type":"post","fields":[{"key":"isbn","type":"string","single":true,"show_in_rest":true}],"object_subtype":["book"]}`,
		`{"kind":"fields","name":"adopted-term-genre","object_type":"term","fields":[{"key":"colour","type":"string","single":true,"show_in_rest":{"schema":{"type":"string","format":"hex-color"}}}],"object_subtype":["genre"]}`,
		`{"kind":"fields","name":"adopted-user","object_type":"user","fields":[{"key":"motto","type":"string","single":true,"show_in_rest":true,"default":"none"}]}`,
	}
	all := strings.ReplaceAll(strings.Join(got, "\n"), `\/`, "/")
	for _, one := range want {
		var o, found *wire.Object
		v, err := wire.Decode([]byte(one))
		if err != nil {
			t.Fatal(err)
		}
		o = v.(*wire.Object)
		for _, text := range got {
			if v, err := wire.Decode([]byte(text)); err == nil && v.(*wire.Object).Text("name") == o.Text("name") {
				found = v.(*wire.Object)
			}
		}
		if found == nil {
			t.Errorf("%s isn't declared:\n%s", o.Text("name"), all)
			continue
		}
		for _, m := range o.Members() {
			if had := string(wire.Encode(found.Get(m.Key), nil)); had != string(wire.Encode(m.Value, nil)) {
				t.Errorf("%s: %s is %s", o.Text("name"), m.Key, had)
			}
		}
		if found.Len() != o.Len() {
			t.Errorf("%s has other members:\n%s", o.Text("name"), wire.Encode(found, nil))
		}
		if _, err := definition.Of(found); err != nil {
			t.Errorf("%s: %v", o.Text("name"), err)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d definitions:\n%s", len(got), all)
	}
}

// Code that never ends, that is none, or that declares nonsense, ends the reading of its
// file and nothing else.
func TestHostileCode(t *testing.T) {
	t.Parallel()
	got := declared(map[string]string{
		"mu-plugins/a.php": `while (true) { $x .= 'a'; }`,
		"mu-plugins/b.php": "\xff\xfe?>{{{",
		"mu-plugins/c.php": `function f() { f(); } f(); add_action('init', 'f'); register_post_type(array(), 7); register_post_meta(null, null);`,
		"mu-plugins/d.php": `add_action('init', function () { add_action('init', 'g'); }); function g() { register_post_type('last', array('public' => true)); }`,
	})
	if len(got) != 1 || !strings.Contains(got[0], `"last"`) {
		t.Errorf("declared: %s", got)
	}
}
