package theme

import (
	"encoding/binary"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

func mapFS(files map[string]string) fs.FS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

// published is a theme with all kinds of code that published ones have.
func published() map[string]string {
	return map[string]string{
		"style.css":              "/* Theme Name: Published\nVersion: 2.1\nText Domain: pub */",
		"style.min.css":          "a{}",
		"theme.json":             `{"version":3,"settings":{"color":{"palette":[{"slug":"base","color":"#fff","name":"B"}]}},"styles":{"color":{"text":"#111"}}}`,
		"templates/index.html":   `<!-- wp:pattern {"slug":"pub/hero"} /-->`,
		"templates/home.html":    `<!-- wp:template-part {"slug":"head"} /--><!-- wp:template-part {"slug":"gone"} /--><!-- wp:group --><!-- wp:pattern {"slug":"pub/gone"} /--><!-- /wp:group -->`,
		"parts/head.html":        "head",
		"assets/a.css":           "b{background:url(a.png)}",
		"assets/a.png":           "png",
		"styles/night.json":      `{"version":3,"title":"Night","styles":{"color":{"text":"#eee"}}}`,
		"styles/blocks/one.json": `{"version":3,"title":"One","slug":"one","blockTypes":["core/group"],"styles":{"color":{"text":"#222"}}}`,
		"patterns/hero.php": `<?php
/**
 * Title: Hero
 * Slug: pub/hero
 * Categories: banner, pub_page
 */
?>
<img src="<?php echo esc_url( get_template_directory_uri() ); ?>/assets/a.png" alt="<?php esc_attr_e( 'A "b" picture', 'pub' ); ?>">
<p><?php echo wp_kses_post( _x( 'Hello <em>you</em><script>1</script>', 'greeting', 'pub' ) ); ?></p>
<?php $link = '<a href="' . esc_url( __( 'https://example.org', 'pub' ) ) . '">x</a>'; printf( esc_html__( 'By %s & co', 'pub' ), $link ); ?>
<?php bloginfo( 'name' ); ?>
`,
		"functions.php": `<?php
if ( ! function_exists( 'pub_setup' ) ) :
	function pub_setup() {
		add_theme_support( 'post-formats', array( 'aside', 'quote' ) );
		add_editor_style( 'assets/a.css' );
		register_nav_menus( array( 'main' => __( 'Main', 'pub' ) ) );
	}
endif;
add_action( 'after_setup_theme', 'pub_setup' );
add_action( 'init', function () {
	register_block_style( array( 'core/list', 'core/quote' ), array( 'name' => 'ticks', 'label' => __( 'Ticks', 'pub' ), 'inline_style' => 'ul.is-style-ticks{list-style-type:"\2713"}' ) );
	register_block_style( 'core/group', array( 'name' => 'dark', 'label' => 'Dark', 'style_data' => array( 'color' => array( 'text' => '#333' ) ) ) );
	foreach ( array( 'pub_page' => array( 'label' => __( 'Pages', 'pub' ) ) ) as $name => $properties ) {
		if ( ! WP_Block_Pattern_Categories_Registry::get_instance()->is_registered( $name ) ) {
			register_block_pattern_category( $name, $properties );
		}
	}
	$list = apply_filters( 'pub_patterns', array( 'two' ) );
	foreach ( $list as $one ) {
		register_block_pattern( 'pub/' . $one, require get_theme_file_path( '/inc/' . $one . '.php' ) );
	}
	wp_enqueue_block_style( 'core/button', array( 'handle' => 'b', 'src' => get_parent_theme_file_uri( 'assets/a.css' ), 'ver' => wp_get_theme( get_template() )->get( 'Version' ) ) );
} );
add_action( 'wp_enqueue_scripts', 'pub_styles' );
function pub_styles() {
	$suffix = SCRIPT_DEBUG ? '' : '.min';
	wp_enqueue_style( 'pub', get_parent_theme_file_uri( 'style' . $suffix . '.css' ), array(), wp_get_theme()->get( 'Version' ) );
	wp_enqueue_style( 'elsewhere', 'https://cdn.example.org/x.css' );
}
add_filter( 'the_content', 'pub_content' );
`,
		"inc/two.php": "<?php return array( 'title' => __( 'Two', 'pub' ), 'categories' => array( 'text' ), 'content' => '<p>two</p>' );",
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	th, err := Load(mapFS(published()), "pub", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var hero Pattern
	for _, p := range th.Patterns {
		if p.Slug == "pub/hero" {
			hero = p
		}
	}
	want := `<img src="https://me.example/wp-content/themes/pub/assets/a.png" alt="A &quot;b&quot; picture">
<p>Hello <em>you</em>1</p>
By <a href="https://example.org">x</a> &amp; coMe &amp; you`
	if got := strings.TrimSpace(About{Address: "https://me.example/", Name: "Me & you"}.In(hero.Content)); got != want {
		t.Errorf("pattern is\n%s\nwant\n%s", got, want)
	}
	registered := Registered{
		Styles: []CodeStyle{
			{BlockStyle: BlockStyle{Block: "core/list", Name: "ticks", Label: "Ticks"}, CSS: `ul.is-style-ticks{list-style-type:"\2713"}`},
			{BlockStyle: BlockStyle{Block: "core/quote", Name: "ticks", Label: "Ticks"}, CSS: `ul.is-style-ticks{list-style-type:"\2713"}`},
			{BlockStyle: BlockStyle{Block: "core/group", Name: "dark", Label: "Dark"}},
		},
		Categories:   []PatternCategory{{Name: "pub_page", Label: "Pages"}},
		Sheets:       []Sheet{{Theme: "pub", Path: "assets/a.css", Block: "core/button"}, {Theme: "pub", Path: "style.min.css"}},
		EditorStyles: []string{"assets/a.css"},
		Elsewhere:    []string{"https://cdn.example.org/x.css"},
		Supports:     []string{"post-formats"},
	}
	if diff := cmp.Diff(registered, th.Registered); diff != "" {
		t.Errorf("registered (-want +got):\n%s", diff)
	}
	supports := Supports{PostFormats: []string{"aside", "quote"}, NavMenuLocations: []NavMenuLocation{{"main", "Main"}}}
	if diff := cmp.Diff(supports, th.Supports); diff != "" {
		t.Errorf("supports (-want +got):\n%s", diff)
	}
	var said []string
	for _, s := range th.Skipped {
		said = append(said, s.String())
	}
	if diff := cmp.Diff([]string{
		"functions.php:28: not taken: the style sheet elsewhere of another host, which quoin theme install --fetch brings",
		"functions.php:30: not taken: add_filter() for the_content",
	}, said); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if got, want := th.RegisteredCSS("https://me.example"), "a{}\n"; got != want {
		t.Errorf("on every page %q, want %q", got, want)
	}
	if got, want := th.RegisteredBlockCSS("https://me.example", func(b string) bool { return b == "core/button" }), "b{background:url(https://me.example/wp-content/themes/pub/assets/a.png)}\n"; got != want {
		t.Errorf("with buttons %q, want %q", got, want)
	}
	if got := th.RegisteredBlockCSS("", func(b string) bool { return b == "core/quote" }); got != "ul.is-style-ticks{list-style-type:\"\\2713\"}\n" {
		t.Errorf("with quotes %q", got)
	}
	css := th.Base().Stylesheet()
	for _, part := range []string{"is-style-dark", "#333", "is-style-one", "#222"} {
		if !strings.Contains(css, part) {
			t.Errorf("no %s in the style sheet", part)
		}
	}
	if diff := cmp.Diff([]string{"templates/home.html: no part gone", "templates/home.html: no pattern pub/gone"}, th.Missing()); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

func TestChild(t *testing.T) {
	t.Parallel()
	parent := func(id string) (*Theme, error) { return Load(mapFS(published()), id, Options{}) }
	th, err := Load(mapFS(map[string]string{
		"style.css":           "/* Theme Name: Child\nTemplate: pub */",
		"theme.json":          `{"version":3,"styles":{"color":{"background":"#abc"}}}`,
		"templates/home.html": "own",
		"patterns/own.php":    "<?php /* Title: Own\nSlug: child/own */ ?><?php echo get_theme_file_uri( 'assets/a.png' ), ' ', get_stylesheet_directory_uri(), ' ', get_theme_file_uri( 'style.css' );",
	}), "child", Options{Parent: parent})
	if err != nil {
		t.Fatal(err)
	}
	if got := th.Template("home"); got == nil || got.Content != "own" {
		t.Errorf("template of the child is %+v", got)
	}
	if th.Template("index") == nil || th.Part("head") == nil {
		t.Error("templates of the parent are missing")
	}
	if got, want := WithAddress(th.Patterns[0].Content, ""), "/wp-content/themes/pub/assets/a.png /wp-content/themes/child /wp-content/themes/child/style.css"; got != want {
		t.Errorf("pattern %q, want %q", got, want)
	}
	if !slices.ContainsFunc(th.Patterns, func(p Pattern) bool { return p.Slug == "pub/two" }) {
		t.Error("patterns of the parent are missing")
	}
	css := th.Base().Stylesheet()
	for _, part := range []string{"#abc", "#111", "--wp--preset--color--base: #fff", "is-style-one"} {
		if !strings.Contains(css, part) {
			t.Errorf("no %s in the style sheet", part)
		}
	}
	if len(th.Variations()) != 1 {
		t.Errorf("variations %v", th.Variations())
	}
	if file, kind, err := th.Asset("assets/a.png"); err != nil || kind != "image/png" {
		t.Errorf("file of the parent: %v", err)
	} else {
		file.Close()
	}
	if _, err := Load(mapFS(map[string]string{"style.css": "/* Theme Name: G\nTemplate: child */"}), "g",
		Options{Parent: func(string) (*Theme, error) { return th, nil }}); err == nil || !strings.Contains(err.Error(), "builds on") {
		t.Errorf("a grandchild: %v", err)
	}
}

// catalogueOf is a compiled catalogue with pairs of texts.
func catalogueOf(pairs ...string) []byte {
	n := uint32(len(pairs) / 2)
	head := []uint32{0x950412de, 0, n, 28, 28 + n*8, 0, 0}
	at := 28 + n*16
	var tables [2][]uint32
	var body []byte
	for i, s := range pairs {
		tables[i%2] = append(tables[i%2], uint32(len(s)), at+uint32(len(body)))
		body = append(append(body, s...), 0)
	}
	var out []byte
	for _, v := range slices.Concat(head, tables[0], tables[1]) {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return append(out, body...)
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	files := published()
	files["languages/de_DE.mo"] = string(catalogueOf("", "Header: x", "greeting\x04Hello <em>you</em><script>1</script>", "Hallo", "By %s & co", "Von %s",
		"Two", "Zwei", "a\x00as", "ein\x00eine", "Color name\x04Sea", "Meer", "Published", "Kneipe"))
	files["theme.json"] = `{"version":3,"settings":{"color":{"palette":[{"slug":"sea","name":"Sea","color":"#00f"}]}},"customTemplates":[{"name":"x","title":"Wide"}]}`
	black, err := language.Read("de_DE.po", []byte("msgctxt \"Color name\"\nmsgid \"Black\"\nmsgstr \"Schwarz\"\n\nmsgctxt \"Template name\"\nmsgid \"Index\"\nmsgstr \"Verzeichnis\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	installed := map[string]*language.Texts{"": language.Gather("de_DE", black)}
	load := func() *Theme {
		th, err := Load(mapFS(files), "pub", Options{Locale: "de_DE", Texts: func(domain string) *language.Texts { return installed[domain] }})
		if err != nil {
			t.Fatal(err)
		}
		return th
	}
	th := load()
	if got := th.Say(th.Header.Name); got != "Kneipe" {
		t.Errorf("name: %s", got)
	}
	if name := get(th.Base().Settings(), "color", "palette", "theme"); !strings.Contains(string(wire.Encode(name, nil)), "Meer") {
		t.Errorf("palette: %s", wire.Encode(name, nil))
	}
	if name := get(th.Base().Settings(), "color", "palette", "default"); !strings.Contains(string(wire.Encode(name, nil)), "Schwarz") {
		t.Errorf("palette of the core: %s", wire.Encode(name, nil))
	}
	if title := th.Template("index").Title; title != "Verzeichnis" {
		t.Errorf("title of a template: %s", title)
	}
	var all strings.Builder
	for _, p := range th.Patterns {
		all.WriteString(p.Title + p.Content)
	}
	for _, part := range []string{"<p>Hallo</p>", "Von <a", "Zwei"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no %s in %s", part, all.String())
		}
	}
	// A pack that the site has is taken in place of the theme's file.
	pack, err := language.Read("pub-de_DE.po", []byte("msgctxt \"Color name\"\nmsgid \"Sea\"\nmsgstr \"See\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	installed["pub"] = language.Gather("de_DE", pack)
	if th := load(); th.Say(th.Header.Name) != "Published" || !strings.Contains(string(wire.Encode(th.Base().Settings(), nil)), `"See"`) {
		t.Errorf("with a pack: %s", th.Say(th.Header.Name))
	}
}

// Every site has the general patterns, which themes may replace or refuse.
func TestCorePatterns(t *testing.T) {
	t.Parallel()
	names := func(files map[string]string) (out []string) {
		th, err := Load(mapFS(files), "x", Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range th.AllPatterns() {
			out = append(out, p.Slug)
			if p.Source == "core" && (block.Serialize(block.Parse(p.Content)) != p.Content || len(block.Parse(p.Content)) < 1) {
				t.Errorf("%s isn't written as blocks are", p.Slug)
			}
		}
		return out
	}
	files := map[string]string{"style.css": "/* Theme Name: X */", "templates/index.html": "i"}
	if got := names(files); len(got) != 11 || got[0] != "core/query-standard-posts" {
		t.Errorf("patterns %v", got)
	}
	files["patterns/a.html"] = "<!-- Title: A\nSlug: core/query-grid-posts -->x"
	if got := names(files); len(got) != 11 || got[10] != "core/query-grid-posts" {
		t.Errorf("patterns with one replaced %v", got)
	}
	files["functions.php"] = "<?php add_action( 'after_setup_theme', function() { remove_theme_support( 'core-block-patterns' ); } );"
	if got := names(files); len(got) != 1 {
		t.Errorf("patterns without the general ones %v", got)
	}
}
