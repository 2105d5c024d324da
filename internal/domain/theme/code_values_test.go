package theme

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

func TestFilterValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code, hook string
		value            any
		page             Page
		want             string
	}{
		{"a form", `add_filter( 'comment_form_defaults', function ( $d ) { $d['title_reply_before'] = '<h2>'; $d['fields']['url'] = ''; return $d; } );`,
			"comment_form_defaults", wire.NewObject("title_reply_before", "<h3>", "fields", wire.NewObject("author", "a", "url", "u")), Page{},
			`{"title_reply_before":"<h2>","fields":{"author":"a","url":""}}`},
		{"a title by the page", `add_filter( 'get_the_archive_title', function ( $t ) { if ( is_category() ) { return single_cat_title( '', false ); } if ( is_author() ) { return get_the_author(); } return $t; } );`,
			"get_the_archive_title", "Category: A", Page{Kind: "category", Title: "A &amp; B"}, `"A &amp; B"`},
		{"of another page", `add_filter( 'get_the_archive_title', function ( $t ) { return is_author() ? get_the_author() : $t; } );`, "get_the_archive_title", "Tag: A", Page{Kind: "tag", Title: "A"}, `"Tag: A"`},
		{"classes", `add_filter( 'post_class', function ( $c, $more, $id ) { $c[] = 'n' . $id . count( $more ); return $c; }, 10, 3 );`, "post_class", []any{"hentry"}, Page{}, `["hentry","n70"]`},
		{"no title", `add_filter( 'the_title', function ( $t, $id ) { return '' === $t ? '(none of ' . $id . ')' : $t; }, 10, 2 );`, "the_title", "", Page{}, `"(none of 7)"`},
		{"scripts", `add_filter( 'comment_form_defaults', function ( $d ) { $d['title_reply'] = 'a<script>alert(1)</script>b'; return $d; } );`, "comment_form_defaults", wire.NewObject("title_reply", ""), Page{}, `{"title_reply":"ab"}`},
		{"unknown", `add_filter( 'the_title', function ( $t ) { return get_post_meta( 1, 'x', true ) . $t; } );`, "the_title", "a", Page{}, `"a"`},
		{"endless", `add_filter( 'the_title', function ( $t ) { while ( true ) { $t .= 'x'; } } );`, "the_title", "a", Page{}, `"a"`},
		{"of the entry", `add_filter( 'the_title', function ( $t ) { return $t . get_the_ID() . get_post_type(); } );`, "the_title", "a", Page{Entry: 9, EntryType: "page"}, `"a9page"`},
	} {
		args := []any{int64(7)}
		if c.hook == "post_class" {
			args = []any{[]any{}, int64(7)}
		}
		got, steps := filtering(t, c.code).FilterValue(c.page, c.hook, c.value, args...)
		if s := string(wire.Append(nil, got, nil)); s != strings.ReplaceAll(c.want, "&", `\u0026`) && s != c.want || steps > 2*maxFilterSteps {
			t.Errorf("%s: %s in %d steps, want %s", c.name, s, steps, c.want)
		}
	}
}

func TestBoundValue(t *testing.T) {
	t.Parallel()
	th := filtering(t, `add_action( 'init', function () {
		register_block_bindings_source( 'own/text', array( 'label' => 'T', 'get_value_callback' => function ( $args, $block, $name ) { return $args['key'] . $name . ( $block->context['postId'] ?? '' ); } ) );
		register_block_bindings_source( 'own/unknown', array( 'label' => 'T', 'get_value_callback' => fn() => get_user_meta( 1, 'x', true ) ) );
		register_block_bindings_source( 'core/post-meta', array( 'get_value_callback' => fn() => 'taken' ) );
	} );`)
	args := wire.NewObject("key", "k-")
	if got, _ := th.BoundValue(Page{Entry: 3}, "own/text", args, "content"); got != "k-content3" {
		t.Errorf("a value: %v", got)
	}
	for _, source := range []string{"own/unknown", "own/none", "core/post-meta"} {
		if got, _ := th.BoundValue(Page{}, source, args, "content"); got != nil {
			t.Errorf("%s gives %v", source, got)
		}
	}
}

func TestPatternOn(t *testing.T) {
	t.Parallel()
	const head = "<?php\n/**\n * Title: X\n * Slug: own/x\n */\n?>"
	load := func(pattern, code string) *Theme {
		files := map[string]string{"style.css": "/* Theme Name: O */", "theme.json": `{"version":3}`, "templates/index.html": "x", "patterns/x.php": head + pattern}
		if code != "" {
			files["functions.php"] = "<?php " + code
		}
		th, err := Load(mapFS(files), "own", Options{})
		if err != nil {
			t.Fatal(err)
		}
		return th
	}
	th := load(`<?php if ( has_custom_logo() ) { ?>logo<?php } else { echo is_front_page() ? own_x() : 'title'; } ?>`, `function own_x() { return 'home'; }`)
	for page, want := range map[*Page]string{{Logo: true}: "logo", {Front: true}: "home", {Kind: "single"}: "title"} {
		if got, steps, ok := th.PatternOn(*page, "own/x"); !ok || got != want || steps == 0 {
			t.Errorf("%+v: %q %v, want %q", *page, got, ok, want)
		}
	}
	if got, _, ok := load(`<?php echo is_home() ? 'h' : 'o'; ?><script>1</script>`, "").PatternOn(Page{Kind: "home"}, "own/x"); !ok || got != "h" {
		t.Errorf("without functions.php: %q %v", got, ok)
	}
	if _, _, ok := load("plain", "").PatternOn(Page{}, "own/x"); ok {
		t.Error("a pattern that asks for nothing is made anew")
	}
	if got, _, ok := load(`<?php is_home(); while ( true ) { echo 'x'; } ?>`, "").PatternOn(Page{}, "own/x"); ok {
		t.Errorf("an endless one gives %d bytes", len(got))
	}
}

func TestDocumentsFromCode(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"style.css": "/* Theme Name: D */", "templates/index.html": "x",
		"theme.json": `{"version":3,"settings":{"color":{"palette":[{"slug":"base","color":"#fff","name":"B"}]}},"styles":{"color":{"text":"#111111"}}}`,
		"functions.php": `<?php
		add_filter( 'wp_theme_json_data_theme', function ( $json ) {
			$data = $json->get_data();
			foreach ( $data['settings']['color']['palette']['theme'] as &$one ) { $one['color'] = '#abcdef'; }
			$data['styles']['color']['background'] = '#222222';
			return $json->update_with( $data );
		} );
		add_filter( 'wp_theme_json_data_theme', fn( $json ) => new WP_Theme_JSON_Data( array( 'version' => 3, 'styles' => array( 'spacing' => array( 'blockGap' => '3px' ) ) ), 'theme' ) );
		add_filter( 'wp_theme_json_data_default', function ( $json ) {
			$data = $json->get_data();
			$data['settings']['color']['palette']['default'] = array();
			$json->update_with( $data );
			return $json;
		} );
		add_filter( 'wp_theme_json_data_theme', fn( $json ) => get_option( 'unknown_' ) );`,
	}
	th, err := Load(mapFS(files), "d", Options{})
	if err != nil {
		t.Fatal(err)
	}
	styles := string(wire.Append(nil, th.Base().Styles(), nil))
	for _, want := range []string{`"text":"#111111"`, `"background":"#222222"`, `"blockGap":"3px"`} {
		if !strings.Contains(styles, want) {
			t.Errorf("no %s in %s", want, styles)
		}
	}
	palette := string(wire.Append(nil, th.Base().Settings().Object("color").Get("palette"), nil))
	if !strings.Contains(palette, "#abcdef") || strings.Contains(palette, "vivid-red") {
		t.Errorf("palette: %s", palette)
	}
	if strings.Contains(string(wire.Append(nil, th.Document(), nil)), "#abcdef") {
		t.Error("the document isn't as it was read")
	}
}
