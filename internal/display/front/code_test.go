package front_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The sheets of a theme come behind the styles of the blocks and containers of a page,
// unless it wants one file.
func TestOrderOfSheets(t *testing.T) {
	t.Parallel()
	for supports, apart := range map[string]bool{`{}`: true, `{"one-sheet":true}`: false} {
		dir := filepath.Join(t.TempDir(), "sheets")
		for name, text := range map[string]string{
			"style.css": "/* Theme Name: Sheets */.own{gap:1px}", "theme.json": `{"version":3}`, "supports.json": supports,
			"functions.php":        `<?php add_action( 'wp_enqueue_scripts', function () { wp_enqueue_style( 's', get_stylesheet_uri() ); } );`,
			"templates/index.html": `<!-- wp:group {"layout":{"type":"flex","justifyContent":"right"}} --><div class="wp-block-group">x</div><!-- /wp:group -->`,
		} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := startWith(t, dir)
		html := s.get("/").Body.String()
		container, sheet := strings.Index(html, "{justify-content:flex-end}"), regexp.MustCompile(`/assets/theme-[0-9a-f]+\.css`).FindStringIndex(html)
		if container < 0 || (sheet != nil) != apart || apart && sheet[0] < container {
			t.Errorf("%s: the container at %d, the sheet at %v", supports, container, sheet)
		}
		path := regexp.MustCompile(`/assets/style-[0-9a-f]+\.css`).FindString(html)
		if apart && sheet != nil {
			path = html[sheet[0]:sheet[1]]
		}
		if w := s.get(path); w.Code != 200 || !strings.Contains(w.Body.String(), ".own{gap:1px}") || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %q", path, w.Code, w.Body.String())
		}
		if w := s.get("/assets/theme-0.css"); w.Code != 200 || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("an older sheet of the theme: %d", w.Code)
		}
	}
}

// The code of a theme changes blocks on pages, not those of the API.
func TestFilteredBlocks(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "filters")
	for name, text := range map[string]string{
		"style.css": "/* Theme Name: Filters */", "theme.json": `{"version":3}`,
		"functions.php": `<?php add_filter( 'render_block_core/site-title', function ( $html ) { $p = new WP_HTML_Tag_Processor( $html ); $p->next_tag(); $p->add_class( is_front_page() ? 'on-front' : 'elsewhere' ); return $p->get_updated_html(); } );
			add_filter( 'get_the_archive_title', fn( $title ) => is_category() ? 'Only ' . single_cat_title( '', false ) : $title );
			register_block_bindings_source( 'filters/word', array( 'label' => 'Word', 'get_value_callback' => fn( $args ) => 'bound ' . $args['word'] ) );
			add_action( 'wp_body_open', function () { echo '<p>opened<script>1</script></p>'; } );
			add_filter( 'the_title', fn( $title ) => $title . ' (titled)' );
			add_filter( 'post_class', function ( $classes ) { $classes[] = 'classed'; return $classes; } );
			add_filter( 'comment_form_defaults', function ( $form ) { $form['title_reply'] = 'Your word'; return $form; } );`,
		"patterns/place.php":     "<?php\n/**\n * Title: Place\n * Slug: filters/place\n */\n?><p><?php echo is_category() ? 'of a category' : 'of no category'; ?></p>",
		"templates/archive.html": `<!-- wp:query-title {"type":"archive"} /--><!-- wp:pattern {"slug":"filters/place"} /--><!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"filters/word","args":{"word":"here"}}}}} --><p>unbound</p><!-- /wp:paragraph -->`,
		"templates/single.html":  `<!-- wp:post-title /--><!-- wp:pattern {"slug":"filters/place"} /--><!-- wp:post-comments-form /-->`,
		"templates/index.html":   `<!-- wp:site-title /--><!-- wp:query {"query":{"inherit":true}} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->`,
		"templates/search.html":  `<!-- wp:site-title /-->`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := startWith(t, dir)
	for path, class := range map[string]string{"/": "on-front", "/?s=x": "elsewhere"} {
		if html := s.get(path).Body.String(); !strings.Contains(html, "wp-block-site-title "+class) && !strings.Contains(html, class+" wp-block-site-title") {
			t.Errorf("%s: no class %s in %s", path, class, html[max(0, strings.Index(html, "wp-site-blocks")):])
		}
	}
	for path, wants := range map[string][]string{
		"/":                                {" (titled)</h2>", "hentry category-", " classed", "<body", "\n<p>opened</p>"},
		"/category/stone/":                 {">Only Stone</h1>", "<p>of a category</p>", ">bound here</p>"},
		"/2026/03/04/what-a-quoin-is-for/": {" (titled)</h2>", "<p>of no category</p>", `class="comment-reply-title">Your word <small>`},
		"/api/core/v2/posts?per_page=1":    {},
		"/wp-json/wp/v2/posts?per_page=1":  {},
	} {
		html := s.get(path).Body.String()
		for _, want := range wants {
			if !strings.Contains(html, want) {
				t.Errorf("%s: no %q in %s", path, want, html[max(0, strings.Index(html, "<body")):])
			}
		}
		if strings.Contains(html, "<script>1") || len(wants) == 0 && strings.Contains(html, "titled") {
			t.Errorf("%s: %s", path, html)
		}
	}
}
